"""Entries of the transposition table for games with chance: two bounds that are real numbers.

The same buckets of 64 bytes as in `table.py`, with two entries of four words:

    word 0   check ^ data ^ low ^ high
    word 1   data      chance (1 bit) · proof (2 bits) · move (8 bits) · generation (8 bits) · depth (8 bits)
    word 2   low       the bits of the number that the value is at least …
    word 3   high      … and of the one that it is at most

An entry of a search that failed low has a high bound only, and the other way round; a second search of the
same position to the same depth adds what it found. So a first look at an outcome (`chance.py`) is not lost
when the outcome is searched. Words of different writers do not give the check back, as in `table.py`.

Bounds are those of the player to move, and of player 0 where nature moves, since equal keys mean equal value
for the player to move; and less what is banked, where the game declares that.
"""

from __future__ import annotations

from math import inf

from spielbaum.engine.machine import number_of, word_of
from spielbaum.engine.scores import HIGH, LOW, NO_MOVE, turned
from spielbaum.engine.slots import Int64Array
from spielbaum.engine.table import BUCKET, MOST_WORTH, generation_of

#: Words of an entry.
WIDE_ENTRY = 4


def pack_notes(depth: int, generation: int, index: int, proof: int, nature: bool) -> int:
    """The data of an entry."""
    notes = (proof << 8) | min(index, NO_MOVE)
    if nature:
        notes |= 1 << 10
    return (notes << 16) | (generation << 8) | min(depth, MOST_WORTH)


def noted_move(data: int) -> int:
    """The number of the best move; NO_MOVE where there was none, or its number is larger."""
    return (data >> 16) & 255


def noted_proof(data: int) -> int:
    return (data >> 24) & 3


def of_nature(data: int) -> bool:
    """Whether nature moves there: a key need not tell that, so the entry does."""
    return (data >> 26) & 1 != 0


def probe_wide(table: Int64Array, start: int, check: int, oldest: int, nature: bool) -> int:
    """Where the entry about that position begins in the bucket; -1 where there is none."""
    for at in range(start, start + BUCKET, WIDE_ENTRY):
        data = table[at + 1]
        if table[at] ^ data ^ table[at + 2] ^ table[at + 3] == check and generation_of(data) >= oldest:
            if of_nature(data) == nature:
                return at
    return -1


def noted_bounds(data: int, low: float, high: float, depth: int, deeper: bool) -> tuple[float, float, int]:
    """What an entry says about a search of that depth: (low, high, proof), infinite where it says nothing.

    A deeper or shallower search may give another value, so the depth must be the same; what is *proven*
    within fewer plies holds for every deeper search. Where `deeper` entries count, any of them will do.
    """
    searched, proof = data & 255, noted_proof(data)
    depth = min(depth, MOST_WORTH)
    if searched == depth or (deeper and searched > depth):
        return low, high, proof
    usable = proof if deeper or searched < depth else 0
    if usable & LOW == 0:
        low = -inf
    if usable & HIGH == 0:
        high = inf
    return low, high, usable


def keep_wide(
    table: Int64Array,
    start: int,
    check: int,
    oldest: int,
    notes: int,
    low: float,
    high: float,
) -> None:
    """Write an entry; what is known of the same position at the same depth stays known.

    Else it takes the place of the one that is needed least, as in `table.py`.
    """
    chosen = start
    least = 1 << 62
    empty = (oldest << 8) - 1
    for at in range(start, start + BUCKET, WIDE_ENTRY):
        data = table[at + 1]
        old_low, old_high = table[at + 2], table[at + 3]
        need = max(data & 0xFFFF, empty)
        same = table[at] ^ data ^ old_low ^ old_high == check and need > empty
        if same and of_nature(data) == of_nature(notes):
            chosen = at
            if data & 255 == notes & 255 and low < high:
                proof = noted_proof(notes)
                if number_of(old_low) > low:
                    low = number_of(old_low)
                    proof = (proof & HIGH) | (noted_proof(data) & LOW)
                if number_of(old_high) < high:
                    high = number_of(old_high)
                    proof = (proof & LOW) | (noted_proof(data) & HIGH)
                high = max(low, high)  # averages are rounded
                notes = (notes & ~(3 << 24)) | (proof << 24)
            break
        if need < least:
            least, chosen = need, at
    low_word, high_word = word_of(low), word_of(high)
    table[chosen] = check ^ notes ^ low_word ^ high_word
    table[chosen + 1] = notes
    table[chosen + 2] = low_word
    table[chosen + 3] = high_word


def from_side(me: int, bank: float, low: float, high: float, proof: int) -> tuple[float, float, int]:
    """Bounds of player 0 as an entry has them: for the player to move, less what is banked."""
    low, high = low - bank, high - bank
    return (-high, -low, turned(proof)) if me == 1 else (low, high, proof)


def to_side(me: int, bank: float, low: float, high: float, proof: int) -> tuple[float, float, int]:
    """The inverse of `from_side`."""
    if me == 1:
        low, high, proof = -high, -low, turned(proof)
    return low + bank, high + bank, proof


FUNCTIONS = (
    pack_notes,
    noted_move,
    noted_proof,
    of_nature,
    probe_wide,
    noted_bounds,
    keep_wide,
    from_side,
    to_side,
)
