"""Forward pruning and reductions: what the search looks at less, or not at all.

Each technique is one function that decides from numbers alone; `kernel.py` says where it is asked. They work
in games that declare `swing` (by how much one ply seldom changes the estimate more), `skip` and `reducible`,
and are unsound on purpose: they trade a little certainty for depth. Values here are the kernel's, 1/NEAR of
the units of the evaluation.
"""

from __future__ import annotations

from math import log

import numpy as np

from spielbaum.engine.ordering import MOST_HISTORY, TIE_BITS
from spielbaum.engine.slots import HAS_SWING, NEAR, SWING

# Down to this many plies before the depth limit each of them is tried.
REVERSE_FUTILITY_DEPTH = 6
LATE_MOVE_PRUNING_DEPTH = 4
RAZORING_DEPTH = 3
#: A late move is searched less deep by this many parts of a ply, by depth and number of the move.
GRAIN, MOST_LATE = 16, 32
REDUCTIONS = np.array(
    [
        int(GRAIN * (0.75 + log(max(depth, 1)) * log(max(number, 1)) / 2))
        for depth in range(MOST_LATE)
        for number in range(MOST_LATE)
    ],
    np.int64,
)


def reverse_futility(estimate: int, depth: int, improving: bool, beta: int) -> bool:
    """So far ahead that few plies will not change it: the estimate fails high."""
    return depth <= REVERSE_FUTILITY_DEPTH and estimate - (depth - improving) * SWING * NEAR >= beta


def razoring(estimate: int, depth: int, alpha: int) -> bool:
    """So far behind that only lively moves can help, if anything can (Birmingham and Kent 1977)."""
    return depth <= RAZORING_DEPTH and estimate + (1 + 2 * depth) * SWING * NEAR <= alpha


def null_move_reduction(depth: int, estimate: int, beta: int) -> int:
    """By how many plies less deep the search is after passing, more the deeper it is (Heinz 1999)."""
    less = 3 + depth // 3
    if HAS_SWING:
        less += min((estimate - beta) // (2 * max(SWING, 1) * NEAR), 3)
    return less


def most_hoped_for(estimate: int, depth: int) -> int:
    """What a quiet move can reach at most, near the depth limit (futility pruning, Schaeffer 1986)."""
    return estimate + depth * SWING * NEAR


def late_move_pruning(depth: int, number: int, improving: bool) -> bool:
    """Whether enough moves were tried near the depth limit: a quiet one so late is left out."""
    return number >= (4 + depth * depth) // (1 if improving else 2)


def late_move_reduction(depth: int, number: int, rank: int, open_window: bool, improving: bool) -> int:
    """By how many plies a late quiet move is searched less deep, the less the more is hoped for from it.

    Logarithms of depth and number, and the history of the move, as in most chess programs since 2005.
    """
    less = int(REDUCTIONS[min(depth, MOST_LATE - 1) * MOST_LATE + min(number, MOST_LATE - 1)])
    learnt = rank >> TIE_BITS
    if learnt > MOST_HISTORY:  # it made a cut-off nearby
        less -= GRAIN
    elif learnt >= -MOST_HISTORY:
        less -= learnt * 2 * GRAIN // MOST_HISTORY
    if open_window:
        less -= GRAIN
    if not improving:
        less += GRAIN // 2
    return max(less // GRAIN, 0)


FUNCTIONS = (
    reverse_futility,
    razoring,
    null_move_reduction,
    most_hoped_for,
    late_move_pruning,
    late_move_reduction,
)
