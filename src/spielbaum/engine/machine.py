"""Python twins of what `engine/bits.py` compiles to a few instructions; usable without Numba."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

_WORD = (1 << 64) - 1
_HALF = 1 << 63
#: Odd, so that each step of `mix` can be undone: no two words are mixed to the same one. Shifts and
#: multipliers were found by searching for the least bias (Stafford 2011, variant 13).
MULTIPLIERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
SHIFTS = (30, 27, 31)


def prefetch(array: Any, index: int) -> None:
    """Ask the cache for array[index], or the word at an address; changes nothing."""


def pointer(array: Any) -> Any:
    """The words of the array one after the other, to be read and written by their number alone.

    Compiled, an address: a view of an array costs a dozen words and its reference count to hand on.
    """
    return array.reshape(-1)


def words_at(address: int) -> Any:
    """The words at an address, to be read by their number alone; somebody keeps the array they are in."""
    return ctypes.cast(int(address), ctypes.POINTER(ctypes.c_int64))


def halves_at(address: int) -> Any:
    """The numbers of 32 bits at an address, to be read and written by their number alone."""
    return ctypes.cast(int(address), ctypes.POINTER(ctypes.c_int32))


def quarters_at(address: int) -> Any:
    """The numbers of 16 bits at an address, to be read by their number alone."""
    return ctypes.cast(int(address), ctypes.POINTER(ctypes.c_int16))


def claim(array: Any, at: int, old: int, new: int) -> bool:
    """Write `new` where `old` stands; whether it stood there. In one step, whatever other threads do."""
    if array[at] != old:
        return False
    array[at] = new
    return True


def count_up(array: Any, at: int, by: int) -> int:
    """Add to a number, in one step; what it was before."""
    before = int(array[at])
    array[at] += by
    return before


def mix(word: int) -> int:
    """A 64-bit word, well stirred, as a signed number: a bijection, so nothing is lost.

    A change of one bit changes every bit of the result with probability near one half. That holds for one
    application: the same numbers again and again need not stir any further.
    """
    bits = int(word) & _WORD
    bits = (bits ^ (bits >> SHIFTS[0])) * MULTIPLIERS[0] & _WORD
    bits = (bits ^ (bits >> SHIFTS[1])) * MULTIPLIERS[1] & _WORD
    bits ^= bits >> SHIFTS[2]
    return bits - (1 << 64) if bits >> 63 else bits


def plus(one: int, other: int) -> int:
    """The sum modulo 2⁶⁴, as a signed number."""
    return ((int(one) + int(other) + _HALF) & _WORD) - _HALF


def word_of(number: float) -> int:
    """The 64 bits of a number, as a signed word."""
    return int(struct.unpack("<q", struct.pack("<d", float(number)))[0])


def number_of(word: int) -> float:
    """The inverse of `word_of`."""
    return float(struct.unpack("<d", struct.pack("<q", int(word)))[0])
