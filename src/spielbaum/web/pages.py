"""The pages: their addresses, and the HTML in which their scripts start."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

#: The style sheets of each page, beside those of all; pages in the order of the navigation.
STYLES = {
    "play": ("board", "play"),
    "solution": ("board", "play", "figure", "solution"),
    "tree_lab": ("tree_lab",),
    "experiments": ("figure", "experiments"),
}
PAGES = tuple(STYLES)


def page_address(page: str) -> str:
    """The first page is at `/`, the others at their names: the tree lab at `/tree-lab`."""
    return "/" if page == PAGES[0] else "/" + page.replace("_", "-")


def page_html(
    page: str, root: str = "/", *, styles: Iterable[str] = (), policy: str = "", first: str = ""
) -> str:
    """The page; `root` is where `static/` is, as seen from it.

    `policy` is the content security policy where no server sends one, `first` what is to be seen until the
    scripts have come.
    """
    guard = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'
    links = (
        f'<link rel="stylesheet" href="{root}static/css/{name}.css">'
        for name in ("base", *STYLES[page], *styles)
    )
    head = (
        '<meta charset="utf-8">',
        *((guard,) if policy else ()),
        "<title>Spielbaum</title>",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<link rel="icon" href="{root}static/icon.svg" type="image/svg+xml">',
        *links,
        f'<script src="{root}static/js/theme.js"></script>',
        *((f'<script src="{root}static/js/first.js"></script>',) if first else ()),
        f'<link rel="modulepreload" href="{root}static/js/shell.js">',
        f'<script type="module" src="{root}static/js/{page}/main.js"></script>',
    )
    body = (
        *((f'<main class="missing first">{first}</main>',) if first else ()),
        "<noscript>This page needs JavaScript. – Diese Seite braucht JavaScript.</noscript>",
    )
    lines = (
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        *(f"  {line}" for line in head),
        "</head>",
        f'<body data-page="{page}">',
        *(f"  {line}" for line in body),
        "</body>",
        "</html>",
    )
    return "\n".join(lines) + "\n"
