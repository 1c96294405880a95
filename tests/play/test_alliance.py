"""The player in alliance with another one."""

from __future__ import annotations

import pytest

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.play import make_player, play_match
from spielbaum.play.describe import spec_words
from spielbaum.play.outcome import Reason
from spielbaum.play.player import Turn, as_choice
from spielbaum.search import alliance
from spielbaum.tree import Tree, read_tree

#: Player 1 moves; left is best for player 1 alone, right for players 1 and 3 together.
TREE = "5,0,0 4,0,9"


def chosen(spec: str, game: Game[Tree, int], state: Tree | None = None) -> int:
    player = make_player(spec)
    player.prepare(game)
    position = Position(game, game.start if state is None else state)
    move: int = as_choice(player.choose(position, Turn())).move
    return move


def test_an_ally_counts_as_much_as_its_weight() -> None:
    game = read_tree(f"A({TREE})").as_game()
    assert chosen("maxn", game) == 0
    assert chosen("alliance:with=3", game) == 1
    assert chosen("alliance:with=2", game) == 0
    # 5 against 4 + 9·w: they are equal at w = 1/9.
    assert chosen("alliance:with=3,weight=0.12", game) == 1
    assert chosen("alliance:with=3,weight=0.1", game) == 0
    assert chosen("alliance:with=2,weight=-1", game) == 0


def test_the_first_or_the_last_of_equals() -> None:
    """For player 1 both moves are equal; only the last one helps player 2, who must not count."""
    game = read_tree("A(5,0,0 1,1,1 5,9,0)").as_game()
    assert chosen("maxn", game) == chosen("maxn:ties=first", game) == 0
    assert chosen("maxn:ties=last", game) == 2
    assert chosen("alliance:with=3,ties=last", game) == 2
    assert chosen("alliance:with=2,ties=first", game) == 2
    assert spec_words("maxn:depth=2,ties=last", "en") == "maxn, depth 2, last of equal moves"


def test_it_is_the_search_of_the_textbook() -> None:
    game = load_game("trio")
    position = Position.of(game, "b2 a1 c1")
    player = make_player("alliance:depth=3,with=2")
    player.prepare(game)
    choice = as_choice(player.choose(position, Turn()))
    known = alliance(game, position.state, teams="1+2", depth=3)
    assert choice.move == known.move
    assert choice.result is not None
    assert choice.result.value == known.value


@pytest.mark.parametrize(
    ("spec", "game", "words"),
    [
        ("alliance:with=4", "trio", "trio has 3 players"),
        ("alliance:with=2", "tictactoe", "zero-sum"),
    ],
)
def test_games_that_do_not_fit(spec: str, game: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        make_player(spec).prepare(load_game(game))


def test_an_ally_has_to_be_named() -> None:
    with pytest.raises(BadInput, match="needs a partner"):
        make_player("alliance:depth=3")
    with pytest.raises(BadInput, match="from 1"):
        make_player("alliance:with=0")


def test_nobody_is_in_alliance_with_themselves() -> None:
    record = play_match(load_game("trio"), ["alliance:depth=1,with=1", "first", "first"])
    assert record.outcome is not None
    assert record.outcome.reason is Reason.CRASH
    assert "itself" in record.outcome.detail


def test_in_words() -> None:
    assert spec_words("alliance:depth=3,with=1", "de") == "alliance, Tiefe 3, mit Spieler 1"
