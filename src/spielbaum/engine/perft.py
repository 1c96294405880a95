"""Counting games: how many sequences of moves there are, length by length."""

from __future__ import annotations

from spielbaum.engine.run import FAULT, NODES, ROWS_FULL, Run
from spielbaum.engine.slots import KNOWS_OVER, ended, moves, pack, play, unpack


def count(run: Run, at: int, top: int, ply: int, depth: int) -> None:
    """Add the continuations of the position in row `at`; history[ply] counts those of ply + 1 moves."""
    rows, info = run.rows, run.info
    s = unpack(rows[at])
    if KNOWS_OVER:
        if ended(s):
            return
    if depth == 1:
        found = 0
        for _ in moves(s):
            found += 1
        run.history[ply] += found
        info[NODES] += found
        return
    found = 0
    for move in moves(s):
        if top + found >= len(rows):
            info[FAULT] = ROWS_FULL
            return
        pack(play(s, move), rows[top + found])
        found += 1
    run.history[ply] += found
    info[NODES] += found
    for i in range(top, top + found):
        if run.control[0] != 0 or info[FAULT] != 0:
            return
        count(run, i, top + found, ply + 1, depth - 1)


def perft(run: Run, depth: int) -> None:
    """history[d] becomes the number of games of d + 1 plies from the position in row 0."""
    count(run, 0, 1, 0, depth)


FUNCTIONS = (count, perft)
