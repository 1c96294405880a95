"""Scripts of the pages in one text, for files and frames that need no server.

The scripts stay the ES modules that they are on the page. Here each becomes a function that returns what
it exports, and its imports take from those, so that no name can meet another; no build step, and a
browser that opens the file from a folder (where modules may not be loaded) runs it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

STATIC = Path(__file__).parent / "static"
SCRIPTS = (STATIC / "js").resolve()

_IMPORT = re.compile(r'^import (?:\{(?P<names>[^}]*)\}|\* as (?P<all>\w+)) from "(?P<from>[^"]+)";$', re.M)
_TYPES = re.compile(r"^/\*\* @import .*\*/\n", re.M)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const|let) (\w+)", re.M)
_PASSED_ON = re.compile(r"^export \{ (.*) \};\n", re.M)
_AWAIT = re.compile(r"^(const .* = )?await ", re.M)


def bundle(entry: str, replaced: Mapping[str, str] | None = None) -> str:
    """The script and all it imports, each once, those it needs before it.

    `replaced` names scripts that stand in for others. One that waits makes its caller wait: a module can,
    and a classic script cannot.
    """
    others = {_script(name): _script(other) for name, other in (replaced or {}).items()}
    parts: dict[Path, str] = {}
    _add(_script(entry), others, parts)
    return "\n".join(parts.values())


def style_sheets(*names: str) -> str:
    """The style sheets of those names as one text."""
    return "\n".join((STATIC / "css" / f"{name}.css").read_text(encoding="utf-8") for name in names)


def _add(path: Path, others: Mapping[Path, Path], parts: dict[Path, str]) -> None:
    if path in parts:
        return
    source = _TYPES.sub("", path.read_text(encoding="utf-8"))

    def imported(found: re.Match[str]) -> Path:
        meant = (path.parent / found["from"]).resolve()
        return others.get(meant, meant)

    for found in _IMPORT.finditer(source):
        _add(imported(found), others, parts)

    def taken(found: re.Match[str]) -> str:
        module = _variable(imported(found))
        if found["all"]:
            return f"const {found['all']} = {module};"
        return f"const {{{found['names'].replace(' as ', ': ')}}} = {module};"

    names = [name for _, name in _EXPORT.findall(source)]
    names += [name for each in _PASSED_ON.findall(source) for name in each.split(", ")]
    body = _PASSED_ON.sub("", _EXPORT.sub(r"\1 \2", _IMPORT.sub(taken, source)))
    begin, waits = ("await (async () => {", True) if _AWAIT.search(source) else ("(() => {", False)
    given = "" if waits else f"return {{ {', '.join(names)} }};\n"
    parts[path] = f"const {_variable(path)} = {begin}\n{body}\n{given}}})();"


def _script(name: str) -> Path:
    return (SCRIPTS / name).resolve()


def _variable(path: Path) -> str:
    return "module_" + re.sub(r"\W", "_", str(path.relative_to(SCRIPTS).with_suffix("")))
