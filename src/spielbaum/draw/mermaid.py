"""Trees and traces as Mermaid flowcharts, for pages and documents that render those.

Mermaid lays the tree out itself. Trapezia that narrow upwards are MAX, downwards MIN.
"""

from __future__ import annotations

import re

from spielbaum.draw.scene import Face, Node, Scene
from spielbaum.draw.theme import PALETTES
from spielbaum.draw.wording import clean, shortened
from spielbaum.language import say

#: Opening and closing brackets of each shape.
_SHAPES = {
    "max": ('[/"', '"\\]'),
    "min": ('[\\"', '"/]'),
    "player": ('(["', '"])'),
    "chance": ('(("', '"))'),
    "leaf": ('["', '"]'),
    "stub": ('(("', '"))'),
    "more": ('{{"', '"}}'),
}


def tree_mermaid(scene: Scene, step: int | None = None) -> str:
    """The figure at a step, at the end by default."""
    faces = scene.faces(step)
    lines = [f"flowchart {'TD' if scene.options.direction == 'down' else 'LR'}"]
    if scene.options.title:
        # Front matter is YAML; the escaped text needs no more than the quotes.
        lines = ["---", f'title: "{_escaped(scene.options.title)}"', "---", *lines]
    for i, (node, face) in enumerate(zip(scene.nodes, faces, strict=True)):
        opening, closing = _SHAPES[node.kind]
        lines.append(f"  n{i}{opening}{_label(scene, node, face)}{closing}:::{_class(node, face)}")
    chosen = []
    links = 0
    for i, (node, face) in enumerate(zip(scene.nodes, faces, strict=True)):
        if node.parent is None:
            continue
        words = [shortened(node.edge)] if node.edge else []
        line = "-.-" if face.state == "cut" else "---"
        if face.crossed:
            words.append("✂")
        if face.chosen:
            line = "==="
            chosen.append(links)
        label = f'|"{_escaped(" ".join(words))}"|' if words else ""
        lines.append(f"  n{node.parent} {line}{label} n{i}")
        links += 1
    lines += _classes(scene)
    if chosen:
        lines.append(f"  linkStyle {','.join(map(str, chosen))} stroke-width:4px")
    return "\n".join(lines) + "\n"


def _label(scene: Scene, node: Node, face: Face) -> str:
    more = say("draw.more", scene.options.language, count=node.hidden) if node.hidden else ""
    number = f"#{face.number}" if face.number else ""
    first = " ".join(filter(None, (shortened(node.name), node.mover)))
    lines = [first, more, " ".join(filter(None, (face.value, number))), face.window]
    return "<br/>".join(_escaped(line) for line in lines if line) or " "


def _class(node: Node, face: Face) -> str:
    if face.current:
        return "current"
    if face.state in ("cut", "unvisited"):
        return face.state
    return node.kind


def _classes(scene: Scene) -> list[str]:
    colours = PALETTES[scene.options.theme]
    lines = []
    for kind in ("max", "min", "leaf"):
        fill, line = colours[f"{kind}-fill"], colours[f"{kind}-line"]
        lines.append(f"  classDef {kind} fill:{fill},stroke:{line},color:{colours['ink']}")
    paper, muted, faint = colours["paper"], colours["muted"], colours["faint"]
    ink = colours["ink"]
    lines.append(f"  classDef player fill:{paper},stroke:{ink},color:{ink}")
    lines.append(f"  classDef chance fill:{paper},stroke:{ink},color:{ink}")
    lines.append(f"  classDef stub fill:{paper},stroke:{faint},color:{ink}")
    lines.append(f"  classDef more fill:{paper},stroke:{muted},color:{ink},stroke-dasharray:2 3")
    lines.append(f"  classDef unvisited fill:{paper},stroke:{faint},color:{muted}")
    lines.append(f"  classDef cut fill:{paper},stroke:{muted},color:{muted},stroke-dasharray:4 3")
    lines.append(f"  classDef current fill:{paper},stroke:{colours['ring']},color:{ink},stroke-width:4px")
    return lines


def _escaped(text: str) -> str:
    """Everything that Mermaid, Markdown or HTML could read as more than a letter becomes a character code."""
    return re.sub(
        r"[^\w\s.,:()+/=−≥≤≈∞·…✂-]", lambda match: "".join(f"#{ord(c)};" for c in match[0]), clean(text)
    ).replace("_", "#95;")
