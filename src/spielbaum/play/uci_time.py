"""How long a chess engine thinks: from what the clocks show to seconds.

A search gains from its last depth only where that ends, mostly, so what matters is which depth is begun:
none is after most of the time for the move is over, and one that was begun may take more than that. The time
is shorter where the best move has long been the same, and longer where it has just changed or is worth less
than it was. Beside equal shares that is worth 96 ± 31 Elo in 400 games of some 2,000 positions per move, and
86 ± 45 in 120 games of 8,000 (`python -m tools.clock_match --games 100
--rate 50000 --seed N CHANGED=1 SETTLES=0 SETTLED=1 TROUBLE=0 BEGIN_PART=9 END_PARTS=1 MOVES_TO_COME=30` for
N = 31 … 34; `--games 60 --rate 200000` for N = 41 and 42).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spielbaum.play.uci_commands import Go

#: A game is expected to take this many more moves where nobody says.
MOVES_TO_COME = 25
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

#: No depth is begun after this part of the time for the move; one that was begun may take so many times it.
BEGIN_PART = 0.75
END_PARTS = 1.6
#: The time for a move is so many times its share after a change of the best move, less by so much for each
#: depth in which it has stayed the same, but never less than that.
CHANGED, SETTLES, SETTLED = 1.3, 0.1, 0.6
#: For each pawn that the value has fallen by in a depth (in points of 1 for a win) it is longer by this part,
#: by so much at most.
PAWN = 0.005
TROUBLE, MOST_TROUBLE = 0.6, 0.8


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds for a move: its share, and what it never exceeds. Both are the same for a fixed time."""

    share: float
    most: float


@dataclass(frozen=True, slots=True)
class Step:
    """What a finished depth found, and after how many seconds."""

    depth: int
    move: object
    value: float
    after: float


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
    """Whether to answer now: mostly between two depths."""
    if elapsed >= times.most:
        return True
    if times.share == times.most:  # a fixed time is used up
        return False
    share = times.share * _need(steps)
    return elapsed >= END_PARTS * share or (bool(steps) and steps[-1].after >= BEGIN_PART * share)


def _need(steps: Sequence[Step]) -> float:
    """How many times its share of time this move deserves."""
    if len(steps) < 2:
        return 1.0
    last, before = steps[-1], steps[-2]
    same = 0
    while same + 1 < len(steps) and steps[-2 - same].move == last.move:
        same += 1
    trouble = TROUBLE * max(before.value - last.value, 0.0) / PAWN
    return max(CHANGED - SETTLES * same, SETTLED) * (1 + min(trouble, MOST_TROUBLE))
