"""Small pieces of syntax trees: made, copied, looked into."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any

from spielbaum.engine.syntax import parsed


def yields_of(value: ast.expr | None, node: ast.stmt) -> list[ast.stmt]:
    """Statements that yield each of the moves of an expression, and end."""
    end: list[ast.stmt] = [ast.Return(None)]
    made: list[ast.stmt]
    if value is None:
        made = end
    elif isinstance(value, ast.List | ast.Tuple) and not any(isinstance(e, ast.Starred) for e in value.elts):
        made = [*(ast.Expr(ast.Yield(element)) for element in value.elts), *end]
    elif isinstance(value, ast.IfExp):
        made = [ast.If(value.test, yields_of(value.body, node), yields_of(value.orelse, node))]
    else:
        made = [ast.Expr(ast.YieldFrom(value)), *end]
    for statement in made:
        located(statement, node)
    return made


def template(source: str) -> list[ast.stmt]:
    """Statements without a place of their own; `_located` gives them that of the user's line."""
    body = parsed(source).body
    for part in (part for statement in body for part in ast.walk(statement)):
        if isinstance(part, ast.expr | ast.stmt):
            del part.lineno, part.end_lineno, part.col_offset, part.end_col_offset
    return body


def located(made: Any, node: ast.AST) -> Any:
    """The tree, with the place of the node wherever it has none."""
    for part in ast.walk(made):
        if isinstance(part, ast.expr | ast.stmt) and not hasattr(part, "lineno"):
            ast.copy_location(part, node)
    return made


def own_order(arguments: tuple[tuple[str, ast.expr], ...]) -> list[str]:
    return [name for name, _ in arguments]


def line_of(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 1))


def name_node(name: str, node: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Name(name, ast.Load()), node)


def call_node(
    function: ast.expr, arguments: list[ast.expr], node: ast.AST, keywords: list[ast.keyword] | None = None
) -> ast.Call:
    call = ast.Call(function, arguments, keywords or [])
    for part in (call, function, *arguments):
        if not hasattr(part, "lineno"):
            ast.copy_location(part, node)
    return call


def statement_node(source: str, node: ast.AST) -> ast.stmt:
    (made,) = template(source)
    return located(made, node)  # type: ignore[no-any-return]


def substituted(statement: ast.stmt, parts: dict[str, ast.expr]) -> ast.stmt:
    """The statement with expressions in the place of names; the first use is the expression itself."""

    class Names(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> Any:
            return copied(parts[node.id]) if node.id in parts else node

    result = Names().visit(statement)
    assert isinstance(result, ast.stmt)
    return result


def copied(node: ast.expr) -> ast.expr:
    return copy.deepcopy(node)


def applied(function: ast.expr, name: str) -> ast.expr:
    """The function of one argument, applied to the variable."""
    if isinstance(function, ast.Name) and function.id == name:
        return function
    if isinstance(function, ast.Lambda) and len(function.args.args) == 1:
        argument = function.args.args[0].arg

        class Rename(ast.NodeTransformer):
            def visit_Name(self, node: ast.Name) -> Any:
                return ast.copy_location(ast.Name(name, node.ctx), node) if node.id == argument else node

        return Rename().visit(copied(function.body))  # type: ignore[no-any-return]
    return call_node(copied(function), [ast.Name(name, ast.Load())], function)


def targets_of(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id


def bound_names(node: ast.AST) -> set[str]:
    """The variables that the statement or function binds, without those of functions and comprehensions."""
    found: set[str] = set()
    if isinstance(node, ast.FunctionDef):
        arguments = node.args
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        found.update(a.arg for a in every)
        found.update(a.arg for a in (arguments.vararg, arguments.kwarg) if a is not None)
        waiting: list[ast.AST] = list(node.body)
    else:
        waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.FunctionDef | ast.ClassDef):
            found.add(part.name)
            continue
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store | ast.Del):
            found.add(part.id)
        if isinstance(part, ast.MatchAs | ast.MatchStar) and part.name:
            found.add(part.name)
        if isinstance(part, ast.Lambda):
            continue
        if isinstance(part, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            # `:=` inside binds outside.
            found.update(p.target.id for p in ast.walk(part) if isinstance(p, ast.NamedExpr))
            waiting.append(part.generators[0].iter)
            continue
        waiting.extend(ast.iter_child_nodes(part))
    return found


def free_names(node: ast.AST) -> Iterator[str]:
    """The names that the statement or expression reads, without the variables of comprehensions in it."""
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        first, *_ = node.generators
        yield from free_names(first.iter)  # belongs to the outside
        own = {name for part in node.generators for name in targets_of(part.target)}
        inner = [part for part in ast.iter_child_nodes(node) if part is not first]
        for part in (*inner, *first.ifs):
            yield from (name for name in free_names(part) if name not in own)
    elif isinstance(node, ast.Lambda | ast.FunctionDef):
        own = bound_names(node) | {
            argument.arg for argument in ast.walk(node) if isinstance(argument, ast.arg)
        }
        for part in ast.iter_child_nodes(node):
            yield from (name for name in free_names(part) if name not in own)
    else:
        for part in ast.iter_child_nodes(node):
            yield from free_names(part)


def empty_lists(definition: ast.FunctionDef) -> set[str]:
    """Variables that are only ever given an empty list, or one joined to themselves."""
    given: dict[str, list[ast.expr]] = {}
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name in targets_of(target):
                    given.setdefault(name, []).append(node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            for name in targets_of(node.target):
                given.setdefault(name, []).append(node.value)

    def empty(value: ast.expr) -> bool:
        return isinstance(value, ast.List) and not value.elts

    def joined(name: str, value: ast.expr) -> bool:
        return isinstance(value, ast.BinOp) and isinstance(value.left, ast.Name) and value.left.id == name

    return {
        name
        for name, values in given.items()
        if any(map(empty, values)) and all(empty(value) or joined(name, value) for value in values)
    }


def has_other_name(definition: ast.FunctionDef, name: str) -> bool:
    """Whether the list may be seen under another name, so that changing it would be seen there."""
    allowed: set[int] = set()
    for node in ast.walk(definition):
        if isinstance(node, ast.Return | ast.Expr) and isinstance(node.value, ast.Name | ast.YieldFrom):
            allowed.update(map(id, ast.walk(node.value)))
        if isinstance(node, ast.For) and not any(name in targets_of(part) for part in _stores(node)):
            allowed.add(id(node.iter))
        if isinstance(node, ast.BinOp):
            allowed.add(id(node.left))
        if isinstance(node, ast.Attribute | ast.Subscript):
            allowed.add(id(node.value))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
            allowed.update(map(id, node.args))
    return any(
        isinstance(node, ast.Name)
        and node.id == name
        and isinstance(node.ctx, ast.Load)
        and id(node) not in allowed
        for node in ast.walk(definition)
    )


def _stores(loop: ast.For) -> Iterator[ast.AST]:
    """What the body of the loop gives values to."""
    for statement in loop.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node


def is_generator(definition: ast.FunctionDef) -> bool:
    waiting: list[ast.AST] = list(definition.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.GeneratorExp):
            waiting.extend(ast.iter_child_nodes(node))
    return False


def as_list(result: Any) -> list[ast.stmt]:
    return result if isinstance(result, list) else [] if result is None else [result]


def dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}_{node.attr}"
    return node.id if isinstance(node, ast.Name) else "table"
