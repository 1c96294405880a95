"""Plain functions, and all the functions they use, as Numba compiles them; game files contain no Numba."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from inspect import isgeneratorfunction
from threading import Lock
from types import BuiltinFunctionType, CellType, CodeType, FunctionType
from typing import Any


def compiled(
    function: Callable[..., Any],
    *,
    inner: bool = True,
    stages: type | None = None,
    checked: bool = False,
) -> Any:
    """The function as Numba will compile it when its types are known.

    Inner functions are called from compiled code only and need no wrappers, leaving those away saves an
    eighth of the time, and no machine code of their own (`inner_code.py`). Inlining them where LLVM would not
    makes the solver a quarter faster on Connect Four and the search up to a quarter on Dots and Boxes, and
    compiling a quarter slower; generators cannot be.
    Rules pass `stages` of their own, see `stages.py`.
    """
    import numba

    from spielbaum.engine.inner_code import InnerStages

    options: dict[str, Any] = {}
    if inner:
        options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        options["pipeline_class"] = stages or InnerStages
        options["forceinline"] = not isgeneratorfunction(function)
    return numba.njit(nogil=True, error_model="python", boundscheck=checked, **options)(function)


def compile_when_called(dispatcher: Any, fixed: tuple[Any, ...] | None) -> None:
    """Compile the function once something that is compiled calls it: with these types, where they are known.

    A kernel holds functions that many games never call (a network, a solution), and compiling
    those took part of every game's time. Numba would compile a function for each constant it is called with.
    """
    from numba.core.types import unliteral

    template: Callable[..., Any] = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        if fixed is not None and not dispatcher.overloads and not dispatcher.is_compiling:
            dispatcher.compile(fixed)
            dispatcher.disable_compile()
        return template(tuple(map(unliteral, args)), kws)

    dispatcher.get_call_template = get_call_template


_lock = Lock()
_pausing = 0
_was_collecting = False


@contextmanager
def collection_paused() -> Iterator[None]:
    """While this is open, nobody looks for garbage; nested and concurrent uses share one pause.

    Numba makes millions of objects that live until the kernel is compiled. Looking through them again and
    again took a sixth of the time for the search of Take-away (3.4 s → 2.8 s), less for that of chess (6 %).
    """
    global _pausing, _was_collecting
    with _lock:
        if _pausing == 0:
            _was_collecting = gc.isenabled()
            gc.disable()
        _pausing += 1
    try:
        yield
    finally:
        with _lock:
            _pausing -= 1
            if _pausing == 0 and _was_collecting:
                gc.enable()


class Compiler:
    """Makes dispatchers of plain functions, and of the functions they find in closures and globals.

    The tag becomes part of their names. Code from the cache is linked by name, and the same function with
    other values in its closure, or the same kernel with other rules, would be taken for this one.
    """

    def __init__(
        self, tag: str, roles: Mapping[CodeType, str] | None = None, *, checked: bool = False
    ) -> None:
        from spielbaum.engine.bits import NATIVE
        from spielbaum.engine.constants import embedded
        from spielbaum.engine.frontend.overloads import NATIVE as SEQUENCES
        from spielbaum.engine.stages import pipeline

        self._tag = tag
        self._checked = checked
        self._stages = pipeline(roles or {}, checked=checked)
        self._embedded = embedded
        self._native: set[Any] = {*NATIVE, *SEQUENCES}
        self._done: dict[FunctionType, Any] = {}

    def rule(self, value: Any) -> Any:
        """The value as compiled code can use it: plain functions compiled, tables part of the code."""
        if not isinstance(value, FunctionType):
            return self._embedded(value)
        if value in self._native:
            return value
        if value not in self._done:
            copy = FunctionType(
                value.__code__, {}, value.__name__, value.__defaults__, self._cells(value.__closure__ or ())
            )
            copy.__qualname__ = f"{value.__qualname__}_{self._tag}"
            copy.__module__ = value.__module__
            self._done[value] = compiled(copy, stages=self._stages, checked=self._checked)
            # After the entry in `_done`, so that functions may call each other.
            copy.__globals__.update(self._globals(value))
            for cell, old in zip(copy.__closure__ or (), value.__closure__ or (), strict=True):
                cell.cell_contents = self.rule(old.cell_contents)
        return self._done[value]

    @staticmethod
    def _cells(cells: Iterable[CellType]) -> tuple[CellType, ...]:
        return tuple(CellType() for _ in cells)

    def _globals(self, function: FunctionType) -> dict[str, Any]:
        scope = dict(function.__globals__)
        for name in all_names(function.__code__):
            if name in scope and not isinstance(scope[name], BuiltinFunctionType):
                scope[name] = self.rule(scope[name])
        return scope


def functions_of(values: Iterable[Any]) -> set[FunctionType]:
    """The functions among the values, and all that they find in closures and globals."""
    found: set[FunctionType] = set()
    waiting = [value for value in values if isinstance(value, FunctionType)]
    while waiting:
        function = waiting.pop()
        if function in found:
            continue
        found.add(function)
        used = [cell.cell_contents for cell in function.__closure__ or ()]
        used += [function.__globals__.get(name) for name in all_names(function.__code__)]
        waiting += [value for value in used if isinstance(value, FunctionType)]
    return found


def places_of(values: Iterable[Any]) -> tuple[str, ...]:
    """Where the functions stand, and those that they use: files and lines."""
    codes = (function.__code__ for function in functions_of(values))
    return tuple(sorted(f"{code.co_filename} {[line for _, _, line in code.co_lines()]}" for code in codes))


def all_names(code: CodeType) -> set[str]:
    inner = (c for c in code.co_consts if isinstance(c, CodeType))
    return set(code.co_names).union(*(all_names(c) for c in inner))
