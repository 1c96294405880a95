"""By how much less deep late moves are searched."""

from __future__ import annotations

from math import log

import numpy as np

from spielbaum.engine.ordering import MOST_HISTORY, TIE_BITS

#: By how many parts of a ply a late move is searched less deep, by depth and number of the move; logarithms,
#: as in many chess programs.
LATE_GRAIN, MOST_LATE = 16, 32
LATE = np.array(
    [
        int(LATE_GRAIN * (0.75 + log(max(depth, 1)) * log(max(number, 1)) / 2))
        for depth in range(MOST_LATE)
        for number in range(MOST_LATE)
    ],
    np.int64,
)


def lateness(depth: int, number: int, rank: int, open_window: bool, improving: bool) -> int:
    """By how many plies a late quiet move is searched less deep, the less the more is hoped for from it."""
    less = int(LATE[min(depth, MOST_LATE - 1) * MOST_LATE + min(number, MOST_LATE - 1)])
    learnt = rank >> TIE_BITS
    if learnt > MOST_HISTORY:  # it made a cut-off nearby
        less -= LATE_GRAIN
    elif learnt >= -MOST_HISTORY:
        less -= learnt * 2 * LATE_GRAIN // MOST_HISTORY
    if open_window:
        less -= LATE_GRAIN
    if not improving:
        less += LATE_GRAIN // 2
    return max(less // LATE_GRAIN, 0)


FUNCTIONS = (lateness,)
