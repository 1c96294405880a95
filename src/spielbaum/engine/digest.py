"""A digest of everything that compiled code depends on, so that a cache on disk is never stale.

Functions are told apart by what they do, not by where they stand: their bytecode, constants and defaults, the
values in their closures, the globals they load, and, through these, every helper they call. Of a module, a
class or an object those attributes count whose names occur anywhere in that code, however they are reached;
of an enumeration all members. Editing a comment changes nothing; editing a rule, a helper or a constant in
another file, or a parameter does.

What belongs to Python, NumPy or Numba is described by its name: their versions are part of `surroundings`.
What cannot be described is listed in `Description.unseen`; code that depends on it must not be kept.
"""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import sys
from abc import ABC
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from types import CellType, CodeType, FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any, Generic, Protocol

import numpy as np

#: Packages whose functions and classes are known by name; their versions stand in `surroundings`.
_VERSIONED = frozenset({*sys.stdlib_module_names, "numpy", "numba", "llvmlite"})
_LOADS_GLOBAL = ("LOAD_GLOBAL", "LOAD_NAME")
#: Told apart by what they hold, not by which object they are.
_VALUES = (tuple, list, set, frozenset, dict, range, slice, np.ndarray, CodeType)
#: Settings of Numba that change the code it makes.
_SETTINGS = ("OPT", "BOUNDSCHECK", "CPU_NAME", "CPU_FEATURES", "ENABLE_AVX", "DEBUGINFO_DEFAULT")


@dataclass(frozen=True)
class Description:
    """What things are, as one short text: equal texts mean equal things."""

    digest: str
    #: The classes of what could not be described; the text never comes again then.
    unseen: tuple[str, ...] = ()


def describe(*parts: Any) -> Description:
    """The parts with all they depend on; functions are described recursively."""
    found = _Descriptions()
    texts = [found.of(part) for part in parts]
    text = "\n".join([*texts, *found.attributes(), *(token_hex() for _ in found.unseen)])
    return Description(hashlib.sha256(text.encode()).hexdigest()[:32], tuple(sorted(found.unseen)))


def digest(*parts: Any) -> str:
    """A short text that is equal for equal parts only."""
    return describe(*parts).digest


