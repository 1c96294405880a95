"""Games of the search against itself, in compiled code."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from spielbaum.engine import Engine
from spielbaum.engine.scores import BOTH
from spielbaum.engine.self_play import MOVER, PROOF, WORTH, played
from spielbaum.games import load_game

pytestmark = pytest.mark.xdist_group("network")


def engine(interpreted: bool = False) -> Engine[Any, Any]:
    return Engine(load_game("tictactoe"), table_mb=1, interpreted=interpreted)


def test_compiled_games_are_those_of_plain_python() -> None:
    one, other = engine(), engine(interpreted=True)
    for seed in range(3):
        rows, worth = played(one, 60, 2, 0.1, seed, 20)
        same, as_much = played(other, 60, 2, 0.1, seed, 20)
        assert np.array_equal(rows, same)
        assert worth == as_much


def test_positions_follow_each_other_and_what_is_proven_is_true() -> None:
    player = engine()
    game, unpack = player.game, player.rules.names["unpack"]
    words, unit = player.rules.layout.words, player.rules.names["UNIT"]
    seen = set()
    for seed in range(12):
        rows, worth = played(player, 200, 3, 0.0, seed, 20)
        assert worth in (-1, 0, 1)
        for before, after in pairwise(rows):
            stones = [
                sum(bin(part).count("1") for part in unpack(row[:words]).stones) for row in (before, after)
            ]
            assert stones[0] < stones[1]
        for row in rows:
            state = unpack(row[:words].copy())
            assert row[words + MOVER] == game.player(state)
            if row[words + PROOF] == BOTH:
                assert row[words + WORTH] == unit * int(player.solve(state).points)
                seen.add(state)
    assert len(seen) > 10


def test_random_openings_differ_and_seeds_repeat() -> None:
    player = engine()
    games = [played(player, 30, 1, 0.0, seed, 20)[0].tobytes() for seed in (*range(8), 0)]
    assert len(set(games)) > 2
    assert games[0] == games[8]


def test_a_game_that_is_too_long_is_drawn() -> None:
    rows, worth = played(engine(), 30, 0, 0.0, 1, 3)
    assert len(rows) <= 3
    assert worth == 0
