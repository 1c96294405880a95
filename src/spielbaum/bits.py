"""Bit operations that rules may use; the engine compiles each to one machine instruction."""

from __future__ import annotations


def popcount(bits: int) -> int:
    """How many bits are set. `bits` must not be negative."""
    return bits.bit_count()


def lowest_bit(bits: int) -> int:
    """The index of the lowest set bit. `bits` must not be 0."""
    return (bits & -bits).bit_length() - 1
