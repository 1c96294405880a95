"""Distinct positions of Connect Four, counted ply by ply with the compiled rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spielbaum import load_game
from spielbaum.engine.compiler import Compiler, compiled
from spielbaum.engine.rules import rules_of
from spielbaum.engine.slots import Int64Array


def positions_by_ply(spec: str, plies: int) -> list[int]:
    """How many different positions there are after 0, 1, … plies.

    Two words tell a position; mirror images are different ones.
    """
    game = load_game(spec)
    rules = rules_of(game)
    compiler = Compiler("count")
    pack, unpack = (compiler.rule(rules.names[name]) for name in ("pack", "unpack"))
    moves, play, ended = (compiler.rule(rules.names[name]) for name in ("moves", "play", "ended"))

    def expand(rows: Any, out: Any) -> int:
        count = 0
        for i in range(len(rows)):
            s = unpack(rows[i])
            if ended(s):
                continue
            for move in moves(s):
                pack(play(s, move), out[count])
                count += 1
        return count

    successors = compiled(expand, inner=False)
    rows: Int64Array = np.zeros((1, rules.layout.words), np.int64)
    rules.names["pack"](game.start, rows[0])
    counts = [1]
    chunk = 1 << 20
    for _ in range(plies):
        found = []
        for start in range(0, len(rows), chunk):
            part = rows[start : start + chunk]
            out = np.empty((len(part) * game.facts.most_moves, rules.layout.words), np.int64)  # type: ignore[operator]
            out = out[: successors(part, out)]
            found.append(out[_first_of_each(out)])
        rows = np.concatenate(found)
        rows = rows[_first_of_each(rows)]
        if not len(rows):
            break
        counts.append(len(rows))
    return counts


def _first_of_each(rows: Int64Array) -> Int64Array:
    """Where each position comes first; `own + filled` tells positions apart (see `connect4.key`)."""
    indices: Int64Array = np.unique(rows[:, 0] + rows[:, 1], return_index=True)[1]
    return indices


BY_PLY = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623]


@pytest.mark.long
def test_ten_plies() -> None:
    assert positions_by_ply("connect4", 10) == BY_PLY


@pytest.mark.long
@pytest.mark.parametrize(
    ("spec", "count"), [("connect4:width=5,height=5", 69_763_700), ("connect4:width=6,height=4", 94_910_577)]
)
def test_all_positions(spec: str, count: int) -> None:
    assert sum(positions_by_ply(spec, 25)) == count
