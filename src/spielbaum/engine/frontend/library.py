"""Functions that rewritten rules call, in plain Python; `overloads.py` says how some of them are compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any


def sequence(items: Iterable[Any]) -> Any:
    """The items one after the other, never to be changed: a tuple.

    Compiled, a tuple where the length is known from the types, else a list of its own.
    """
    return tuple(items)


def same_length(_items: Any, found: list[Any]) -> Any:
    """What was found for each of the items. Compiled, a tuple where the items are one, else a list."""
    return tuple(found)


def backwards(items: Any) -> Any:
    """The items from the last to the first."""
    return items[::-1]


def lesser(one: Any, other: Any) -> Any:
    """The lesser of two numbers or tuples."""
    return min(one, other)


def greater(one: Any, other: Any) -> Any:
    """The greater of two numbers or tuples."""
    return max(one, other)


def product_1(a: Any) -> Iterator[tuple[Any]]:
    for x in a:
        yield (x,)


def product_2(a: Any, b: Any) -> Iterator[tuple[Any, Any]]:
    for x in a:
        for y in b:
            yield x, y


def product_3(a: Any, b: Any, c: Any) -> Iterator[tuple[Any, Any, Any]]:
    for x in a:
        for y in b:
            for z in c:
                yield x, y, z


def combinations_2(items: Any) -> Iterator[tuple[Any, Any]]:
    for i in range(len(items)):
        for j in range(i + 1, len(items)):
            yield items[i], items[j]


def combinations_3(items: Any) -> Iterator[tuple[Any, Any, Any]]:
    for i in range(len(items)):
        for j in range(i + 1, len(items)):
            for k in range(j + 1, len(items)):
                yield items[i], items[j], items[k]


def permutations_2(items: Any) -> Iterator[tuple[Any, Any]]:
    for i in range(len(items)):
        for j in range(len(items)):
            if i != j:
                yield items[i], items[j]


def pairwise(items: Any) -> Iterator[tuple[Any, Any]]:
    for i in range(len(items) - 1):
        yield items[i], items[i + 1]


def chain_2(a: Any, b: Any) -> Iterator[Any]:
    for x in a:  # noqa: UP028 (Numba knows no `yield from`)
        yield x
    for y in b:  # noqa: UP028
        yield y


#: What stands for a function of `itertools`, by the number of arguments or of items taken at a time.
Known = dict[int, Callable[..., Any]]
PRODUCT: Known = {1: product_1, 2: product_2, 3: product_3}
COMBINATIONS: Known = {2: combinations_2, 3: combinations_3}
PERMUTATIONS: Known = {2: permutations_2}
CHAIN: Known = {2: chain_2}
PAIRWISE: Known = {1: pairwise}
