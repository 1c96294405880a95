"""Figures as SVG that may stand in a page: no style sheet, no foreign names, colours the page can change."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Literal
from xml.etree import ElementTree

from spielbaum.draw.svg_text import scope_of
from spielbaum.draw.theme import FONT
from spielbaum.draw.wording import clean
from spielbaum.experiments.plots.style import BAND, DARK, GRID, INK, MUTED, PAPER, SERIES, paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Theme = Literal["light", "page"]

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
_HREF = f"{{{XLINK}}}href"
_FONT = re.compile(r"(?:(?P<style>italic|oblique) )?(?:(?P<weight>\d+|bold) )?(?P<size>[\d.]+)px ")
_LINK = re.compile(r"url\(#([^)]+)\)")

#: The custom property for each colour that a page may set.
PROPERTIES = {
    INK: "--plot-ink",
    MUTED: "--plot-muted",
    GRID: "--plot-grid",
    PAPER: "--plot-paper",
    BAND: "--plot-band",
    **{colour: f"--plot-{index}" for index, colour in enumerate(SERIES)},
}


def page_colours() -> str:
    """Declarations for `:root` under which figures with the theme `page` are light or dark like the page."""
    return ";".join(f"{name}:light-dark({light},{DARK[light]})" for light, name in PROPERTIES.items())


def figure_svg(figure: Figure, title: str, description: str, theme: Theme = "light") -> str:
    """The figure as one `svg` element, with title and description for those who cannot see it.

    Styles become attributes and ids get a prefix of their own, so that several figures can stand in one
    page, also under a policy that forbids inline styles. `page` makes the ground transparent and takes
    colours from custom properties.
    """
    buffer = io.StringIO()
    with paper():
        figure.savefig(
            buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
        )
    root = ElementTree.fromstring(buffer.getvalue())
    scope = scope_of(f"{title}{description}{buffer.getvalue()}")
    _tidy(root)
    _rename(root, scope)
    for node in root.iter():
        _attributes(node, theme)
    if theme == "page":
        ground = root.find(f".//{{{SVG}}}g[@id='{scope}-patch_1']/{{{SVG}}}path")
        if ground is not None:
            ground.set("fill", "none")
    head = [("desc", "desc", description), ("title", "title", title)]
    for tag, name, text in head:
        node = ElementTree.Element(f"{{{SVG}}}{tag}", {"id": f"{scope}-{name}"})
        node.text = clean(text)
        root.insert(0, node)
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    _, _, width, height = root.attrib["viewBox"].split()
    root.attrib |= {"id": scope, "class": "plot", "role": "img", "width": width, "height": height}
    root.attrib |= {"aria-labelledby": f"{scope}-title {scope}-desc"}
    root.attrib |= {"stroke-linejoin": "round", "stroke-linecap": "butt", "font-family": FONT}
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _tidy(root: ElementTree.Element) -> None:
    """Take out what only the maker of the file needs."""
    for parent in list(root.iter()):
        for child in list(parent):
            style = child.tag == f"{{{SVG}}}style"
            if style or child.tag.endswith("}metadata"):
                parent.remove(child)


def _rename(root: ElementTree.Element, scope: str) -> None:
    for node in root.iter():
        for name, value in list(node.attrib.items()):
            if name == "id":
                node.set(name, f"{scope}-{value}")
            elif name == _HREF:
                del node.attrib[name]
                node.set("href", value.replace("#", f"#{scope}-", 1))
            else:
                node.set(name, _LINK.sub(rf"url(#{scope}-\1)", value))


def _attributes(node: ElementTree.Element, theme: Theme) -> None:
    for declaration in node.attrib.pop("style", "").split(";"):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        if name == "font":
            found = _FONT.match(value)
            assert found is not None, value
            node.set("font-size", found["size"])
            if found["weight"]:
                node.set("font-weight", found["weight"])
        elif name:
            node.set(name, value)
    for name in ("fill", "stroke"):
        colour = node.attrib.get(name, "")
        if theme == "page" and colour in PROPERTIES:
            node.set(name, f"var({PROPERTIES[colour]}, {colour})")
