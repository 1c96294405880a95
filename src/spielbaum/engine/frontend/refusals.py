"""What stays refused: the construct, where it stands, and the way round it.

Some things are refused when the rules are rewritten. Others the compiler finds; it speaks of its own inside
then, so its words are used only to find the line, and what is said comes from the user's source.
"""

from __future__ import annotations

import ast
import builtins
import functools
import linecache
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from spielbaum.engine.frontend.source import cells_of, definition_of
from spielbaum.errors import SpielbaumError

#: Numba knows what is in these, or in large parts of them.
KNOWN_MODULES = ("numpy", "math", "cmath", "operator", "spielbaum")

_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)|(?P<file2>[^\s(]+\.py) \((?P<line2>\d+)\)')

_STATEMENTS: dict[type[ast.AST], str] = {
    ast.Try: "try",
    ast.With: "with",
    ast.Import: "import",
    ast.ImportFrom: "import",
    ast.ClassDef: "class",
    ast.Global: "global",
    ast.Nonlocal: "global",
    ast.JoinedStr: "text",
    ast.Dict: "dictionary_made",
    ast.DictComp: "dictionary_made",
    ast.Set: "set_made",
    ast.SetComp: "set_made",
    ast.Await: "async",
}
_CALLS = {
    dict: "dictionary_made",
    set: "set_made",
    frozenset: "set_made",
    print: "print",
    str: "text",
    bin: "text",
}


class Refused(Exception):
    """A rule uses something that cannot be compiled."""

    def __init__(self, key: str, file: str, line: int, **fields: object) -> None:
        super().__init__(key)
        self.reason = SpielbaumError(f"compile.refused.{key}", **fields)
        self.file = file
        self.line = line
        #: The rule in which it came up.
        self.rule = ""


def explain(rule: Any, error: Exception) -> Refused:
    """Why the compiler refused a rule, in the words of its author's source."""
    functions = list(_reached(rule))
    places = list(_places(str(error), functions))
    found = [refusal for function in functions for refusal in _constructs(function)]
    for file, line in places:  # the innermost comes first
        for refusal in found:
            if (refusal.file, refusal.line) == (file, line):
                return refusal
    if found and not places:
        return found[0]
    if places:
        file, line = places[0]
        text = linecache.getline(file, line).strip()
        near = [refusal for refusal in found if refusal.file == file]
        return near[0] if near else Refused("line", file, line, text=text)
    code = functions[0].__code__ if functions else explain.__code__
    text = linecache.getline(code.co_filename, code.co_firstlineno).strip()
    return Refused("line", code.co_filename, code.co_firstlineno, text=text)


def _reached(rule: Any) -> Iterator[FunctionType]:
    """The functions of the user's that the rule uses, itself first."""
    waiting: list[Any] = [rule]
    seen: set[FunctionType] = set()
    while waiting:
        function = waiting.pop(0)
        function = getattr(function, "__func__", getattr(function, "func", function))
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        if not _ours(function.__code__.co_filename):
            yield function
        waiting += [value for _, value in _known(function) if isinstance(value, FunctionType)]


def _ours(file: str) -> bool:
    """Whether the file belongs to the engine, or is none."""
    return file.startswith("<") or Path(file).resolve().is_relative_to(Path(__file__).parents[1])


def _known(function: FunctionType) -> Iterator[tuple[str, Any]]:
    for name in function.__code__.co_names:
        if name in function.__globals__:
            yield name, function.__globals__[name]
    for name, cell in cells_of(function).items():
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue


def _places(text: str, functions: list[FunctionType]) -> Iterator[tuple[str, int]]:
    """The lines of the user's that the compiler names; it shortens the paths of files."""
    files = {function.__code__.co_filename for function in functions}
    for match in _PLACE.finditer(re.sub(r"\x1b\[[0-9;]*m", "", text)):
        named = Path(match["file"] or match["file2"])
        for file in files:
            if Path(file).name == named.name and Path(file).parent.name == named.parent.name:
                yield file, int(match["line"] or match["line2"])


def _constructs(function: FunctionType) -> Iterator[Refused]:
    """What is known to be more than the compiler knows."""
    definition = definition_of(function)
    if definition is None:
        return
    file, name = function.__code__.co_filename, function.__name__
    known = {**vars(builtins), **function.__globals__, **dict(_known(function))}
    values = {ast.Return: [0, 0]}
    for node in ast.walk(definition):
        line = getattr(node, "lineno", definition.lineno)
        for kind, key in _STATEMENTS.items():
            if isinstance(node, kind):
                yield Refused(key, file, line)
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            if ast.get_docstring(definition, clean=False) != node.value:
                yield Refused("text", file, line)
        if isinstance(node, ast.FunctionDef) and node is not definition:
            if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node)):
                yield Refused("inner_generator", file, line)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            value = known.get(node.func.id)
            for called, key in _CALLS.items():
                if value is called:
                    yield Refused(key, file, line)
            if isinstance(value, functools._lru_cache_wrapper):
                yield Refused("lru_cache", file, line, name=node.func.id)
        yield from _foreign(node, known, file, line)
        if isinstance(node, ast.Return):
            nothing = node.value is None or (
                isinstance(node.value, ast.Constant) and node.value.value is None
            )
            values[ast.Return][nothing] = line
    with_value, without = values[ast.Return]
    if with_value and without:
        yield Refused("mixed_returns", file, without, name=name)


def _foreign(node: ast.AST, known: dict[str, Any], file: str, line: int) -> Iterator[Refused]:
    """Things of other libraries."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        module = known.get(node.value.id)
        if isinstance(module, ModuleType) and module.__name__.partition(".")[0] not in KNOWN_MODULES:
            key = "random" if module.__name__ == "random" else "module"
            yield Refused(key, file, line, name=f"{node.value.id}.{node.attr}")
    elif isinstance(node, ast.Name):
        value = known.get(node.id)
        module_name = str(getattr(value, "__module__", None) or "")
        if callable(value) and module_name.partition(".")[0] == "random":
            yield Refused("random", file, line, name=node.id)
