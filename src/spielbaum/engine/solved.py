"""Solved positions inside the kernels: a table by open addressing that is only read (`solved_table.py`).

Two words per position: what tells it from others, and its entry, which is not 0. Before them two words: how
many places there are, and the most men of a position that can be in it. Kernels find the table by its
address in `info`, so that a search without one has nothing more to hand on.
"""

from __future__ import annotations

from typing import Any

from spielbaum.engine.machine import mix, words_at
from spielbaum.engine.nodes import record
from spielbaum.engine.scores import BOTH, EXACT, HIGH, LOW, NOTHING, final_value, pack_claim
from spielbaum.engine.slots import (
    HAS_CLOCK_LEFT,
    HAS_MEN,
    SOLVED,
    Int64Array,
    State,
    clock_left,
    hash_key,
    men,
    solved_place,
)
from spielbaum.engine.workspace import HIT, LEAVES, SOLUTION, SURE_PLIES, SearchContext

# Words before the entries, and words per entry.
PLACES, MOST_MEN = range(2)
HEAD = 2
PAIR = 2
_LOW_HALF = (1 << 32) - 1
#: Of an entry, from below: 1 bit that says there is one, 1 draw by cycle, 30 remoteness, 32 value.
PLIES_BITS = 30


def pack_solved(value: int, plies: int, cycle: int) -> int:
    return (value << 32) | (plies << 2) | (cycle << 1) | 1


def solved_value(entry: int) -> int:
    """The value in points for the player to move."""
    return entry >> 32


def solved_plies(entry: int) -> int:
    return (entry >> 2) & ((1 << PLIES_BITS) - 1)


def first_place(places: int, place: int) -> int:
    """Where to begin to look: the upper half of the hash as a fraction of the places."""
    return HEAD + (((place >> 32) & _LOW_HALF) * places >> 32) * PAIR


def entry_at(words: Any, check: int, place: int) -> int:
    """The entry of a position; 0 where there is none."""
    places = words[PLACES]
    at = first_place(places, place)
    while words[at + 1] != 0:
        if words[at] == check:
            return int(words[at + 1])
        at = at + PAIR if at + PAIR < HEAD + places * PAIR else HEAD
    return 0


def fill_solved(words: Int64Array, keys: Int64Array, entries: Int64Array, width: int) -> int:
    """Enter positions by the words of their keys, of which each has `width`; how many were not there yet."""
    places, added = words[PLACES], 0
    for number in range(len(entries)):
        check, place = hash_key(keys[number * width : (number + 1) * width])
        at = first_place(places, place)
        while words[at + 1] != 0 and words[at] != check:
            at = at + PAIR if at + PAIR < HEAD + places * PAIR else HEAD
        if words[at + 1] == 0:
            words[at], words[at + 1] = check, entries[number]
            added += 1
    return added


# ------------------------------------------------------------------------------------- for the search


def few_men(words: Any, s: Any) -> bool:
    """Whether the position may be in the table; all where the game does not count men."""
    if HAS_MEN:
        return bool(men(s) <= words[MOST_MEN])
    return True


def known_entry(address: int, s: Any) -> int:
    """The entry of a position in the table at that address; 0 where there is none."""
    words = words_at(address)
    if not few_men(words, s):
        return 0
    check, place = solved_place(s)
    return entry_at(words, check, place)


def in_time(entry: int, s: Any) -> bool:
    """Whether the end comes before a clock ends the game."""
    if HAS_CLOCK_LEFT:
        return bool(solved_value(entry) == 0 or solved_plies(entry) <= clock_left(s))
    return True


def from_solution(
    ctx: SearchContext, s: State, me: int, ply: int, alpha: int, beta: int
) -> tuple[bool, int, int]:
    """Whether the solution decides the node, and its value and proof.

    A draw stays one whatever ends games besides. A win may turn into a draw where a clock ends the game
    before; then it only says that the winner has a draw at least.
    """
    if SOLVED:
        entry = known_entry(ctx.info[SOLUTION], s)
        if entry == 0:
            return False, 0, NOTHING
        points = solved_value(entry)
        value, proof = final_value(points, 0, ply + solved_plies(entry)), BOTH
        if not in_time(entry, s):
            if (points > 0 and beta > 0) or (points < 0 and alpha < 0):
                return False, 0, NOTHING
            value, proof = 0, LOW if points > 0 else HIGH
        elif points != 0 and solved_plies(entry) > ctx.info[SURE_PLIES]:
            proof = NOTHING
        ctx.info[LEAVES] += 1
        record(ctx, HIT, ply, 0, me, 0, 0, value, pack_claim(EXACT, proof))
        return True, value, proof
    return False, 0, NOTHING


def clock_check(ctx: SearchContext, s: State) -> int:
    """What tells positions with few men apart in the table of the search: their clock, exactly.

    Wins of a solution may be so far away that the clock matters, though no search would see it.
    """
    if SOLVED:
        if HAS_CLOCK_LEFT:
            if few_men(words_at(ctx.info[SOLUTION]), s):
                return mix(clock_left(s) + 1)
    return 0


ENTRIES = (solved_value, solved_plies, first_place, entry_at, few_men, known_entry, in_time)
FUNCTIONS = (*ENTRIES, from_solution, clock_check)
FILL = (first_place, fill_solved)
