"""Beyond the depth limit: lively positions are looked into until they are quiet."""

from __future__ import annotations

from typing import Any

from spielbaum.engine.estimates import judged
from spielbaum.engine.nodes import at_end, estimated, halting, record
from spielbaum.engine.ordering import ENTRY, MOVE, NONE, bring_best, no_room, rank_move
from spielbaum.engine.scores import AT_LEAST, AT_MOST, EXACT, INFINITY, NOTHING, pack_claim
from spielbaum.engine.slots import (
    HAS_NOISY,
    MOVE_WORDS,
    SOLVED,
    TRACE,
    State,
    dynamic,
    ended,
    identity,
    moves,
    plain,
    play,
    player,
    take_move,
    write_noisy,
)
from spielbaum.engine.solved import from_solution
from spielbaum.engine.workspace import (
    CUT,
    ENTER,
    LEAVE,
    LED_HERE,
    PLIES,
    PLY_NOTES,
    QUIET,
    ROOM,
    SWITCHES,
    UPDATE,
    SearchContext,
)
from spielbaum.engine.writing import FULL

#: How deep it goes, in plies.
QUIET_PLIES = 24


def number_of(s: Any, move: Any) -> int:
    """The number of a lively move among all moves; for the trace."""
    number, found = 0, False
    for other in moves(s):
        found = found or identity(other) == identity(move)
        if not found:
            number += 1
    return number


def quiesce(
    ctx: SearchContext, s: State, ply: int, top: int, left: int, alpha: int, beta: int
) -> tuple[int, int]:
    """The value of a node at the depth limit: E(s), or, where the position is lively, what comes of it.

    Where the game says which moves are lively, the mover may also do without them, so E(s) is a value he
    has for sure; where it does not, all moves are searched.
    """
    me = player(s)
    if SOLVED:
        known, value, proof = from_solution(ctx, s, me, ply, alpha, beta)
        if known:
            return value, proof
    if ended(s):
        return at_end(ctx, s, me, ply)
    best = -INFINITY
    judge = left == 0 or ply >= PLIES - 2 or not ctx.info[SWITCHES] & QUIET
    if HAS_NOISY:
        best = judged(ctx, s, me)
        if judge or best >= beta:
            return estimated(ctx, best, me, ply)
    elif judge or not dynamic(s):
        return estimated(ctx, judged(ctx, s, me), me, ply)
    rows = ctx.rows
    end = write_noisy(s, rows, top, ctx.info[ROOM])
    if end == FULL:
        no_room(ctx)
        return 0, NOTHING
    if HAS_NOISY:
        # Asked late: most positions have no lively move, and some games know it only by looking for one.
        if end == top or not dynamic(s):
            return estimated(ctx, best, me, ply)
    elif end == top:
        return at_end(ctx, s, me, ply)
    for at in range(top, end, ENTRY + MOVE_WORDS):
        rank_move(ctx, s, at, at - top, me, ply, NONE)
    lowest = max(alpha, best)
    for at in range(top, end, ENTRY + MOVE_WORDS):
        bring_best(rows, at, end)
        if halting(ctx):
            return 0, NOTHING
        move = take_move(rows, at + MOVE)
        after = plain(play(s, move))
        same = player(after) == me
        low, high = (lowest, beta) if same else (-beta, -lowest)
        index = 0
        if TRACE:
            index = number_of(s, move)
        record(ctx, ENTER, ply + 1, index, me if same else 1 - me, low, high, 0, 0)
        ctx.killers[(ply + 1) * PLY_NOTES + LED_HERE] = identity(move) + 1
        value, _ = quiesce(ctx, after, ply + 1, end, left - 1, low, high)
        value = value if same else -value
        if value > best:
            best = value
            lowest = max(lowest, best)
            record(ctx, UPDATE, ply, index, me, lowest, beta, best, 0)
            if best >= beta:
                if at + ENTRY + MOVE_WORDS < end:
                    record(ctx, CUT, ply, 0, me, alpha, beta, best, 0)
                break
    kind = EXACT if alpha < best < beta else AT_MOST if best <= alpha else AT_LEAST
    record(ctx, LEAVE, ply, 0, me, 0, 0, best, pack_claim(kind, NOTHING))
    return best, NOTHING


FUNCTIONS = (number_of, quiesce)
