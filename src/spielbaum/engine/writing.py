"""Moves written down one after the other, instead of yielded one by one.

Rules list their moves with `yield`, which is how people write them down. Compiled, each `yield` saves and
restores everything the generator knows: for chess 425 ns per position instead of 122 (measured). So the
generator is rewritten, where its source is at hand: each `yield m` becomes "write m down", and the function
returns where it stopped. What cannot be rewritten is run as it is; the moves are the same.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from spielbaum.engine.frontend.source import cells_of, code_of, definition_of, names_in, remember
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
    if names_in(moves.__code__) & {*names, *_ARGUMENTS}:
        return None
    definition = definition_of(moves)
    if definition is None or definition.args.vararg or definition.args.kwarg:
        return None
    try:
        writer = _Writer().visit(definition)
    except _CannotRewrite:
        return None
    writer.args.args += [ast.arg(name) for name in _ARGUMENTS]
    writer.body.append(ast.Return(ast.Name("at_", ast.Load())))
    code = code_of(writer, moves.__code__)
    cells = cells_of(moves)
    closure = tuple(cells[name] for name in code.co_freevars)
    made = FunctionType(
        code, {**moves.__globals__, **names}, f"write_{moves.__name__}", moves.__defaults__, closure
    )
    remember(made, writer)
    return made


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
