"""Exact solving gives the textbook's value, distance and moves."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum import Game, load_game
from spielbaum.engine import Engine
from spielbaum.search import minimax
from tests.oracle.test_search import random_state
from tests.support.quick import later
from tests.support.random_game import State, random_array_game, random_game


def best_distance(game: Game[Any, Any], state: Any) -> tuple[int, int]:
    """Value for player 0 and plies to the end, when wins are hurried and losses delayed."""
    if game.ended(state):
        value = game.utility(state)
        assert isinstance(value, int)
        return value, 0
    results = [best_distance(game, game.play(state, move)) for move in game.legal(state)]
    sign = 1 - 2 * game.player(state)

    def rank(result: tuple[int, int]) -> tuple[int, int]:
        value = sign * result[0]
        return value, -result[1] if value > 0 else result[1] if value < 0 else 0

    value, distance = max(results, key=rank)
    return value, distance + 1


def check(engine: Engine[Any, Any], state: Any, *, distances: bool) -> None:
    game = engine.game
    me = game.player(state)
    engine.clear()
    result = engine.solve(state, every_move=True)
    assert result.proven
    assert result.value == minimax(game, state).value_for(me)
    assert result.move == result.moves[0]
    for move in game.legal(state):
        after = game.play(state, move)
        assert result.move_values[move] == minimax(game, after).value_for(me)
    end = state
    for move in result.moves:
        assert move in game.legal(end)
        end = game.play(end, move)
    assert game.ended(end)
    assert game.utility(end) == (1 - 2 * me) * result.value
    assert result.distance == len(result.moves)
    if distances and result.value != 0:
        assert result.distance == best_distance(game, state)[1]


@given(seed=st.integers(0, 10**6), player=st.integers(0, 1), size=st.sampled_from([0.00001, 0.0005, 1]))
@settings(max_examples=80)
def test_random_games(seed: int, player: int, size: float) -> None:
    check(Engine(random_game(), table_mb=size), State(seed, 0, 0, player), distances=True)


@given(seed=st.integers(0, 10**6), player=st.integers(0, 1), size=st.sampled_from([0.00001, 1]))
@settings(max_examples=80)
def test_games_that_settle_forced_moves(seed: int, player: int, size: float) -> None:
    check(Engine(random_game(settled=True), table_mb=size), State(seed, 0, 0, player), distances=False)


@pytest.mark.parametrize(("interpreted", "seeds"), [(True, 5), later(False, 25)])
def test_array_states(interpreted: bool, seeds: int) -> None:
    game = random_array_game()
    for seed in range(seeds):
        state = game.start.copy()
        state[0] = seed
        check(Engine(game, table_mb=0.01, interpreted=interpreted), state, distances=True)


@given(seed=st.integers(0, 10**6), settled=st.booleans())
@settings(max_examples=10)
def test_interpreted(seed: int, settled: bool) -> None:
    game = random_game(settled=settled)
    check(Engine(game, table_mb=0.001, interpreted=True), State(seed, 0, 0, 0), distances=not settled)


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("nim:heaps=2-3-4", 1),
        ("connect4:width=5,height=4", 12),
        ("kalah:houses=3,seeds=2", 3),
        later("tictactoe", 4),
        later("takeaway:matches=12,most=3", 0),
        later("nim:heaps=1-2-3,misere=no", 0),
        later("mnk:width=4,height=3,k=3", 6),
        later("othello:size=4", 4),
    ],
)
def test_built_in_games(spec: str, plies: int) -> None:
    game = load_game(spec)
    engine = Engine(game, table_mb=0.1)
    chance = random.Random(spec)
    for _ in range(3):
        state = random_state(game, chance, plies)
        if not game.ended(state):
            check(engine, state, distances=game.facts.prefer_early)


KALAH = {
    (1, 1): 0, (1, 2): -2, (1, 3): 6, (1, 4): -2,
    (2, 1): 2, (2, 2): -2, (2, 3): -2, (2, 4): -10,
    (3, 1): 0, (3, 2): 4, (3, 3): 2, (3, 4): 2,
    (4, 1): 2, (4, 2): 6, (4, 3): 6, (4, 4): 2,
    (6, 1): 2, (6, 2): 6,
}  # fmt: skip


def test_margins_of_kalah() -> None:
    """The published values, as far as they take no time."""
    for houses in (1, 2, 3, 4, 6):
        for seeds in (1, 2, 3, 4):
            if (houses, seeds) in KALAH and houses * seeds <= 9:
                game = load_game(f"kalah:houses={houses},seeds={seeds}")
                engine = Engine(game, table_mb=1, interpreted=True)
                assert engine.solve(line=False).value == KALAH[houses, seeds], (houses, seeds)


@pytest.mark.long
def test_openings_of_kalah() -> None:
    engine = Engine(load_game("kalah:seeds=2"), table_mb=16)
    assert engine.solve(every_move=True).move_values == {0: -14, 1: -8, 2: -8, 3: -14, 4: 6, 5: 0}
