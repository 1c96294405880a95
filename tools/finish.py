"""What Sphinx and its theme leave to be done when the pages are there.

Hosts may forbid what is inline (`Content-Security-Policy` without `unsafe-inline`): each script and style is
moved into a file named by a digest of what it holds, and `style="…"` into a class. What is data (JSON in a
script) stays. And what axe calls serious is mended.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from html import escape, unescape
from pathlib import Path

#: The folder, in that of the site.
FOLDER = "inline"
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
#: A tag with a style of its own; in attributes and text angle brackets and quotes are written as entities.
TAG = re.compile(r'<([a-zA-Z][^\s<>/]*)([^<>]*?) style="([^"]*)"([^<>]*)>')
CLASS = re.compile(r'\sclass="([^"]*)"')
CHARSET = re.compile(r'<meta charset="utf-8"\s*/?>', re.IGNORECASE)
#: What pages may load, as they say it themselves; reports do.
GUARD = '<meta http-equiv="Content-Security-Policy" content="'
#: Sphinx evaluates how many plurals a language has; those of English and German it has already.
PLURALS = re.compile(r"Documentation\.PLURAL_EXPR = new Function\(.*?\);", re.DOTALL)
#: The parameters of a function, one below the other: a list of descriptions without what they describe.
PARAMETERS = re.compile(r"<dl>\s*((?:<dd>(?:(?!<dl|<dt|</dl).)*</dd>\s*)+)</dl>", re.DOTALL)


def finish(site: Path, policy: str | None = None) -> None:
    """Mend all pages; with `policy` they say themselves what they may load."""
    for page in sorted(site.rglob("*.html")):
        before = page.read_text(encoding="utf-8")
        after = strict_page(accessible(before), page.parent, site)
        if GUARD in after:
            after = after.replace("&#x27;unsafe-inline&#x27;", "&#x27;self&#x27;")
        elif policy is not None:
            after = CHARSET.sub(rf'\g<0>{GUARD}{escape(policy)}">', after, count=1)
        if after != before:
            page.write_text(after, encoding="utf-8")
    for script in site.rglob("_static/doctools.js"):
        text = PLURALS.sub("", script.read_text(encoding="utf-8"))
        if "new Function" in text:
            raise ValueError(f"{script} evaluates something; Sphinx has changed")
        script.write_text(text, encoding="utf-8")


def accessible(text: str) -> str:
    """The page with what axe misses: levels of headings, and a way to scroll by the keyboard."""
    text = text.replace(' role="heading">', ' role="heading" aria-level="2">')
    text = re.sub(r'(<div class="highlight">)<pre>', r'\1<pre tabindex="0">', text)
    text = text.replace('<div class="table-wrapper ', '<div tabindex="0" class="table-wrapper ')
    return PARAMETERS.sub(lambda match: f'<dl role="list">{_items(match[1])}</dl>', text)


def _items(described: str) -> str:
    return described.replace("<dd>", '<dd role="listitem">')


def strict_page(text: str, folder: Path, site: Path) -> str:
    """The page, which lies in that folder, with nothing inline; its files are written beside the others."""
    rules: dict[str, str] = {}

    def file(content: str, suffix: str) -> str:
        name = f"{sha256(content.encode()).hexdigest()[:16]}{suffix}"
        (site / FOLDER).mkdir(exist_ok=True)
        (site / FOLDER / name).write_text(content, encoding="utf-8")
        return os.path.relpath(site / FOLDER / name, folder).replace(os.sep, "/")

    def classed(match: re.Match[str]) -> str:
        element, style, rest = match[1], unescape(match[3]), match[2] + match[4]
        name = f"style-{sha256(style.encode()).hexdigest()[:8]}"
        rules[name] = style
        others = CLASS.search(rest)
        names = name if others is None else f"{others[1]} {name}"
        return f'<{element} class="{names}"{CLASS.sub("", rest, count=1)}>'

    text = SCRIPT.sub(lambda match: f'<script src="{file(match[1], ".js")}"></script>', text)
    text = STYLE.sub(lambda match: f'<link rel="stylesheet" href="{file(match[1], ".css")}">', text)
    text = TAG.sub(classed, text)
    if rules:
        link = f'<link rel="stylesheet" href="{file(_sheet(rules), ".css")}">'
        text = text.replace("</head>", f"{link}</head>", 1)
    return text


def _sheet(rules: dict[str, str]) -> str:
    """The styles by their classes; that of an element itself comes before all others."""
    lines = []
    for name, style in sorted(rules.items()):
        each = "".join(f" {rule.strip()} !important;" for rule in style.split(";") if rule.strip())
        lines.append(f".{name} {{{each} }}\n")
    return "".join(lines)
