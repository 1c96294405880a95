"""A small network that judges positions, inside the kernels.

    sums   = Σ rows of the active features + the row of whoever is to move      HIDDEN numbers per view
    total  = bias + Σ output · clip(sums, 0, ONE)² + own · (what the game's own evaluation says)
    E(s)   = (UNIT − 1) · total / (softness + |total|), rounded towards 0

All numbers are whole, so the answer is the same to the bit on every machine, whatever the order of a sum.
The squared clipped rectifier bends more than the plain one, which is worth much in a network of this size.
The last line is a bend that keeps the order and never reaches UNIT: no estimate is as large as a real win.

With two views (`active_features`) the position is seen with the eyes of the mover and then with those of the
other one, by the same rows (Nasu 2018); a network over the parts of the state has one view.

Most networks take the place of the game's own evaluation, and `own` is 0 (OWN_TOO). Where games are few, one
that only corrects it need not learn what it knows already.

The sums are kept up: each thread remembers, for each pair of eyes, the features of the last position that it
judged, and their rows added up. The next one differs in few of them, as a search judges neighbours one after
the other; only the rows of those are taken away and added. A `checked` engine adds up all of them as well and
compares.

The rows and the output lie behind an address in `info` (`evaluation.py`), so another file of weights needs no
other code; what is remembered lies behind another one, in memory of the thread's own:

    for each pair of eyes   number of features │ ACTIVE numbers of features │ HIDDEN sums of 32 bits
    then                    ACTIVE numbers of the position that is judged │ HIDDEN sums for comparing

Where features come in sets (IN_SETS) there are ACTIVE words instead of numbers: how each of the two looks at
the board, and the sets.
"""

from __future__ import annotations

from spielbaum.bits import lowest_bit, shift_left, shift_right
from spielbaum.engine.machine import halves_at, quarters_at, words_at
from spielbaum.engine.scores import sign_of
from spielbaum.engine.slots import (
    ACTIVE,
    COMPARED,
    FEATURES,
    HIDDEN,
    IN_SETS,
    OWN_TOO,
    UNIT,
    VIEWS,
    State,
    evaluate,
    write_features,
    write_sets,
)
from spielbaum.engine.workspace import BAD_SUMS, FAULT, HALT, NETWORK, SCRATCH, SearchContext

#: What counts as 1 in the sums, and what a weight of the output is multiplied by.
ONE = 255
OUTPUT = 64
#: A `total` of 1: the logarithm of the odds.
LOGIT = ONE * ONE * OUTPUT

# Words before the rows. How many units there are stands there though the code knows it: a loop with a
# constant end is unrolled, and then not done by as many as the processor adds at once (2.5 instead of 3.0
# million nodes per second in Kalah, with 32 units).
BIAS, SOFTNESS, SIZE, OWN = range(4)
ROWS_AT = 4
#: Features of a set (see `features.py`).
SET = 64
#: Words before the sets.
LOOKS = 2
#: Bytes of a word.
WORD = 8


def memory_words(active: int, hidden: int) -> int:
    """Words for the features and sums of one pair of eyes."""
    return 1 + active + hidden // 2


def add_row(sums: int, rows: int, units: int, number: int) -> None:
    """Add the row of that number to the sums; all three are addresses but the number."""
    total, row = halves_at(sums), quarters_at(rows)
    at = number * units
    for unit in range(units):
        total[unit] += row[at + unit]


def take_row(sums: int, rows: int, units: int, number: int) -> None:
    """Take the row of that number away from the sums."""
    total, row = halves_at(sums), quarters_at(rows)
    at = number * units
    for unit in range(units):
        total[unit] -= row[at + unit]


def keep_up(memory: int, rows: int, units: int, seen: int, count: int) -> int:
    """Make what is remembered at `memory` that of a position with these features; where its sums are.

    Both lists are walked through at once. A feature of one that is not next in the other is taken away, or
    added: in ascending order those are just the ones that differ, in any other order the sums are still true.
    """
    known, numbers = words_at(memory), words_at(seen)
    sums = memory + WORD * (1 + ACTIVE)
    before, old, new = known[0], 0, 0
    while old < before or new < count:
        if old < before and new < count and known[1 + old] == numbers[new]:
            old += 1
            new += 1
        elif new == count or (old < before and known[1 + old] < numbers[new]):
            take_row(sums, rows, units, known[1 + old])
            old += 1
        else:
            add_row(sums, rows, units, numbers[new])
            new += 1
    known[0] = count
    for index in range(count):
        known[1 + index] = numbers[index]
    return sums


def set_number(index: int, bit: int, side: int, look: int) -> int:
    """The number of the feature that a bit of a set is to that side, which looks at the board like this."""
    each = (ACTIVE - LOOKS) // 2
    turned = index + each if index < each else index - each
    return SET * (index if side == 0 else turned) + (bit ^ look)


