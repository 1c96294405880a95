"""An engine that was cleared does what a new one would do, whatever it did before."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from spielbaum.engine import Engine
from spielbaum.engine.table import MOST_GENERATION, generation_of, keep, lower_generations, new_table, probe
from tests.support.quick import later
from tests.support.random_game import State, random_game

Seen = list[tuple[Any, ...]]


def play(engine: Engine[Any, Any], seed: int, searches: int) -> Seen:
    """The moves, values and nodes of some searches in a row, which build on each other's table."""
    engine.clear()
    chance = random.Random(seed)
    seen: Seen = []
    for _ in range(searches):
        state = State(seed, chance.randrange(40), chance.randrange(3), chance.randrange(2))
        if not engine.game.ended(state):
            result = engine.search(state, nodes=200)
            seen.append((result.move, result.value, result.nodes, result.proof))
    return seen


@pytest.mark.parametrize("games", [60, later(120)])
def test_used_engines_play_like_new_ones(games: int) -> None:
    """More games than generations are counted, in a table so small that entries drive each other out."""
    used = Engine(random_game(), table_mb=0.0005)
    for seed in range(games):
        fresh = Engine(random_game(), table_mb=0.0005)
        assert play(used, seed, 5) == play(fresh, seed, 5), seed


def test_games_longer_than_generations_are_counted() -> None:
    """Where the counter is full in the middle of a game does not depend on the games before."""
    fresh = play(Engine(random_game(), table_mb=0.002), 7, 2 * MOST_GENERATION)
    used = Engine(random_game(), table_mb=0.002)
    for before in (3, 100, 251):
        play(used, 1, before)
        assert play(used, 7, 2 * MOST_GENERATION) == fresh, before


def test_lowered_generations_keep_their_entries() -> None:
    table = new_table(0.001)
    for number in range(1, 60):
        keep(table, number, number, number, 1, 3 + number % 50, 3)
    known = {number: probe(table, number, number, 10) for number in range(1, 60)}
    lower_generations(table, 10, 9)
    for number, data in known.items():
        now = probe(table, number, number, 1)
        assert now == (data - (9 << 8) if data else 0)
    lower_generations(table, 1, 200)
    assert set(np.unique(generation_of(table[1::2]))) <= {0, 1}
