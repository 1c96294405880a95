"""Moves written down one after the other, instead of yielded one by one.

Rules list their moves with `yield`, which is how people write them down. Compiled, each `yield` saves and
restores everything the generator knows: for chess 425 ns a position instead of 122 (measured). So the
generator is rewritten, where its source is at hand: each `yield m` becomes "write m down", and the function
returns where it stopped. What cannot be rewritten is run as it is; the moves are the same.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from tokenize import TokenError
from types import CodeType, FunctionType
from typing import Any

from spielbaum.engine.layout import written
from spielbaum.engine.syntax import parsed

#: What a writer returns where the moves need more room.
FULL = -1

_PLAIN = """
def write(s, rows, at, room):
    for move in moves(s):
        if at + STEP > room:
            return FULL
        put_move(move, rows, at + OFFSET)
        at += STEP
    return at
"""

#: What a writer takes besides the state.
_ARGUMENTS = ("rows_", "at_", "room_")

_YIELD = """
if at_ + STEP_ > room_:
    return FULL_
put_move_(None, rows_, at_ + OFFSET_)
at_ += STEP_
"""


def writer_of(moves: Callable[..., Any], put_move: Callable[..., Any], step: int, offset: int) -> Any:
    """`write(s, rows, at, room)`: the moves of `s`, `step` words each, from the word `at` on.

    Returns the word after the last move, or FULL where that would be beyond `room`.
    """
    names = {"put_move": put_move, "STEP": step, "OFFSET": offset, "FULL": FULL}
    rewritten = _rewritten(moves, {f"{name}_": value for name, value in names.items()})
    if rewritten is not None:
        return rewritten
    (function,) = written(_PLAIN, {"moves": moves, **names}, "write")
    return function


def _rewritten(moves: Callable[..., Any], names: dict[str, Any]) -> FunctionType | None:
    """The generator as a writer; None where that is no generator, or not one that can be rewritten."""
    if not isinstance(moves, FunctionType) or not inspect.isgeneratorfunction(moves):
        return None
    if moves.__code__.co_argcount != 1 or moves.__code__.co_kwonlyargcount:
        return None
    if _names(moves.__code__) & {*names, *_ARGUMENTS}:
        return None
    first = moves.__code__.co_firstlineno
    try:
        definition = _definition(inspect.getsource(moves))
        # A file that was edited since it was read is not the source of this function.
        if definition is None or not _same(_code(definition, moves, first), moves.__code__):
            return None
        writer = _Writer().visit(definition)
    except (OSError, TypeError, ValueError, SyntaxError, TokenError, _CannotRewrite):
        return None
    writer.args.args += [ast.arg(name) for name in _ARGUMENTS]
    writer.body.append(ast.Return(ast.Name("at_", ast.Load())))
    code = _code(writer, moves, first)
    cells = dict(zip(moves.__code__.co_freevars, moves.__closure__ or (), strict=True))
    closure = tuple(cells[name] for name in code.co_freevars)
    return FunctionType(
        code, {**moves.__globals__, **names}, f"write_{moves.__name__}", moves.__defaults__, closure
    )


def _definition(source: str) -> ast.FunctionDef | None:
    """The function in the source, without what is only for readers; None where that is something else."""
    if source[0].isspace():  # not dedented: that would change texts of several lines
        (block,) = parsed(f"if 1:\n{source}").body
        assert isinstance(block, ast.If)
        found = block.body[0]
    else:
        found = parsed(source).body[0]
    if not isinstance(found, ast.FunctionDef) or found.args.vararg or found.args.kwarg:
        return None
    found.decorator_list, found.returns = [], None
    for argument in (*found.args.args, *found.args.posonlyargs):
        argument.annotation = None
    return found


def _names(code: CodeType) -> set[str]:
    """Every name that the function uses, or one inside it."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    own = {*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars}
    return own.union(*map(_names, inner))


def _code(definition: ast.FunctionDef, moves: FunctionType, first: int) -> CodeType:
    """The code of the definition, inside a function that has the names which the original closes over."""
    around = parsed(f"def around({', '.join(moves.__code__.co_freevars)}): pass").body[0]
    assert isinstance(around, ast.FunctionDef)
    around.body = [definition]
    module = ast.fix_missing_locations(ast.Module([around], []))
    ast.increment_lineno(definition, first - definition.lineno)
    outer = _only_code(compile(module, moves.__code__.co_filename, "exec", dont_inherit=True))
    return _only_code(outer)


def _same(one: CodeType, other: CodeType) -> bool:
    """Whether both do the same; they may stand in other places."""
    parts = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount")
    return (
        all(getattr(one, part) == getattr(other, part) for part in parts)
        and len(one.co_consts) == len(other.co_consts)
        and all(
            _same(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else repr(a) == repr(b)
            for a, b in zip(one.co_consts, other.co_consts, strict=True)
        )
    )


def _only_code(code: CodeType) -> CodeType:
    return next(part for part in code.co_consts if isinstance(part, CodeType))


class _CannotRewrite(Exception):
    """A `yield` whose value is used, or `yield from`."""


class _Writer(ast.NodeTransformer):
    """Replaces what a generator does by what a writer does."""

    def __init__(self) -> None:
        self._inside = False

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return self.generic_visit(node)
        statements = parsed(_YIELD).body
        call = statements[1]
        assert isinstance(call, ast.Expr)
        assert isinstance(call.value, ast.Call)
        call.value.args[0] = self.visit(node.value.value)
        for statement in statements:
            for part in ast.walk(statement):
                if isinstance(part, ast.stmt | ast.expr):
                    ast.copy_location(part, node)
        return statements

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is not None:
            self.visit(node.value)
        return ast.copy_location(ast.Return(ast.Name("at_", ast.Load())), node)

    def visit_Yield(self, node: ast.Yield) -> Any:
        raise _CannotRewrite

    def visit_YieldFrom(self, node: ast.YieldFrom) -> Any:
        raise _CannotRewrite

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if self._inside:
            return node
        self._inside = True
        return self.generic_visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node
