"""What the files of own games import, and whether Python inside pages has it.

Parts of Python's library that nothing of ours needs are left out of a site; a game that imports one gets it,
with everything that it imports in turn. What does not exist there is said when the site is written.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from spielbaum.errors import BadInput

#: Parts of the library that Pyodide does not have (those of `sys.stdlib_module_names` that it does not find).
MISSING = frozenset(
    {
        *("curses", "dbm", "ensurepip", "grp", "idlelib", "msvcrt", "nt", "pwd", "pydoc_data", "readline"),
        *("resource", "syslog", "tkinter", "turtle", "turtledemo", "venv", "winreg", "winsound"),
    }
)


def check_imports(path: Path, packages: Iterable[str]) -> None:
    """Say so where the file of a game imports what is not there; `packages` are there besides the library."""
    there = {*packages, *sys.stdlib_module_names} - MISSING
    for module in imports_of(path.read_text("utf-8")):
        if module.partition(".")[0] not in there:
            raise BadInput("site.no_import", file=path.name, module=module)


def needed(sources: Iterable[str], library: Mapping[str, str]) -> set[str]:
    """The modules of the library that these sources import, and what those import, by their first names."""
    waiting, found = list(sources), set[str]()
    while waiting:
        new = {module.partition(".")[0] for module in imports_of(waiting.pop())} - found
        found |= new
        for name, source in library.items():
            if re.split(r"[/.]", name)[0] in new:
                waiting.append(source)
    return found


def imports_of(source: str) -> Iterator[str]:
    """The modules that are imported, but for those that are for type checkers or for running the file."""
    return _imports(ast.parse(source))


def _imports(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(level=0, module=str(module)):
            yield module
        case ast.If(test=test, orelse=others) if re.search(r"TYPE_CHECKING|__name__", ast.unparse(test)):
            yield from (module for other in others for module in _imports(other))
        case _:
            yield from (module for inner in ast.iter_child_nodes(node) for module in _imports(inner))
