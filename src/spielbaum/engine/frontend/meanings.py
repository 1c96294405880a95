"""What the names in a function of the rules mean, and under which names its parts are found afterwards."""

from __future__ import annotations

import ast
import builtins
import functools
from enum import Enum
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.engine.frontend.refusals import Refused
from spielbaum.engine.frontend.source import cells_of, names_in
from spielbaum.engine.frontend.tables import NoTable, is_uniform, plain_table
from spielbaum.engine.frontend.trees import bound_names, name_node
from spielbaum.engine.shapes import is_record

if TYPE_CHECKING:
    from spielbaum.engine.frontend.frontend import Frontend

UNKNOWN: Any = object()

#: Methods that lists, tuples, numbers and arrays have: a state's method of that name needs a state before it.
_COMMON = {
    name for kind in (list, tuple, int, set, np.ndarray) for name in dir(kind) if not name.startswith("__")
}


class Meanings:
    """Of one definition; `scope` becomes the globals of the function."""

    def __init__(
        self,
        frontend: Frontend,
        function: FunctionType,
        definition: ast.FunctionDef,
        given: dict[str, Any],
        role: str,
        hints: dict[str, type],
    ) -> None:
        self.frontend = frontend
        self.function = function
        self.definition = definition
        #: Arguments whose values are known: `self` of a bound method, what `partial` has filled in.
        self.given = given
        self.role = role
        self.hints = hints
        self.scope: dict[str, Any] = {}
        self._cells = cells_of(function)
        self._taken = names_in(function.__code__) | set(dir(builtins))
        self._local: list[set[str]] = [bound_names(definition) - set(given)]

    def refuse(self, key: str, node: ast.AST, **fields: object) -> Refused:
        line = getattr(node, "lineno", self.function.__code__.co_firstlineno)
        return Refused(key, self.function.__code__.co_filename, line, **fields)

    def _is_local(self, name: str) -> bool:
        return any(name in names for names in self._local)

    def static(self, node: ast.AST) -> Any:
        """The value of the expression, where that is known before the rules run."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return UNKNOWN if self._is_local(node.id) else self._value(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.static(node.value)
            plain = isinstance(owner, np.ndarray | list | dict | set | int | float | str)
            if owner is UNKNOWN or (plain and not isinstance(owner, Enum)):
                return UNKNOWN
            try:
                return getattr(owner, node.attr)
            except Exception:  # noqa: BLE001 - a property of the user's may raise anything
                return UNKNOWN
        if isinstance(node, ast.Call) and self.static(node.func) is range and not node.keywords:
            values = [self.static(argument) for argument in node.args]
            if all(type(value) is int for value in values):
                return range(*values)
        return UNKNOWN

    def _value(self, name: str) -> Any:
        if name in self.given:
            return self.given[name]
        if name in self._cells:
            try:
                return self._cells[name].cell_contents
            except ValueError:
                return UNKNOWN
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return getattr(builtins, name, UNKNOWN)

    def local(self, wanted: str) -> str:
        """A new local variable."""
        name = self.fresh(wanted)
        self._local[0].add(name)
        return name

    def fresh(self, wanted: str) -> str:
        """A name that means nothing yet."""
        name, number = wanted, 1
        while name in self._taken:
            number += 1
            name = f"{wanted}_{number}"
        self._taken.add(name)
        return name

    def use(self, name: str, value: Any, node: ast.AST) -> ast.expr:
        """The constant under that name, or one that is free, in a form that Numba knows."""
        lowered = self._constant(name, value, node)
        for known, other in self.scope.items():
            if other is lowered and (known == name or known.startswith(f"{name}_")):
                return name_node(known, node)
        if name not in self.scope and (name not in self._taken or self._value(name) is value):
            self._taken.add(name)
        else:
            name = self.fresh(name)
        self.scope[name] = lowered
        return name_node(name, node)

    def _constant(self, name: str, value: Any, node: ast.AST) -> Any:
        if isinstance(value, functools._lru_cache_wrapper):
            raise self.refuse("lru_cache", node, name=name)
        if isinstance(value, FunctionType | MethodType | functools.partial):
            return self.frontend.function(value)
        if isinstance(value, type) and is_record(value):
            return self.frontend.mirror(value, self, node)
        if isinstance(value, Enum) and isinstance(value, int):
            return int(value)
        if isinstance(value, list | set | frozenset) or (isinstance(value, tuple) and not is_uniform(value)):
            table = self._plain(value, name, node)
            if is_uniform(table):
                return self.frontend.kept((name, id(value)), table)
            try:  # rows of numbers, as arrays
                rows = tuple(np.array(row, np.int64) for row in table if all(type(n) is int for n in row))
            except (TypeError, ValueError, OverflowError):
                return value
            return self.frontend.kept((name, id(value)), rows if len(rows) == len(table) else value)
        return value

    def _plain(self, value: Any, name: str, node: ast.AST) -> Any:
        try:
            return plain_table(value)
        except NoTable as no:
            raise self.refuse(f"table_{no}", node, name=name) from no

    def _member(self, node: ast.Attribute) -> tuple[type, Any] | None:
        """What a class of states or moves defines under the name of the attribute."""
        found = self.frontend.classes.members(node.attr)
        if not found:
            return None
        known = self._class_of(node.value)
        if known is not None:
            return next(((cls, what) for cls, what in found if cls is known), None)
        if node.attr in _COMMON:
            return None
        if len({id(what) for _, what in found}) > 1:
            raise self.refuse(
                "ambiguous", node, name=node.attr, classes=", ".join(c.__name__ for c, _ in found)
            )
        return found[0]

    def _class_of(self, node: ast.expr) -> type | None:
        """The class of the expression's value, where it is plain to see."""
        if isinstance(node, ast.Name):
            return self.hints.get(node.id)
        if isinstance(node, ast.Call):
            made = self.static(node.func)
            return made if is_record(made) else None
        if isinstance(node, ast.Attribute):
            return self.frontend.class_of_field(node.attr)
        return None

    def _method(self, cls: type, name: str, function: FunctionType, node: ast.AST) -> ast.expr:
        first = function.__code__.co_varnames[:1]
        lowered = self.frontend.function(function, hints={first[0]: cls} if first else {})
        return self.use_lowered(f"{cls.__name__}_{name}", lowered, node)

    def use_lowered(self, wanted: str, lowered: Any, node: ast.AST) -> ast.expr:
        """The name of something that is in its final form."""
        for known, other in self.scope.items():
            if other is lowered:
                return name_node(known, node)
        name = self.fresh(wanted)
        self.scope[name] = lowered
        return name_node(name, node)
