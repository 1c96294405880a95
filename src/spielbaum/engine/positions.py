"""All positions of a game: a set that grows, and the moves between its members.

The kernels of whole solutions (`spielbaum.solution`) that run the rules; `graph.py` has those that do not. A
position is a number: the place of its state in `states` and of its key in `keys`. Positions with equal keys
are one, and its state is the first one that was met. `slots` finds the number of a key: open addressing, each
slot 31 bits of the hash above the number plus 1, 0 where it is empty. Hashes only say where to look: the keys
themselves are compared.

Several threads run the same kernel at once. They share out the positions in blocks by counting CURSOR up, and
claim slots by compare-and-swap: state and key are written before the slot that points to them, so whoever
finds the slot finds the key. Where two threads add the same position at the same time, the slower one is left
with a number that no slot points to. It stays as a second copy, which nothing leads to (see `order.py`).
"""

from __future__ import annotations

from typing import Any

from spielbaum.engine.machine import claim, count_up, mix, plus, prefetch
from spielbaum.engine.ordering import ENTRY, MOVE
from spielbaum.engine.slots import (
    HAS_BANKED,
    HAS_CHANCE,
    KEY_WORDS,
    MOVE_WORDS,
    WORDS,
    Int32Array,
    Int64Array,
    banked,
    ended,
    layer,
    pack,
    plain,
    play,
    player,
    start_of,
    take_move,
    unpack,
    utility,
    weight,
    write_key,
    write_moves,
)
from spielbaum.engine.writing import FULL

# Words of `info`: positions so far; the next block, the first position and the end of this round; how many
# positions there may be, and how many the threads may add before they look again; why a kernel stopped;
# whether it has to.
COUNT, CURSOR, BEGIN, END, ROOM, MARGIN, STOPPED, HALT = range(8)
INFO = 8
# Words of a thread: a number that it took and did not need, or -1; how many edges it has written.
SPARE, WRITTEN = range(2)
#: Why: the set is full, the moves of a position need more room, the edges do; a pay-off is too large,
#: or a weight, which may not be 0 or less either.
NO_ROOM, MANY_MOVES, MANY_EDGES, MUCH_PAID, BAD_WEIGHT = 1, 2, 3, 4, 5
#: Twice the pay-off plus 1 has to fit into the 32 bits of a note.
MOST_PAID = (1 << 30) - 1
#: A weight has to fit into 32 bits.
MOST_WEIGHT = (1 << 31) - 1
#: Positions that a thread takes at once: their edges lie together.
BLOCK = 64
#: Successors whose slots and keys the memory is asked for at the same time, at least.
BATCH = 96
# Words of a successor that waits to be added: its hash, whether the same player moves again, key, state.
PLACE, SAME, KEY = range(3)
_LOW = (1 << 32) - 1
_TAG = (1 << 31) - 1
#: Above the place of a block's edges stands which thread has them.
THREAD_AT = 48


def slot_of(slots: Int64Array, place: int) -> int:
    """Where to begin to look: the upper half of the hash as a fraction of the slots."""
    return ((place >> 32) & _LOW) * len(slots) >> 32


def place_of(keys: Int64Array, at: int) -> int:
    """The hash of the key that begins there."""
    place = mix(keys[at])
    for word in range(1, KEY_WORDS):
        place = mix(plus(place, keys[at + word]))
    return place


def same_key(keys: Int64Array, at: int, others: Int64Array, other: int) -> bool:
    for word in range(KEY_WORDS):  # noqa: SIM110 - compiled
        if keys[at + word] != others[other + word]:
            return False
    return True


def put(s: Any, fresh: Int64Array, at: int) -> None:
    """Write a state that may be new: its hash, its key and itself."""
    write_key(s, fresh, at + KEY)
    pack(s, fresh[at + KEY + KEY_WORDS : at + KEY + KEY_WORDS + WORDS])
    fresh[at + PLACE] = place_of(fresh, at + KEY)


