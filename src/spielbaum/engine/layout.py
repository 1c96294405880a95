"""States as rows of 64-bit words, so that one kernel signature and one preallocated stack serve all games.

The shape of a state is read off `game.start`: ints and bools take a word each, tuples and NamedTuples are
laid out field by field, a NumPy array is copied byte by byte into as many words as it needs. `pack` and
`unpack` are written for that shape as source text made of indices only, and run compiled and interpreted.
An unpacked array is a view of the row: rules never change their arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from spielbaum.errors import BadInput

WORD = 8


@dataclass(frozen=True, slots=True)
class Layout:
    """How a state lies in a row of `words` words; `source` holds the two functions."""

    words: int
    source: str
    #: What the source refers to: NamedTuple classes and dtypes.
    names: dict[str, Any]
    #: A text that is equal for equal shapes, for digests.
    shape: str
    #: The state is a tuple of whole numbers, one a word.
    flat: bool

    def functions(self) -> tuple[Callable[..., None], Callable[..., Any]]:
        """`pack(state, row)` and `unpack(row)`."""
        pack, unpack = written(self.source, self.names, "pack", "unpack")
        return pack, unpack


def written(source: str, names: dict[str, Any], *wanted: str) -> list[Any]:
    """The functions defined in the source text, with those global names."""
    module = compile(source, "<layout>", "exec")
    codes = {c.co_name: c for c in module.co_consts if isinstance(c, CodeType)}
    return [FunctionType(codes[name], {"np": np, **names}, name) for name in wanted]


def layout_of(start: Any) -> Layout:
    """The layout of states like `start`."""
    names: dict[str, Any] = {}
    lines: list[str] = []
    words, value, shape = _part(start, "s", 0, names, lines)
    body = "\n".join(f"    {line}" for line in lines) or "    pass"
    source = f"def pack(s, row):\n{body}\n\ndef unpack(row):\n    return {value}\n"
    flat = isinstance(start, tuple) and all(type(part) is int for part in start)
    return Layout(words, source, names, shape, flat)


def _part(part: Any, path: str, at: int, names: dict[str, Any], lines: list[str]) -> tuple[int, str, str]:
    """Lay out one part from word `at` on: (next free word, expression that reads it back, shape)."""
    if isinstance(part, bool | np.bool_):
        lines.append(f"row[{at}] = {path}")
        return at + 1, f"row[{at}] != 0", "bool"
    if isinstance(part, int):
        lines.append(f"row[{at}] = {path}")
        return at + 1, f"int(row[{at}])", "int"
    if isinstance(part, np.integer):
        kind = part.dtype.name
        lines.append(f"row[{at}] = np.int64({path})")
        return at + 1, f"np.{kind}(row[{at}])", kind
    if isinstance(part, np.ndarray) and part.dtype.kind in "iub":
        size = part.size * part.itemsize
        end = at + -(-size // WORD)
        kind = f"dtype{len(names)}"
        names[kind] = part.dtype.type
        view = f"row[{at}:{end}].view(np.{part.dtype.name})"
        flat = path if part.ndim == 1 else f"{path}.ravel()"
        lines.append(f"{view}[:{part.size}] = {flat}")
        tail = "" if part.ndim == 1 else f".reshape({part.shape})"
        return end, f"{view}[:{part.size}]{tail}", f"{part.dtype.str}{part.shape}"
    if isinstance(part, tuple):
        values, shapes = [], []
        for index, item in enumerate(part):
            at, value, shape = _part(item, f"{path}[{index}]", at, names, lines)
            values.append(value)
            shapes.append(shape)
        if hasattr(part, "_fields"):
            name = f"Tuple{len(names)}"
            names[name] = type(part)
            return (
                at,
                f"{name}({', '.join(values)})",
                f"{type(part).__name__}{part._fields}({','.join(shapes)})",
            )
        return at, f"({', '.join(values)}{',' if len(values) == 1 else ''})", f"({','.join(shapes)})"
    raise BadInput("engine.state.kind", kind=type(part).__name__, where=path.replace("s", "start", 1))


def move_identity(move: Any) -> tuple[str, str]:
    """Source of `identity(move)`, one int a move for killers and history, and the shape of the move.

    Two moves may share a number: it only orders.
    """
    if isinstance(move, tuple):
        terms = "0"
        for index, item in enumerate(move):
            if not isinstance(item, int | np.integer):
                raise BadInput("engine.move.kind", kind=type(item).__name__)
            terms = f"({terms}) * 4099 + m[{index}]"
        return f"def identity(m):\n    return {terms}\n", f"tuple{len(move)}"
    if not isinstance(move, int | np.integer):
        raise BadInput("engine.move.kind", kind=type(move).__name__)
    return "def identity(m):\n    return m\n", "int"
