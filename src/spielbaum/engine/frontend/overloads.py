"""How Numba compiles what rules do with tuples, beyond what it knows itself.

Numba's tuples have a length that is part of their type. Where the length of a result is not known from the
types, it is a list in the compiled code; wherever it becomes part of a state it is a tuple again.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import overload, overload_method

from spielbaum.engine.frontend.library import backwards, greater, lesser, same_length, sequence
from spielbaum.tuples import replace_at

_set_item: Any = tuple_setitem

#: Functions that Numba compiles by these overloads rather than from their source.
NATIVE = (backwards, greater, lesser, replace_at, same_length, sequence)


def _from_list(length: int) -> Any:
    """A function that makes a tuple of so many items of a list."""
    names = ", ".join(f"items[{i}]" for i in range(length))
    scope: dict[str, Any] = {}
    source = (
        f"def fixed(items):\n"
        f"    if len(items) != {length}:\n"
        f"        raise ValueError('{length} items were expected')\n"
        f"    return ({names}{',' if length == 1 else ''})\n"
    )
    exec(source, scope)  # noqa: S102 (made of one number)
    return scope["fixed"]


def _length(items: Any) -> int | None:
    """The number of items, where the type tells it."""
    if isinstance(items, types.BaseTuple):
        return len(items)
    if isinstance(items, types.EnumerateType):
        return _length(
            items.source_type.iterable if hasattr(items.source_type, "iterable") else items.source_type
        )
    if isinstance(items, types.ZipType):
        lengths = [_length(kind) for kind in items.source_types]
        return None if None in lengths else min(length for length in lengths if length is not None)
    if isinstance(items, types.UniTupleIter):
        return len(items.container)
    return None


@overload(sequence, strict=False)
def _sequence(items: Any) -> Any:
    if isinstance(items, types.BaseTuple):
        return lambda items: items
    return lambda items: list(items)


@overload(same_length, strict=False)
def _same_length(_items: Any, found: Any) -> Any:
    length = _length(_items)
    if length is None or length == 0:
        return lambda _items, found: found
    fixed = _jit(_from_list(length))
    return lambda _items, found: fixed(found)


def _jit(function: Any) -> Any:
    from numba import njit

    return njit(function)


@overload(backwards, strict=False)
def _backwards(items: Any) -> Any:
    if isinstance(items, types.RangeType):

        def of_range(items: Any) -> Any:
            last = items.start + (len(items) - 1) * items.step
            return range(last, items.start - items.step, -items.step)

        return of_range
    return lambda items: items[::-1]


@overload(replace_at, strict=False)
def _replace_at(cells: Any, index: Any, value: Any) -> Any:
    if isinstance(cells, types.UniTuple):
        length = len(cells)

        def in_tuple(cells: Any, index: Any, value: Any) -> Any:
            if index < -length or index >= length:
                raise IndexError("list assignment index out of range")
            return _set_item(cells, index + length if index < 0 else index, value)

        return in_tuple
    if isinstance(cells, types.List):

        def in_list(cells: Any, index: Any, value: Any) -> Any:
            changed = cells.copy()
            changed[index] = value
            return changed

        return in_list
    raise TypingError("replace_at needs a tuple of whole numbers")


@overload_method(types.UniTuple, "count")
def _count(self: Any, value: Any) -> Any:
    def count(self: Any, value: Any) -> int:
        found = 0
        for item in self:
            if item == value:
                found += 1
        return found

    return count


@overload(operator.getitem)
def _slice(items: Any, where: Any) -> Any:
    if not (isinstance(items, types.UniTuple) and isinstance(where, types.SliceType)):
        return None
    length = len(items)

    def cut(items: Any, where: Any) -> Any:
        found = [items[0]][:0]
        first, behind, step = where.indices(length)
        for i in range(first, behind, step):
            found.append(items[i])
        return found

    return cut


@overload(operator.add)
def _joined(one: Any, other: Any) -> Any:
    if isinstance(one, types.List) and isinstance(other, types.UniTuple):

        def list_and_tuple(one: Any, other: Any) -> Any:
            joined = one.copy()
            for item in other:
                joined.append(item)
            return joined

        return list_and_tuple
    if isinstance(one, types.UniTuple) and isinstance(other, types.List):

        def tuple_and_list(one: Any, other: Any) -> Any:
            joined = list(one)
            joined.extend(other)
            return joined

        return tuple_and_list
    return None


@overload(lesser, strict=False, inline="always")
def _lesser(one: Any, other: Any) -> Any:
    if isinstance(one, types.Number) and isinstance(other, types.Number):
        return lambda one, other: min(one, other)
    return lambda one, other: other if other < one else one


@overload(greater, strict=False, inline="always")
def _greater(one: Any, other: Any) -> Any:
    if isinstance(one, types.Number) and isinstance(other, types.Number):
        return lambda one, other: max(one, other)
    return lambda one, other: other if other > one else one
