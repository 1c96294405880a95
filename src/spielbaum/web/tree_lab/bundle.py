"""A stepper as one HTML file that needs no server: what the page uses, written into it.

The scripts stay the ES modules that they are on the page. Here each becomes a function that returns what
it exports, and its imports take from those, so that no name can meet another; no build step, and a
browser that opens the file from a folder (where modules may not be loaded) runs it.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

from spielbaum.draw.svg_text import json_in_html
from spielbaum.language import catalogue, say

STATIC = Path(__file__).parent.parent / "static"
#: The script that starts it, and the style sheets.
ENTRY = "tree_lab/alone.js"
SHEETS = ("base.css", "tree_lab.css")
#: The sentences it needs begin with one of these.
AREAS = (
    *(
        f"tree_lab.{area}."
        for area in ("alone", "count", "figure", "go", "help", "outline", "panel", "speed", "step", "zoom")
    ),
    "draw.state.",
)

_IMPORT = re.compile(r'^import (?:\{(?P<names>[^}]*)\}|\* as (?P<all>\w+)) from "(?P<from>[^"]+)";$', re.M)
_TYPES = re.compile(r"^/\*\* @import .*\*/\n", re.M)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const|let) (\w+)", re.M)

_PAGE = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Spielbaum">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body class="alone">
<noscript>{noscript}</noscript>
<script type="application/json" id="stepper">{data}</script>
<script>
"use strict";
{script}
</script>
</body>
</html>
"""


def stand_alone(documents: list[dict[str, Any]], title: str = "", step: int = 0) -> str:
    """The file for one search, or for two that are stepped together; it opens at that step."""
    language = documents[0]["language"]
    title = title or say("tree_lab.alone.title", language, algorithm=documents[0]["title"])
    words = {key: text for key, text in catalogue(language).items() if key.startswith(AREAS)}
    data = {"title": title, "step": step, "language": language, "words": words, "documents": documents}
    return _PAGE.format(
        language=language,
        title=escape(title),
        style="\n".join(_read(STATIC / "css" / name) for name in SHEETS),
        noscript=escape(say("tree_lab.alone.noscript", language)),
        data=json_in_html(data),
        script=bundle(STATIC / "js" / ENTRY),
    )


def bundle(entry: Path) -> str:
    """The module and all it imports, each once, those it needs before it."""
    parts: dict[Path, str] = {}
    _add(entry.resolve(), parts)
    return "\n".join(parts.values())


def _add(path: Path, parts: dict[Path, str]) -> None:
    if path in parts:
        return
    source = _TYPES.sub("", _read(path))
    for found in _IMPORT.finditer(source):
        _add((path.parent / found["from"]).resolve(), parts)

    def taken(found: re.Match[str]) -> str:
        module = _variable((path.parent / found["from"]).resolve())
        if found["all"]:
            return f"const {found['all']} = {module};"
        return f"const {{{found['names'].replace(' as ', ': ')}}} = {module};"

    names = [name for _, name in _EXPORT.findall(source)]
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(taken, source))
    parts[path] = f"const {_variable(path)} = (() => {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();"


def _variable(path: Path) -> str:
    return "module_" + re.sub(r"\W", "_", str(path.relative_to((STATIC / "js").resolve()).with_suffix("")))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
