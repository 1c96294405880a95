"""Which functions use something that Numba does not know; read off their bytecode, as that is fast."""

from __future__ import annotations

import builtins
import dis
import functools
import inspect
from collections.abc import Iterator
from enum import Enum, IntEnum
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from spielbaum.engine.frontend.lowering import known_module
from spielbaum.engine.frontend.meanings import UNKNOWN
from spielbaum.engine.frontend.source import cells_of
from spielbaum.engine.frontend.tables import is_uniform
from spielbaum.engine.shapes import is_named_tuple, is_record

#: Functions of Python that are rewritten wherever they are called.
_REWRITTEN = (tuple, map, filter, reversed, any, all, sum, next)


def concerns(function: FunctionType, members: set[str]) -> bool:
    """Whether the function needs rewriting; `members` are the names of methods that states and moves have."""
    code = function.__code__
    if code.co_kwonlyargcount or code.co_flags & inspect.CO_VARKEYWORDS:
        return True
    if any(_concerning_code(inner) for inner in _codes(code)):
        return True
    names = loaded(code)
    if not names.isdisjoint(members) or "_replace" in names:
        return True
    return any(
        _concerning_value(value) and (name in code.co_freevars or name in really_loaded(code))
        for name, value in statics(function)
    )


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def loaded(code: CodeType) -> set[str]:
    """The globals that the code may load: names of attributes are among them."""
    return {name for inner in _codes(code) for name in inner.co_names}


@functools.lru_cache(maxsize=4096)
def really_loaded(code: CodeType) -> set[str]:
    """The globals that the code loads; takes long, so it is asked only where it matters."""
    return {
        instruction.argval
        for inner in _codes(code)
        for instruction in dis.get_instructions(inner)
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }


def statics(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The names that are no local variables, with their values; names of attributes may be among them."""
    scope = function.__globals__
    for name in loaded(function.__code__):
        value = scope.get(name, getattr(builtins, name, UNKNOWN))
        if value is not UNKNOWN:
            yield name, value
    for name, cell in cells_of(function).items():
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue


_OPCODES = {
    name: dis.opmap.get(name, -1)
    for name in (
        "BUILD_SLICE",
        "BINARY_SLICE",
        "BUILD_LIST",
        "LOAD_CONST",
        "COPY",
    )
}
_ALWAYS = {dis.opmap[name] for name in ("GET_YIELD_FROM_ITER", "LIST_EXTEND") if name in dis.opmap}
_STORES = {code for name, code in dis.opmap.items() if name.startswith(("STORE_FAST", "STORE_DEREF"))}


@functools.lru_cache(maxsize=4096)
def _concerning_code(code: CodeType) -> bool:
    """Whether the bytecode shows something that Numba does not know, or not in every place.

    Read byte by byte: disassembling all of chess would take half a second.
    """
    if code.co_name in ("<genexpr>", "<lambda>"):
        return True
    content = code.co_code
    before = before_that = -1
    for at in range(0, len(content), 2):
        operation = content[at]
        if operation in _ALWAYS or (operation == _OPCODES["BUILD_LIST"] and content[at + 1] == 0):
            return True
        if operation in (_OPCODES["BUILD_SLICE"], _OPCODES["BINARY_SLICE"]):
            if not before == before_that == _OPCODES["LOAD_CONST"]:  # Numba knows slices that are constant
                return True
        if before == _OPCODES["COPY"] and operation in _STORES:  # `:=`, or `a = b = c`
            return True
        before_that, before = before, operation
    return False


def _concerning_value(value: Any) -> bool:
    if isinstance(value, FunctionType | bool | int | float | np.generic | np.ndarray | type(None) | str):
        return False
    if isinstance(value, ModuleType):
        return not known_module(value)
    if isinstance(value, tuple):
        return not is_uniform(value)
    if _in(value, _REWRITTEN):
        return True
    if isinstance(value, type):
        return (
            (is_record(value) and not is_named_tuple(value))
            or issubclass(value, IntEnum)
            or value.__module__ == "itertools"
        )
    if isinstance(value, list | dict | set | frozenset | MethodType | functools.partial):
        return True
    if isinstance(value, functools._lru_cache_wrapper):
        return True
    return not (isinstance(value, Enum) or callable(value))


def _in(value: Any, things: tuple[Any, ...]) -> bool:
    return any(value is thing for thing in things)
