"""Values of positions from the moves between them: kernels of whole solutions that need no rules.

What `positions.expand` wrote down is all that is known here. `notes` is even at positions with moves, twice
their number, and odd where the value is known: twice the value for the player to move, plus 1. An edge is
twice the number of the position after the move, plus 1 where the same player moves again. Edges come block by
block: `where` has the first position of each block and the place of its first edge, and last the number of
positions. Threads share out the blocks by counting CURSOR up.
"""

from __future__ import annotations

import numpy as np

from spielbaum.engine.machine import count_up, prefetch
from spielbaum.engine.positions import COUNT, CURSOR, END, HALT
from spielbaum.engine.slots import Int32Array, Int64Array, UInt8Array

#: No game that is solved layer by layer takes more plies.
MOST_PLIES = (1 << 15) - 1
#: Edges that the memory is asked for ahead.
AHEAD = 24
#: Positions of a queue that are looked at together.
GROUP = 16
_LOW = (1 << 32) - 1


def next_block(info: Int64Array) -> int:
    """The next block of positions for this thread; -1 where there is none, or where it has to stop."""
    if info[HALT] != 0:
        return -1
    block = count_up(info, CURSOR, 1)
    if block >= info[END]:
        return -1
    return block


# ------------------------------------------------------------------------------------- layer by layer


def join_worth(value: int, plies: int) -> int:
    """Value and plies of a position in one word: whoever needs one needs both."""
    return value << 32 | plies


def value_of(worth: int) -> int:
    return worth >> 32


def plies_of(worth: int) -> int:
    """Of a drawn position two numbers, see `draw_plies`."""
    return worth & _LOW


def join_draw_plies(mine: int, other: int) -> int:
    """For a drawn position: in how many plies the mover can force its end, and the opponent."""
    return other << 15 | mine


def draw_plies(joined: int) -> tuple[int, int]:
    return joined & MOST_PLIES, joined >> 15


def value_layer(
    info: Int64Array,
    notes: Int32Array,
    where: Int64Array,
    edges: Int32Array,
    worth: Int64Array,
    after: Int64Array,
) -> None:
    """What a layer is worth from what the next one is: the best move, the quickest win, the longest loss."""
    block = next_block(info)
    while block >= 0:
        at = where[2 * block + 1]
        for number in range(where[2 * block], where[2 * block + 2]):
            if notes[number] & 1:
                # int: as plain Python an int32 of NumPy would lose what is shifted beyond its 32 bits
                worth[number] = join_worth(int(notes[number] >> 1), 0)
                continue
            best, distance = 0, -1
            soonest, latest = MOST_PLIES, 0
            for edge in edges[at : at + (notes[number] >> 1)]:
                if at + AHEAD < len(edges):
                    prefetch(after, edges[at + AHEAD] >> 1)
                at += 1
                same, next_worth = edge & 1, after[edge >> 1]
                value = value_of(next_worth) if same else -value_of(next_worth)
                further = plies_of(next_worth) + 1
                if value == 0:
                    mine, other = draw_plies(plies_of(next_worth))
                    soonest = min(soonest, 1 + (mine if same else other))
                    latest = max(latest, 1 + (other if same else mine))
                quicker = further < distance if value > 0 else further > distance
                if distance < 0 or value > best or (value == best and quicker):
                    best, distance = value, further
            worth[number] = join_worth(best, distance if best != 0 else join_draw_plies(soonest, latest))
        block = next_block(info)


# ------------------------------------------------------------------------------- backwards through the graph


def turn_round(
    info: Int64Array,
    notes: Int32Array,
    where: Int64Array,
    edges: Int32Array,
    ends: Int64Array,
    back: Int32Array,
) -> None:
    """Write down from where each position can be reached: twice its number, plus 1 after an extra turn.

    `ends[p]` begins as the place where the list of p begins, and becomes the one where it ends. Without room
    in `back` the moves are only counted, from 0: that is how long the lists will be.
    """
    writing = len(back) > 0
    block = next_block(info)
    while block >= 0:
        at = where[2 * block + 1]
        for number in range(where[2 * block], where[2 * block + 2]):
            if notes[number] & 1 == 0:
                for edge in edges[at : at + (notes[number] >> 1)]:
                    if at + AHEAD < len(edges):
                        prefetch(ends, edges[at + AHEAD] >> 1)
                    at += 1
                    place = count_up(ends, edge >> 1, 1)
                    if writing:
                        back[place] = number * 2 + (edge & 1)
        block = next_block(info)


def ask_memory(
    notes: Int32Array, ends: Int64Array, back: Int32Array, queue: Int32Array, head: int, tail: int
) -> None:
    """Let the memory fetch what leads to the next positions of the queue, for all of them at once."""
    last = min(head + 2 * GROUP, tail)
    for i in range(min(head + GROUP, last), last):  # those after next
        prefetch(ends, queue[i])
    last = min(head + GROUP, tail)
    for i in range(head, last):
        after = queue[i]
        for at in range(ends[after - 1] if after > 0 else 0, ends[after]):
            prefetch(notes, back[at] >> 1)


