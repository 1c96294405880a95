"""All positions of a game: a set that grows, the moves between its members, and what they are worth.

The kernels of whole solutions (`spielbaum.solution`). A position is a number, the place of its state in
`states`; positions with equal keys are one position, and its state is the first one that was met. `slots`
finds the number of a position: open addressing, each slot 31 bits of the hash above the number plus 1, 0
where it is empty. Hashes only say where to look: the keys themselves are compared.

Several threads run the same kernel at once. They share out the positions in blocks by counting CURSOR up, and
claim slots by compare-and-swap: the state is written before the slot that points to it, so whoever finds the
slot finds the state.
"""

from __future__ import annotations

from typing import Any

from spielbaum.engine.machine import claim, count_up, prefetch
from spielbaum.engine.ordering import ENTRY, MOVE, RANK
from spielbaum.engine.slots import (
    KEY_WORDS,
    MOVE_WORDS,
    WORDS,
    Int32Array,
    Int64Array,
    State,
    UInt8Array,
    check_and_place,
    ended,
    pack,
    plain,
    play,
    player,
    same_position,
    take_move,
    unpack,
    utility,
    write_key,
    write_moves,
)
from spielbaum.engine.writing import FULL

# Words of `info`: positions so far, the next block, the blocks' end; how many positions there may be; why a
# kernel stopped; whether it has to.
COUNT, CURSOR, END, ROOM, STOPPED, HALT = range(6)
INFO = 6
#: Why: the set is full, the moves of a position need more room, a rule is broken.
NO_ROOM, MANY_MOVES = 1, 2
#: Positions that a thread takes at once.
BLOCK = 256
#: Positions that threads may add beyond the room that was free when they looked.
MARGIN = 1 << 14
# What is known of a position.
EXPANDED, ENDED, SETTLED, CYCLE = 1, 2, 4, 8
#: No game that is solved layer by layer takes more plies.
MOST_PLIES = (1 << 15) - 1
_LOW = (1 << 32) - 1
_TAG = (1 << 31) - 1


def slot_of(slots: Int64Array, place: int) -> int:
    """Where to begin to look: the upper half of the hash as a fraction of the slots."""
    return ((place >> 32) & _LOW) * len(slots) >> 32


def row_at(states: Int64Array, number: int) -> Any:
    return states[number * WORDS : (number + 1) * WORDS]


def ask_memory(states: Int64Array, slots: Int64Array, s: State, rows: Int64Array, end: int) -> None:
    """Note the place of what each move in `rows` leads to, and let the memory fetch what is there.

    Slots and states lie anywhere in gigabytes: all moves of a position wait for them together, not in turn.
    """
    for at in range(0, end, ENTRY + MOVE_WORDS):
        _, place = check_and_place(plain(play(s, take_move(rows, at + MOVE))))
        rows[at + RANK] = place
        prefetch(slots, slot_of(slots, place))
    for at in range(0, end, ENTRY + MOVE_WORDS):
        slot = slots[slot_of(slots, rows[at + RANK])]
        if slot != 0:
            prefetch(states, ((slot & _LOW) - 1) * WORDS)


def find(states: Int64Array, slots: Int64Array, s: Any, place: int) -> int:
    """The number of a position; -1 where it is not in the set."""
    at, tag = slot_of(slots, place), place & _TAG
    while slots[at] != 0:
        if slots[at] >> 32 == tag:
            number = (slots[at] & _LOW) - 1
            if same_position(s, unpack(row_at(states, number))):
                return int(number)
        at = at + 1 if at + 1 < len(slots) else 0
    return -1


def add(
    states: Int64Array, slots: Int64Array, info: Int64Array, spare: Int64Array, s: Any, place: int
) -> int:
    """The number of a position, which is added where it is not in the set.

    `spare[0]` is a number that this thread took and did not need, or -1: another one was quicker.
    """
    at, tag = slot_of(slots, place), place & _TAG
    while True:
        if slots[at] == 0:
            number = spare[0] if spare[0] >= 0 else count_up(info, COUNT, 1)
            pack(s, row_at(states, number))
            if claim(slots, at, 0, (tag << 32) | (number + 1)):
                spare[0] = -1
                return int(number)
            spare[0] = number
        if slots[at] >> 32 == tag:
            number = (slots[at] & _LOW) - 1
            if same_position(s, unpack(row_at(states, number))):
                return int(number)
        at = at + 1 if at + 1 < len(slots) else 0


def add_start(
    states: Int64Array, slots: Int64Array, info: Int64Array, spare: Int64Array, row: Int64Array
) -> int:
    s = unpack(row)
    _, place = check_and_place(s)
    return add(states, slots, info, spare, s, place)


