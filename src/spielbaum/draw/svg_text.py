"""The few things every SVG here is written with."""

from __future__ import annotations

import hashlib
import json
from xml.sax.saxutils import escape, quoteattr

from spielbaum.draw.wording import clean


def fixed(value: float) -> str:
    """A coordinate: at most two decimals, the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(tag: str, content: str | None = None, /, **attributes: object) -> str:
    """An element; attributes are escaped, `content` is markup. `_` in names becomes - (none at the end)."""
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}"
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}/>" if content is None else f"<{tag}{written}>{content}</{tag}>"


def _value(value: object) -> str:
    return fixed(value) if isinstance(value, float) else clean(str(value))


def words(text: str) -> str:
    """Text as the content of an element."""
    return escape(clean(text))


def json_in_html(data: object) -> str:
    """JSON for a script element: nothing in it can end the element or begin a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def scope_of(text: str) -> str:
    """An id that two different drawings on one page do not share."""
    return "sb-" + hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]


def document(
    scope: str, width: float, height: float, style: str, title: str, description: str, body: str
) -> str:
    """A picture that stands alone, with its title and description for those who cannot see it."""
    head = element("title", words(title), id=f"{scope}-title")
    head += "\n" + element("desc", words(description), id=f"{scope}-desc")
    return (
        element(
            "svg",
            f"\n{head}\n<style>\n{style}\n</style>\n{body}\n",
            xmlns="http://www.w3.org/2000/svg",
            id=scope,
            class_="spielbaum",
            role="img",
            aria_labelledby=f"{scope}-title {scope}-desc",
            width=float(width),
            height=float(height),
            viewBox=f"0 0 {fixed(width)} {fixed(height)}",
        )
        + "\n"
    )
