"""Tuples in the rules of a game; the engine compiles these functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def replace_at(cells: Sequence[T], index: int, value: T) -> tuple[T, ...]:
    """The same cells with another value in one place; a negative index counts from the end.

    >>> replace_at((0, 0, 0), 1, 7)
    (0, 7, 0)
    """
    changed = list(cells)
    changed[index] = value
    return tuple(changed)
