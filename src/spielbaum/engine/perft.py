"""Counting games: how many sequences of moves there are, length by length."""

from __future__ import annotations

from spielbaum.engine.nodes import begin_search
from spielbaum.engine.ordering import ENTRY, MOVE, no_room
from spielbaum.engine.slots import (
    KNOWS_OVER,
    MOVE_WORDS,
    State,
    ended,
    plain,
    play,
    take_move,
    unpack,
    write_moves,
)
from spielbaum.engine.workspace import HALT, NODES, ROOM, SearchContext, Workspace
from spielbaum.engine.writing import FULL


def count(ctx: SearchContext, s: State, ply: int, depth: int, top: int) -> None:
    """Add the continuations of the position; history[ply] is of those of ply + 1 moves.

    Moves are written to `rows` from the word `top` on.
    """
    info, rows = ctx.info, ctx.rows
    if KNOWS_OVER:
        if ended(s):
            return
    end = write_moves(s, rows, top, info[ROOM])
    if end == FULL:
        no_room(ctx)
        return
    found = (end - top) // (ENTRY + MOVE_WORDS)
    ctx.history[ply] += found
    info[NODES] += found
    if depth > 1:
        if ctx.control[0] != 0 or info[HALT] != 0:
            return
        for at in range(top, end, ENTRY + MOVE_WORDS):
            count(ctx, plain(play(s, take_move(rows, at + MOVE))), ply + 1, depth - 1, end)


def perft(work: Workspace, depth: int) -> None:
    """history[d] becomes the number of games of d + 1 plies from the position in row 0."""
    for ply in range(depth):
        work.history[ply] = 0
    count(begin_search(work), unpack(work.rows[0]), 0, depth, work.rows.shape[1])


FUNCTIONS = (begin_search, no_room, count, perft)
