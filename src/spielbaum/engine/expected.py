"""Expected values of positions from the moves between them: kernels for games with chance, without rules.

Notes, edges and `where` are those of `graph.py`. Beside the edges lie their `weights`: 0 where a player
moves, else nature's, whose share is the probability; and their `gains`, the points that an edge wins and that
stay won, where the game tells them apart (else there are none). Values are for the player to move, where
nature moves for player 0.

**Layers.** What a layer is worth follows from the layers after it by one mean or one choice per position.

**Graphs.** The positions are cut into strong components, those from which one can come back to where one was,
and the components are settled in an order in which all that a component leads to is settled before it. Every
position gets a value and an error: the true value lies between value - error and value + error. A component
without a circle is one position: its bounds are the mean, or the best, of those after it.

A component with circles is settled by value iteration. Let F be the rule, mean or best, and v the true
values: they solve v = F(v), F is monotone, and F(v + c) = F(v) + c. Two ways:

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

import numpy as np

from spielbaum.engine.machine import count_up, prefetch
from spielbaum.engine.positions import COUNT, CURSOR, END, HALT
from spielbaum.engine.slots import Float64Array, Int32Array, Int64Array, UInt8Array

#: Half the distance from 1 to the next number: no operation loses more of its result than this share.
ROUNDING = 2.0**-53
#: Sweeps over a component after which a guess is given up, and bounds from outside are.
MOST_GUESSES, MOST_SWEEPS = 2_000, 1_000_000
#: So many sweeps apart what is still to come is added to a guess; later it is left alone.
EXTRAPOLATE, MOST_EXTRAPOLATED = 4, 200
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
    while info[HALT] == 0:
        block = count_up(info, CURSOR, 1)
        if block >= info[END]:
            return
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


def mark_chance(
    info: Int64Array, notes: Int32Array, where: Int64Array, weights: Int32Array, chance: UInt8Array
) -> None:
    """1 for the positions where nature moves."""
    while info[HALT] == 0:
        block = count_up(info, CURSOR, 1)
        if block >= info[END]:
            return
        at = where[2 * block + 1]
        for number in range(where[2 * block], where[2 * block + 2]):
            if notes[number] & 1 == 0:
                chance[number] = 1 if weights[at] > 0 else 0
                at += notes[number] >> 1


# ------------------------------------------------------------------------------------- strong components


def edge_places(info: Int64Array, notes: Int32Array, where: Int64Array, places: Int64Array) -> None:
    """Where the edges of each position begin."""
    while info[HALT] == 0:
        block = count_up(info, CURSOR, 1)
        if block >= info[END]:
            return
        at = where[2 * block + 1]
        for number in range(where[2 * block], where[2 * block + 2]):
            places[number] = at
            if notes[number] & 1 == 0:
                at += notes[number] >> 1


def strong_components(
    info: Int64Array,
    notes: Int32Array,
    places: Int64Array,
    edges: Int32Array,
    found: Int32Array,
    lowest: Int32Array,
    open_ones: Int32Array,
    way: Int32Array,
    tried: Int32Array,
    finished: Int32Array,
) -> int:
    """The strong components (Tarjan 1972): how many; `lowest` gets that of each position.

    A component has a larger number than all that it leads to. `finished` gets the positions in the order in
    which the search left them, each behind all that it leads to but for the circles. The way back is kept in
    an array: circles may be longer than a stack. All arrays have a place for each position, zero at first.
    """
    met, left, waiting, components = 0, 0, 0, 0
    for root in range(info[COUNT]):
        if found[root] != 0:
            continue
        depth = 0
        way[0], tried[0] = root, 0
        while depth >= 0 and info[HALT] == 0:
            here = way[depth]
            if tried[depth] == 0:
                met += 1
                found[here], lowest[here] = met, met
                open_ones[waiting] = here
                waiting += 1
            count = 0 if notes[here] & 1 else notes[here] >> 1
            deeper = False
            while tried[depth] < count:
                after = edges[places[here] + tried[depth]] >> 1
                tried[depth] += 1
                if found[after] == 0:
                    depth += 1
                    way[depth], tried[depth] = after, 0
                    deeper = True
                    break
                if found[after] > 0:  # still open
                    lowest[here] = min(lowest[here], found[after])
            if deeper:
                continue
            finished[left] = here
            left += 1
            depth -= 1
            if depth >= 0:
                lowest[way[depth]] = min(lowest[way[depth]], lowest[here])
            if lowest[here] == found[here]:
                while True:
                    waiting -= 1
                    member = open_ones[waiting]
                    lowest[member], found[member] = components, -1
                    if member == here:
                        break
                components += 1
    return components


def by_component(
    info: Int64Array, component: Int32Array, finished: Int32Array, ends: Int64Array, order: Int32Array
) -> None:
    """The positions in the order of their components, within one as the search left them; `ends` of each.

    `ends` is zero at first and has a place more than there are components; it says where each begins.
    """
    for number in range(info[COUNT]):
        ends[component[number] + 1] += 1
    for i in range(len(ends) - 1):
        ends[i + 1] += ends[i]
    for i in range(info[COUNT]):
        place = component[finished[i]]
        order[ends[place]] = finished[i]
        ends[place] += 1
    for i in range(len(ends) - 1, 0, -1):
        ends[i] = ends[i - 1]
    ends[0] = 0


# ------------------------------------------------------------------------------------- value iteration


def bounds_of(
    at: int,
    end: int,
    edges: Int32Array,
    weights: Int32Array,
    gains: Int32Array,
    values: Float64Array,
    errors: Float64Array,
) -> tuple[float, float]:
    """The bounds of a position that follow from those its edges lead to; true ones, whatever is rounded."""
    gaining = len(gains) > 0
    chance = weights[at] > 0
    below, above, total, largest = 0.0, 0.0, 0.0, 0.0
    for i in range(at, end):
        after = edges[i] >> 1
        value = values[after] if edges[i] & 1 else -values[after]
        if gaining:
            value += gains[i]
        least, greatest = value - errors[after], value + errors[after]
        largest = max(largest, abs(least), abs(greatest))
        if chance:
            share = float(weights[i])
            below += share * least
            above += share * greatest
            total += share
        elif i == at:
            below, above = least, greatest
        else:
            below, above = max(below, least), max(above, greatest)
    # A mean of n numbers takes n products, n - 1 sums and a quotient, each of which loses its ROUNDING at
    # most; a gain and an error are one sum more each, and so is what is done here.
    if chance:
        slack = (end - at + 6) * ROUNDING * largest
        return below / total - slack, above / total + slack
    slack = 4 * ROUNDING * largest
    return below - slack, above + slack


def keep_bounds(number: int, below: float, above: float, values: Float64Array, errors: Float64Array) -> None:
    """Write bounds down as a value and an error that is large enough for both."""
    value = below + (above - below) / 2
    values[number] = value
    errors[number] = max(above - value, value - below) * (1 + 4 * ROUNDING)


def gather(
    begin: int,
    end: int,
    notes: Int32Array,
    places: Int64Array,
    edges: Int32Array,
    weights: Int32Array,
    gains: Int32Array,
    component: Int32Array,
    order: Int32Array,
    values: Float64Array,
    local: Int32Array,
    starts: Int64Array,
    inner: Int32Array,
    shares: Float64Array,
    base: Float64Array,
) -> None:
    """Lay a component out in one place: sweeps over it go several times as fast.

    Of the position i of the component `inner` and `shares` have its edges within, from starts[i] on: twice
    the place of the position after it in the component, plus 1 for the same side, and its probability, or
    -1 where a player moves. `base` is what all other edges give: their part of the mean, or the best of them.
    """
    number = component[order[begin]]
    for i in range(begin, end):
        local[order[i]] = i - begin
    written = 0
    for i in range(begin, end):
        here = order[i]
        first, last = places[here], places[here] + (notes[here] >> 1)
        starts[i - begin] = written
        chance = weights[first] > 0
        total, rest = 0.0, 0.0 if chance else -np.inf
        for at in range(first, last):
            total += weights[at]
        for at in range(first, last):
            after = edges[at] >> 1
            share = weights[at] / total if chance else -1.0
            if component[after] == number:
                inner[written], shares[written] = 2 * local[after] + (edges[at] & 1), share
                written += 1
                continue
            value = values[after] if edges[at] & 1 else -values[after]
            if len(gains) > 0:
                value += gains[at]
            rest = rest + share * value if chance else max(rest, value)
        base[i - begin] = rest
    starts[end - begin] = written


def sweep_values(
    size: int,
    starts: Int64Array,
    inner: Int32Array,
    shares: Float64Array,
    base: Float64Array,
    guess: Float64Array,
) -> float:
    """Each value of a component anew from those after it; the largest change."""
    change = 0.0
    for i in range(size):
        value, first, last = base[i], starts[i], starts[i + 1]
        if first < last and shares[first] > 0:
            for at in range(first, last):
                after = guess[inner[at] >> 1]
                value += shares[at] * (after if inner[at] & 1 else -after)
        else:
            for at in range(first, last):
                after = guess[inner[at] >> 1]
                after = after if inner[at] & 1 else -after
                value = max(value, after)
        moved = abs(value - guess[i])
        change = max(change, moved)
        guess[i] = value
    return change


def sweep_steps(
    size: int,
    starts: Int64Array,
    inner: Int32Array,
    shares: Float64Array,
    guess: Float64Array,
    steps: Float64Array,
    margin: float,
) -> float:
    """How many steps best play stays in a component at most, anew from those after; the largest change."""
    change = 0.0
    for i in range(size):
        most = 1.0
        for at in range(starts[i], starts[i + 1]):
            after = inner[at] >> 1
            if shares[at] > 0:
                most += shares[at] * steps[after]
            elif (guess[after] if inner[at] & 1 else -guess[after]) >= guess[i] - margin:
                most = max(most, 1 + steps[after])
        change = max(change, abs(most - steps[i]))
        steps[i] = most
    return change


def guess_and_prove(
    info: Int64Array,
    begin: int,
    end: int,
    notes: Int32Array,
    places: Int64Array,
    edges: Int32Array,
    weights: Int32Array,
    gains: Int32Array,
    order: Int32Array,
    values: Float64Array,
    errors: Float64Array,
    most: float,
    outside: float,
    starts: Int64Array,
    inner: Int32Array,
    shares: Float64Array,
    base: Float64Array,
    guess: Float64Array,
    steps: Float64Array,
) -> bool:
    """Values of a component that was gathered, with proven errors; False where that does not succeed.

    `most` is the largest value that the component leads to, and `outside` the largest error.
    """
    size = end - begin
    guess[:size], steps[:size] = 0.0, 0.0
    near = False
    last_change = 0.0
    for sweep in range(MOST_GUESSES):
        # What each value was before: `steps` is not needed yet.
        steps[:size] = guess[:size]
        change = sweep_values(size, starts, inner, shares, base, guess)
        near = change <= 8 * ROUNDING * most
        if near or info[HALT]:
            break
        # Once the best moves are found, changes shrink by the same factor from sweep to sweep, so that their
        # sum is known (Aitken 1926). A guess may be as bold as it likes: it is proven afterwards.
        if (
            sweep % EXTRAPOLATE == EXTRAPOLATE - 1
            and sweep < MOST_EXTRAPOLATED
            and change < 0.9 * last_change
        ):
            rest = change / (last_change - change)
            for i in range(size):
                guess[i] += rest * (guess[i] - steps[i])
        last_change = change
    if not near:
        return False
    steps[:size] = 0.0
    near = False
    for _ in range(MOST_GUESSES):
        near = sweep_steps(size, starts, inner, shares, guess, steps, NEARLY_BEST * most) <= 0.25
        if near or info[HALT]:
            break
    if not near:
        return False
    part = 32 * ROUNDING * most
    for i in range(size):
        values[order[begin + i]], errors[order[begin + i]] = guess[i], outside + part * steps[i]
    for _ in range(MOST_TRIES):
        narrower = True
        for i in range(begin, end):
            here = order[i]
            last = places[here] + (notes[here] >> 1)
            below, above = bounds_of(places[here], last, edges, weights, gains, values, errors)
            # Outwards once more: these two differences are rounded themselves.
            far = max(above - values[here], values[here] - below) * (1 + 4 * ROUNDING)
            if not far < errors[here]:
                narrower = False
                break
        if narrower:
            return True
        for i in range(begin, end):
            errors[order[i]] += 3 * (errors[order[i]] - outside)
    return False


def narrow_from_outside(
    info: Int64Array,
    begin: int,
    end: int,
    notes: Int32Array,
    places: Int64Array,
    edges: Int32Array,
    weights: Int32Array,
    gains: Int32Array,
    order: Int32Array,
    values: Float64Array,
    errors: Float64Array,
    most: float,
    precision: float,
) -> None:
    """Bounds of a component from the largest value that it leads to, until they come no nearer."""
    for i in range(begin, end):
        # The sides of players may change within the component, so the bounds are those of both.
        values[order[i]], errors[order[i]] = 0.0, most * (1 + 4 * ROUNDING)
    for _ in range(MOST_SWEEPS):
        change, width = 0.0, 0.0
        for i in range(begin, end):
            here = order[i]
            last = places[here] + (notes[here] >> 1)
            below, above = bounds_of(places[here], last, edges, weights, gains, values, errors)
            low, high = values[here] - errors[here], values[here] + errors[here]
            nearer = max(below - low, high - above)
            if nearer > 4 * ROUNDING * most:
                change = max(change, nearer)
                keep_bounds(here, max(below, low), min(above, high), values, errors)
            width = max(width, errors[here])
        if width <= precision * most or change <= STANDSTILL * width or info[HALT]:
            return


def settle_expected(
    info: Int64Array,
    notes: Int32Array,
    places: Int64Array,
    edges: Int32Array,
    weights: Int32Array,
    gains: Int32Array,
    component: Int32Array,
    ends: Int64Array,
    order: Int32Array,
    values: Float64Array,
    errors: Float64Array,
    local: Int32Array,
    precision: float,
) -> int:
    """Values and errors of all positions; the number of one that wins points in a circle, or -1.

    info[CURSOR] tells how many positions are through. `local` has a place for each position.
    """
    largest, most_inner = 0, 0
    for number in range(len(ends) - 1):
        begin, end = ends[number], ends[number + 1]
        if end - begin > 1 or notes[order[begin]] & 1 == 0:
            count = 0
            for i in range(begin, end):
                count += notes[order[i]] >> 1
            largest, most_inner = max(largest, end - begin), max(most_inner, count)
    starts, inner = np.empty(largest + 1, np.int64), np.empty(most_inner, np.int32)
    shares, base = np.empty(most_inner, np.float64), np.empty(largest, np.float64)
    guess, steps = np.empty(largest, np.float64), np.empty(largest, np.float64)
    for number in range(len(ends) - 1):
        begin, end = ends[number], ends[number + 1]
        if info[HALT]:
            return -1
        info[CURSOR] = begin
        first = order[begin]
        if notes[first] & 1:
            values[first], errors[first] = float(notes[first] >> 1), 0.0
            continue
        # What the component leads to, and whether there is a circle in it.
        circle = end - begin > 1
        most, outside = 0.0, 0.0
        for i in range(begin, end):
            here = order[i]
            for at in range(places[here], places[here] + (notes[here] >> 1)):
                after = edges[at] >> 1
                gain = gains[at] if len(gains) > 0 else 0
                if component[after] == number:
                    circle = True
                    if gain != 0:
                        return int(here)
                else:
                    most = max(most, abs(values[after]) + errors[after] + abs(gain))
                    outside = max(outside, errors[after])
        if not circle:
            last = places[first] + (notes[first] >> 1)
            below, above = bounds_of(places[first], last, edges, weights, gains, values, errors)
            keep_bounds(first, below, above, values, errors)
            continue
        gather(
            begin, end, notes, places, edges, weights, gains, component, order, values, local, starts, inner,
            shares, base,
        )  # fmt: skip
        if not guess_and_prove(
            info, begin, end, notes, places, edges, weights, gains, order, values, errors, most, outside,
            starts, inner, shares, base, guess, steps,
        ):  # fmt: skip
            narrow_from_outside(
                info, begin, end, notes, places, edges, weights, gains, order, values, errors, most, precision
            )
    info[CURSOR] = info[COUNT]
    return -1


#: What is compiled together; the last function is called.
KERNELS = (
    (expected_layer,),
    (mark_chance,),
    (edge_places,),
    (strong_components,),
    (by_component,),
    (
        bounds_of,
        keep_bounds,
        gather,
        sweep_values,
        sweep_steps,
        guess_and_prove,
        narrow_from_outside,
        settle_expected,
    ),
)
