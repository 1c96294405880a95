"""Type inference with a memory: the same answers, fewer questions, and nothing left behind."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numba
import pytest
from numba.core.types import functions

from spielbaum.engine.typing_memo import remembered_types


def sums(a: int, b: int) -> int:
    return (a + b) * (a + b) - (a + b) % (abs(b) + 1)


def compiled() -> Any:
    """Compiled anew: another code object is another function to Numba."""
    return numba.njit(numba.int64(numba.int64, numba.int64))(FunctionType(sums.__code__, globals(), "sums"))


def test_the_same_question_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, Any]] = []
    plain = functions.BaseFunction.get_call_type

    def counted(self: Any, context: Any, args: Any, kws: Any) -> Any:
        asked.append((self.typing_key, args))
        return plain(self, context, args, kws)

    monkeypatch.setattr(functions.BaseFunction, "get_call_type", counted)
    one = compiled()
    without, asked[:] = len(asked), []
    with remembered_types(), remembered_types():
        other = compiled()
    assert 0 < len(asked) < without
    assert len(set(asked)) == len(asked)
    assert functions.BaseFunction.get_call_type is counted
    for a in range(-3, 4):
        for b in range(-3, 4):
            assert one(a, b) == other(a, b) == sums(a, b)
    assert one.nopython_signatures == other.nopython_signatures