def keep_up_sets(memory: int, rows: int, units: int, seen: int) -> None:
    """The same for features in sets, for both pairs of eyes at once: those differ whose bits do.

    What is remembered of the first pair are the sets, of each how it looked at the board, and 1 more.
    """
    known, sets, step = words_at(memory), words_at(seen), memory_words(ACTIVE, HIDDEN)
    first = memory + WORD * (1 + ACTIVE)
    second = first + WORD * step
    one, other = sets[0], sets[1]
    first_stays, second_stays = known[0] == one + 1, known[step] == other + 1
    for index in range(ACTIVE - LOOKS):
        now = sets[LOOKS + index]
        changed = known[1 + index] ^ now
        known[1 + index] = now
        while changed != 0:
            bit = lowest_bit(changed)
            changed ^= shift_left(1, bit)
            if shift_right(now, bit) & 1:
                if first_stays:
                    add_row(first, rows, units, set_number(index, bit, 0, one))
                if second_stays:
                    add_row(second, rows, units, set_number(index, bit, 1, other))
            else:
                if first_stays:
                    take_row(first, rows, units, set_number(index, bit, 0, one))
                if second_stays:
                    take_row(second, rows, units, set_number(index, bit, 1, other))
    if not first_stays:
        known[0] = one + 1
        added_up(first, rows, units, seen, 0, 0)
    if not second_stays:
        known[step] = other + 1
        added_up(second, rows, units, seen, 0, 1)


def added_up(sums: int, rows: int, units: int, seen: int, count: int, side: int) -> int:
    """The same sums from nothing."""
    total, numbers = halves_at(sums), words_at(seen)
    for unit in range(units):
        total[unit] = 0
    if IN_SETS:
        for index in range(ACTIVE - LOOKS):
            bits = numbers[LOOKS + index]
            while bits != 0:
                bit = lowest_bit(bits)
                bits ^= shift_left(1, bit)
                add_row(sums, rows, units, set_number(index, bit, side, numbers[side]))
    else:
        for index in range(count):
            add_row(sums, rows, units, numbers[index])
    return sums


def output_of(sums: int, rows: int, units: int, view: int, me: int) -> int:
    """What a view adds to the total, given its sums without the row of the mover."""
    total, weights = halves_at(sums), quarters_at(rows)
    mover, output = (FEATURES + me) * units, (FEATURES + 2 + view) * units
    found = 0
    for unit in range(units):
        lit = min(max(total[unit] + weights[mover + unit], 0), ONE)
        found += lit * lit * weights[output + unit]
    return found


def network_total(ctx: SearchContext, s: State, me: int) -> int:
    """The logarithm of the odds of the player to move, in parts of LOGIT."""
    network, memory = ctx.info[NETWORK], ctx.info[SCRATCH]
    rows = network + WORD * ROWS_AT
    seen = memory + WORD * 2 * memory_words(ACTIVE, HIDDEN)
    total, units = words_at(network)[BIAS], words_at(network)[SIZE]
    if IN_SETS:
        write_sets(s, words_at(seen), 0)
        keep_up_sets(memory, rows, units, seen)
    for view in range(VIEWS):
        side = me if view == 0 else 1 - me
        count = 0
        kept = memory + WORD * side * memory_words(ACTIVE, HIDDEN)
        if IN_SETS:
            sums = kept + WORD * (1 + ACTIVE)
        else:
            count = write_features(s, side, words_at(seen), 0)
            sums = keep_up(kept, rows, units, seen, count)
        found = output_of(sums, rows, units, view, me)
        if COMPARED:
            anew = added_up(seen + WORD * ACTIVE, rows, units, seen, count, side)
            if output_of(anew, rows, units, view, me) != found:
                ctx.info[FAULT] = BAD_SUMS
                ctx.info[HALT] = 1
        total += found
    if OWN_TOO:
        total += evaluate(s) * sign_of(me) * words_at(network)[OWN]
    return int(total)


def bent(total: int, softness: int) -> int:
    """The total as an estimate in units, less than UNIT either way."""
    size = (UNIT - 1) * abs(total) // (softness + abs(total))
    return size if total >= 0 else -size


def network_value(ctx: SearchContext, s: State, me: int) -> int:
    """E(s) for the player to move, in units."""
    return bent(network_total(ctx, s, me), words_at(ctx.info[NETWORK])[SOFTNESS])


FUNCTIONS = (
    memory_words,
    add_row,
    take_row,
    keep_up,
    set_number,
    added_up,
    keep_up_sets,
    output_of,
    network_total,
    bent,
    network_value,
)
