"""States as rows of 64-bit words: on the stack of the solver, and on their way into compiled code.

The shape of a state is read off `game.start`: ints, bools and NumPy's whole numbers take a word each, tuples
and NamedTuples are laid out field by field, a NumPy array is copied byte by byte into as many words as it
needs. `pack` and `unpack` are written for that shape as source text made of indices only, and run compiled
and interpreted. An unpacked array is a view of the row: rules never change their arguments.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from types import CodeType, FunctionType
from typing import Any

from spielbaum.bits import times
from spielbaum.engine.shapes import fields_of, is_record_value, parts_of
from spielbaum.errors import BadInput
from spielbaum.forms import is_array, is_bool, is_int

WORD = 8


@dataclass(frozen=True, slots=True)
class Layout:
    """How a state lies in a row of `words` words; `source` holds the functions."""

    words: int
    source: str
    #: What the source refers to: NamedTuple classes.
    names: dict[str, Any]
    #: A text that is equal for equal shapes, for digests.
    shape: str
    #: The words of a state as expressions in `s`; none where an array is part of it.
    parts: tuple[str, ...]
    #: The state is a tuple of whole numbers, one a word.
    flat: bool

    def functions(self) -> tuple[Callable[..., None], Callable[..., Any], Callable[..., Any]]:
        """`pack(state, row)`, `unpack(row)` and `plain(state)`, which gives every part the type it has at
        the start: rules may make other kinds of numbers of them."""
        pack, unpack, plain = written(self.source, self.names, "pack", "unpack", "plain")
        return pack, unpack, plain


def written(source: str, names: dict[str, Any], *wanted: str) -> list[Any]:
    """The functions defined in the source text, with those global names."""
    # Known by its text, so that it can be printed, and shown where it raises.
    file = f"<spielbaum {sha256(source.encode()).hexdigest()[:16]}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    module = compile(source, file, "exec")
    codes = {c.co_name: c for c in module.co_consts if isinstance(c, CodeType)}
    # They belong to this module: what Numba keeps of functions of none it does not find again.
    scope = {"__name__": __name__, **names}
    if any("np" in codes[name].co_names for name in wanted):
        import numpy as np

        scope["np"] = np
    return [FunctionType(codes[name], scope, name) for name in wanted]


def layout_of(start: Any, mirrors: Mapping[type, type] | None = None) -> Layout:
    """The layout of states like `start`; `mirrors` says what stands for a dataclass in compiled code."""
    writer = _Writer(mirrors or {})
    words, read, plain, shape = writer.part(start, "s", 0)
    body = "\n".join(f"    {line}" for line in writer.lines) or "    pass"
    source = (
        f"def pack(s, row):\n{body}\n\n"
        f"def unpack(row):\n    return {read}\n\n"
        f"def plain(s):\n    return {plain}\n"
    )
    flat = isinstance(start, tuple) and all(type(part) is int for part in start)
    return Layout(words, source, writer.names, shape, () if writer.arrays else tuple(writer.parts), flat)


class _Writer:
    """Writes the functions of a layout, part by part."""

    def __init__(self, mirrors: Mapping[type, type]) -> None:
        self.mirrors = mirrors
        self.names: dict[str, Any] = {}
        self.lines: list[str] = []
        self.parts: list[str] = []
        self.arrays = False

    def part(self, part: Any, path: str, at: int) -> tuple[int, str, str, str]:
        """Lay out one part from word `at` on.

        (next free word, expression that reads it back, expression that makes it plain, shape)
        """
        if is_bool(part):
            return self._number(path, at, f"row[{at}] != 0", f"bool({path})", "bool")
        if isinstance(part, int):
            return self._number(path, at, f"int(row[{at}])", f"int(np.int64({path}))", "int")
        if is_int(part):
            kind = part.dtype.name
            return self._number(path, at, f"np.{kind}(row[{at}])", f"np.{kind}({path})", kind)
        if is_array(part) and part.dtype.kind in "iub":
            return self._array(part, path, at)
        if isinstance(part, tuple) or is_record_value(part):
            return self._tuple(part, path, at)
        raise BadInput("engine.state.kind", kind=type(part).__name__, where=path.replace("s", "start", 1))

    def _number(self, path: str, at: int, read: str, plain: str, shape: str) -> tuple[int, str, str, str]:
        self.lines.append(
            f"row[{at}] = np.int64({path})" if shape not in ("int", "bool") else f"row[{at}] = {path}"
        )
        self.parts.append(f"int({path})")
        return at + 1, read, plain, shape

    def _array(self, part: Any, path: str, at: int) -> tuple[int, str, str, str]:
        self.arrays = True
        end = at + -(-part.size * part.itemsize // WORD)
        view = f"row[{at}:{end}].view(np.{part.dtype.name})"
        flat = path if part.ndim == 1 else f"{path}.ravel()"
        # Word by word: assigning a slice brings along what a wrong shape would be told with.
        names = f"to{at}", f"from{at}", f"i{at}"
        self.lines += [
            f"{names[0]}, {names[1]} = {view}, {flat}",
            f"for {names[2]} in range({part.size}):",
            f"    {names[0]}[{names[2]}] = {names[1]}[{names[2]}]",
        ]
        tail = "" if part.ndim == 1 else f".reshape({part.shape})"
        plain = f"np.ascontiguousarray({path}).astype(np.{part.dtype.name})"
        return end, f"{view}[:{part.size}]{tail}", plain, f"{part.dtype.str}{part.shape}"

    def _tuple(self, part: Any, path: str, at: int) -> tuple[int, str, str, str]:
        reads, plains, shapes = [], [], []
        names = () if isinstance(part, tuple) else fields_of(type(part))
        for index, item in enumerate(parts_of(part)):
            where = f"{path}.{names[index]}" if names else f"{path}[{index}]"
            at, read, plain, shape = self.part(item, where, at)
            reads.append(read)
            plains.append(plain)
            shapes.append(shape)
        comma = "," if len(reads) == 1 else ""
        name = shape = ""
        if is_record_value(part):
            name = f"Tuple{len(self.names)}"
            self.names[name] = self.mirrors.get(type(part), type(part))
            shape = f"{type(part).__name__}{fields_of(type(part))}"
            comma = ""
        read, plain = (f"{name}({', '.join(each)}{comma})" for each in (reads, plains))
        return at, read, plain, f"{shape}({','.join(shapes)})"


def move_functions(move: Any, mirrors: Mapping[type, type] | None = None) -> tuple[int, list[Any]]:
    """For moves like this one: how many words they take, and `identity`, `put_move`, `take_move`.

    `identity(move)` is one int for killers and history; two moves may share a number, as it only orders.
    `put_move(move, memory, at)` writes the words, `take_move(memory, at)` reads them back.
    """
    several = isinstance(move, tuple) or is_record_value(move)
    parts = parts_of(move) if several else (move,)
    for part in parts:
        if not is_int(part):
            raise BadInput("engine.move.kind", kind=type(part).__name__)
    kind: type = (mirrors or {}).get(type(move), type(move))
    if several:
        names = [f"m[{index}]" for index in range(len(parts))]
        if not isinstance(move, tuple):
            names = [f"m.{name}" for name in fields_of(type(move))]
        number = reduce(lambda terms, name: f"times({terms}, 4099) ^ {name}", names, "0")
        number = f"times({number}, 1)"  # within 64 bits, also in Python
        taken = "".join(f"int(memory[at + {index}]), " for index in range(len(parts)))
        taken = f"{kind.__name__ if is_record_value(move) else ''}({taken})"
    else:
        names, number, taken = ["m"], "m", "int(memory[at])"
    puts = "".join(f"    memory[at + {index}] = {name}\n" for index, name in enumerate(names)) or "    pass\n"
    source = (
        f"def identity(m):\n    return {number}\n\n"
        f"def put_move(m, memory, at):\n{puts}\n"
        f"def take_move(memory, at):\n    return {taken}\n"
    )
    names_used = {"times": times, kind.__name__: kind}
    return len(parts), written(source, names_used, "identity", "put_move", "take_move")
