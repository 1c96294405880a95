"""A page of `spielbaum serve` as one HTML text, for the frame of a widget."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from spielbaum.web.bundle import bundle, style_sheets
from spielbaum.web.pages import STYLES

#: The kernel answers, and says where the page is.
REPLACED = {"answers.js": "notebook/answers.js", "place.js": "notebook/place.js"}

_PAGE = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Spielbaum</title>
<style>
{style}
</style>
</head>
<body data-page="{page}" data-address="{address}">
<script type="module">
{script}
</script>
</body>
</html>
"""


def frame_html(page: str, address: str, language: str) -> str:
    """The page as it opens at that address."""
    return _PAGE.format(
        language=language,
        page=page,
        address=escape(address),
        style=style_sheets("base", *STYLES[page], "notebook"),
        script=_script(page),
    )


@lru_cache(maxsize=4)
def _script(page: str) -> str:
    return bundle(f"{page}/main.js", REPLACED)
