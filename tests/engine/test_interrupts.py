"""Ctrl-C is never lost, wherever it comes while something is compiled."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from signal import SIGINT, default_int_handler, getsignal, raise_signal

import pytest
from llvmlite.binding.executionengine import ExecutionEngine

from spielbaum.engine.interrupts import CALLED_BACK, interrupts_kept


def _raw_object_cache_notify() -> None:
    raise_signal(SIGINT)


def test_in_a_function_that_llvm_calls() -> None:
    called_by_c = ctypes.CFUNCTYPE(None)(_raw_object_cache_notify)
    with pytest.raises(KeyboardInterrupt):
        _compile(called_by_c)
    assert getsignal(SIGINT) is default_int_handler


def test_anywhere_else_at_once() -> None:
    with pytest.raises(KeyboardInterrupt):
        _compile(lambda: _go_on_after(raise_signal, SIGINT))
    assert getsignal(SIGINT) is default_int_handler


def _compile(work: Callable[[], None]) -> None:
    with interrupts_kept():
        work()


def _go_on_after(work: Callable[[int], None], argument: int) -> None:
    work(argument)
    pytest.fail("went on")


def test_these_are_the_functions_that_llvm_calls() -> None:
    assert set(vars(ExecutionEngine)) >= CALLED_BACK
