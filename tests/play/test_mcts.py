"""UCT: compiled and interpreted agree, the same seed gives the same search, and it learns to play."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest

from spielbaum.engine.mcts import Mcts
from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import play_match
from spielbaum.result import Result
from spielbaum.search import minimax
from tests.support.quick import later

GAMES = ("tictactoe", "trio", "connect4", "kalah")


def same(one: Result[Any], other: Result[Any]) -> bool:
    return (one.best, one.lines) == (other.best, other.lines)


@pytest.mark.parametrize("name", [*GAMES[:2], *map(later, GAMES[2:])])
def test_compiled_and_interpreted_do_the_same(name: str) -> None:
    game = load_game(name)
    compiled, interpreted = Mcts(game, table_mb=1), Mcts(game, table_mb=1, interpreted=True)
    for seed in (0, 1):
        one = compiled.search(playouts=60, seed=seed)
        assert same(one, interpreted.search(playouts=60, seed=seed))
        assert one.leaves == 60


def test_seeds() -> None:
    mcts = Mcts(load_game("connect4"), table_mb=1)
    one, other = (mcts.search(playouts=500, seed=seed) for seed in (1, 2))
    assert same(one, mcts.search(playouts=500, seed=1))
    assert not same(one, other)


def test_reports_do_not_change_the_search() -> None:
    mcts = Mcts(load_game("connect4"), table_mb=4)
    heard: list[Result[Any]] = []
    one = mcts.search(playouts=100_000, seed=1, report=heard.append, stop=Event())
    assert heard
    assert same(one, mcts.search(playouts=100_000, seed=1))


def test_a_full_table_only_ends_the_growth_of_the_tree() -> None:
    result = Mcts(load_game("connect4"), table_mb=1).search(playouts=60_000, seed=1)
    assert result.leaves == 60_000
    assert len(result.lines) == 7


def test_it_can_be_stopped() -> None:
    stop = Event()
    stop.set()
    result = Mcts(load_game("connect4"), table_mb=1).search(seconds=60, stop=stop)
    assert result.move in range(7)
    assert result.leaves < 1_000_000


def test_a_limit_is_needed() -> None:
    with pytest.raises(BadInput, match="playouts or seconds"):
        Mcts(load_game("trio")).search()


def test_a_finished_game_has_its_value() -> None:
    game = load_game("takeaway")
    over = Position.of(game, "1 2 2").state
    result = Mcts(game).search(over, playouts=10)
    assert result.move is None
    assert result.proven
    assert result.value_for(0) == game.utility(over)


@pytest.mark.parametrize("moves", ["a1 b1 a2 b2", "b2 a1 a3 c1 b1", "a1 b2 c3 b1"])
def test_with_enough_playouts_it_plays_what_minimax_plays(moves: str) -> None:
    game = load_game("tictactoe")
    position = Position.of(game, moves)
    exact = minimax(game, position.state)
    sign = 1 if position.player == 0 else -1
    after = game.play(position.state, Mcts(game).search(position, playouts=20_000).move)
    assert minimax(game, after).value * sign == exact.value * sign


def test_three_players_share_what_there_is() -> None:
    result = Mcts(load_game("trio")).search(playouts=2000, seed=1)
    assert isinstance(result.value, tuple)
    assert result.view is None
    assert sum(result.value) == pytest.approx(3)
    assert len(result.lines) == 9


def test_it_beats_chance() -> None:
    score = 0.0
    for seed in range(6):
        players: list[Any] = ["mcts:playouts=300", "random"]
        side = seed % 2
        outcome = play_match(load_game("connect4"), players[:: 1 - 2 * side], seed=seed).outcome
        assert outcome is not None
        score += outcome.scores[side]
    assert score == 6