def expand(
    source: Int64Array,
    states: Int64Array,
    slots: Int64Array,
    info: Int64Array,
    spare: Int64Array,
    rows: Int64Array,
    flags: UInt8Array,
    values: Int32Array,
    moves_left: Int32Array,
    entering: Int64Array,
) -> None:
    """Add what can be reached by one move from the positions of `source`; note ends, moves and their targets.

    `entering` counts the moves that lead to each position; left out where it is empty.
    """
    while info[STOPPED] == 0 and info[HALT] == 0:
        first = count_up(info, CURSOR, BLOCK)
        if first >= info[END]:
            return
        for number in range(first, min(first + BLOCK, info[END])):
            if flags[number] & EXPANDED:
                continue
            if info[COUNT] + MARGIN > info[ROOM]:
                info[STOPPED] = NO_ROOM
                return
            s = unpack(row_at(source, number))
            end = 0 if ended(s) else write_moves(s, rows, 0, len(rows))
            if end == FULL:
                info[STOPPED] = MANY_MOVES
                return
            if end == 0:
                payoff = utility(s)
                values[number] = payoff if player(s) == 0 else -payoff
                flags[number] = EXPANDED | ENDED
                continue
            ask_memory(states, slots, s, rows, end)
            for at in range(0, end, ENTRY + MOVE_WORDS):
                t = plain(play(s, take_move(rows, at + MOVE)))
                after = add(states, slots, info, spare, t, rows[at + RANK])
                if len(entering) > 0:
                    count_up(entering, after, 1)
            moves_left[number] = end // (ENTRY + MOVE_WORDS)
            flags[number] = EXPANDED


def rehash(states: Int64Array, slots: Int64Array, info: Int64Array) -> None:
    """Enter all positions into empty slots."""
    while True:
        first = count_up(info, CURSOR, BLOCK)
        if first >= info[END]:
            return
        for number in range(first, min(first + BLOCK, info[END])):
            _, place = check_and_place(unpack(row_at(states, number)))
            at, entry = slot_of(slots, place), ((place & _TAG) << 32) | (number + 1)
            while slots[at] != 0 or not claim(slots, at, 0, entry):
                at = at + 1 if at + 1 < len(slots) else 0


def fill_hole(
    states: Int64Array, slots: Int64Array, info: Int64Array, entering: Int64Array, hole: int
) -> None:
    """The last position takes a number that nobody needed."""
    last = info[COUNT] - 1
    if hole != last:
        row = row_at(states, last)
        _, place = check_and_place(unpack(row))
        at = slot_of(slots, place)
        while slots[at] & _LOW != last + 1:
            at = at + 1 if at + 1 < len(slots) else 0
        slots[at] = ((place & _TAG) << 32) | (hole + 1)
        row_at(states, hole)[:] = row
        if len(entering) > 0:
            entering[hole], entering[last] = entering[last], 0
    info[COUNT] = last


def link(
    states: Int64Array,
    slots: Int64Array,
    info: Int64Array,
    rows: Int64Array,
    flags: UInt8Array,
    ends: Int64Array,
    edges: Int32Array,
) -> None:
    """Write down from where each position can be reached: twice its number, plus 1 after an extra turn.

    `ends[p]` begins as the place where the list of p begins, and becomes the one where it ends.
    """
    while info[HALT] == 0:
        first = count_up(info, CURSOR, BLOCK)
        if first >= info[END]:
            return
        for number in range(first, min(first + BLOCK, info[END])):
            if flags[number] & ENDED:
                continue
            s = unpack(row_at(states, number))
            me = player(s)
            end = write_moves(s, rows, 0, len(rows))
            ask_memory(states, slots, s, rows, end)
            for at in range(0, end, ENTRY + MOVE_WORDS):
                t = plain(play(s, take_move(rows, at + MOVE)))
                same = 1 if player(t) == me else 0
                place = count_up(ends, find(states, slots, t, rows[at + RANK]), 1)
                edges[place] = number * 2 + same


def pack_draw_plies(mine: int, other: int) -> int:
    """For a drawn position of a layer: in how many plies the mover can force its end, and the opponent."""
    return other << 15 | mine


def draw_plies(packed: int) -> tuple[int, int]:
    return packed & MOST_PLIES, packed >> 15


def look_ahead(
    source: Int64Array,
    info: Int64Array,
    rows: Int64Array,
    values: Int32Array,
    plies: Int32Array,
    states: Int64Array,
    slots: Int64Array,
    next_values: Int32Array,
    next_plies: Int32Array,
) -> None:
    """The values of a layer from those of the next one: the best move, the quickest win, the longest loss."""
    while info[HALT] == 0:
        first = count_up(info, CURSOR, BLOCK)
        if first >= info[END]:
            return
        for number in range(first, min(first + BLOCK, info[END])):
            s = unpack(row_at(source, number))
            me = player(s)
            best, distance = 0, -1
            soonest, latest = MOST_PLIES, 0
            end = 0 if ended(s) else write_moves(s, rows, 0, len(rows))
            if end == 0:
                payoff = utility(s)
                values[number], plies[number] = payoff if me == 0 else -payoff, 0
                continue
            ask_memory(states, slots, s, rows, end)
            for at in range(0, end, ENTRY + MOVE_WORDS):
                t = plain(play(s, take_move(rows, at + MOVE)))
                after, same = find(states, slots, t, rows[at + RANK]), player(t) == me
                value = next_values[after] if same else -next_values[after]
                further = next_plies[after] + 1
                if value == 0:
                    mine, other = draw_plies(next_plies[after])
                    soonest = min(soonest, 1 + (mine if same else other))
                    latest = max(latest, 1 + (other if same else mine))
                quicker = further < distance if value > 0 else further > distance
                if distance < 0 or value > best or (value == best and quicker):
                    best, distance = value, further
            values[number] = best
            plies[number] = distance if best != 0 else pack_draw_plies(soonest, latest)


