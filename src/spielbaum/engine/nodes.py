"""What every node of the search does: count itself, write down what happens, know its value where it ends."""

from __future__ import annotations

from typing import Any

from spielbaum.engine.estimates import judged
from spielbaum.engine.machine import pointer
from spielbaum.engine.scores import BOTH, NOTHING, final_value
from spielbaum.engine.slots import REPEATS, TRACE, ended, utility
from spielbaum.engine.table import BUCKET
from spielbaum.engine.workspace import (
    BUCKETS,
    EVENT,
    EVENT_ROOM,
    EVENTS,
    EVENTS_FULL,
    FAULT,
    HALT,
    LEAF,
    LEAVES,
    NODE_LIMIT,
    NODES,
    ROOM,
    SearchContext,
    Workspace,
)


def begin_search(work: Workspace) -> SearchContext:
    """Reset what a search that was halted left; arrays are handed on as plain addresses from here."""
    info = work.info
    info[HALT] = 0
    info[ROOM] = work.rows.size
    info[EVENT_ROOM] = len(work.events)
    info[BUCKETS] = len(work.table) // BUCKET
    return SearchContext(
        pointer(work.table),
        pointer(work.control),
        pointer(work.info),
        pointer(work.rows),
        pointer(work.killers),
        pointer(work.history),
        pointer(work.line),
        pointer(work.path),
        pointer(work.events),
        pointer(work.root),
        pointer(work.estimates),
    )


def record(
    ctx: SearchContext, kind: int, ply: int, move: int, me: int, alpha: int, beta: int, value: int, more: int
) -> None:
    """Write an event down, where events are asked for."""
    if TRACE:
        info, events = ctx.info, ctx.events
        at = info[EVENTS] * EVENT
        if info[EVENTS] < info[EVENT_ROOM]:
            events[at], events[at + 1], events[at + 2], events[at + 3] = kind, ply, move, me
            events[at + 4], events[at + 5], events[at + 6], events[at + 7] = alpha, beta, value, more
            info[EVENTS] += 1
        else:
            info[FAULT] = EVENTS_FULL
            info[HALT] = 1


def halting(ctx: SearchContext) -> bool:
    """Count a node; whether the search must end. The counter is stored, so the flag is read anew."""
    info = ctx.info
    nodes = info[NODES] + 1
    info[NODES] = nodes
    if nodes <= info[NODE_LIMIT] and ctx.control[0] == 0:
        return False
    info[NODES] = min(nodes, info[NODE_LIMIT] + 1)  # asked again, a search that has ended counts no more
    info[HALT] = 1
    return True


def at_end(ctx: SearchContext, s: Any, me: int, ply: int) -> tuple[int, int]:
    """The value of a node where the game is over.

    Where positions come again a draw may be one of patience (fifty moves in chess): that depends on the way
    here, so nothing is proven by it.
    """
    ctx.info[LEAVES] += 1
    value = final_value(utility(s), me, ply)
    record(ctx, LEAF, ply, 0, me, 0, 0, value, 1)
    return value, NOTHING if REPEATS and value == 0 else BOTH


def estimated(ctx: SearchContext, value: int, me: int, ply: int) -> tuple[int, int]:
    """A node that is left with that estimate: at the depth limit, or where the estimate decides before it."""
    ctx.info[LEAVES] += 1
    record(ctx, LEAF, ply, 0, me, 0, 0, value, 0)
    return value, NOTHING


def leaf(ctx: SearchContext, s: Any, me: int, ply: int) -> tuple[int, int]:
    """A node at the depth limit: the pay-off where the game is over, else the estimate."""
    if ended(s):
        return at_end(ctx, s, me, ply)
    return estimated(ctx, judged(ctx, s, me), me, ply)


FUNCTIONS = (begin_search, record, halting, at_end, estimated, leaf)
