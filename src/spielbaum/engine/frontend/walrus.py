"""`:=` as assignments of their own, evaluated in the same order and under the same conditions.

`if a and (n := f()) > 2:` becomes

    test_ = a
    if test_:
        n = f()
        test_ = n > 2
    if test_:
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spielbaum.engine.frontend.lowering import Lowering

_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def without_walrus(body: list[ast.stmt], lowering: Lowering) -> list[ast.stmt]:
    """The statements without `:=`."""
    return [part for statement in body for part in _Statements(lowering).statement(statement)]


def _has(node: ast.AST) -> bool:
    return any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))


class _Statements:
    """Takes `:=` out of statements."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [part for statement in body for part in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """The statement, after what it assigns."""
        if not _has(node) or isinstance(node, ast.FunctionDef | ast.ClassDef):
            return [node]
        before: list[ast.stmt] = []
        if isinstance(node, ast.While) and _has(node.test):
            leave = [*self.block(node.orelse), _at(ast.Break(), node)]
            before = []
            test = self.expression(node.test, before)
            stop = _at(ast.If(_at(ast.UnaryOp(ast.Not(), test), node), leave, []), node)
            return [
                _at(
                    ast.While(_at(ast.Constant(True), node), [*before, stop, *self.block(node.body)], []),
                    node,
                )
            ]
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, name, self.expression(value, before))
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, self.block(value))
            elif isinstance(value, list) and any(_has(part) for part in value if isinstance(part, ast.AST)):
                raise self.lowering.refuse("walrus", node)
        return [*before, node]

    def expression(self, node: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """The expression without `:=`; what has to happen first is added to `before`."""
        if not _has(node):
            return node
        if isinstance(node, ast.NamedExpr):
            value = self.expression(node.value, before)
            before.append(_at(ast.Assign([_at(ast.Name(node.target.id, ast.Store()), node)], value), node))
            return _at(ast.Name(node.target.id, ast.Load()), node)  # type: ignore[no-any-return]
        if isinstance(node, ast.BoolOp):
            return self._bool(node, before)
        if isinstance(node, ast.IfExp):
            return self._choice(node, before)
        if isinstance(node, _SCOPES) or (isinstance(node, ast.Compare) and len(node.ops) > 1):
            raise self.lowering.refuse("walrus", node)
        self._parts(node, before)
        return node

    def _parts(self, node: ast.expr, before: list[ast.stmt]) -> None:
        """Each part in its order; one that is evaluated before an assignment is kept under a name."""
        places: list[tuple[Any, Any]] = []
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                places.append((node, name))
            elif isinstance(value, list):
                places += [(value, index) for index, part in enumerate(value) if isinstance(part, ast.expr)]
                for keyword in value:
                    if isinstance(keyword, ast.keyword):
                        places.append((keyword, "value"))
        last = max(index for index, place in enumerate(places) if _has(_get(*place)))
        for index, (holder, key) in enumerate(places):
            part = _get(holder, key)
            done = self.expression(part, before)
            if index < last and not isinstance(done, ast.Constant) and not _is_function(node, part):
                name = self.lowering.local("part_")
                before.append(_at(ast.Assign([_at(ast.Name(name, ast.Store()), node)], done), node))
                done = _at(ast.Name(name, ast.Load()), node)
            if isinstance(holder, list):
                holder[key] = done
            else:
                setattr(holder, key, done)

    def _bool(self, node: ast.BoolOp, before: list[ast.stmt]) -> ast.expr:
        name = self.lowering.local("test_")

        def keep(value: ast.expr) -> ast.stmt:
            return _at(ast.Assign([_at(ast.Name(name, ast.Store()), node)], value), node)  # type: ignore[no-any-return]

        where = before
        for index, value in enumerate(node.values):
            done = self.expression(value, where)
            where.append(keep(done))
            if index < len(node.values) - 1:
                test: ast.expr = _at(ast.Name(name, ast.Load()), node)
                if isinstance(node.op, ast.Or):
                    test = _at(ast.UnaryOp(ast.Not(), test), node)
                inner: list[ast.stmt] = []
                where.append(_at(ast.If(test, inner, []), node))
                where = inner
        return _at(ast.Name(name, ast.Load()), node)  # type: ignore[no-any-return]

    def _choice(self, node: ast.IfExp, before: list[ast.stmt]) -> ast.expr:
        name = self.lowering.local("value_")
        test = self.expression(node.test, before)
        branches = []
        for value in (node.body, node.orelse):
            inner: list[ast.stmt] = []
            done = self.expression(value, inner)
            inner.append(_at(ast.Assign([_at(ast.Name(name, ast.Store()), node)], done), node))
            branches.append(inner)
        before.append(_at(ast.If(test, *branches), node))
        return _at(ast.Name(name, ast.Load()), node)  # type: ignore[no-any-return]


def _get(holder: Any, key: Any) -> Any:
    return holder[key] if isinstance(holder, list) else getattr(holder, key)


def _is_function(node: ast.expr, part: ast.expr) -> bool:
    """A function that is called: its name means the same before and after."""
    return isinstance(node, ast.Call) and part is node.func


def _at(made: Any, node: ast.AST) -> Any:
    return ast.copy_location(made, node)