def settle(
    info: Int64Array,
    notes: Int32Array,
    plies: Int32Array,
    ends: Int64Array,
    back: Int32Array,
    queue: Int32Array,
    threshold: int,
) -> int:
    """Backward induction from the ends worth ±threshold: who can force that much; how many were settled.

    Larger thresholds were through before. A position is worth it as soon as one move leads there; it loses
    that much when no move is left that does not. First come, first served: so the first win found is the
    quickest, and the last way out that is lost the longest. Moves of larger losses were counted off before.
    """
    tail = 0
    for number in range(info[COUNT]):
        if plies[number] == 0 and abs(notes[number] >> 1) == threshold and notes[number] & 1:
            queue[tail] = number
            tail += 1
    head = 0
    while head < tail and info[HALT] == 0:
        ask_memory(notes, ends, back, queue, head, tail)
        last = min(head + GROUP, tail)
        for i in range(head, last):
            after = queue[i]
            worth, distance = notes[after] >> 1, plies[after] + 1
            for at in range(ends[after - 1] if after > 0 else 0, ends[after]):
                number = back[at] >> 1
                note = notes[number]
                if note & 1:
                    continue
                value = worth if back[at] & 1 else -worth
                if value < 0:
                    notes[number] = note - 2
                    if note > 2:
                        continue
                notes[number], plies[number] = 2 * value + 1, distance
                queue[tail] = number
                tail += 1
        head = last
    return tail


def going_round(
    info: Int64Array,
    notes: Int32Array,
    ends: Int64Array,
    back: Int32Array,
    queue: Int32Array,
) -> int:
    """How many of the positions that are left lie on a circle or lead to one; changes the notes."""
    tail, head, unsettled = 0, 0, 0
    for number in range(info[COUNT]):
        if notes[number] & 1 == 0:
            unsettled += 1
        elif notes[number] == 1:  # worth 0: a drawn end
            queue[tail] = number
            tail += 1
    ends_among = tail
    while head < tail and info[HALT] == 0:
        after = queue[head]
        head += 1
        for at in range(ends[after - 1] if after > 0 else 0, ends[after]):
            number = back[at] >> 1
            if notes[number] & 1 == 0:
                notes[number] -= 2
                if notes[number] == 0:
                    queue[tail] = number
                    tail += 1
    return unsettled - (tail - ends_among)


def settle_draws(
    info: Int64Array,
    notes: Int32Array,
    plies: Int32Array,
    ends: Int64Array,
    back: Int32Array,
    forced: UInt8Array,
    queue: Int64Array,
) -> None:
    """Which positions that are left somebody can bring to a drawn end, and how soon; the others go round.

    `forced`: 1 the mover can, 2 the opponent can. The mover can where one move keeps it so; the opponent
    where no move leads elsewhere, but for those that lose, which were counted off before. `queue` holds twice
    the number, plus 1 for the opponent. A position that goes round gets -1 plies.
    """
    tail = 0
    for number in range(info[COUNT]):
        if notes[number] == 1:
            queue[tail], queue[tail + 1] = number * 2, number * 2 + 1
            tail += 2
    head, distance = 0, 0
    while head < tail and info[HALT] == 0:
        level, distance = tail, distance + 1
        while head < level:
            after, by_opponent = queue[head] >> 1, queue[head] & 1
            head += 1
            for at in range(ends[after - 1] if after > 0 else 0, ends[after]):
                number = back[at] >> 1
                if notes[number] & 1:
                    continue
                if back[at] & 1 == by_opponent:  # whoever can force it is the opponent there
                    notes[number] -= 2
                    if notes[number] > 0:
                        continue
                    who = 2
                else:
                    who = 1
                if forced[number] & who:
                    continue
                if forced[number] == 0:
                    plies[number] = distance
                forced[number] |= who
                queue[tail] = number * 2 + who - 1
                tail += 1
    for number in range(info[COUNT]):
        if notes[number] & 1 == 0:
            notes[number] = 1
            if forced[number] == 0:
                plies[number] = -1


# ---------------------------------------------------------------------------------------------- sorting

#: Bits of a digit: as many piles as the nearest cache can keep open.
DIGIT = 11


def sort_words(
    words: Int64Array, numbers: Int64Array, other_words: Int64Array, other_numbers: Int64Array, bits: int
) -> None:
    """Sort words of so many bits, none below 0, and the numbers that go with them; a radix sort.

    From the lowest digit to the highest each is laid on its pile, in the order it comes in.
    """
    counts = np.zeros((1 << DIGIT) + 1, np.int64)
    shift, turned = 0, False
    while shift < bits:
        a, an = (other_words, other_numbers) if turned else (words, numbers)
        b, bn = (words, numbers) if turned else (other_words, other_numbers)
        counts[:] = 0
        for i in range(len(a)):
            counts[((a[i] >> shift) & ((1 << DIGIT) - 1)) + 1] += 1
        for i in range(1 << DIGIT):
            counts[i + 1] += counts[i]
        for i in range(len(a)):
            pile = (a[i] >> shift) & ((1 << DIGIT) - 1)
            b[counts[pile]], bn[counts[pile]] = a[i], an[i]
            counts[pile] += 1
        shift, turned = shift + DIGIT, not turned
    if turned:
        words[:], numbers[:] = other_words, other_numbers


_WORTH = (join_worth, value_of, plies_of, join_draw_plies, draw_plies)
#: What is compiled together; the last function is called.
KERNELS = (
    (*_WORTH, next_block, value_layer),
    (next_block, turn_round),
    (ask_memory, settle),
    (going_round,),
    (settle_draws,),
    (sort_words,),
)
