"""What the game's evaluation says about a position, asked once where it is asked again and again.

A search that weighs estimates at inner nodes too (`skip`, `swing`) comes back to the same positions in every
iteration. In chess evaluating one takes 150 ns and hashing it 3, so each thread remembers the last estimates:
1.63 instead of 1.46 million nodes per second (150 000 nodes per search). In the games that ask for estimates
at the depth limit alone it changed nothing that `spielbaum bench` could show.
"""

from __future__ import annotations

from typing import Any

from spielbaum.engine.network import network_value
from spielbaum.engine.scores import sign_of
from spielbaum.engine.slots import HAS_SKIP, HAS_SWING, LEARNED, NEAR, check_and_place, evaluate
from spielbaum.engine.workspace import ESTIMATES, SearchContext


def evaluated(ctx: SearchContext, s: Any, me: int) -> int:
    """E(s) for the player to move in units: of the game itself, or of a network."""
    if LEARNED:
        return network_value(ctx, s, me)
    return evaluate(s) * sign_of(me)


def judged_as(ctx: SearchContext, s: Any, me: int, check: int, place: int) -> int:
    """E(s) for the player to move, in games that ask for it at inner nodes, where the hashes are known."""
    # Equal keys mean equal value for the player to move. An odd second word: the place is taken.
    at = 2 * (place & (ESTIMATES - 1))
    noted = ctx.estimates[at + 1]
    if ctx.estimates[at] != check or noted & 1 == 0:
        noted = evaluated(ctx, s, me) << 1 | 1
        ctx.estimates[at] = check
        ctx.estimates[at + 1] = noted
    return int(noted >> 1) * NEAR


def judged(ctx: SearchContext, s: Any, me: int) -> int:
    """E(s) for the player to move."""
    if HAS_SKIP or HAS_SWING:
        check, place = check_and_place(s)
        return judged_as(ctx, s, me, check, place)
    return evaluated(ctx, s, me) * NEAR


FUNCTIONS = (evaluated, judged_as, judged)
