"""NumPy tables in the rules, as parts of the compiled code.

Numba copies an array that a function finds in a global or a closure into the code only up to 1 MB, and only
where it lies in one piece. Of any other it notes the address, which means nothing in the next process. Such
arrays are wrapped in a `Table`, which Numba sees as an array like others and copies whole.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.imputils import lower_constant
from numba.extending import register_model, typeof_impl

#: Arrays up to this size are copied by Numba itself.
SMALL = 10**6
#: Larger tables stay where they are, and the code is made anew in each process: every function that uses a
#: table holds a copy. Compiling one of 16 MB takes a second more (measured).
MOST = 1 << 24


class Table:
    """An array that becomes part of the code of every function that uses it."""

    def __init__(self, array: Any) -> None:
        self.array = np.ascontiguousarray(array)
        self.name = f"spielbaum.table.{hashlib.sha256(self.array.tobytes()).hexdigest()}"


class _TableType(types.Array):
    """An array whose constants are written out in full."""

    def copy(self, dtype: Any = None, ndim: Any = None, layout: Any = None, readonly: Any = None) -> Any:
        # Numba asks for constants to be read-only, which tables are, and means this kind of array then.
        if dtype is None and ndim is None and layout is None:
            return self
        return super().copy(dtype, ndim, layout, readonly)


def embedded(value: Any) -> Any:
    """The value with every array in it that Numba would note by its address as a `Table`."""
    if isinstance(value, np.ndarray):
        whole = value.flags.c_contiguous or value.flags.f_contiguous
        needs = not whole or SMALL < value.nbytes <= MOST
        return Table(value) if needs and not value.dtype.hasobject else value
    if isinstance(value, tuple):
        parts = [embedded(part) for part in value]
        if any(new is not old for new, old in zip(parts, value, strict=True)):
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


@typeof_impl.register(Table)
def _typeof_table(value: Table, context: Any) -> Any:
    like = typeof_impl(value.array, context)
    return _TableType(like.dtype, like.ndim, "C", readonly=True)


register_model(_TableType)(models.ArrayModel)


@lower_constant(_TableType)  # type: ignore[untyped-decorator]
def _table_constant(context: Any, builder: Any, kind: Any, value: Table) -> Any:
    data = builder.module.globals.get(value.name)
    if data is None:
        content = cgutils.create_constant_array(ir.IntType(8), bytearray(value.array.tobytes()))
        data = cgutils.global_constant(builder, value.name, content)
        data.align = context.get_abi_alignment(context.get_data_type(kind.dtype))
        # Functions that are linked together share the table: the same name means the same content.
        data.linkage = "linkonce_odr"
    number = context.get_value_type(types.intp)
    array = context.make_array(kind)(context, builder)
    context.populate_array(
        array,
        data=builder.bitcast(data, array.data.type),
        shape=cgutils.create_constant_array(number, _numbers(context, value.array.shape)),
        strides=cgutils.create_constant_array(number, _numbers(context, value.array.strides)),
        itemsize=context.get_constant(types.intp, value.array.itemsize),
        parent=None,
        meminfo=None,
    )
    return array._getvalue()


def _numbers(context: Any, values: tuple[int, ...]) -> list[Any]:
    return [context.get_constant(types.intp, value) for value in values]
