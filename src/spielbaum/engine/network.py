"""A small network that judges positions, inside the kernels.

    sums   = Σ rows of the active features + the row of whoever is to move      HIDDEN numbers per view
    total  = bias + Σ output · clip(sums, 0, ONE)²
    E(s)   = (UNIT − 1) · total / (softness + |total|), rounded towards 0

All numbers are whole, so the answer is the same to the bit on every machine, whatever the order of a sum.
The squared clipped rectifier bends more than the plain one, which is worth much in a network of this size.
The last line is a bend that keeps the order and never reaches UNIT: no estimate is as large as a real win.

With two views (`active_features`) the position is seen with the eyes of the mover and then with those of the
other one, by the same rows (Nasu 2018); a network over the parts of the state has one view.

The rows and the output lie behind an address in `info` (`evaluation.py`), so another file of weights needs no
other code; sums and numbers of features lie behind another one, in memory of the thread's own.
"""

from __future__ import annotations

from spielbaum.engine.machine import halves_at, quarters_at, words_at
from spielbaum.engine.slots import ACTIVE, FEATURES, HIDDEN, UNIT, VIEWS, State, write_features
from spielbaum.engine.workspace import NETWORK, SCRATCH, SearchContext

#: What counts as 1 in the sums, and what a weight of the output is multiplied by.
ONE = 255
OUTPUT = 64
#: A `total` of 1: the logarithm of the odds.
LOGIT = ONE * ONE * OUTPUT

# Words before the rows.
BIAS, SOFTNESS = range(2)
HEAD = 2
#: Bytes of a word.
WORD = 8


def network_total(network: int, scratch: int, s: State, me: int) -> int:
    """The logarithm of the odds of the player to move, in parts of LOGIT."""
    weights = quarters_at(network + WORD * HEAD)
    numbers = words_at(scratch)
    sums = halves_at(scratch + WORD * ACTIVE)
    total = words_at(network)[BIAS]
    output = (FEATURES + 2) * HIDDEN
    for view in range(VIEWS):
        active = write_features(s, me if view == 0 else 1 - me, numbers, 0)
        row = (FEATURES + me) * HIDDEN
        for unit in range(HIDDEN):
            sums[unit] = weights[row + unit]
        for index in range(active):
            row = numbers[index] * HIDDEN
            for unit in range(HIDDEN):
                sums[unit] += weights[row + unit]
        for unit in range(HIDDEN):
            lit = min(max(sums[unit], 0), ONE)
            total += lit * lit * weights[output + unit]
        output += HIDDEN
    return int(total)


def bent(total: int, softness: int) -> int:
    """The total as an estimate in units, less than UNIT either way."""
    size = (UNIT - 1) * abs(total) // (softness + abs(total))
    return size if total >= 0 else -size


def network_value(ctx: SearchContext, s: State, me: int) -> int:
    """E(s) for the player to move, in units."""
    network = ctx.info[NETWORK]
    total = network_total(network, ctx.info[SCRATCH], s, me)
    return bent(total, words_at(network)[SOFTNESS])


FUNCTIONS = (network_total, bent, network_value)
