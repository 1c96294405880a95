"""Counting games: how many sequences of moves there are, length by length."""

from __future__ import annotations

from spielbaum.engine.machine import pointer
from spielbaum.engine.slots import KNOWS_OVER, Int64Array, State, ended, moves, plain, play, unpack
from spielbaum.engine.workspace import NODES, Workspace


def count(control: Int64Array, info: Int64Array, counts: Int64Array, s: State, ply: int, depth: int) -> None:
    """Add the continuations of the position; counts[ply] is of those of ply + 1 moves."""
    if KNOWS_OVER:
        if ended(s):
            return
    found = 0
    for move in moves(s):
        found += 1
        if depth > 1 and control[0] == 0:
            count(control, info, counts, plain(play(s, move)), ply + 1, depth - 1)
    counts[ply] += found
    info[NODES] += found


def perft(work: Workspace, depth: int) -> None:
    """history[d] becomes the number of games of d + 1 plies from the position in row 0."""
    count(pointer(work.control), pointer(work.info), pointer(work.history), unpack(work.rows[0]), 0, depth)


FUNCTIONS = (count, perft)