class _Descriptions:
    """Describes things; functions, modules, classes and objects once, then by their number."""

    def __init__(self) -> None:
        #: What was described, by address; the thing is kept, so that no other one gets its address meanwhile.
        self._seen: dict[int, tuple[str, Any]] = {}
        #: Modules, classes and objects: which of their attributes count is known at the end.
        self._owners: list[Any] = []
        #: Names that occur in the code, as attributes or as texts that may be asked for with `getattr`.
        self._names: set[str] = set()
        self.unseen: set[str] = set()

    def attributes(self) -> Iterator[str]:
        """The attributes of the modules, classes and objects, until nothing new comes to light."""
        done: set[tuple[int, str]] = set()
        while True:
            waiting = [
                (number, name)
                for number in range(len(self._owners))
                for name in sorted(self._names)
                if (number, name) not in done
            ]
            if not waiting:
                return
            for number, name in waiting:
                done.add((number, name))
                owner = self._owners[number]
                for where, value in _attribute(owner, name):
                    yield f"{number}.{name} in {where}={self.of(value)}"

    def of(self, thing: Any) -> str:
        """The thing in words."""
        kind = type(thing)
        if kind in (int, bool, float, complex, str, bytes, type(None), type(...)):
            return f"{kind.__name__} {thing!r}"
        if isinstance(thing, np.generic):
            return f"scalar {thing.dtype.descr} {thing.tobytes().hex()}"
        if isinstance(thing, enum.Enum):
            return f"member {thing.name!r} of {self.of(kind)}"
        if id(thing) in self._seen:  # recursion, or a helper used twice
            return self._seen[id(thing)][0]
        self._seen[id(thing)] = f"number {len(self._seen)}", thing
        text = self._compound(thing)
        if isinstance(thing, _VALUES):
            # Equal values may be one object or several, depending on where Python read them from.
            text = text if len(text) < 100 else f"sha256 {hashlib.sha256(text.encode()).hexdigest()}"
            self._seen[id(thing)] = text, thing
        return text

    def _compound(self, thing: Any) -> str:
        described: str
        if isinstance(thing, FunctionType):
            described = self._function(thing)
        elif isinstance(thing, CodeType):
            described = self._code(thing)
        elif isinstance(thing, ModuleType):
            described = self._module(thing)
        elif isinstance(thing, type):
            described = self._class(thing)
        elif isinstance(thing, np.ndarray):
            described = self._array(thing)
        elif isinstance(thing, MethodType):
            described = f"method {self.of(thing.__func__)} of {self.of(thing.__self__)}"
        elif isinstance(thing, functools.partial):
            described = f"partial {self.of(thing.func)}{self.of(thing.args)}{self.of(thing.keywords)}"
        elif isinstance(thing, staticmethod | classmethod):
            described = f"{type(thing).__name__} {self.of(thing.__func__)}"
        elif isinstance(thing, property):
            described = f"property {self.of(thing.fget)}"
        elif isinstance(thing, functools.cached_property):
            described = f"cached property {self.of(thing.func)}"
        elif isinstance(thing, range | slice):
            described = repr(thing)
        elif isinstance(thing, tuple | list | set | frozenset | dict):
            described = self._container(thing)
        else:
            described = self._other(thing)
        return described

    # -------------------------------------------------------------------------------------- functions

    def _function(self, function: FunctionType) -> str:
        if _versioned(function):
            return f"function {function.__module__}.{function.__qualname__}"
        used = [
            f"{name}={self.of(function.__globals__[name])}"
            for name in sorted(_loaded_globals(function.__code__))
            if name in function.__globals__
        ]
        cells = [self._cell(cell) for cell in function.__closure__ or ()]
        defaults = f"{self.of(function.__defaults__)};{self.of(function.__kwdefaults__)}"
        return f"def({self.of(function.__code__)};{cells};{used};{defaults})"

    def _cell(self, cell: CellType) -> str:
        try:
            return self.of(cell.cell_contents)
        except ValueError:
            return "empty"

    def _code(self, code: CodeType) -> str:
        self._names |= _asked_names(code)
        consts = [self.of(const) for const in code.co_consts]
        shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        handlers = getattr(code, "co_exceptiontable", b"").hex()
        return f"{code.co_code.hex()}|{handlers}|{shape}|{consts}|{names}"

    # ------------------------------------------------------------------- modules, classes and objects

    def _module(self, module: ModuleType) -> str:
        name = module.__name__
        if name.partition(".")[0] in _VERSIONED:
            return f"module {name}"
        self._owners.append(module)
        # Its own name is left out: a copy of the file elsewhere is the same.
        return f"module {len(self._owners) - 1}"

    def _class(self, cls: type) -> str:
        if _versioned(cls):
            return f"class {cls.__module__}.{cls.__qualname__}"
        bases = [self.of(base) for base in cls.__bases__]
        facts = [f"class {cls.__name__}", f"{bases}"]
        if issubclass(cls, enum.Enum):
            facts += [f"{name}={self.of(member.value)}" for name, member in cls.__members__.items()]
        facts += [f"{getattr(cls, '_fields', '')}", self.of(getattr(cls, "_field_defaults", None))]
        for field in vars(cls).get("__dataclass_fields__", {}).values():
            # A default stands among the attributes of the class as well, unless it is made anew each time.
            facts.append(f"{field.name} {field.init} {field.kw_only} {self.of(field.default)}")
        facts.append(str(vars(cls).get("__dataclass_params__", "")))
        # Operators and construction call these without naming them.
        for name, value in sorted(vars(cls).items()):
            if name.startswith("__") and isinstance(value, FunctionType) and not _generated(value):
                facts.append(f"{name}={self.of(value)}")
        self._owners.append(cls)
        return f"{len(self._owners) - 1}:{';'.join(facts)}"

    def _other(self, thing: Any) -> str:
        inner = getattr(thing, "py_func", None)
        if isinstance(inner, FunctionType):  # a function that its author compiled already
            options = sorted(map(repr, getattr(thing, "targetoptions", {}).items()))
            signatures = [str(kinds) for kinds in getattr(thing, "overloads", {})]
            return f"compiled {self.of(inner)} {options} {signatures}"
        wrapped = getattr(thing, "__wrapped__", None)
        if isinstance(thing, functools._lru_cache_wrapper) and isinstance(wrapped, FunctionType):
            return f"remembered {self.of(wrapped)}"
        kind = type(thing)
        if _versioned(thing):
            return f"{kind.__name__} {thing.__module__}.{thing.__qualname__}"
        name = getattr(thing, "__name__", "")
        if isinstance(thing, np.ufunc) and getattr(np, name, None) is thing:
            return f"ufunc {name}"
        if isinstance(thing, np.dtype):
            return f"dtype {thing.descr}"
        if isinstance(thing, MemberDescriptorType):
            return f"slot {thing.__name__}"
        if _plain_object(kind):
            self._names.update(getattr(kind, "__dataclass_fields__", ()))
            self._owners.append(thing)
            return f"object {len(self._owners) - 1} of {self.of(kind)}"
        return self._unseen(thing)

    def _unseen(self, thing: Any) -> str:
        self.unseen.add(f"{type(thing).__module__}.{type(thing).__qualname__}")
        return f"unseen {type(thing).__qualname__}"

    # -------------------------------------------------------------------------------------- containers

    def _array(self, array: Any) -> str:
        if array.dtype.hasobject:
            return self._unseen(array)
        content = hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
        return f"array {array.dtype.descr} {array.shape} {array.flags.c_contiguous} {content}"

    def _container(self, thing: Any) -> str:
        kind = type(thing)
        if isinstance(thing, dict):
            # In their order: that is the one in which a loop sees them.
            items: Iterable[str] = [f"{self.of(key)}:{self.of(value)}" for key, value in thing.items()]
        elif isinstance(thing, set | frozenset):
            ordered = sorted(thing, key=lambda item: _Descriptions().of(item))
            items = [self.of(item) for item in ordered]
        else:
            items = [self.of(item) for item in thing]
        own = "" if _versioned(kind) else self.of(kind)
        return f"{kind.__name__}{own}[{','.join(items)}]"


