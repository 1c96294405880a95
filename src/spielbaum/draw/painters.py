"""The one door to all painters of trees."""

from __future__ import annotations

import json
from typing import Any

from spielbaum.draw.figure_options import Options
from spielbaum.draw.mermaid import tree_mermaid
from spielbaum.draw.raster import convert
from spielbaum.draw.scene import Scene, scene_of
from spielbaum.draw.stepping import scene_json
from spielbaum.draw.svg import tree_svg
from spielbaum.draw.text import tree_text
from spielbaum.draw.tikz import tree_tikz
from spielbaum.errors import UnknownName
from spielbaum.game import Game
from spielbaum.trace import Trace
from spielbaum.tree import Tree

#: Everything a figure can be written as; `scene` is the JSON of `spielbaum.draw.stepping`.
FORMATS = ("text", "ascii", "svg", "tikz", "mermaid", "scene", "png", "pdf")
#: How files of a format are called.
SUFFIXES = {"text": "txt", "ascii": "txt", "tikz": "tex", "mermaid": "mmd", "scene": "json"}


def draw(
    source: Tree | Trace,
    format: str = "svg",  # noqa: A002
    options: Options | None = None,
    *,
    step: int | None = None,
    game: Game[Any, Any] | None = None,
) -> str | bytes:
    """A figure of a tree or of a search; text, or bytes for png and pdf. See `scene_of`, `Options`."""
    return draw_scene(scene_of(source, options, game=game), format, step=step)


def draw_scene(scene: Scene, format: str, *, step: int | None = None) -> str | bytes:  # noqa: A002
    """One step of a scene in one format; the end by default."""
    match format:
        case "text" | "ascii":
            return tree_text(scene, step, ascii_only=format == "ascii")
        case "svg":
            return tree_svg(scene, step)
        case "tikz":
            return tree_tikz(scene, step, document=True)
        case "mermaid":
            return tree_mermaid(scene, step)
        case "scene":
            return json.dumps(scene_json(scene), ensure_ascii=False)
        case "png":
            return convert(tree_svg(scene, step, plain=True), "png")
        case "pdf":
            return convert(tree_svg(scene, step, plain=True), "pdf")
    raise UnknownName("draw.format", format, FORMATS)
