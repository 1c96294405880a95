"""Expected values of positions from the moves between them: kernels for games with chance, without rules.

Notes, edges and `where` are those of `graph.py`. Beside the edges lie their `weights`: 0 where a player
moves, else nature's, whose share is the probability; and their `gains`, the points that an edge wins and that
stay won, where the game tells them apart (else there are none). Values are for the player to move, where
nature moves for player 0.

**Layers.** What a layer is worth follows from the layers after it by one mean or one choice per position.

**Graphs.** The positions are cut into strong components (`components.py`), which are settled in an order in
which all that a component leads to is settled before it. Every position gets a value and an error: the true
value lies between value - error and value + error. A component without a circle is one position: its bounds
are the mean, or the best, of those after it.

A component with circles is settled by value iteration; `search/value_iteration.py` says the same in a page.
Let F be the rule, mean or best, and v the true values: they solve v = F(v), F is monotone, and F(v + c) =
F(v) + c. Two ways:

1. *Guess and prove.* Sweeps over the component bring a guess near v, and leaps ahead between them. Then
   bounds are laid around it, and one sweep looks whether F makes every one of them strictly narrower. If so
   they are true: were v above the upper bound u, by d at most, and by d at position p, then v(p) = F(v)(p)
   <= F(u + d)(p) = F(u)(p) + d < u(p) + d = v(p). Nothing is assumed about how the guess was found, or how
   the game goes on. The bounds are as wide as the errors outside, plus a tiny part for each step that is
   expected until the component is left: after each step there is one part less, which makes them narrower.
2. *From outside* (interval iteration, Haddad and Monmege 2014), where that does not succeed. All positions
   begin with bounds that hold for everything the component leads to, and for 0, which a game that goes on for
   ever is worth. F is monotone, so a lower bound stays one if F is applied at one position, in whichever
   order, and an upper one too. They are narrowed, sweep after sweep, until they come no nearer.

They meet where, whatever the players do, the game leaves the component with probability one. They need not
where players can stay for ever, whatever nature does: there both bounds may support themselves. Whoever calls
says so instead of giving a value.

Rounding cannot break this: wherever bounds follow from others they are moved outwards by more than all
operations can have lost. So the error at the end is what is known, not what is hoped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spielbaum.engine.graph import next_block
from spielbaum.engine.machine import prefetch
from spielbaum.engine.positions import COUNT, CURSOR, HALT
from spielbaum.engine.slots import Float64Array, Int32Array, Int64Array, UInt8Array

#: Half the distance from 1 to the next number: no operation loses more of its result than this share.
ROUNDING = 2.0**-53
#: The mean of n numbers, and bounds around it, lose at most n + OPERATIONS times ROUNDING of the largest:
#: the n sums one each; a gain, an error, a share and its product one each of their number, and shares sum
#: to 1; the differences at the end one each.
OPERATIONS = 10
#: Sweeps over a component after which a guess is given up, and bounds from outside are.
MOST_GUESSES, MOST_SWEEPS = 2_000, 1_000_000
#: Sweeps between two leaps of values, and of steps; after so many sweeps there are none.
LEAP_VALUES, LEAP_STEPS, MOST_LEAPING = 4, 2, 200
#: Bounds that come nearer by no more than this share of their distance in a sweep do not meet.
STANDSTILL = 1e-12
#: Of the largest value: moves that are worse by no more count for how long a component is not left.
NEARLY_BEST = 1e-7
#: How often the bounds around a guess are made four times as wide before it is given up.
MOST_TRIES = 12
#: Edges that the memory is asked for ahead.
AHEAD = 24


# ------------------------------------------------------------------------------------- layer by layer


def expected_layer(
    info: Int64Array,
    notes: Int32Array,
    where: Int64Array,
    edges: Int32Array,
    weights: Int32Array,
    gains: Int32Array,
    worth: Float64Array,
    after: Float64Array,
) -> None:
    """What a layer is worth from what its moves lead to: the mean where nature moves, else the best."""
    gaining = len(gains) > 0
    block = next_block(info)
    while block >= 0:
        at = where[2 * block + 1]
        for number in range(where[2 * block], where[2 * block + 2]):
            if notes[number] & 1:
                worth[number] = float(notes[number] >> 1)
                continue
            end = at + (notes[number] >> 1)
            chance = weights[at] > 0
            best, total = 0.0, 0.0
            for i in range(at, end):
                if i + AHEAD < len(edges):
                    prefetch(after, edges[i + AHEAD] >> 1)
                value = after[edges[i] >> 1] if edges[i] & 1 else -after[edges[i] >> 1]
                if gaining:
                    value += gains[i]
                if chance:
                    best += weights[i] * value
                    total += weights[i]
                elif i == at or value > best:
                    best = value
            worth[number] = best / total if chance else best
            at = end
        block = next_block(info)


def mark_chance(
    info: Int64Array, notes: Int32Array, where: Int64Array, weights: Int32Array, chance: UInt8Array
) -> None:
    """1 for the positions where nature moves."""
    block = next_block(info)
    while block >= 0:
        at = where[2 * block + 1]
        for number in range(where[2 * block], where[2 * block + 2]):
            if notes[number] & 1 == 0:
                chance[number] = 1 if weights[at] > 0 else 0
                at += notes[number] >> 1
        block = next_block(info)


# ------------------------------------------------------------------------------------- bounds of one position


class Ranked(NamedTuple):
    """The positions in the order of their components; what is said of a position stands at its rank."""

    notes: Int32Array
    #: Where the edges of each position begin.
    places: Int64Array
    edges: Int32Array
    weights: Int32Array
    gains: Int32Array
    #: The positions by rank, and the rank of each position.
    order: Int32Array
    rank: Int32Array
    #: By rank.
    values: Float64Array
    errors: Float64Array


def bounds_of(graph: Ranked, place: int) -> tuple[float, float]:
    """The bounds of a position that follow from those its edges lead to; true ones, whatever is rounded."""
    gaining = len(graph.gains) > 0
    here = graph.order[place]
    first, last = graph.places[here], graph.places[here] + (graph.notes[here] >> 1)
    chance = graph.weights[first] > 0
    below, above, total, largest = 0.0, 0.0, 0.0, 0.0
    for at in range(first, last):
        after = graph.rank[graph.edges[at] >> 1]
        value = graph.values[after] if graph.edges[at] & 1 else -graph.values[after]
        if gaining:
            value += graph.gains[at]
        least, greatest = value - graph.errors[after], value + graph.errors[after]
        largest = max(largest, abs(least), abs(greatest))
        if chance:
            share = float(graph.weights[at])
            below += share * least
            above += share * greatest
            total += share
        elif at == first:
            below, above = least, greatest
        else:
            below, above = max(below, least), max(above, greatest)
    slack = OPERATIONS * ROUNDING * largest
    if chance:
        slack += (last - first) * ROUNDING * largest
        return below / total - slack, above / total + slack
    return below - slack, above + slack


def keep_bounds(graph: Ranked, place: int, below: float, above: float) -> None:
    """Write bounds down as a value and an error that is large enough for both."""
    value = below + (above - below) / 2
    graph.values[place] = value
    graph.errors[place] = max(above - value, value - below) * (1 + 4 * ROUNDING)


# ------------------------------------------------------------------------------------- guess and prove


class Component(NamedTuple):
    """A component laid out in one place: sweeps over it go several times as fast.

    The i-th position has its edges within the component from starts[i] to starts[i + 1].
    """

    starts: Int64Array
    #: The place of the position after each edge.
    inner: Int32Array
    #: The probability of each edge, or 1 where a player moves; below 0 where the other side moves after it.
    factors: Float64Array
    #: Whether nature moves.
    chance: UInt8Array
    #: What the edges that leave the component give, their part of the mean, or the best of them; its bounds.
    base: Float64Array
    low: Float64Array
    high: Float64Array
    #: How much a mean or a choice may lose by rounding, as a share of the largest value.
    rounding: Float64Array
    guess: Float64Array
    before: Float64Array
    steps: Float64Array


def lay_out(graph: Ranked, begin: int, end: int, part: Component) -> tuple[float, float, int]:
    """Fill in everything but guesses and steps.

    Returns the largest value that the component leads to, the largest error, and the number of a position
    that wins points within it, or -1.
    """
    gaining, most, outside, written = -1, 0.0, 0.0, 0
    for place in range(begin, end):
        i, here = place - begin, graph.order[place]
        first, last = graph.places[here], graph.places[here] + (graph.notes[here] >> 1)
        chance = graph.weights[first] > 0
        base, low, high, total = 0.0, 0.0, 0.0, 0.0
        if chance:
            for at in range(first, last):
                total += graph.weights[at]
        else:
            base, low, high = -np.inf, -np.inf, -np.inf
        part.starts[i] = written
        for at in range(first, last):
            after = graph.rank[graph.edges[at] >> 1]
            share = graph.weights[at] / total if chance else 1.0
            gain = graph.gains[at] if len(graph.gains) > 0 else 0
            if begin <= after < end:
                part.inner[written] = after - begin
                part.factors[written] = share if graph.edges[at] & 1 else -share
                written += 1
                if gain != 0:
                    gaining = int(here)
                continue
            value, error = graph.values[after], graph.errors[after]
            value = value + gain if graph.edges[at] & 1 else gain - value
            most, outside = max(most, abs(value) + error), max(outside, error)
            if chance:
                base += share * value
                low += share * (value - error)
                high += share * (value + error)
            else:
                base, low, high = max(base, value), max(low, value - error), max(high, value + error)
        part.chance[i], part.base[i], part.low[i], part.high[i] = chance, base, low, high
        part.rounding[i] = (last - first + OPERATIONS) * ROUNDING
    part.starts[end - begin] = written
    return most, outside, gaining


# Loops over the positions stand in the sweeps themselves: handing ten arrays on costs more than a position.


def sweep_values(size: int, part: Component) -> float:
    """Each value anew: the mean, or the best, of what its edges lead to; the largest change."""
    starts, inner, factors, guess, before = part.starts, part.inner, part.factors, part.guess, part.before
    change = 0.0
    for i in range(size):
        value = part.base[i]
        if part.chance[i]:
            for at in range(starts[i], starts[i + 1]):
                value += factors[at] * guess[inner[at]]
        else:
            for at in range(starts[i], starts[i + 1]):
                after = factors[at] * guess[inner[at]]
                value = max(value, after)
        before[i], guess[i] = guess[i], value
        moved = abs(value - before[i])
        change = max(change, moved)
    return change


def sweep_steps(size: int, part: Component, margin: float) -> float:
    """How many steps play stays in the component, at most, if nobody makes a move worse by `margin`.

    Each anew from those after it; the largest growth.
    """
    starts, inner, factors, guess, steps = part.starts, part.inner, part.factors, part.guess, part.steps
    growth = 0.0
    for i in range(size):
        most = 1.0
        if part.chance[i]:
            for at in range(starts[i], starts[i + 1]):
                most += abs(factors[at]) * steps[inner[at]]
        else:
            for at in range(starts[i], starts[i + 1]):
                if factors[at] * guess[inner[at]] >= guess[i] - margin and 1 + steps[inner[at]] > most:
                    most = 1 + steps[inner[at]]
        grown = most - steps[i]
        growth = max(growth, grown)
        part.before[i], steps[i] = steps[i], most
    return growth


def leap(size: int, numbers: Float64Array, before: Float64Array, change: float, last_change: float) -> None:
    """Add what is still to come: once the best moves are found, changes shrink by the same factor from sweep
    to sweep, so that their sum is known (Aitken 1926). A guess may be as bold as it likes: it is proven.
    """
    if change < 0.9 * last_change:
        rest = change / (last_change - change)
        for i in range(size):
            numbers[i] += rest * (numbers[i] - before[i])


def guess_values(info: Int64Array, size: int, part: Component, near: float) -> bool:
    """Sweeps until no value changes by more than `near`; False where that takes too long."""
    part.guess[:size] = 0.0
    change = 0.0
    for sweep in range(1, MOST_GUESSES):
        last_change, change = change, sweep_values(size, part)
        if change <= near or info[HALT]:
            return change <= near
        if sweep % LEAP_VALUES == 0 and sweep <= MOST_LEAPING:
            leap(size, part.guess, part.before, change, last_change)
    return False


def guess_steps(info: Int64Array, size: int, part: Component, margin: float) -> bool:
    """Sweeps until no number of steps grows by more than a little: then each is more than those after it."""
    part.steps[:size] = 0.0
    growth = 0.0
    for sweep in range(1, MOST_GUESSES):
        last_growth, growth = growth, sweep_steps(size, part, margin)
        if growth <= 0.25 or info[HALT]:
            return growth <= 0.25
        if sweep % LEAP_STEPS == 0 and sweep <= MOST_LEAPING:
            leap(size, part.steps, part.before, growth, last_growth)
    return False


def narrower(size: int, part: Component, errors: Float64Array, largest: float) -> bool:
    """Whether the rule makes the bounds `errors` around the guess strictly narrower, at every position."""
    starts, inner, factors, guess = part.starts, part.inner, part.factors, part.guess
    for i in range(size):
        below, above = part.low[i], part.high[i]
        for at in range(starts[i], starts[i + 1]):
            if part.chance[i]:
                value = factors[at] * guess[inner[at]]
                wide = abs(factors[at]) * errors[inner[at]]
                below, above = below + (value - wide), above + (value + wide)
            else:
                value = factors[at] * guess[inner[at]]
                below = max(below, value - errors[inner[at]])
                above = max(above, value + errors[inner[at]])
        far = max(above - guess[i], guess[i] - below)
        if not far + part.rounding[i] * largest < errors[i]:
            return False
    return True


def guess_and_prove(
    info: Int64Array, graph: Ranked, begin: int, end: int, part: Component, most: float, outside: float
) -> bool:
    """Values of a component that is laid out, with proven errors; False where that does not succeed.

    `most` is the largest value that the component leads to, and `outside` the largest error.
    """
    size = end - begin
    if not guess_values(info, size, part, 8 * ROUNDING * most):
        return False
    if not guess_steps(info, size, part, NEARLY_BEST * most):
        return False
    share = 32 * ROUNDING * most
    for _ in range(MOST_TRIES):
        errors, largest = part.before, most
        for i in range(size):
            errors[i] = outside + share * part.steps[i]
            largest = max(largest, abs(part.guess[i]) + errors[i])
        if narrower(size, part, errors, largest):
            graph.values[begin:end] = part.guess[:size]
            graph.errors[begin:end] = errors[:size]
            return True
        share *= 4
    return False


# ------------------------------------------------------------------------------------- from outside


def narrow_from_outside(
    info: Int64Array, graph: Ranked, begin: int, end: int, most: float, precision: float
) -> None:
    """Bounds of a component from the largest value that it leads to, until they come no nearer."""
    # The sides of players may change within the component, so the bounds are those of both.
    graph.values[begin:end], graph.errors[begin:end] = 0.0, most * (1 + 4 * ROUNDING)
    for _ in range(MOST_SWEEPS):
        change, width = 0.0, 0.0
        for place in range(begin, end):
            below, above = bounds_of(graph, place)
            low = graph.values[place] - graph.errors[place]
            high = graph.values[place] + graph.errors[place]
            nearer = max(below - low, high - above)
            if nearer > 4 * ROUNDING * most:
                change = max(change, nearer)
                keep_bounds(graph, place, max(below, low), min(above, high))
            width = max(width, graph.errors[place])
        if width <= precision * most or change <= STANDSTILL * width or info[HALT]:
            return


# ------------------------------------------------------------------------------------- all components


def settle_expected(
    info: Int64Array, graph: Ranked, begins: Int64Array, most_edges: int, precision: float
) -> int:
    """Values and errors of all positions; the number of one that wins points in a circle, or -1.

    No component has more than `most_edges`. info[CURSOR] tells how many positions are through.
    """
    largest = 1
    for number in range(len(begins) - 1):
        largest = max(largest, begins[number + 1] - begins[number])
    part = Component(
        np.empty(largest + 1, np.int64),
        np.empty(most_edges, np.int32),
        np.empty(most_edges, np.float64),
        np.empty(largest, np.uint8),
        np.empty(largest, np.float64),
        np.empty(largest, np.float64),
        np.empty(largest, np.float64),
        np.empty(largest, np.float64),
        np.empty(largest, np.float64),
        np.empty(largest, np.float64),
        np.empty(largest, np.float64),
    )
    for number in range(len(begins) - 1):
        begin, end = begins[number], begins[number + 1]
        if info[HALT]:
            return -1
        info[CURSOR] = begin
        note = graph.notes[graph.order[begin]]
        if note & 1:
            graph.values[begin], graph.errors[begin] = float(note >> 1), 0.0
            continue
        most, outside, gaining = lay_out(graph, begin, end, part)
        if gaining >= 0:
            return gaining
        if part.starts[end - begin] == 0:  # no circle, so it is a single position
            slack = part.rounding[0] * most
            keep_bounds(graph, begin, part.low[0] - slack, part.high[0] + slack)
        elif not guess_and_prove(info, graph, begin, end, part, most, outside):
            narrow_from_outside(info, graph, begin, end, most, precision)
    info[CURSOR] = info[COUNT]
    return -1


#: What is compiled together; the last function is called.
KERNELS = (
    (next_block, expected_layer),
    (next_block, mark_chance),
    (
        bounds_of,
        keep_bounds,
        lay_out,
        sweep_values,
        sweep_steps,
        leap,
        guess_values,
        guess_steps,
        narrower,
        guess_and_prove,
        narrow_from_outside,
        settle_expected,
    ),
)