def _versioned(thing: Any) -> bool:
    """Whether the thing is known by its name: it belongs to Python, NumPy or Numba."""
    module = getattr(thing, "__module__", None)
    if not isinstance(module, str) or module.partition(".")[0] not in _VERSIONED:
        return False
    # A function that some decorator has dressed up says where it comes from, not what it does. Names are
    # borrowed: only what is found under its name is that thing.
    found: Any = sys.modules.get(module)
    for name in getattr(thing, "__qualname__", "?").split("."):
        found = getattr(found, name, None)
    return found is thing or getattr(found, "__func__", None) is thing


def _generated(function: FunctionType) -> bool:
    """Whether the standard library wrote the source of the function; its facts are described instead."""
    return function.__code__.co_filename.startswith("<")


def _plain_object(kind: type) -> bool:
    """Whether an object of this class is what its attributes say: the class was written in Python."""
    own = [base for base in kind.__mro__ if base not in (object, Generic, ABC, Protocol)]
    written = all({"__dict__", "__slots__"} & vars(base).keys() for base in own)
    asked = any({"__getattr__", "__getattribute__"} & vars(base).keys() for base in own)
    return written and not asked and not any(map(_versioned, own))


def _attribute(owner: Any, name: str) -> Iterator[tuple[str, Any]]:
    """What the owner has under that name, without running anything."""
    if isinstance(owner, ModuleType):
        if name in vars(owner):
            yield "module", vars(owner)[name]
        elif "__getattr__" in vars(owner):
            yield "module", vars(owner)["__getattr__"]
        return
    if not isinstance(owner, type):
        try:
            yield "object", object.__getattribute__(owner, "__dict__")[name]
        except (AttributeError, KeyError):
            slot = next((vars(base)[name] for base in type(owner).__mro__ if name in vars(base)), None)
            if isinstance(slot, MemberDescriptorType):
                try:
                    yield "object", slot.__get__(owner)
                except AttributeError:
                    yield "object", None
        return
    if name in vars(owner) and name not in getattr(owner, "_fields", ()):
        yield "class", vars(owner)[name]


# ------------------------------------------------------------------------------------ names in bytecode


@lru_cache(maxsize=8192)
def _loaded_globals(code: CodeType) -> frozenset[str]:
    """The globals that the code loads, or code inside it."""
    own = {i.argval for i in dis.get_instructions(code) if i.opname in _LOADS_GLOBAL}
    return frozenset(own.union(*(_loaded_globals(c) for c in code.co_consts if isinstance(c, CodeType))))


@lru_cache(maxsize=8192)
def _asked_names(code: CodeType) -> frozenset[str]:
    """The names of attributes that the code may ask for; code inside it is described by itself."""
    texts = {const for const in code.co_consts if isinstance(const, str) and const.isidentifier()}
    return frozenset(texts.union(code.co_names))


@cache
def surroundings() -> str:
    """What compiled code depends on besides the game and the kernel: versions, processor, how it is made."""
    import numba
    from llvmlite import binding

    here = Path(__file__).parent
    own_files = (
        "arithmetic.py",
        "bits.py",
        "compiler.py",
        "constants.py",
        "frontend/overloads.py",
        "inner_code.py",
        "inspection.py",
        "kernels.py",
        "machine.py",
        "runtime_checks.py",
        "specialise.py",
        "stages.py",
    )
    sources = [here / name for name in own_files] + [here.parent / "bits.py"]
    own = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    packages = [f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")]
    settings = [f"{name}={getattr(numba.config, name, None)}" for name in _SETTINGS]
    features = hashlib.sha256(str(sorted(binding.get_host_cpu_features().items())).encode()).hexdigest()
    return " ".join([own, *packages, *settings, sys.version, binding.get_host_cpu_name(), features])
