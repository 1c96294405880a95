"""The learned evaluations of the package, and how players ask for them."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest

from spielbaum.engine import Engine
from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import Turn, make_player, parse_player, spec_words
from spielbaum.play.engine_store import evaluations
from spielbaum.play.shipped import is_shipped, shipped_network

GAMES = ("chess", "connect4", "kalah", "othello")
#: Positions of random games and who wins them, 1 or −1 for the mover, as the exact solver found.
WINNERS = {
    "kalah": (
        ("<6,12,16,1,1,0,0,0,4,1,7,2,0,2,2>", -1),
        ("<6,11,29,1,0,3,0,0,0,0,3,0,0,0,1>", -1),
        ("<6,8,20,10,2,0,0,0,0,0,1,1,1,5,0>/2", -1),
        ("<6,23,5,1,1,2,1,4,3,1,0,2,0,1,4>/2", 1),
        ("<6,13,6,1,6,3,0,1,0,4,0,4,4,5,1>", 1),
        ("<6,11,7,0,3,1,5,0,0,1,14,0,5,1,0>/2", 1),
        ("<6,9,22,1,1,1,2,0,2,3,0,3,2,1,1>", -1),
        ("<6,8,14,0,10,0,1,6,2,2,2,0,0,0,3>", -1),
        ("<6,8,23,1,1,2,1,0,0,8,1,0,0,1,2>/2", -1),
        ("<6,11,9,1,1,8,1,3,4,0,0,1,0,9,0>", 1),
        ("<6,12,8,4,0,0,0,3,0,1,0,9,1,7,3>/2", 1),
        ("<6,25,11,1,0,1,0,1,2,2,0,0,1,4,0>/2", 1),
        ("<6,20,8,2,2,0,4,2,0,3,0,3,3,1,0>/2", 1),
        ("<6,13,9,2,2,1,4,4,4,4,0,3,1,1,0>", -1),
        ("<6,8,10,2,1,6,2,4,1,1,2,3,5,2,1>/2", -1),
        ("<6,12,8,8,0,0,0,4,10,0,0,1,1,2,2>/2", 1),
        ("<6,10,9,7,1,0,0,0,1,3,0,3,0,4,10>/2", 1),
        ("<6,13,15,0,1,0,0,4,0,0,5,2,2,0,6>", -1),
        ("<6,14,17,1,2,0,2,0,0,0,2,3,2,2,3>", -1),
        ("<6,14,10,2,3,7,0,0,2,0,2,4,1,0,3>/2", 1),
        ("<6,18,11,1,1,2,6,1,1,2,1,1,2,0,1>/2", 1),
        ("<6,18,19,0,0,0,0,4,2,4,0,0,0,1,0>", -1),
        ("<6,11,12,1,8,1,3,0,3,3,0,2,2,1,1>/2", -1),
        ("<6,6,6,3,1,4,1,5,0,1,0,10,5,1,5>/2", 1),
        ("<6,9,15,2,3,2,0,0,0,0,6,0,4,5,2>", 1),
        ("<6,24,8,0,0,3,0,7,0,0,0,1,0,0,5>", 1),
        ("<6,11,11,2,0,3,1,2,0,6,1,4,2,0,5>", 1),
        ("<6,13,14,0,1,14,1,0,1,0,0,0,1,3,0>", 1),
        ("<6,16,19,1,1,1,1,2,0,2,1,1,0,0,3>", 1),
        ("<6,9,7,0,8,0,1,1,2,1,0,4,8,7,0>", 1),
    ),
    "othello": (
        ("XOOOO.../XOOO..X./XOOOO.XX/XOOXO.X./XXXXXXX./OXOOXOOO/OXXXOOXO/OX.XXXX. X", -1),
        ("..XXXX.X/X.OOX.X./XOOXXOOO/XOXXXOOX/XXOOXOO./XXXOXO.O/XXXXXO../X..XXXX. O", -1),
        ("XXXXXX../.XOXXXXX/XOXXXOXO/.OXXOXO./OOOOOOOO/OOOXOXXO/OXXXXXX./X....XXX X", 1),
        ("..OOO.OX/OOOOOOXX/.OXXOXOX/XXXOXOOX/OOOOOOO./.OXXX.../O.OOOX../...OOOOO O", -1),
        (".O.XXXX./O.XXXO.O/.OOXOXO./XXOOOOXX/XX.OOOXO/XOXOOO.O/X..OX.OO/..OOXX.. X", 1),
        ("OXXXOOOO/OXXX.XOO/XOOXXOO./OOOOOXXX/.OOOXXXX/..OOXXXX/..X.XXX./.X.XXX.. O", 1),
        ("OOOO..../OOOOO.../OOXOOOO./.XOOOOOO/XXOXOXXX/XXXXXXX./XXXXXX../.O.XXXX. O", 1),
        ("...O.X.O/OOOOOXXO/OOOOOO.O/.OXXXXX./..XXXXXX/OXOXXX../XO.XXX../OOOXXXX. X", -1),
        ("OXXO..O./XXX..O.X/XXXOOOOX/XOXOOOOO/XXXXXOOO/OO.XXXOO/.O.XXXX./.....XX. X", -1),
        ("O.X...../XXXX.X../XXXXX..O/XXXOOO.O/XXXXXOOO/XOOXOOOO/O..OOOOO/..OOOOOO X", -1),
        ("OOOO.O../X.OOXO../.OOXXOO./OOXOXO../OXOXXXO./XXXXOOOO/XXOOXXO./XXXXXXXO X", 1),
        (".XO.O.../X.OOXOOO/XXOXOOXX/X.XXOXOO/XX.XXXOO/.XOOXXOX/..XXOOXX/..XX.OOX X", -1),
        ("XOOOOO.O/XOOOOO.O/XOOOOOOO/XX.XOOO./OOXOXXOX/.OOXOXOX/.O.OOOXX/...OOXXX X", 1),
        (".OOO..../XXOOOXXX/XOXOOOOO/OOXOOOO./OOOOXOO./.OXX.X.O/OOOXXXX./XXXXXX.. O", 1),
        ("....OXX./.XO..XXO/XXXXXXXO/OXOXXOXO/X.XOXXXO/XXOOOXXO/XXOOXXX./XOOX.X.. O", 1),
        ("..X..XO./XXXXXX../OXXXXXX./..XXO..X/XOOOOOX./XOOOOXXX/X.OOOXXX/.OOOOXXX O", -1),
        ("...O.XO./OXXXXO../OOXXOOOO/XXXXXOXO/XOXOXOXO/XXXOXOXX/XXXXOOX./..X.OOX. X", -1),
        ("OO.X.OX./OOO.OX../OOXOX.../OOOOOO../OXXXOOOO/OOXOXOOX/OOXOOOOX/OOX.OOXX X", -1),
        ("XOOOOOO./XXOOOO.O/XOOOXOO./XOOXXXXX/XOOXXOXX/OOOOOXO./..X.OO../.XXXO.O. X", 1),
        (".XXXXO../XXXXXO../.XXXOO../XXXOOX.O/.XOOXOO./OXOX.OXX/XXXOOOOO/OXOO..O. O", 1),
        ("X.OO.OX./.XOOOX.X/XOOOXOXX/XOOOXXO./XOOOXXOO/XXXXX.OO/X.XXOO.O/..OX.O.O O", -1),
        ("..XXXXX./.OXXXX.O/.OOXOXO./.OOOXOOO/.O.XOXOO/OOXO.OOO/.XXXXXO./XO.X.O.O X", 1),
        ("O.X.XXXX/OXXOOOOO/OOXXOOOO/O.XOX.O./.OOXXO../XXXOXOOO/XX.OXXX./X..OXXXO X", 1),
        (".OXXXO../XXXXOO../XXXOOOO./OXXOOO.O/.XXXOOOO/.XXOXOOO/.OO.XXOO/OOXX..X. X", 1),
        ("...XXXO./....XX../XXX.OX.O/XXXXX.O./XXXXXO.X/XXXOOXXX/XXXXOXXX/XOOOOOOO O", 1),
        ("...OXXXX/.X.OOOXX/X.XOOOOX/XXXXXOOO/XXXXXX../OXOXXO../.OXO.XOX/OXX.OOXO O", 1),
        ("..OX.XXX/.XXXX.XO/XXXXOXOX/XXXXXOXX/XOOXOXO./XXOXXX.O/XX.OX.../.XXXXXX. O", 1),
        ("OOOOOO../OOOOOO../OOXXXOXX/OOXXXXX./OOXXOXO./OOOOXXOO/XO.OOXOO/..OOOO.O X", -1),
        ("XX.O.XXX/OXOOOOXX/OOXOXXXX/OOOXOOO./OXOOO.O./OXOOOO../OXXOO.../.X.XOO.. X", 1),
        ("XXXXXXXX/XXXXXO.O/XXXOXOOO/OXXXXO.O/OOXXXOOO/O.OXXXO./...OXXXX/......OX O", -1),
    ),
}


def test_which_there_are_and_how_large_they_are() -> None:
    found = [file for file in (files("spielbaum") / "data").iterdir() if file.name.endswith(".weights")]
    assert sorted(file.name for file in found) == [f"{name}.weights" for name in GAMES]
    assert sum(len(file.read_bytes()) for file in found) <= 2_000_000


@pytest.mark.parametrize("name", GAMES)
def test_they_fit_the_games_of_the_package(name: str) -> None:
    """A change of rules or features of a game makes its weights useless: learn them anew then."""
    game = load_game(name)
    network = shipped_network(game)
    assert is_shipped(game)
    assert str(network.recipe["command"]).startswith(f"spielbaum learn {name}")
    assert abs(network.evaluate(game.start)) < network.unit
    engine = Engine(game, evaluation=network, interpreted=True, table_mb=1)
    assert engine.search(depth=1).move in game.legal(game.start)


def test_connect4_knows_most_winners() -> None:
    """In the middle of random games, as the solver finds them."""
    game, random = load_game("connect4"), Random(4)
    network, solver = shipped_network(game), Engine(game, table_mb=4)
    right = seen = 0
    while seen < 100:
        state = game.start
        for _ in range(22):
            if game.ended(state):
                break
            state = game.play(state, random.choice(game.legal(state)))
        if game.ended(state):
            continue
        (winner,) = solver.outcomes([state])
        if winner:
            seen += 1
            right += winner * network.evaluate(state) * (1 - 2 * game.player(state)) > 0
    assert right >= 80


@pytest.mark.parametrize(("name", "least"), [("kalah", 25), ("othello", 21)])
def test_others_know_most_winners(name: str, least: int) -> None:
    game = load_game(name)
    network, parse = shipped_network(game), game.presentation.parse
    assert parse is not None
    right = 0
    for text, winner in WINNERS[name]:
        state = parse(text)
        right += winner * network.evaluate(state) * (1 - 2 * game.player(state)) > 0
    assert right >= least


def test_other_games_have_none() -> None:
    for spec in ("hexapawn", "nim"):
        assert not is_shipped(load_game(spec))
        with pytest.raises(BadInput) as found:
            shipped_network(load_game(spec))
        assert found.value.key == "network.unshipped"
        assert "connect4" in found.value.sentence("en")
    small = load_game("connect4:width=5,height=4")
    assert not is_shipped(small)
    with pytest.raises(BadInput) as found:
        shipped_network(small)
    assert found.value.key == "network.parameters"


def test_players_name_them_as_a_word_and_not_as_a_file() -> None:
    for text in ("engine:nodes=10,weights=shipped", "engine:level=2,weights=shipped"):
        spec = parse_player(text)
        assert not spec.local
        assert parse_player(str(spec.located())) == spec
        player = make_player(text)
        assert getattr(player, "weights", None) == "shipped"
    assert parse_player("engine:nodes=10,weights=./shipped").local
    game = load_game("nim")
    player = make_player("engine:nodes=10,weights=shipped")
    with pytest.raises(BadInput) as found:
        player.choose(Position(game, game.start), Turn())
    assert found.value.key == "network.unshipped"


@pytest.mark.parametrize("text", ["engine:nodes=5,weights=shipped", "engine:level=2,weights=shipped"])
def test_a_match_says_who_plays(text: str) -> None:
    said = [spec_words(text, language) for language in ("en", "de")]
    assert "learned evaluation" in said[0]
    assert "gelernte Bewertung" in said[1]


def test_the_same_game_has_the_same_network() -> None:
    """So that a server finds its engines again."""
    game = load_game("connect4")
    assert evaluations("shipped")(game) is evaluations("shipped")(game)
    assert evaluations("")(game) is evaluations(None)(game) is None
