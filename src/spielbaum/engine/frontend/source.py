"""From a function to its syntax tree and back."""

from __future__ import annotations
import __future__

import ast
import linecache
from collections.abc import Collection
from functools import lru_cache
from types import CellType, CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

from spielbaum.engine.syntax import parsed

#: Functions that were made from a definition, with that.
_written: WeakKeyDictionary[FunctionType, ast.FunctionDef] = WeakKeyDictionary()


def remember(function: FunctionType, definition: ast.FunctionDef) -> None:
    """The function was made from this definition."""
    _written[function] = definition


def was_written(function: FunctionType) -> ast.FunctionDef | None:
    """The definition that the function was made from; None where people wrote it in a file."""
    return _written.get(function)


def definition_of(function: FunctionType) -> ast.FunctionDef | None:
    """The definition of the function, without what is only for readers; None where it cannot be had.

    It is looked for in its file, by name and line, and believed only where it compiles to the very code of
    the function: a file that was edited since it was read is not its source. A lambda becomes a definition.
    """
    if function in _written:
        written = _copy(_written[function])
        assert isinstance(written, ast.FunctionDef)
        return written
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    try:
        tree = _tree("".join(lines))
    except (SyntaxError, ValueError):
        return None
    imported = _imported(tree)
    for node in ast.walk(tree):
        found = _as_definition(node, code)
        if found is None:
            continue
        try:
            same = same_code(code_of(found, code, imported), code)
        except (SyntaxError, ValueError):
            continue
        if same:
            return found
    return None


@lru_cache(maxsize=64)
def _tree(source: str) -> ast.Module:
    return parsed(source)


def _as_definition(node: ast.AST, code: CodeType) -> ast.FunctionDef | None:
    """A copy of the node as a definition, where it may be that of the code."""
    if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
        first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
        if first != code.co_firstlineno:
            return None
        found = _copy(node)
        assert isinstance(found, ast.FunctionDef)
        found.decorator_list, found.returns = [], None
    elif isinstance(node, ast.Lambda) and code.co_name == "<lambda>" and node.lineno == code.co_firstlineno:
        inner = _copy(node)
        assert isinstance(inner, ast.Lambda)
        body = ast.copy_location(ast.Return(inner.body), inner.body)
        found = ast.copy_location(ast.FunctionDef("<lambda>", inner.args, [body], [], None), node)
    else:
        return None
    arguments = found.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        argument.annotation = None
    for argument in filter(None, (arguments.vararg, arguments.kwarg)):
        argument.annotation = None
    # Values of defaults belong to where the function was made; they come with the function itself.
    arguments.defaults = [_none(node) for _ in arguments.defaults]
    arguments.kw_defaults = [None if d is None else _none(node) for d in arguments.kw_defaults]
    return found


def _none(node: Any) -> ast.expr:
    return ast.copy_location(ast.Constant(None), node)


def _copy(node: ast.AST) -> ast.AST:
    """A deep copy; trees are shared and must not be changed."""
    fields: dict[str, Any] = {}
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            fields[name] = [_copy(item) if isinstance(item, ast.AST) else item for item in value]
        else:
            fields[name] = _copy(value) if isinstance(value, ast.AST) else value
    return ast.copy_location(type(node)(**fields), node)


def _imported(tree: ast.Module) -> set[str]:
    """The names that the module imports, outside of functions."""
    found: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.expr):
            waiting.extend(ast.iter_child_nodes(node))
    return found - {"*"}


def code_of(definition: ast.FunctionDef, like: CodeType, imported: Collection[str] = ()) -> CodeType:
    """The code of the definition, inside a function that has the names which the original closes over.

    Python compiles `name.f()` in another way where the module imports that name, and annotations of functions
    inside it as texts where the module asks for that.
    """
    around = parsed(f"def around({', '.join(like.co_freevars)}): pass").body[0]
    assert isinstance(around, ast.FunctionDef)
    around.body = [definition]
    imports: list[ast.stmt] = [ast.Import([ast.alias(name)]) for name in sorted(imported)]
    module = ast.fix_missing_locations(ast.Module([*imports, around], []))
    flags = like.co_flags & __future__.annotations.compiler_flag
    outer = _only_code(compile(module, like.co_filename, "exec", flags, dont_inherit=True))
    return _only_code(outer)


def same_code(one: CodeType, other: CodeType) -> bool:
    """Whether both do the same; they may stand in other places."""
    parts = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount")
    return (
        all(getattr(one, part) == getattr(other, part) for part in parts)
        and len(one.co_consts) == len(other.co_consts)
        and all(
            same_code(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else repr(a) == repr(b)
            for a, b in zip(one.co_consts, other.co_consts, strict=True)
        )
    )


def _only_code(code: CodeType) -> CodeType:
    return next(part for part in code.co_consts if isinstance(part, CodeType))


def names_in(code: CodeType) -> set[str]:
    """Every name that the code uses, or code inside it."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    own = {*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars}
    return own.union(*map(names_in, inner))


def cells_of(function: FunctionType) -> dict[str, CellType]:
    return dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
