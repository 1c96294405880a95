"""Fitting a network to judged positions: gradients by backpropagation, steps by Adam (Kingma and Ba 2015).

The network is that of `network.py` in real numbers: rows of features and of movers, the output for each view
and a bias, one after the other in `weights`. The loss of a position is the cross entropy between its target
(the mover's expected score, 0 to 1) and the logistic function of the network's total.

Everything is done in one order by one thread, so the same positions give the same weights.
"""

from __future__ import annotations

from math import exp, log1p, sqrt

from spielbaum.bits import lowest_bit, shift_left
from spielbaum.engine.machine import pointer
from spielbaum.engine.network import LOOKS, set_number
from spielbaum.engine.scores import sign_of
from spielbaum.engine.slots import (
    ACTIVE,
    IN_SETS,
    WORDS,
    Float64Array,
    Int32Array,
    Int64Array,
    evaluate,
    unpack,
    write_features,
    write_sets,
)

# Words of `sizes`: those of the network, positions per step, steps so far.
FEATURE_COUNT, VIEW_COUNT, UNITS, BATCH, STEPS = range(5)
# Adam's constants (the paper's).
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8


def list_features(
    states: Int64Array, sides: Int64Array, memory: Int64Array, numbers: Int32Array, ends: Int64Array
) -> int:
    """The active features of packed states as these sides see them; `ends[i]` is where those of state i end.

    `memory` has room for what is written of a state, `numbers` for as many as can be active, for each state.
    """
    end = 0
    scratch = pointer(memory)
    for index in range(len(sides)):
        state = unpack(states[index * WORDS : (index + 1) * WORDS])
        if IN_SETS:
            write_sets(state, scratch, 0)
            for number in range(ACTIVE - LOOKS):
                bits = memory[LOOKS + number]
                while bits != 0:
                    bit = lowest_bit(bits)
                    bits ^= shift_left(1, bit)
                    numbers[end] = set_number(number, bit, sides[index], memory[sides[index]])
                    end += 1
        else:
            active = write_features(state, sides[index], scratch, 0)
            for number in range(active):
                numbers[end] = memory[number]
                end += 1
        ends[index] = end
    return end


def list_estimates(states: Int64Array, sides: Int64Array, values: Float64Array) -> None:
    """What the game's own evaluation says of packed states, from these sides, in units."""
    for index in range(len(sides)):
        state = unpack(states[index * WORDS : (index + 1) * WORDS])
        values[index] = evaluate(state) * sign_of(sides[index])


def forward(
    weights: Float64Array,
    sizes: Int64Array,
    numbers: Int32Array,
    ends: Int64Array,
    mover: int,
    position: int,
    sums: Float64Array,
) -> float:
    """The total of one position; `sums` keeps those of each view."""
    features, views, hidden = sizes[FEATURE_COUNT], sizes[VIEW_COUNT], sizes[UNITS]
    w, total = pointer(weights), pointer(sums)
    output = (features + 2) * hidden
    answer = w[output + views * hidden]
    for view in range(views):
        place = position * views + view
        at, row = view * hidden, (features + mover) * hidden
        for unit in range(hidden):
            total[at + unit] = w[row + unit]
        for index in range(ends[place - 1] if place > 0 else 0, ends[place]):
            row = numbers[index] * hidden
            for unit in range(hidden):
                total[at + unit] += w[row + unit]
        for unit in range(hidden):
            lit = min(max(total[at + unit], 0.0), 1.0)
            answer += lit * lit * w[output + at + unit]
    return float(answer)


def backward(
    weights: Float64Array,
    gradient: Float64Array,
    sizes: Int64Array,
    numbers: Int32Array,
    ends: Int64Array,
    mover: int,
    position: int,
    sums: Float64Array,
    slope: float,
) -> None:
    """Add the gradient of one position, whose loss changes by `slope` per total."""
    features, views, hidden = sizes[FEATURE_COUNT], sizes[VIEW_COUNT], sizes[UNITS]
    w, g, total = pointer(weights), pointer(gradient), pointer(sums)
    output = (features + 2) * hidden
    g[output + views * hidden] += slope
    for view in range(views):
        place = position * views + view
        at = view * hidden
        for unit in range(hidden):
            lit = min(max(total[at + unit], 0.0), 1.0)
            g[output + at + unit] += slope * lit * lit
            inside = 2.0 * lit if total[at + unit] < 1.0 else 0.0
            total[at + unit] = slope * inside * w[output + at + unit]
        row = (features + mover) * hidden
        for unit in range(hidden):
            g[row + unit] += total[at + unit]
        for index in range(ends[place - 1] if place > 0 else 0, ends[place]):
            row = numbers[index] * hidden
            for unit in range(hidden):
                g[row + unit] += total[at + unit]


def adam(
    weights: Float64Array,
    gradient: Float64Array,
    first: Float64Array,
    second: Float64Array,
    count: int,
    step: int,
    rate: float,
) -> None:
    """One step down the mean gradient of `count` positions, which is 0 again afterwards."""
    w, g, one, two = pointer(weights), pointer(gradient), pointer(first), pointer(second)
    size = rate * sqrt(1.0 - SECOND_MOMENT**step) / (1.0 - FIRST_MOMENT**step)
    for index in range(len(weights)):
        mean = g[index] / count
        one[index] = FIRST_MOMENT * one[index] + (1.0 - FIRST_MOMENT) * mean
        two[index] = SECOND_MOMENT * two[index] + (1.0 - SECOND_MOMENT) * mean * mean
        w[index] -= size * one[index] / (sqrt(two[index]) + TINY)
        g[index] = 0.0


def fit_epoch(
    weights: Float64Array,
    gradient: Float64Array,
    first: Float64Array,
    second: Float64Array,
    sizes: Int64Array,
    numbers: Int32Array,
    ends: Int64Array,
    movers: Int64Array,
    targets: Float64Array,
    known: Float64Array,
    order: Int64Array,
    sums: Float64Array,
    rate: float,
) -> float:
    """Look at the positions of `order` once, with a step after each batch; the sum of their losses.

    To `known` of each position the network adds.
    With a rate of 0 nothing is learnt.
    """
    loss, waiting = 0.0, 0
    for number in range(len(order)):
        position = order[number]
        mover = movers[position]
        total = known[position] + forward(weights, sizes, numbers, ends, mover, position, sums)
        target = targets[position]
        # log(1 + e^total) − target · total, without an overflow.
        loss += max(total, 0.0) + log1p(exp(-abs(total))) - target * total
        if rate == 0.0:
            continue
        guess = 1.0 / (1.0 + exp(-total)) if total >= 0 else 1.0 - 1.0 / (1.0 + exp(total))
        backward(weights, gradient, sizes, numbers, ends, mover, position, sums, guess - target)
        waiting += 1
        if waiting == sizes[BATCH] or number + 1 == len(order):
            sizes[STEPS] += 1
            adam(weights, gradient, first, second, waiting, sizes[STEPS], rate)
            waiting = 0
    return loss


LIST = (set_number, list_features)
JUDGE = (sign_of, list_estimates)
FIT = (forward, backward, adam, fit_epoch)
