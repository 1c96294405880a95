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

GAMES = ("connect4",)


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


def test_other_games_have_none() -> None:
    for spec in ("chess", "nim"):
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
    game = load_game("chess")
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