def add(
    states: Int64Array,
    keys: Int64Array,
    slots: Int64Array,
    info: Int64Array,
    mine: Int64Array,
    fresh: Int64Array,
    at: int,
) -> int:
    """The number of a state that was put down; it is added where it is not in the set."""
    place = fresh[at + PLACE]
    slot, tag = slot_of(slots, place), place & _TAG
    while True:
        if slots[slot] == 0:
            number = mine[SPARE] if mine[SPARE] >= 0 else count_up(info, COUNT, 1)
            for word in range(WORDS):
                states[number * WORDS + word] = fresh[at + KEY + KEY_WORDS + word]
            for word in range(KEY_WORDS):
                keys[number * KEY_WORDS + word] = fresh[at + KEY + word]
            if claim(slots, slot, 0, (tag << 32) | (number + 1)):
                mine[SPARE] = -1
                return int(number)
            mine[SPARE] = number
        if slots[slot] >> 32 == tag:
            number = (slots[slot] & _LOW) - 1
            if same_key(keys, number * KEY_WORDS, fresh, at + KEY):
                return int(number)
        slot = slot + 1 if slot + 1 < len(slots) else 0


def add_start(
    states: Int64Array,
    keys: Int64Array,
    slots: Int64Array,
    info: Int64Array,
    mine: Int64Array,
    fresh: Int64Array,
    row: Int64Array,
) -> int:
    put(unpack(row), fresh, 0)
    return add(states, keys, slots, info, mine, fresh, 0)


def add_starts(
    states: Int64Array,
    keys: Int64Array,
    slots: Int64Array,
    info: Int64Array,
    mine: Int64Array,
    fresh: Int64Array,
) -> None:
    """Add the states that a whole solution begins at, by their numbers."""
    while info[STOPPED] == 0 and info[HALT] == 0:
        first = count_up(info, CURSOR, BLOCK)
        if first >= info[END]:
            return
        if info[COUNT] + info[MARGIN] > info[ROOM]:
            info[STOPPED] = NO_ROOM
            return
        for number in range(first, min(first + BLOCK, info[END])):
            put(plain(start_of(number)), fresh, 0)
            add(states, keys, slots, info, mine, fresh, 0)


def add_waiting(
    states: Int64Array,
    keys: Int64Array,
    slots: Int64Array,
    info: Int64Array,
    mine: Int64Array,
    fresh: Int64Array,
    end: int,
    edges: Int32Array,
) -> None:
    """Add the states that wait in `fresh`, and write down an edge to each: twice its number, plus SAME.

    Slots and keys lie anywhere in gigabytes: all that wait ask for them together, not in turn.
    """
    size = KEY + KEY_WORDS + WORDS
    for at in range(0, end, size):
        slot = slots[slot_of(slots, fresh[at + PLACE])]
        if slot != 0:
            prefetch(keys, ((slot & _LOW) - 1) * KEY_WORDS)
    written = mine[WRITTEN]
    for at in range(0, end, size):
        edges[written] = add(states, keys, slots, info, mine, fresh, at) * 2 + fresh[at + SAME]
        written += 1
    mine[WRITTEN] = written


def side(who: int) -> int:
    """From whose side values are told: that of the player to move; where nature moves, player 0."""
    return max(who, 0)


