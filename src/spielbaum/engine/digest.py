"""A digest of everything that compiled code depends on, so that a cache on disk is never stale.

Functions are told apart by what they do, not by where they stand: their bytecode and constants, the values
in their closures, the globals they name, and, through these, every helper they call. Editing a comment
changes nothing; editing a rule, a helper in another file, or a parameter does. What cannot be described is
described by its `repr`: where that holds an address the digest never comes again, and the cache is missed
rather than wrong.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np


def digest(*parts: Any) -> str:
    """A short text that is equal for equal parts; functions are described recursively."""
    seen: dict[int, int] = {}
    text = "\n".join(_describe(part, seen) for part in parts)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _describe(thing: Any, seen: dict[int, int]) -> str:
    if isinstance(thing, FunctionType):
        return _function(thing, seen)
    if isinstance(thing, CodeType):
        return _code(thing, seen)
    if isinstance(thing, type):
        return f"class {thing.__qualname__} {getattr(thing, '_fields', '')}"
    if isinstance(thing, ModuleType):
        return f"module {thing.__name__} {getattr(thing, '__version__', '')}"
    if isinstance(thing, np.ndarray):
        return f"array {thing.dtype.str} {thing.shape} {hashlib.sha256(thing.tobytes()).hexdigest()}"
    if isinstance(thing, tuple | list):
        return f"{type(thing).__name__}[{','.join(_describe(item, seen) for item in thing)}]"
    if isinstance(thing, frozenset | set):
        return f"set[{','.join(sorted(_describe(item, seen) for item in thing))}]"
    if isinstance(thing, dict):
        items = sorted((repr(k), _describe(v, seen)) for k, v in thing.items())
        return f"dict[{','.join(f'{k}:{v}' for k, v in items)}]"
    inner = getattr(thing, "py_func", None)  # a function that its author compiled already
    if isinstance(inner, FunctionType):
        return "compiled " + _function(inner, seen)
    return f"{type(thing).__name__} {thing!r}"


def _function(function: Callable[..., Any], seen: dict[int, int]) -> str:
    assert isinstance(function, FunctionType)
    if id(function) in seen:  # recursion, or a helper used twice
        return f"function {seen[id(function)]}"
    seen[id(function)] = len(seen)
    cells = [_describe(cell.cell_contents, seen) for cell in function.__closure__ or ()]
    names = sorted(_names(function.__code__))
    used = [
        f"{name}={_describe(function.__globals__[name], seen)}"
        for name in names
        if name in function.__globals__
    ]
    return f"def({_code(function.__code__, seen)};{cells};{used};{_describe(function.__defaults__, seen)})"


def _code(code: CodeType, seen: dict[int, int]) -> str:
    consts = [_describe(const, seen) for const in code.co_consts]
    return f"{code.co_code.hex()}|{consts}|{code.co_names}|{code.co_varnames}|{code.co_freevars}"


def _names(code: CodeType) -> set[str]:
    inner = (c for c in code.co_consts if isinstance(c, CodeType))
    return set(code.co_names).union(*(_names(c) for c in inner))


@cache
def surroundings() -> str:
    """What compiled code depends on besides the game and the kernel: versions, processor, how it is made."""
    from llvmlite import binding

    here = Path(__file__).parent
    sources = [here / name for name in ("bits.py", "machine.py", "specialise.py")] + [here.parent / "bits.py"]
    own = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    packages = [f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")]
    features = hashlib.sha256(str(sorted(binding.get_host_cpu_features().items())).encode()).hexdigest()
    return " ".join([own, *packages, sys.version, binding.get_host_cpu_name(), features])
