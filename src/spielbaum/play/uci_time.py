"""How long a chess engine thinks: from what the clocks show to seconds.

Whether answering early or late (`enough`) gains anything over equal shares is not shown yet: 63 won, 61 lost
and 36 drawn with some 2,000 positions per move (`python -m tools.clock_match --games 40 --rate 50000 --seed N
SETTLED_PART=1 TROUBLE_SHARES=1 FALL=9` for N = 1 … 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spielbaum.play.uci_commands import Go

#: A game is expected to take this many more moves where nobody says.
MOVES_TO_COME = 30
#: No single move gets more than this part of what the clock shows, nor more than this many times its share.
MOST_PART = 0.4
MOST_SHARES = 3.0
#: What is left after the last move before the clock is set anew.
LAST_PART = 0.8
#: Part of the increment that is planned with.
INCREMENT_PART = 0.75
#: A search shorter than this answers with hardly more than the first legal move.
LEAST = 0.001
#: A longer delay than this is no delay; a seen one is forgotten by so much a move.
MOST_LAG = 2.0
LAG_DECAY = 0.9
#: Below this many seconds a move is made in a hurry: as many positions per second as any machine searches.
HURRY = 0.02
HURRIED_RATE = 100_000
#: With the opponent's time to think in, more of one's own can be spent.
PONDER_GAIN = 1.25

#: A best move that was the same for this many depths is settled, and this part of its share is enough.
SETTLED_DEPTHS = 4
SETTLED_PART = 0.6
#: A value that has fallen by this many points (of 1 for a win) is worth more time; 0.3 pawns in chess.
FALL = 0.0015
TROUBLE_SHARES = 2.0


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds for a move: its share, and what it never exceeds. Both are the same for a fixed time."""

    share: float
    most: float


@dataclass(frozen=True, slots=True)
class Step:
    """What a finished depth found."""

    depth: int
    move: object
    value: float


def times_for(go: Go, player: int, overhead: float, *, ponder: bool = False) -> Times | None:
    """The seconds for a move of that player; None where time is no limit.

    For every clock that shows more than `overhead`: most + overhead ≤ what it shows. `overhead` (in seconds)
    is what goes by on each move without our thinking.
    """
    if go.infinite:
        return None
    if go.movetime is not None:
        fixed = max(go.movetime / 1000 - overhead, LEAST)
        return Times(fixed, fixed)
    white, black = (go.wtime, go.winc), (go.btime, go.binc)
    own, other = (black, white) if player else (white, black)
    # Who tells only the other clock means some clock all the same.
    shown, added = other if own[0] is None else own
    if shown is None:
        return None
    increment = max(added or 0, 0) / 1000
    left = max(shown / 1000 - overhead, 0.0)
    moves = min(go.movestogo or MOVES_TO_COME, 2 * MOVES_TO_COME)
    # Each of the moves to come brings the increment and costs the overhead.
    share = (left + (INCREMENT_PART * increment - overhead) * (moves - 1)) / moves
    part = LAST_PART if moves == 1 else MOST_PART
    if ponder:
        share *= PONDER_GAIN
    share = max(min(share, part * left), LEAST)
    most = max(min(MOST_SHARES * share, part * left), LEAST)
    return Times(min(share, most), most)


def nodes_for(times: Times | None, nodes: int | None) -> int | None:
    """The limit of nodes, in a hurry that of the time as well: a search that ends by itself waits for nobody.

    On a busy machine the thread that would stop it comes too late, by more than such a search takes.
    """
    if times is None or times.most >= HURRY:
        return nodes
    few = max(round(HURRIED_RATE * times.most), 1)
    return few if nodes is None else min(few, nodes)


@dataclass(frozen=True, slots=True)
class Spent:
    """A move by the clock: what the clock showed before it, in milliseconds, and the seconds of thinking."""

    player: int
    shown: int
    increment: int
    thought: float


def lag_after(spent: Spent, go: Go, player: int) -> float:
    """Seconds that went by on a move without our thinking, as the clock shows them on the next one.

    On a busy machine, or where the way to us is long, that is more than anybody has planned with.
    """
    shown = go.btime if player else go.wtime
    if shown is None or player != spent.player:
        return 0.0
    gone = (spent.shown + spent.increment - shown) / 1000
    return min(max(gone - spent.thought, 0.0), MOST_LAG)


def enough(elapsed: float, times: Times, steps: Sequence[Step]) -> bool:
    """Whether to answer now: early with a move that is settled, late in trouble."""
    if elapsed >= times.most:
        return True
    if times.share == times.most:  # a fixed time is used up
        return False
    recent = steps[-SETTLED_DEPTHS:]
    if len(recent) == SETTLED_DEPTHS and len({step.move for step in recent}) == 1 and not _falling(steps):
        return elapsed >= SETTLED_PART * times.share
    unsure = len(steps) >= 2 and (steps[-1].move != steps[-2].move or _falling(steps))
    return elapsed >= (TROUBLE_SHARES if unsure else 1.0) * times.share


def _falling(steps: Sequence[Step]) -> bool:
    return len(steps) >= 2 and steps[-1].value < steps[-2].value - FALL
