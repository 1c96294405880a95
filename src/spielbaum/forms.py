"""States, moves and pay-offs as the rest of Spielbaum expects them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import fields, is_dataclass
from typing import Any


def is_int(value: object) -> bool:
    """A whole number, Python's or NumPy's; True and False are none."""
    return (isinstance(value, int) and not isinstance(value, bool)) or _is_numpy(value, "integer")


def is_bool(value: object) -> bool:
    return isinstance(value, bool) or _is_numpy(value, "bool") or _is_numpy(value, "bool_")


def is_number(value: object) -> bool:
    return is_int(value) or isinstance(value, float) or _is_numpy(value, "floating")


def plain_number(value: Any) -> Any:
    """A number of NumPy as Python's, which does not overflow; anything else as it is."""
    if isinstance(value, tuple):
        return tuple(map(plain_number, value))
    return value.item() if _is_numpy(value, "generic") else value


def is_array(value: object) -> bool:
    return _is_numpy(value, "ndarray")


def _is_numpy(value: object, kind: str) -> bool:
    """Asked by name, so that games without arrays do not import NumPy."""
    return any(base.__module__ == "numpy" and base.__name__ == kind for base in type(value).__mro__)


def is_record(value: object) -> bool:
    """An object of a dataclass."""
    return is_dataclass(value) and not isinstance(value, type)


def parts_of(value: Any) -> tuple[Any, ...]:
    """The items of a tuple, the fields of a record."""
    return tuple(getattr(value, part.name) for part in fields(value)) if is_record(value) else tuple(value)


def form(value: Any) -> str | None:
    """How a state or move is built: the same for all states of a game. None: not usable as one."""
    if is_int(value):
        return "int"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, tuple) or is_record(value):
        parts = [form(part) for part in parts_of(value)]
        if None in parts:
            return None
        return f"{type(value).__name__}({', '.join(map(str, parts))})"
    if is_array(value):
        return f"array of {value.dtype} {value.shape}" if value.dtype.kind in "iub" else None
    return None


def is_hashable(value: object) -> bool:
    """Of the values that `form` allows, those without arrays: they cannot be changed."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def frozen(value: Any) -> Any:
    """A hashable stand-in: equal exactly where the values are equal in every part."""
    if is_hashable(value):
        return value
    if is_array(value):
        return (value.dtype.str, value.shape, value.tobytes())
    if isinstance(value, (tuple, list)) or is_record(value):
        return (type(value).__name__, *map(frozen, parts_of(value)))
    return repr(value)


def copied(value: Any) -> Any:
    """A copy that may be changed without harm; the value itself where it cannot be changed."""
    return value if is_hashable(value) else deepcopy(value)
