"""What the kernels need of the machine: one instruction each when compiled, the same answer in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload, overload_method

from spielbaum.bits import flip_rows, highest_bit, lowest_bit, popcount, shift_left, shift_right, times
from spielbaum.engine.machine import (
    MULTIPLIERS,
    SHIFTS,
    claim,
    count_up,
    halves_at,
    mix,
    number_of,
    plus,
    pointer,
    prefetch,
    quarters_at,
    word_of,
    words_at,
)
from spielbaum.tables import zeros

#: Functions that are not compiled from their Python source: Numba finds them through these overloads.
NATIVE = (
    popcount,
    lowest_bit,
    highest_bit,
    shift_left,
    shift_right,
    flip_rows,
    times,
    prefetch,
    pointer,
    words_at,
    halves_at,
    quarters_at,
    claim,
    count_up,
    mix,
    plus,
    word_of,
    number_of,
    zeros,
)


def _unary(name: str, *more: bool) -> Any:
    """A call of the LLVM intrinsic of that name on one 64-bit word."""

    @intrinsic
    def call(_context: Any, word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            kinds = [ir.IntType(64), *(ir.IntType(1) for _ in more)]
            function = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(ir.IntType(64), kinds), f"llvm.{name}.i64"
            )
            return builder.call(function, [arguments[0], *(ir.IntType(1)(flag) for flag in more)])

        return types.int64(types.int64), generate

    return call


_count_ones = _unary("ctpop")
_trailing_zeros = _unary("cttz", True)  # undefined for 0, as `lowest_bit` is
_leading_zeros = _unary("ctlz", False)
_bytes_reversed = _unary("bswap")


@overload(popcount, inline="always", strict=False)
def _popcount(bits: Any) -> Any:
    return lambda bits: _count_ones(bits)


@overload(lowest_bit, inline="always", strict=False)
def _lowest_bit(bits: Any) -> Any:
    return lambda bits: _trailing_zeros(bits)


@overload(highest_bit, inline="always", strict=False)
def _highest_bit(bits: Any) -> Any:
    return lambda bits: 63 - _leading_zeros(bits)


@overload(shift_left, inline="always", strict=False)
def _shift_left(bits: Any, count: Any) -> Any:
    return lambda bits, count: np.int64(bits) << np.int64(count)


@overload(shift_right, inline="always", strict=False)
def _shift_right(bits: Any, count: Any) -> Any:
    return lambda bits, count: np.int64(np.uint64(bits) >> np.uint64(count))


@overload(flip_rows, inline="always", strict=False)
def _flip_rows(bits: Any) -> Any:
    return lambda bits: _bytes_reversed(bits)


@overload(zeros, strict=False)
def _zeros(count: Any) -> Any:
    return lambda count: np.zeros(count, np.int64)


@overload_method(types.Integer, "bit_count", inline="always")
def _bit_count(self: Any) -> Any:
    def counted(self: Any) -> Any:  # a lambda would have another signature, which Numba refuses
        return _count_ones(self)

    return counted


@overload_method(types.Integer, "bit_length", inline="always")
def _bit_length(self: Any) -> Any:
    def length(self: Any) -> Any:
        return 64 - _leading_zeros(self)

    return length


@intrinsic
def _prefetch(_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = arguments[0]
        if not isinstance(signature.args[0], types.CPointer):
            data = context.make_array(signature.args[0])(context, builder, data).data
        address = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        function = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), number, number, number]),
            "llvm.prefetch.p0" if hasattr(ir.PointerType, "is_opaque") else "llvm.prefetch.p0i8",
        )
        builder.call(function, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


@overload(prefetch, inline="always", strict=False)
def _prefetch_overload(array: Any, index: Any) -> Any:
    call: Any = _prefetch
    return lambda array, index: call(array, index)


def _element(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """The address of a word of an array."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [at])


@intrinsic
def _claim(_context: Any, array: Any, at: Any, old: Any, new: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _element(context, builder, signature.args[0], *arguments[:2])
        found = builder.cmpxchg(address, arguments[2], arguments[3], "seq_cst", "seq_cst")
        return context.cast(builder, builder.extract_value(found, 1), types.boolean, types.boolean)

    word = array.dtype
    return types.boolean(array, types.int64, word, word), generate


@overload(claim, inline="always", strict=False)
def _claim_overload(array: Any, at: Any, old: Any, new: Any) -> Any:
    call: Any = _claim
    return lambda array, at, old, new: call(array, at, old, new)


@intrinsic
def _count_up(_context: Any, array: Any, at: Any, by: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _element(context, builder, signature.args[0], *arguments[:2])
        return builder.atomic_rmw("add", address, arguments[2], "seq_cst")

    return array.dtype(array, types.int64, array.dtype), generate


@overload(count_up, inline="always", strict=False)
def _count_up_overload(array: Any, at: Any, by: Any) -> Any:
    call: Any = _count_up
    return lambda array, at, by: call(array, at, by)


@intrinsic
def _pointer(_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), generate


@overload(pointer, inline="always", strict=False)
def _pointer_overload(array: Any) -> Any:
    call: Any = _pointer
    return lambda array: call(array)


def _numbers_at(bits: int, kind: Any) -> Any:
    """An address as a pointer to numbers of so many bits."""

    @intrinsic
    def call(_context: Any, address: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], ir.IntType(bits).as_pointer())

        return types.CPointer(kind)(types.int64), generate

    return call


_words_at = _numbers_at(64, types.int64)
_halves_at = _numbers_at(32, types.int32)
_quarters_at = _numbers_at(16, types.int16)


@overload(words_at, inline="always", strict=False)
def _words_at_overload(address: Any) -> Any:
    return lambda address: _words_at(address)


@overload(halves_at, inline="always", strict=False)
def _halves_at_overload(address: Any) -> Any:
    return lambda address: _halves_at(address)


@overload(quarters_at, inline="always", strict=False)
def _quarters_at_overload(address: Any) -> Any:
    return lambda address: _quarters_at(address)


_FIRST, _SECOND = (np.uint64(multiplier) for multiplier in MULTIPLIERS)
_SHIFT_1, _SHIFT_2, _SHIFT_3 = (np.uint64(shift) for shift in SHIFTS)


@overload(mix, inline="always", strict=False)
def _mix(word: Any) -> Any:
    def mixed(word: Any) -> Any:
        bits = np.uint64(word)
        bits = (bits ^ (bits >> _SHIFT_1)) * _FIRST
        bits = (bits ^ (bits >> _SHIFT_2)) * _SECOND
        return np.int64(bits ^ (bits >> _SHIFT_3))

    return mixed


@overload(times, inline="always", strict=False)
def _times(word: Any, factor: Any) -> Any:
    # Unsigned: Numba promises LLVM that signed products do not overflow, and bits were lost.
    return lambda word, factor: np.int64(np.uint64(word) * np.uint64(factor))


@overload(plus, inline="always", strict=False)
def _plus(one: Any, other: Any) -> Any:
    return lambda one, other: np.int64(np.uint64(one) + np.uint64(other))


@intrinsic
def _word_of(_context: Any, number: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), generate


@overload(word_of, inline="always", strict=False)
def _word_of_overload(number: Any) -> Any:
    call: Any = _word_of
    return lambda number: call(number)


@intrinsic
def _number_of(_context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


@overload(number_of, inline="always", strict=False)
def _number_of_overload(word: Any) -> Any:
    call: Any = _number_of
    return lambda word: call(word)
