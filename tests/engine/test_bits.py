"""Each bit operation gives the same answer compiled and in Python, on all 64-bit words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spielbaum import bits
from spielbaum.engine.bits import NATIVE

words = st.integers(-(1 << 63), (1 << 63) - 1)
counts = st.integers(0, 63)


@pytest.fixture(scope="module")
def compiled() -> dict[str, Callable[..., int]]:
    one = {f.__name__: f for f in (bits.popcount, bits.lowest_bit, bits.highest_bit, bits.flip_rows)}
    two = {f.__name__: f for f in (bits.shift_left, bits.shift_right, bits.times)}
    assert {*one.values(), *two.values()} <= set(NATIVE)

    def unary(function: Any) -> Any:
        return numba.njit("int64(int64)")(lambda word: function(word))  # noqa: PLW0108 - an overload is called, not compiled

    def binary(function: Any) -> Any:
        return numba.njit("int64(int64, int64)")(lambda word, other: function(word, other))  # noqa: PLW0108

    return {n: unary(f) for n, f in one.items()} | {n: binary(f) for n, f in two.items()}


@given(word=words, other=words, count=counts)
@example(word=-(1 << 63), other=-(1 << 63), count=63)
@example(word=-1, other=-1, count=1)
@example(word=1, other=1, count=0)
def test_compiled_is_python(
    compiled: dict[str, Callable[..., int]], word: int, other: int, count: int
) -> None:
    for name in ("popcount", "flip_rows", *(("lowest_bit", "highest_bit") if word else ())):
        assert compiled[name](word) == getattr(bits, name)(word), name
    for name, second in (("shift_left", count), ("shift_right", count), ("times", other)):
        assert compiled[name](word, second) == getattr(bits, name)(word, second), name


@given(word=words, count=counts)
def test_what_they_mean(word: int, count: int) -> None:
    """Said once more in terms of sets of bits."""
    members = {i for i in range(64) if (word >> i) & 1}

    def members_of(result: int) -> set[int]:
        assert -(1 << 63) <= result < 1 << 63
        return {i for i in range(64) if (result >> i) & 1}

    assert bits.popcount(word) == len(members)
    if members:
        assert bits.lowest_bit(word) == min(members)
        assert bits.highest_bit(word) == max(members)
    assert members_of(bits.shift_left(word, count)) == {i + count for i in members if i + count < 64}
    assert members_of(bits.shift_right(word, count)) == {i - count for i in members if i >= count}
    assert members_of(bits.flip_rows(word)) == {i ^ 56 for i in members}


def test_methods_of_numbers() -> None:
    """Rules may also write word.bit_count() and word.bit_length(), as Python's numbers have them."""

    def both(word: int) -> int:
        return 100 * word.bit_count() + word.bit_length()

    compiled = numba.njit("int64(int64)")(both)
    for word in (0, 1, 255, (1 << 62) + 5):
        assert compiled(word) == both(word)


def test_products_that_overflow_among_other_operations() -> None:
    """What LLVM knows about the product must not cost its highest bit: h8, from a file of eight squares."""
    file, upper = 0x0101010101010101, -1 << 32

    @numba.njit("int64(int64)")
    def upper_half(files):  # type: ignore[no-untyped-def]
        return bits.times(file, files & 0xFF) & upper

    for files in range(256):
        assert upper_half(files) == bits.times(file, files) & upper
