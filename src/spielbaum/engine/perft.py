"""Counting games: how many sequences of moves there are, length by length."""

from __future__ import annotations

from spielbaum.engine.machine import pointer
from spielbaum.engine.run import NODES, Run
from spielbaum.engine.slots import KNOWS_OVER, State, Words, ended, moves, plain, play, unpack


def count(control: Words, info: Words, counts: Words, s: State, ply: int, depth: int) -> None:
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


def perft(run: Run, depth: int) -> None:
    """history[d] becomes the number of games of d + 1 plies from the position in row 0."""
    count(pointer(run.control), pointer(run.info), pointer(run.history), unpack(run.rows[0]), 0, depth)


FUNCTIONS = (count, perft)
