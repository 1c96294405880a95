"""What the kernels need of the machine: one instruction each when compiled, the same answer in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, overload, overload_method, type_callable

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

#: Functions that are not compiled from their Python source: Numba is told below what they become.
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


#: Writes the instructions of a call: from context, builder, signature and arguments, as Numba gives them.
_Instructions = Callable[[Any, Any, Any, Any], Any]


def _becomes(function: Any, kinds: Callable[..., Any]) -> Callable[[_Instructions], _Instructions]:
    """Declare the instructions that a call of the function becomes; `kinds` says of which types they are.

    Numba would compile an overload as a function of its own, in every process and for every type, and put a
    copy of it at every call: a tenth of the time that the search of Take-away takes to compile.
    """
    type_callable(function)(lambda _context: kinds)
    declare: Callable[[_Instructions], _Instructions] = lower_builtin(function, types.VarArg(types.Any))
    return declare


_WORD = ir.IntType(64)
_BIT = ir.IntType(1)


def _instruction(name: str, *more: bool) -> Any:
    """A call of the LLVM intrinsic of that name on one 64-bit word."""

    def generate(builder: Any, word: Any) -> Any:
        kinds = [_WORD, *(_BIT for _ in more)]
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(_WORD, kinds), f"llvm.{name}.i64"
        )
        return builder.call(function, [word, *(_BIT(flag) for flag in more)])

    return generate


_count_ones = _instruction("ctpop")
_trailing_zeros = _instruction("cttz", True)  # undefined for 0, as `lowest_bit` is
_leading_zeros = _instruction("ctlz", False)
_bytes_reversed = _instruction("bswap")


@_becomes(popcount, lambda bits: types.int64(types.int64))
def _popcount(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return _count_ones(builder, *arguments)


@_becomes(lowest_bit, lambda bits: types.int64(types.int64))
def _lowest_bit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return _trailing_zeros(builder, *arguments)


@_becomes(highest_bit, lambda bits: types.int64(types.int64))
def _highest_bit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.sub(_WORD(63), _leading_zeros(builder, *arguments))


@_becomes(flip_rows, lambda bits: types.int64(types.int64))
def _flip_rows(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return _bytes_reversed(builder, *arguments)


@_becomes(shift_left, lambda bits, count: types.int64(types.int64, types.int64))
def _shift_left(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.shl(*arguments)


@_becomes(shift_right, lambda bits, count: types.int64(types.int64, types.int64))
def _shift_right(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.lshr(*arguments)


@overload(zeros, strict=False)
def _zeros(count: Any) -> Any:
    return lambda count: np.zeros(count, np.int64)


@overload_method(types.Integer, "bit_count", inline="always")
def _bit_count(self: Any) -> Any:
    def counted(self: Any) -> Any:  # a lambda would have another signature, which Numba refuses
        return popcount(self)

    return counted


@overload_method(types.Integer, "bit_length", inline="always")
def _bit_length(self: Any) -> Any:
    def length(self: Any) -> Any:
        return highest_bit(self) + 1

    return length


@_becomes(prefetch, lambda array, index: types.void(array, types.int64))
def _prefetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
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


def _element(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """The address of a word of an array."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [at])


@_becomes(claim, lambda array, at, old, new: types.boolean(array, types.int64, array.dtype, array.dtype))
def _claim(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    address = _element(context, builder, signature.args[0], *arguments[:2])
    found = builder.cmpxchg(address, arguments[2], arguments[3], "seq_cst", "seq_cst")
    return context.cast(builder, builder.extract_value(found, 1), types.boolean, types.boolean)


@_becomes(count_up, lambda array, at, by: array.dtype(array, types.int64, array.dtype))
def _count_up(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    address = _element(context, builder, signature.args[0], *arguments[:2])
    return builder.atomic_rmw("add", address, arguments[2], "seq_cst")


@_becomes(pointer, lambda array: types.CPointer(array.dtype)(array))
def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return context.make_array(signature.args[0])(context, builder, arguments[0]).data


@_becomes(words_at, lambda address: types.CPointer(types.int64)(types.int64))
def _words_at(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.inttoptr(arguments[0], _WORD.as_pointer())


@_becomes(halves_at, lambda address: types.CPointer(types.int32)(types.int64))
def _halves_at(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.inttoptr(arguments[0], ir.IntType(32).as_pointer())


@_becomes(quarters_at, lambda address: types.CPointer(types.int16)(types.int64))
def _quarters_at(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.inttoptr(arguments[0], ir.IntType(16).as_pointer())


@_becomes(mix, lambda word: types.int64(types.int64))
def _mix(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    (bits,) = arguments
    for shift, multiplier in zip(SHIFTS, (*MULTIPLIERS, 1), strict=True):
        bits = builder.xor(bits, builder.lshr(bits, _WORD(shift)))
        bits = builder.mul(bits, _WORD(int(np.uint64(multiplier).astype(np.int64))))
    return bits


# Numba promises LLVM that sums and products of signed numbers do not overflow, and bits were lost; these may.


@_becomes(times, lambda word, factor: types.int64(types.int64, types.int64))
def _times(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.mul(*arguments)


@_becomes(plus, lambda one, other: types.int64(types.int64, types.int64))
def _plus(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.add(*arguments)


@_becomes(word_of, lambda number: types.int64(types.float64))
def _word_of(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.bitcast(arguments[0], _WORD)


@_becomes(number_of, lambda word: types.float64(types.int64))
def _number_of(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.bitcast(arguments[0], ir.DoubleType())
