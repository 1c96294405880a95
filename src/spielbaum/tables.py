"""Tables of whole numbers that rules look things up in.

Numba takes NumPy's arrays as constants, and not such long tuples. Where there is no NumPy, as in a web page,
nothing is compiled either, and tuples do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

_INT64: Any
try:
    from numpy import array as _array
    from numpy import int64 as _INT64  # noqa: N812
except ModuleNotFoundError:
    _array = None  # type: ignore[assignment]


class _Rows(tuple[Any, ...]):
    """A table with two indices, as arrays have: `rows[2, 5]`."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, tuple):
            row, column = index
            return super().__getitem__(row)[column]
        return super().__getitem__(index)


def table(values: Iterable[int] | Iterable[Sequence[int]]) -> Any:
    """The numbers, or rows of them, found again as `table[i]` or `table[i, j]`; rules take `int` of them."""
    found = list(values)
    if _array is not None:
        return _array(found, _INT64)
    return _Rows(map(tuple, found)) if found and not isinstance(found[0], int) else tuple(found)


def zeros(count: int) -> list[int]:
    """So many zeros, for rules that add things up place by place; compiled, an array."""
    return [0] * count


def words(entry: Callable[[int], int], size: int) -> Any:
    """A table of 64-bit words; `entry(i)` may be given without a sign."""
    return table(((entry(i) + (1 << 63)) % (1 << 64)) - (1 << 63) for i in range(size))
