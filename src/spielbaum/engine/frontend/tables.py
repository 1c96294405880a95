"""Constants that rules look things up in: lists, ragged tuples, dictionaries and sets.

Numba knows constant tuples whose items are all alike, and NumPy arrays. Here other tables become those, with
functions written for each that look things up as Python does, errors included.
"""

from __future__ import annotations

from enum import IntEnum
from types import FunctionType
from typing import Any

import numpy as np

#: Whole numbers beyond this do not fit into a word.
_MOST = 1 << 63


class NoTable(Exception):
    """The constant cannot be made a table; holds the key of a sentence."""


def is_uniform(value: Any) -> bool:
    """Whether a tuple is one that Numba can index: all its items alike, down to the numbers."""
    return not isinstance(value, tuple) or _kind(value) is not None


def _kind(value: Any) -> Any:
    """What kind of thing it is; equal for things that may stand in one tuple; None for what may not."""
    if isinstance(value, bool | np.bool_):
        return "bool"
    if isinstance(value, int | np.integer):
        return "int"
    if isinstance(value, float):
        return "float"
    if isinstance(value, np.ndarray):
        return (value.dtype.str, value.ndim)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        kinds = tuple(_kind(item) for item in value)
        return None if None in kinds else (type(value), kinds)
    if isinstance(value, tuple | list):
        if len(set(map(type, value))) == 1 and type(value[0]) in (int, bool):  # the most frequent case, fast
            return (len(value), _kind(value[0]))
        kinds_seen = {repr(_kind(item)): _kind(item) for item in value}
        if len(kinds_seen) > 1 or None in kinds_seen.values():
            return None
        return (len(value), *kinds_seen.values())
    return type(value) if callable(value) else None


def plain_table(value: Any) -> Any:
    """Lists and sets in the value as tuples, numbers of an enumeration as numbers."""
    if isinstance(value, bool | float | np.generic | np.ndarray):
        return value
    if isinstance(value, int):
        if not -_MOST <= value < _MOST:
            raise NoTable("large")
        return int(value) if isinstance(value, IntEnum) else value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(plain_table(item) for item in value))
    if isinstance(value, tuple | list | set | frozenset | range):
        return tuple(plain_table(item) for item in value)
    if isinstance(value, str | bytes):
        raise NoTable("text")
    if value is None:
        raise NoTable("none_in_table")
    return value


def row_functions(name: str, rows: tuple[Any, ...]) -> dict[str, Any]:
    """`NAME_at(i)` for rows of different length: a row of numbers, as an array.

    Rows of tuples cannot be had as a whole: `NAME_items(i)` gives one item after the other.
    """
    if any(not isinstance(row, tuple) for row in rows):
        raise NoTable("mixed")
    items = [item for row in rows for item in row]
    starts = np.cumsum([0, *(len(row) for row in rows)]).astype(np.int64)
    scope: dict[str, Any] = {f"{name}_starts": starts, f"{name}_rows": len(rows)}
    index = (
        f"    if not -{len(rows)} <= i < {len(rows)}:\n        raise IndexError('tuple index out of range')\n"
        f"    if i < 0:\n        i += {len(rows)}\n"
    )
    if all(isinstance(item, bool | int | float | np.generic) for item in items):
        scope[f"{name}_items"] = _array(items)
        source = (
            f"def {name}_at(i):\n{index}    return {name}_items[{name}_starts[i] : {name}_starts[i + 1]]\n"
        )
        return _made(source, scope)
    if not is_uniform(tuple(items)):
        raise NoTable("ragged_deep")
    scope[f"{name}_all"] = tuple(items)
    source = (
        f"def {name}_items(i):\n{index}"
        f"    for at in range({name}_starts[i], {name}_starts[i + 1]):\n        yield {name}_all[at]\n\n"
        f"def {name}_length(i):\n{index}    return {name}_starts[i + 1] - {name}_starts[i]\n"
    )
    return _made(source, scope)


def dictionary_functions(name: str, table: dict[Any, Any]) -> dict[str, Any]:
    """`NAME_at(key)`, `NAME_get(key, default)`, `NAME_has(key)`, `NAME_items()`, and what they look up in."""
    keys, values = plain_table(list(table)), plain_table(list(table.values()))
    if not keys:
        raise NoTable("empty_dictionary")
    if not is_uniform(keys) or not all(isinstance(key, int | tuple) for key in keys):
        raise NoTable("keys")
    scope: dict[str, Any] = {f"{name}_keys": keys}
    dense = keys == tuple(range(len(keys)))
    if dense:
        place = f"    return key if 0 <= key < {len(keys)} else -1\n"
    else:
        scope[f"{name}_keys"] = _array(list(keys)) if isinstance(keys[0], int) else keys
        place = (
            f"    for at in range({len(keys)}):\n        if {name}_keys[at] == key:\n            return at\n"
            "    return -1\n"
        )
    source = f"def {name}_place(key):\n{place}\n"
    if is_uniform(values):
        scope[f"{name}_values"] = values
        read = f"{name}_values[at]"
    else:
        scope.update(row_functions(name, values))
        read = f"{name}_at_row(at)"
        if f"{name}_at" not in scope:
            raise NoTable("ragged_deep")
        scope[f"{name}_at_row"] = scope.pop(f"{name}_at")
    source += (
        f"def {name}_at(key):\n    at = {name}_place(key)\n"
        f"    if at < 0:\n        raise KeyError('no such key')\n    return {read}\n\n"
        f"def {name}_get(key, default):\n    at = {name}_place(key)\n"
        f"    return {read} if at >= 0 else default\n\n"
        f"def {name}_has(key):\n    return {name}_place(key) >= 0\n\n"
        f"def {name}_items():\n    for at in range({len(keys)}):\n        yield {name}_keys[at], {read}\n"
    )
    return _made(source, scope)


def _array(items: list[Any]) -> Any:
    kind = np.bool_ if items and all(isinstance(item, bool) for item in items) else np.int64
    return np.array(items, np.float64 if any(isinstance(item, float) for item in items) else kind)


def _made(source: str, scope: dict[str, Any]) -> dict[str, Any]:
    """The functions of the source, beside what they use."""
    exec(compile(source, "<tables>", "exec"), scope)  # noqa: S102 (made of names and numbers)
    scope.pop("__builtins__", None)
    for function in scope.values():
        if isinstance(function, FunctionType):
            function.__module__ = "<tables>"
    return scope