def keys(states: Int64Array, info: Int64Array, out: Int64Array) -> None:
    """The key of each position, KEY_WORDS words."""
    while True:
        first = count_up(info, CURSOR, BLOCK)
        if first >= info[END]:
            return
        for number in range(first, min(first + BLOCK, info[END])):
            write_key(unpack(row_at(states, number)), out, number * KEY_WORDS)


# ------------------------------------------------------------------------------- backwards through the graph


def settle(
    info: Int64Array,
    flags: UInt8Array,
    values: Int32Array,
    plies: Int32Array,
    moves_left: Int32Array,
    ends: Int64Array,
    edges: Int32Array,
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
        if flags[number] & ENDED and abs(values[number]) == threshold:
            flags[number] |= SETTLED
            queue[tail] = number
            tail += 1
    head = 0
    while head < tail and info[HALT] == 0:
        after = queue[head]
        head += 1
        for at in range(ends[after - 1] if after > 0 else 0, ends[after]):
            number = edges[at] >> 1
            if flags[number] & SETTLED:
                continue
            value = values[after] if edges[at] & 1 else -values[after]
            if value < 0:
                moves_left[number] -= 1
                if moves_left[number] > 0:
                    continue
            values[number], plies[number] = value, plies[after] + 1
            flags[number] |= SETTLED
            queue[tail] = number
            tail += 1
    return tail


def going_round(
    info: Int64Array,
    flags: UInt8Array,
    moves_left: Int32Array,
    ends: Int64Array,
    edges: Int32Array,
    queue: Int32Array,
) -> int:
    """How many of the positions that are left lie on a circle or lead to one; changes moves_left."""
    tail, unsettled = 0, 0
    for number in range(info[COUNT]):
        if flags[number] & SETTLED == 0:
            unsettled += 1
            if moves_left[number] == 0:
                queue[tail] = number
                tail += 1
    head = 0
    while head < tail and info[HALT] == 0:
        after = queue[head]
        head += 1
        for at in range(ends[after - 1] if after > 0 else 0, ends[after]):
            number = edges[at] >> 1
            if flags[number] & SETTLED == 0:
                moves_left[number] -= 1
                if moves_left[number] == 0:
                    queue[tail] = number
                    tail += 1
    return unsettled - tail


def settle_draws(
    info: Int64Array,
    flags: UInt8Array,
    plies: Int32Array,
    moves_left: Int32Array,
    ends: Int64Array,
    edges: Int32Array,
    forced: UInt8Array,
    queue: Int64Array,
) -> None:
    """Which positions that are left somebody can bring to a drawn end, and how soon; the others go round.

    `forced`: 1 the mover can, 2 the opponent can. The mover can where one move keeps it so; the opponent
    where no move leads elsewhere, but for those that lose, which were counted off before. `queue` holds twice
    the number, plus 1 for the opponent.
    """
    tail = 0
    for number in range(info[COUNT]):
        if flags[number] & ENDED and flags[number] & SETTLED == 0:
            forced[number] = 3
            queue[tail], queue[tail + 1] = number * 2, number * 2 + 1
            tail += 2
    head, distance = 0, 0
    while head < tail and info[HALT] == 0:
        level, distance = tail, distance + 1
        while head < level:
            after, by_opponent = queue[head] >> 1, queue[head] & 1
            head += 1
            for at in range(ends[after - 1] if after > 0 else 0, ends[after]):
                number = edges[at] >> 1
                if flags[number] & SETTLED:
                    continue
                if edges[at] & 1 == by_opponent:  # whoever can force it is the opponent there
                    moves_left[number] -= 1
                    if moves_left[number] > 0:
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
        if flags[number] & SETTLED == 0:
            flags[number] |= SETTLED
            if forced[number] == 0:
                flags[number] |= CYCLE
                plies[number] = -1


_SET = (slot_of, row_at)
#: What is compiled together; the last function is called.
KERNELS = (
    (*_SET, add, add_start),
    (*_SET, ask_memory, add, expand),
    (*_SET, rehash),
    (*_SET, fill_hole),
    (*_SET, ask_memory, find, link),
    (*_SET, ask_memory, find, pack_draw_plies, draw_plies, look_ahead),
    (*_SET, keys),
    (settle,),
    (going_round,),
    (settle_draws,),
)
