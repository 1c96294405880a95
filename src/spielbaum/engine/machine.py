"""Python twins of what `engine/bits.py` compiles to a few instructions; usable without Numba."""

from __future__ import annotations

from typing import Any

_WORD = (1 << 64) - 1
#: Odd, so that each step of `mix` can be undone: no two words are mixed to the same one.
MULTIPLIERS = (0xD6E8FEB86659FD93, 0xCFEE444D8B59A89B)


def prefetch(array: Any, index: int) -> None:
    """Ask the cache for array[index], or the word at an address; changes nothing."""


def pointer(array: Any) -> Any:
    """The words of the array one after the other, to be read and written by their number alone.

    Compiled, an address: a view of an array costs a dozen words and its reference count to hand on.
    """
    return array.reshape(-1)


def mix(word: int) -> int:
    """A 64-bit word, well stirred, as a signed number: a bijection, so nothing is lost.

    Shifts and multiplications as in MurmurHash3's finaliser (Appleby 2011): a change of one bit changes
    every bit of the result with probability near one half.
    """
    bits = int(word) & _WORD
    bits = (bits ^ (bits >> 32)) * MULTIPLIERS[0] & _WORD
    bits = (bits ^ (bits >> 29)) * MULTIPLIERS[1] & _WORD
    bits ^= bits >> 32
    return bits - (1 << 64) if bits >> 63 else bits
