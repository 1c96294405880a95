"""Moves written down one after the other, instead of yielded one by one.

Rules list their moves with `yield`, which is how people write them down. Compiled, each `yield` saves and
restores everything the generator knows: for chess 425 ns per position instead of 122 (measured). So the
generator is rewritten, where its source is at hand: each `yield m` becomes "write m down", and the function
returns where it stopped. What cannot be rewritten is run as it is; the moves are the same.

Compiled, a generator that is left before its end never gives back what it holds: with a list of moves that
was a leak at every node. So whether there is a move at all is asked of another rewriting, and kernels that
look for one move let the generator come to its end where it may hold something (`allocates`).
"""

from __future__ import annotations

import ast
import dis
import inspect
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
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


_NO_MOVE = """
def without_moves(s):
    for _ in moves(s):
        return False
    return True
"""

#: Instructions that make something which must be given back, and names of what does.
_MAKES = frozenset(["BUILD_LIST", "BUILD_MAP", "BUILD_SET", "LIST_APPEND", "LIST_EXTEND"])
_MAKERS = frozenset(["dict", "list", "np", "numpy", "reversed", "set", "sorted"])


def writer_of(moves: Callable[..., Any], put_move: Callable[..., Any], step: int, offset: int) -> Any:
    """`write(s, rows, at, room)`: the moves of `s`, `step` words each, from the word `at` on.

    Returns the word after the last move, or FULL where that would be beyond `room`.
    """
    names = {"put_move": put_move, "STEP": step, "OFFSET": offset, "FULL": FULL}
    own = {f"{name}_": value for name, value in names.items()}
    rewritten = _rewritten(moves, "write", _Writer(_YIELD, "at_"), own, _ARGUMENTS)
    if rewritten is not None:
        return rewritten
    (function,) = written(_PLAIN, {"moves": moves, **names}, "write")
    return function


_FEATURE = """
at_ = put_feature_(None, memory_, at_)
"""

_PLAIN_FEATURES = """
def write(s, side, memory, at):
    for number in active_features(s, side):
        at = put_feature_(number, memory, at)
    return at
"""

_PUT_FEATURE = """
def put_feature_(number, memory, at):
    if number < 0 or number >= COUNT or at >= ROOM:
        return at
    memory[at] = number
    return at + 1
"""

_PLAIN_SETS = """
def write(s, memory, at):
    for bits in feature_sets(s):
        at = put_feature_(bits, memory, at)
    return at
"""

_PUT_SET = """
def put_feature_(bits, memory, at):
    if at >= ROOM:
        return at
    memory[at] = bits
    return at + 1
"""


def features_writer_of(active_features: Callable[..., Any], count: int, room: int) -> Any:
    """`write(s, side, memory, at)`: the active features from the word `at` on; the word after the last.

    Numbers that are no features, and those for which there is no room, are left out.
    """
    (put_feature,) = written(_PUT_FEATURE, {"COUNT": count, "ROOM": room}, "put_feature_")
    own = {"put_feature_": put_feature}
    rewritten = _rewritten(
        active_features, "write", _Writer(_FEATURE, "at_"), own, ("memory_", "at_"), takes=2
    )
    if rewritten is not None:
        return rewritten
    (function,) = written(_PLAIN_FEATURES, {"active_features": active_features, **own}, "write")
    return function


def sets_writer_of(feature_sets: Callable[..., Any], room: int) -> Any:
    """`write(s, memory, at)`: sets of features from the word `at` on, so many at most."""
    (put_set,) = written(_PUT_SET, {"ROOM": room}, "put_feature_")
    own = {"put_feature_": put_set}
    rewritten = _rewritten(feature_sets, "write", _Writer(_FEATURE, "at_"), own, ("memory_", "at_"))
    if rewritten is not None:
        return rewritten
    (function,) = written(_PLAIN_SETS, {"feature_sets": feature_sets, **own}, "write")
    return function


def without_moves_of(moves: Callable[..., Any]) -> Any:
    """`without_moves(s)`: whether there is none, without beginning a generator that is not ended."""
    rewritten = _rewritten(moves, "without", _Writer("return False", "True"), {}, ())
    if rewritten is not None:
        return rewritten
    (function,) = written(_NO_MOVE, {"moves": moves}, "without_moves")
    return function


def allocates(function: Any) -> bool:
    """Whether the function, or one that it calls, may make lists, arrays and the like; rather yes than no."""
    waiting, seen = [function], set()
    while waiting:
        here = waiting.pop()
        if not isinstance(here, FunctionType) or here in seen:
            continue
        seen.add(here)
        used = names_in(here.__code__)
        if used & _MAKERS or any(
            instruction.opname in _MAKES
            for code in _codes(here.__code__)
            for instruction in dis.get_instructions(code)
        ):
            return True
        waiting += [here.__globals__.get(name) for name in used]
        waiting += [cell.cell_contents for cell in here.__closure__ or ()]
    return False


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _rewritten(
    moves: Callable[..., Any],
    what: str,
    writer: _Writer,
    names: dict[str, Any],
    arguments: tuple[str, ...],
    takes: int = 1,
) -> FunctionType | None:
    """The generator rewritten; None where that is no generator, or not one that can be rewritten."""
    if not isinstance(moves, FunctionType) or not inspect.isgeneratorfunction(moves):
        return None
    if moves.__code__.co_argcount != takes or moves.__code__.co_kwonlyargcount:
        return None
    if names_in(moves.__code__) & {*names, *arguments}:
        return None
    definition = definition_of(moves)
    if definition is None or definition.args.vararg or definition.args.kwarg:
        return None
    try:
        definition = writer.visit(definition)
    except _CannotRewrite:
        return None
    definition.args.args += [ast.arg(name) for name in arguments]
    definition.body.append(writer.end())
    code = code_of(definition, moves.__code__)
    cells = cells_of(moves)
    closure = tuple(cells[name] for name in code.co_freevars)
    made = FunctionType(
        code, {**moves.__globals__, **names}, f"{what}_{moves.__name__}", moves.__defaults__, closure
    )
    made.__module__ = moves.__module__
    remember(made, definition)
    return made


class _CannotRewrite(Exception):
    """A `yield` whose value is used, or `yield from`."""


class _Writer(ast.NodeTransformer):
    """Replaces each `yield` by other statements, and every end by what is returned there.

    Where the statements call something, the first argument becomes what was yielded.
    """

    def __init__(self, statements: str, end: str) -> None:
        self._inside = False
        self._statements, self._end = statements, end

    def end(self) -> ast.Return:
        (statement,) = parsed(f"return {self._end}").body
        assert isinstance(statement, ast.Return)
        return statement

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return self.generic_visit(node)
        statements = parsed(self._statements).body
        value = self.visit(node.value.value)
        for statement in statements:
            if isinstance(statement, ast.Expr | ast.Assign) and isinstance(statement.value, ast.Call):
                statement.value.args[0] = value
        for statement in statements:
            for part in ast.walk(statement):
                if isinstance(part, ast.stmt | ast.expr):
                    ast.copy_location(part, node)
        return statements

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is not None:
            self.visit(node.value)
        return ast.fix_missing_locations(ast.copy_location(self.end(), node))

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