def expand(
    source: Int64Array,
    notes: Int32Array,
    states: Int64Array,
    keys: Int64Array,
    slots: Int64Array,
    info: Int64Array,
    mine: Int64Array,
    rows: Int64Array,
    fresh: Int64Array,
    edges: Int32Array,
    weights: Int32Array,
    gains: Int32Array,
    where: Int64Array,
    thread: int,
) -> None:
    """Add what one move from the positions of `source` leads to, and write down the edges.

    `notes` gets twice the number of moves of each position, or at an end twice the pay-off of the player to
    move, plus 1. `where` says behind how many of which thread's edges those of a block begin, plus 1. A block
    is done as a whole or, where something lacks, not at all.

    In games with chance `weights` gets the weight of each edge, 0 where a player moves. Where points once won
    are left out of the key, `gains` gets those that the edge wins, and the pay-off at an end lacks what is
    banked; both from the side that moves.
    """
    size = KEY + KEY_WORDS + WORDS
    most = len(rows) // (ENTRY + MOVE_WORDS)
    while info[STOPPED] == 0 and info[HALT] == 0:
        first = count_up(info, CURSOR, BLOCK)
        if first >= info[END]:
            return
        block = (first - info[BEGIN]) // BLOCK
        if where[block] != 0:
            continue
        if info[COUNT] + info[MARGIN] > info[ROOM]:
            info[STOPPED] = NO_ROOM
            return
        begin = mine[WRITTEN]
        if begin + most * BLOCK > len(edges):
            info[STOPPED] = MANY_EDGES
            return
        waiting = 0
        for number in range(first, min(first + BLOCK, info[END])):
            s = unpack(source[number * WORDS : (number + 1) * WORDS])
            who = player(s)
            me = side(who)
            end = 0 if ended(s) else write_moves(s, rows, 0, len(rows))
            if end == FULL:
                info[STOPPED] = MANY_MOVES
                mine[WRITTEN] = begin
                return
            if end == 0:
                payoff = utility(s)
                if HAS_CHANCE and HAS_BANKED:
                    payoff -= banked(s)
                if abs(payoff) > MOST_PAID:
                    info[STOPPED] = MUCH_PAID
                    return
                notes[number] = 2 * (payoff if me == 0 else -payoff) + 1
                continue
            notes[number] = 2 * (end // (ENTRY + MOVE_WORDS))
            if waiting + end // (ENTRY + MOVE_WORDS) * size > len(fresh):
                add_waiting(states, keys, slots, info, mine, fresh, waiting, edges)
                waiting = 0
            for at in range(0, end, ENTRY + MOVE_WORDS):
                move = take_move(rows, at + MOVE)
                t = plain(play(s, move))
                put(t, fresh, waiting)
                fresh[waiting + SAME] = 1 if side(player(t)) == me else 0
                if HAS_CHANCE:
                    place, share = mine[WRITTEN] + waiting // size, 0
                    if who < 0:
                        share = weight(s, move)
                        if not 0 < share <= MOST_WEIGHT:
                            info[STOPPED] = BAD_WEIGHT
                            mine[WRITTEN] = begin
                            return
                    weights[place] = share
                    if HAS_BANKED:
                        won = banked(t) - banked(s)
                        gains[place] = won if me == 0 else -won
                prefetch(slots, slot_of(slots, fresh[waiting + PLACE]))
                waiting += size
        add_waiting(states, keys, slots, info, mine, fresh, waiting, edges)
        where[block] = (thread << THREAD_AT) + begin + 1


def add_rows(
    from_states: Int64Array,
    from_keys: Int64Array,
    numbers: Int32Array,
    states: Int64Array,
    keys: Int64Array,
    slots: Int64Array,
    info: Int64Array,
    mine: Int64Array,
    fresh: Int64Array,
) -> None:
    """Add positions whose keys are known; `numbers` gets which ones they are in this set."""
    size = KEY + KEY_WORDS + WORDS
    while info[HALT] == 0:
        first = count_up(info, CURSOR, BLOCK)
        if first >= info[END]:
            return
        last = min(first + BLOCK, info[END])
        for number in range(first, last):
            at = (number - first) * size
            for word in range(KEY_WORDS):
                fresh[at + KEY + word] = from_keys[number * KEY_WORDS + word]
            for word in range(WORDS):
                fresh[at + KEY + KEY_WORDS + word] = from_states[number * WORDS + word]
            fresh[at + PLACE], fresh[at + SAME] = place_of(fresh, at + KEY), 0
            prefetch(slots, slot_of(slots, fresh[at + PLACE]))
        mine[WRITTEN] = first
        add_waiting(states, keys, slots, info, mine, fresh, (last - first) * size, numbers)
        for number in range(first, last):
            numbers[number] >>= 1


def layers_of(states: Int64Array, info: Int64Array, layers: Int64Array) -> None:
    """The layer of each position."""
    while info[HALT] == 0:
        first = count_up(info, CURSOR, BLOCK)
        if first >= info[END]:
            return
        for number in range(first, min(first + BLOCK, info[END])):
            layers[number] = layer(unpack(states[number * WORDS : (number + 1) * WORDS]))


def rehash(keys: Int64Array, slots: Int64Array, info: Int64Array) -> None:
    """Enter all positions into empty slots."""
    while True:
        first = count_up(info, CURSOR, BLOCK)
        if first >= info[END]:
            return
        for number in range(first, min(first + BLOCK, info[END])):
            prefetch(slots, slot_of(slots, place_of(keys, number * KEY_WORDS)))
        for number in range(first, min(first + BLOCK, info[END])):
            place = place_of(keys, number * KEY_WORDS)
            slot, entry = slot_of(slots, place), ((place & _TAG) << 32) | (number + 1)
            while slots[slot] != 0 or not claim(slots, slot, 0, entry):
                slot = slot + 1 if slot + 1 < len(slots) else 0


_SET = (slot_of, place_of, same_key, put, add)
#: What is compiled together; the last function is called.
KERNELS = (
    (*_SET, add_start),
    (*_SET, add_starts),
    (*_SET, add_waiting, side, expand),
    (slot_of, place_of, same_key, add, add_waiting, add_rows),
    (slot_of, place_of, rehash),
    (layers_of,),
)
