"""A stepper as one HTML file that needs no server: what the page uses, written into it."""

from __future__ import annotations

from html import escape
from typing import Any

from spielbaum.draw.svg_text import json_in_html
from spielbaum.language import catalogue, say
from spielbaum.web.bundle import bundle, style_sheets

#: The script that starts it, and the style sheets.
ENTRY = "tree_lab/alone.js"
SHEETS = ("base", "tree_lab")
#: The sentences it needs begin with one of these.
AREAS = (
    *(
        f"tree_lab.{area}."
        for area in ("alone", "count", "figure", "go", "help", "outline", "panel", "speed", "step", "zoom")
    ),
    "draw.state.",
)

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
        style=style_sheets(*SHEETS),
        noscript=escape(say("tree_lab.alone.noscript", language)),
        data=json_in_html(data),
        script=bundle(ENTRY),
    )
