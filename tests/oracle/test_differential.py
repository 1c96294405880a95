"""The engine against plain backward induction, on thousands of random games with all kinds of hints.

What it calls proven is true, for the value and for the move, and so at each node of the line; on a fresh
engine and on one that has played many games, with one thread and with two.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from spielbaum.engine import Engine
from spielbaum.result import Bound, Proof, Result
from tests.support.quick import later
from tests.support.random_graph import State, Truth, random_graph, state_of

pytestmark = pytest.mark.xdist_group("differential")

KINDS = ("plain", "folded", "banked", "cyclic")


def start(seed: int) -> State:
    return state_of(seed, seed % 13, seed % 2, tag=seed % 5)


def keeps_value(truth: Truth, state: State, result: Result[Any], value: int) -> None:
    """Each move of the line is one that keeps the value for player 0."""
    assert result.moves[0] == result.move
    for move in result.moves:
        state = truth.game.play(state, move)
        assert truth.value[state] == value, (truth.start, result)


def check_solving(engine: Engine[Any, Any], truth: Truth, states: list[State], met: Counter[str]) -> None:
    """All positions at once, and the first ones as people ask: with the line and every move."""
    game = truth.game
    signs = [1 - 2 * game.player(state) for state in states]
    values = engine.values(states)
    assert values == [sign * truth.value[s] for sign, s in zip(signs, states, strict=True)], truth.start
    assert engine.outcomes(states) == [(value > 0) - (value < 0) for value in values], truth.start
    met["solved"] += len(states)
    for state in states[:2]:
        result = engine.solve(state, every_move=True)
        sign = 1 - 2 * game.player(state)
        assert result.proof is Proof.PROVEN
        assert result.value == sign * truth.value[state], state
        keeps_value(truth, state, result, truth.value[state])
        for move, value in result.move_values.items():
            assert value == sign * truth.value[game.play(state, move)], (state, move)
        met["solved with moves"] += 1
        told = game.name == "random-plain" and game.facts.prefer_early
        if result.value != 0 and told:
            assert result.distance == truth.plies[state], state
            met["distances"] += 1


def check_searching(
    engine: Engine[Any, Any], truth: Truth, state: State, met: Counter[str], **limit: Any
) -> None:
    result = engine.search(state, **limit)
    sign = 1 - 2 * truth.game.player(state)
    true = sign * truth.value[state]
    met["searched"] += 1
    assert isinstance(result.value, int | float)
    if result.proof is Proof.PROVEN:
        met["proven"] += 1
        if truth.game.name == "random-plain" and result.value != 0 and result.distance is not None:
            met["distances"] += 1
            assert result.distance == truth.plies[state], (state, limit, result)
        assert result.value == true, (state, limit, result)
        keeps_value(truth, state, result, truth.value[state])
    elif result.proof is Proof.BOUND:
        met["bounds"] += 1
        assert result.value <= true if result.bound is Bound.AT_LEAST else result.value >= true, (
            state,
            result,
        )
    for sure in result.lines:
        move, value = sure.moves[0], sure.value
        assert isinstance(value, int | float)
        after = sign * truth.value[truth.game.play(state, move)]
        if sure.proof is Proof.PROVEN:
            assert value == after, (state, move, result)
        elif sure.proof is Proof.BOUND:
            assert value <= after if sure.bound is Bound.AT_LEAST else value >= after, (state, move, result)


def check_games(kind: str, seeds: range, *, most: int = 20, interpreted: bool = False) -> Counter[str]:
    """Every game on one used engine of each kind, some on fresh ones; searches of all sorts in between.

    `most`: so many positions of a game are solved.
    """
    game = random_graph(kind)
    used = {
        threads: Engine(game, table_mb=0.05, threads=threads, interpreted=interpreted) for threads in (1, 2)
    }
    met: Counter[str] = Counter()
    for seed in seeds:
        chance = random.Random(seed)
        truth = Truth(game, start(seed))
        states = truth.positions
        if not states:
            continue
        met["games"] += 1
        engine = used[2 if seed % 4 == 3 and not interpreted else 1]
        if seed % 8 == 0:
            engine = Engine(game, table_mb=0.0005, interpreted=interpreted)
        if seed % 3 == 0:
            engine.clear()
        if not game.facts.repeats:
            check_solving(engine, truth, chance.sample(states, min(len(states), most)), met)
        for _ in range(2):
            state = chance.choice(states)
            limit = chance.choice(
                ({"depth": chance.randrange(1, 9)}, {"nodes": chance.choice((30, 300, 5000))})
            )
            check_searching(engine, truth, state, met, **limit, every_move=chance.random() < 0.3)
    return met


@pytest.mark.parametrize("kind", ["cyclic", later("folded"), later("plain"), later("banked")])
def test_random_games(kind: str) -> None:
    """Two kinds of them always; all four as plain Python below."""
    met = check_games(kind, range(500))
    assert met["proven"] > 150
    assert met["games"] > 250
    if kind != "cyclic":
        assert met["solved"] > 5000


@pytest.mark.parametrize("kind", KINDS)
def test_random_games_interpreted(kind: str) -> None:
    """The same kernels as plain Python, where an index out of range shows."""
    check_games(kind, range(2000, 2008), interpreted=True)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_games(kind: str) -> None:
    """All positions of all games: more than a million of them."""
    met = check_games(kind, range(10_000, 15_000), most=10_000)
    print(kind, dict(met))
    assert met["solved"] > 350_000 or kind == "cyclic"
