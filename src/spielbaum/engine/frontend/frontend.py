"""The rules of a game as the compiler gets them.

Most functions are left as they are. Where one uses something that Numba does not know (see `lowering.py`), it
is rewritten from its source, and every function that calls it gets the new one.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import CodeType, FunctionType, MethodType
from typing import Any

from spielbaum.engine.frontend.lowering import Lowering
from spielbaum.engine.frontend.meanings import Meanings
from spielbaum.engine.frontend.refusals import Refused
from spielbaum.engine.frontend.scan import concerns, loaded, statics
from spielbaum.engine.frontend.source import definition_of, remember
from spielbaum.engine.shapes import (
    Classes,
    fields_of,
    is_named_tuple,
    is_record,
    is_record_value,
    parts_of,
    refused_feature,
)
from spielbaum.game import Game

#: What a rule gives back, where that matters.
ROLES = {"moves": "moves", "noisy": "moves", "candidates": "moves", "play": "state", "skip": "state"}


@dataclass
class Lowered:
    """The rules as the compiler gets them; or as they were, with the reason why they cannot be rewritten."""

    rules: dict[str, Any]
    #: What stands for a dataclass in compiled code.
    mirrors: dict[type, type] = field(default_factory=dict)
    refusal: Refused | None = None
    #: The source of each function that was written anew, by name.
    sources: dict[str, str] = field(default_factory=dict)


def lower(game: Game[Any, Any], rules: Mapping[str, Any]) -> Lowered:
    """The rules of a game, rewritten where Numba needs it; unchanged where it does not."""
    legal = game.legal(game.start)
    frontend = Frontend(game.start, legal[0] if legal else 0)
    if not frontend.concern(rules):
        return Lowered(dict(rules))
    lowered: dict[str, Any] = {}
    for name, rule in rules.items():
        try:
            lowered[name] = frontend.function(rule, ROLES.get(name, ""), frontend.hints(name, rule))
        except Refused as refusal:
            refusal.rule = name
            return Lowered(dict(rules), refusal=refusal)
    return Lowered(lowered, frontend.classes.mirrors, sources=frontend.sources)


class Frontend:
    """Rewrites functions, each once."""

    def __init__(self, start: Any, move: Any) -> None:
        self.classes = Classes()
        self.classes.add_sample(start)
        self.classes.add_sample(move)
        self.start, self.move = start, move
        self.sources: dict[str, str] = {}
        self._done: dict[Any, FunctionType] = {}
        self._kept: dict[Any, Any] = {}
        #: Things whose addresses are used as keys.
        self._alive: list[Any] = []
        self._members: set[str] = set()
        self._fields: dict[tuple[type, str], FunctionType | None] = {}
        self.no_moves = self._no_moves()
        plain = isinstance(start, tuple) and not is_named_tuple(type(start))
        self.fit_state = self._fit(start, "as_state") if plain else None

    # --------------------------------------------------------------------------- is there anything to do?

    def concern(self, rules: Mapping[str, Any]) -> bool:
        """Whether one of the functions that the rules reach uses what Numba does not know."""
        if any(not is_named_tuple(cls) for cls in self.classes.mirrors):
            return True
        functions: list[FunctionType] = []
        self._members = self.classes.member_names
        for name, rule in rules.items():
            if not isinstance(rule, FunctionType):
                return True
            if ROLES.get(name) == "moves" and not inspect.isgeneratorfunction(rule):
                return True
            functions.append(rule)
        seen: set[FunctionType] = set()
        while functions:
            function = functions.pop()
            if function in seen or function.__module__ in _OWN:
                continue
            seen.add(function)
            if concerns(function, self._members):
                return True
            functions += [value for _, value in statics(function) if isinstance(value, FunctionType)]
        return False

    # ------------------------------------------------------------------------------------------ functions

    def hints(self, name: str, rule: Any) -> dict[str, type]:
        """The classes of a rule's arguments: a state and, for some, a move."""
        function = rule.func if isinstance(rule, functools.partial) else getattr(rule, "__func__", rule)
        if not isinstance(function, FunctionType):
            return {}
        if name == "start_of":  # takes a number
            return {}
        bound = isinstance(rule, MethodType) + len(getattr(rule, "args", ()))
        names = function.__code__.co_varnames[bound : function.__code__.co_argcount]
        kinds = (type(self.start), type(self.move))
        return {n: kind for n, kind in zip(names, kinds, strict=False) if is_record(kind)}

    def function(self, rule: Any, role: str = "", hints: dict[str, type] | None = None) -> Any:
        """The function in the part of Python that Numba compiles."""
        given: dict[str, Any] = {}
        original = rule
        while not isinstance(rule, FunctionType):
            if isinstance(rule, MethodType):
                rule, more = rule.__func__, {0: rule.__self__}
                keywords: dict[str, Any] = {}
            elif isinstance(rule, functools.partial):
                more, keywords, rule = dict(enumerate(rule.args)), rule.keywords, rule.func
            elif isinstance(getattr(rule, "py_func", None), FunctionType):
                return rule
            elif isinstance(rule, functools._lru_cache_wrapper):
                code = rule.__wrapped__.__code__
                raise Refused("lru_cache", code.co_filename, code.co_firstlineno, name=code.co_name)
            elif callable(rule) and isinstance(vars(type(rule)).get("__call__"), FunctionType):
                rule, more, keywords = vars(type(rule))["__call__"], {0: rule}, {}
            else:
                return rule
            inner = rule.__func__ if isinstance(rule, MethodType) else rule
            if not isinstance(inner, FunctionType):
                continue
            names = [n for n in inner.__code__.co_varnames if n not in given]
            given.update({names[index]: value for index, value in more.items()} | keywords)
        if rule.__module__ in _OWN:
            return rule
        key = (rule, role, tuple(sorted((name, id(value)) for name, value in given.items())))
        if key not in self._done:
            self._alive.append((original, given))
            self._done[key] = self._rewritten(rule, role, given, hints or {}, key)
        return self._done[key]

    def _rewritten(
        self, function: FunctionType, role: str, given: dict[str, Any], hints: dict[str, type], key: Any
    ) -> FunctionType:
        definition = definition_of(function)
        if definition is None:
            if (
                given
                or concerns(function, self._members)
                or (role == "moves" and not inspect.isgeneratorfunction(function))
            ):
                code = function.__code__
                raise Refused("source", code.co_filename, code.co_firstlineno, name=code.co_name)
            return self._copied(function, key)
        lowering = Lowering(self, function, definition, given, role, hints)
        # Known before it is finished, since functions may call each other.
        made = FunctionType(_later.__code__, lowering.scope, function.__name__)
        self._done[key] = made
        definition, helpers = lowering.run()
        for helper in helpers:
            lowering.scope[helper.name] = self._compiled(helper, function, lowering.scope)
        finished = self._compiled(definition, function, lowering.scope)
        made.__code__ = finished.__code__
        remember(made, definition)
        made.__defaults__ = _defaults(function, given)
        made.__qualname__, made.__module__ = function.__qualname__, function.__module__
        self.sources[function.__qualname__] = "\n\n".join(
            ast.unparse(part) for part in (*helpers, definition)
        )
        return made

    def _compiled(
        self, definition: ast.FunctionDef, like: FunctionType, scope: dict[str, Any]
    ) -> FunctionType:
        name = definition.name
        if not name.isidentifier():
            definition.name = "rule"
        module = ast.fix_missing_locations(ast.Module([definition], []))
        code = compile(module, like.__code__.co_filename, "exec", dont_inherit=True)
        inner = next(part for part in code.co_consts if isinstance(part, CodeType))
        function = FunctionType(inner, scope, definition.name)
        function.__module__ = like.__module__
        return function

    def _copied(self, function: FunctionType, key: Any) -> FunctionType:
        """The same function on rewritten helpers."""
        scope = dict(function.__globals__)
        made = FunctionType(
            function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
        )
        made.__module__, made.__qualname__ = function.__module__, function.__qualname__
        self._done[key] = made
        for name in loaded(function.__code__):
            if isinstance(scope.get(name), FunctionType):
                scope[name] = self.function(scope[name])
        return made

    # -------------------------------------------------------------------------------- classes and tables

    def class_of_field(self, name: str) -> type | None:
        """The class of what a field of that name holds, if it is the same in all records."""
        found = {
            type(getattr(sample, name))
            for cls, sample in self.classes.samples.items()
            if name in fields_of(cls)
        }
        (cls,) = found if len(found) == 1 else (None,)
        return cls if is_record(cls) else None

    def mirror(self, cls: type, lowering: Meanings, node: ast.AST) -> type:
        """What stands for the record in compiled code."""
        reason = refused_feature(cls)
        if reason is not None:
            raise lowering.refuse(reason, node, name=cls.__name__)
        self.classes.add(cls)
        return self.classes.mirrors[cls]

    def replacer(self, cls: type, names: tuple[str, ...], lowering: Meanings, node: ast.AST) -> FunctionType:
        """A function that makes a record with other values in those fields."""
        key = ("replace", cls, names)
        if key not in self._kept:
            mirror = self.mirror(cls, lowering, node)
            arguments = ", ".join(name if name in names else f"record.{name}" for name in fields_of(cls))
            source = f"def changed(record, {', '.join(names)}):\n    return {cls.__name__}({arguments})\n"
            self._kept[key] = _made(source, {cls.__name__: mirror}, "changed")
        return self._kept[key]  # type: ignore[no-any-return]

    def fit_field(self, cls: type, name: str) -> FunctionType | None:
        """A function that gives a tuple the length that it has in the field; None for other fields."""
        if (cls, name) not in self._fields:
            sample = self.classes.samples.get(cls)
            part = None if sample is None else getattr(sample, name)
            plain = isinstance(part, tuple) and not is_named_tuple(type(part)) and len(part) > 0
            self._fields[cls, name] = self._fit(part, f"as_{name}") if plain else None
        return self._fields[cls, name]

    def _fit(self, sample: Any, name: str) -> FunctionType:
        parts = []
        scope: dict[str, Any] = {}
        for index, part in enumerate(sample):
            if isinstance(part, tuple) and not is_named_tuple(type(part)) and part:
                inner = f"{name}_{index}"
                scope[inner] = self._fit(part, inner)
                parts.append(f"{inner}(items[{index}])")
            else:
                parts.append(f"items[{index}]")
        source = (
            f"def {name}(items):\n"
            f"    if len(items) != {len(parts)}:\n"
            f"        raise ValueError('{len(parts)} items were expected, as at the start of the game')\n"
            f"    return ({', '.join(parts)}{',' if len(parts) == 1 else ''})\n"
        )
        return _made(source, scope, name)

    def _no_moves(self) -> FunctionType:
        """A list of moves, without any."""
        move = self.move
        if is_record_value(move) and not isinstance(move, tuple):
            move = parts_of(move)
        return _made("def no_moves():\n    return [MOVE][:0]\n", {"MOVE": move}, "no_moves")

    def kept(self, key: Any, value: Any) -> Any:
        """The same object each time, so that equal constants are one."""
        return self._kept.setdefault(("constant", *key), value)

    def kept_functions(self, key: Any, make: Callable[[], dict[str, Any]], value: Any) -> dict[str, Any]:
        if ("table", *key) not in self._kept:
            self._alive.append(value)
            self._kept["table", *key] = make()
        return self._kept["table", *key]  # type: ignore[no-any-return]


