"""Numba's type inference, with a memory: the same question about whole numbers is asked thousands of times.

For every operator and builtin that a kernel uses, Numba tries a few dozen implementations in turn, most of
them for arrays, strings or dates, and does so again at every place. Which one is taken depends on the types
of the arguments alone. The answers for whole numbers, truth values and addresses are remembered: together
with one recursive call fewer this took a sixth to a quarter off the time to compile the search (k in a row).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

_lock = Lock()
_users = 0


@contextmanager
def remembered_types() -> Iterator[None]:
    """While this is open, answers are remembered; nested and concurrent uses share one memory."""
    global _users
    from numba.core.types import functions

    kind: Any = functions.BaseFunction
    with _lock:
        if _users == 0:
            _install(kind)
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                kind.get_call_type = _plain.pop()


#: Numba's own way to answer, while ours is in its place.
_plain: list[Any] = []


def _install(kind: Any) -> None:
    from numba.core import types

    plain = kind.get_call_type
    _plain.append(plain)
    numbers = (types.Integer, types.Boolean, types.CPointer, types.IntegerLiteral, types.BooleanLiteral)
    known: dict[tuple[int, Any], tuple[Any, Any]] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not all(isinstance(argument, numbers) for argument in args):
            return plain(self, context, args, kws)
        key = (id(self), args)
        if key not in known:
            # The function is kept with the answer, so that no other one gets its address.
            known[key] = plain(self, context, args, kws), self
        return known[key][0]

    kind.get_call_type = get_call_type
