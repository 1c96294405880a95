"""Bit operations that rules may use; the engine compiles each to one machine instruction.

A word has 64 bits and is a *signed* number, as the machine holds it: bit 63 makes it negative. On such
numbers Python's `&`, `|`, `^`, `~` and `>>` do what the machine does. What Python's endless numbers do
otherwise, and what has no operator, stands here.
"""

from __future__ import annotations

_WORD = (1 << 64) - 1
_HALF = 1 << 63


def _signed(bits: int) -> int:
    """The lowest 64 bits as a signed number."""
    return ((bits & _WORD) ^ _HALF) - _HALF


def popcount(bits: int) -> int:
    """How many bits are set."""
    return (bits & _WORD).bit_count()


def lowest_bit(bits: int) -> int:
    """The index of the lowest set bit. `bits` must not be 0."""
    return (bits & -bits).bit_length() - 1


def highest_bit(bits: int) -> int:
    """The index of the highest set bit. `bits` must not be 0."""
    return (bits & _WORD).bit_length() - 1


def shift_left(bits: int, count: int) -> int:
    """The word moved up by 0 to 63 bits; what leaves it at the top is lost."""
    return _signed(bits << count)


def shift_right(bits: int, count: int) -> int:
    """The word moved down by 0 to 63 bits, zeros entering at the top (`>>` repeats the sign)."""
    return _signed((bits & _WORD) >> count)


def flip_rows(bits: int) -> int:
    """The eight bytes in reverse order: a board of eight rows upside down."""
    return _signed(int.from_bytes((bits & _WORD).to_bytes(8, "little"), "big"))


def times(word: int, factor: int) -> int:
    """The product modulo 2⁶⁴."""
    return _signed(int(word) * int(factor))