# ------------------------------------------------------------------------------------------------- reading

#: Modules of the package whose functions are made for the compiler.
_OWN = (
    "spielbaum.bits",
    "spielbaum.tables",
    "spielbaum.tuples",
    "spielbaum.game",
    "spielbaum.engine.frontend.library",
    "<tables>",
)


def _later() -> None:
    """The code of a function that is being written."""


def _made(source: str, scope: dict[str, Any], name: str) -> FunctionType:
    exec(compile(source, "<frontend>", "exec"), scope)  # noqa: S102 (made of names and numbers)
    function = scope[name]
    assert isinstance(function, FunctionType)
    function.__module__ = "<tables>"
    return function


def _defaults(function: FunctionType, given: dict[str, Any]) -> tuple[Any, ...] | None:
    """Defaults for the arguments that are left, those given by name only among them."""
    code = function.__code__
    positional = code.co_varnames[: code.co_argcount]
    named = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    values = function.__defaults__ or ()
    defaults = dict(zip(positional[len(positional) - len(values) :], values, strict=True))
    defaults.update(function.__kwdefaults__ or {})
    left = [name for name in (*positional, *named) if name not in given]
    first = next((i for i, name in enumerate(left) if name in defaults), len(left))
    # One without a default after one with: it is always given by name, so any value does.
    return tuple(defaults.get(name) for name in left[first:]) or None
