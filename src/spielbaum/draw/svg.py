"""Trees and traces as SVG: self-contained, and addressable for pages that repaint it step by step.

Each node is a group `<g class="node max done …" data-path="0.2.1">` that holds its branch, shape and
texts; texts that change carry `data-slot="value|window|number"`. The classes chosen, crossed, current
and the states unvisited, open, done, cut say how it looks; the style sheet in the picture does the rest.
"""

from __future__ import annotations

from math import hypot

from spielbaum.draw.figure import Block, Branch, Figure, figure_of, shown_name, text_width
from spielbaum.draw.scene import Face, Node, Scene
from spielbaum.draw.svg_text import document, element, fixed, scope_of, words
from spielbaum.draw.theme import style_sheet
from spielbaum.draw.wording import shortened
from spielbaum.language import say


def tree_svg(
    scene: Scene,
    step: int | None = None,
    *,
    scope: str | None = None,
    plain: bool = False,
    live: bool = False,
    figure: Figure | None = None,
) -> str:
    """The figure at a step, at the end by default.

    `scope` is the id of the picture, to be unique on a page. `plain` writes it for converters that know
    no custom properties. `live` writes the empty texts too, for pages that fill them in later.
    """
    faces = scene.faces(step)
    # The last step alone needs no room for what was written on the way.
    figure = figure or figure_of(scene, faces if step is None else None)
    body = _body(scene, figure, faces, live)
    scope = scope or scope_of(body + scene.options.theme)
    boards = any(node.board is not None for node in scene.nodes)
    style = style_sheet(scene.options.theme, scope, tree=True, boards=boards, plain=plain)
    title = scene.options.title or say("draw.title", scene.options.language)
    return document(scope, figure.width, figure.height, style, title, scene.caption(step), body)


def class_of(node: Node, face: Face) -> str:
    """The classes of a node's group."""
    side = f"p{node.player % 4}" if node.player is not None and node.kind == "player" else ""
    flags = (name for name in ("chosen", "crossed", "current") if getattr(face, name))
    return " ".join(filter(None, ("node", node.kind, side, face.state, *flags)))


def _body(scene: Scene, figure: Figure, faces: tuple[Face, ...], live: bool) -> str:
    lines = [element("rect", width=figure.width, height=figure.height, class_="paper")]
    title = scene.options.title
    if title:
        middle = figure.width / 2
        lines.append(element("text", words(title), x=middle, y=28.0, class_="title"))
    for text, (x, y), class_ in figure.levels:
        lines.append(element("text", words(text), x=x, y=y, class_=f"level {class_}".rstrip()))
    # Branches of the best line and of open nodes are drawn over the others: later in the file.
    order = sorted(range(len(faces)), key=lambda i: faces[i].chosen)
    branches = [_branch(scene, figure, faces, i) for i in order]
    lines += [branch for branch in branches if branch]
    lines += [_node(scene, figure, faces[i], i, live) for i in range(len(faces))]
    return "\n".join(lines)


def _branch(scene: Scene, figure: Figure, faces: tuple[Face, ...], number: int) -> str:
    branch, node, face = figure.branches[number], scene.nodes[number], faces[number]
    if branch is None:
        return ""
    (x1, y1), (x2, y2) = branch.start, branch.end
    parts = [element("path", d=f"M{fixed(x1)} {fixed(y1)}L{fixed(x2)} {fixed(y2)}", class_="branch")]
    if node.edge:
        label = shortened(node.edge)
        x, y = branch.label
        half = text_width(label, "edge") / 2 + 2
        parts.append(
            element("rect", x=x - half, y=y - 8, width=2 * half, height=16.0, rx=3.0, class_="paper")
        )
        parts.append(element("text", words(label), x=x, y=y + 4, class_="edge"))
    parts.append(element("path", d=_slash(branch), class_="slash"))
    return element("g", "".join(parts), class_=class_of(node, face), data_branch=node.address)


def _slash(branch: Branch) -> str:
    """Two short strokes across the branch."""
    dx, dy = branch.end[0] - branch.start[0], branch.end[1] - branch.start[1]
    length = hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    strokes = []
    for along in (-2.6, 2.6):
        x, y = branch.crossing[0] + along * ux, branch.crossing[1] + along * uy
        # Across the branch, leaning a little: (−uy, ux) is square to it.
        ax, ay = -uy * 7 + ux * 3.2, ux * 7 + uy * 3.2
        strokes.append(f"M{fixed(x - ax)} {fixed(y - ay)}L{fixed(x + ax)} {fixed(y + ay)}")
    return "".join(strokes)


def _node(scene: Scene, figure: Figure, face: Face, number: int, live: bool) -> str:
    node, block = scene.nodes[number], figure.blocks[number]
    outline = shape_path(block)
    parts = [element("title", words(_tooltip(scene, node, face)))]
    if face.window or (live and scene.widest[number].window):
        # Behind the text and down to the shape, so that the branch ends at the window.
        half = text_width(face.window, "window") / 2 + 1
        at = {"x": block.window[0] - half, "y": block.window[1] - 10, "width": 2 * half, "height": 16.0}
        parts.append(element("rect", rx=3.0, class_="paper", data_backs="window", **at))
    parts.append(element("path", d=outline, class_="ring"))
    parts.append(element("path", d=outline, class_="shape"))
    if block.picture is not None:
        x, y = -block.picture.width * block.scale / 2, -block.picture.height * block.scale / 2
        place = f"translate({fixed(x)} {fixed(y)}) scale({block.scale:.4f})"
        parts.append(element("g", block.picture.markup, transform=place))
        parts.append(_role_mark(node, block))
    if node.kind == "more":
        parts.append(element("text", words(node.hidden), x=0.0, y=block.height / 2 - 6, class_="number"))
    name = shown_name(node, not scene.levels[len(node.path)])
    if name:
        parts.append(
            element(
                "text",
                words(name),
                x=block.name[0],
                y=block.name[1],
                class_=f"name {block.name_class}".rstrip(),
            )
        )
    for slot, point, class_ in (
        ("value", block.value, "value"),
        ("window", block.window, "window"),
        ("number", block.number, f"number {block.number_class}".rstrip()),
    ):
        text, widest = getattr(face, slot), getattr(scene.widest[number], slot)
        if text or (live and widest):
            parts.append(element("text", words(text), x=point[0], y=point[1], class_=class_, data_slot=slot))
    x, y = figure.at[number]
    place = f"translate({fixed(x)} {fixed(y)})"
    return element("g", "".join(parts), class_=class_of(node, face), data_path=node.address, transform=place)


def _role_mark(node: Node, block: Block) -> str:
    """Under the corner of a board: a small triangle that says whether MAX or MIN moves."""
    if node.kind not in ("max", "min"):
        return ""
    (x, y), r = block.mark, 5.0
    sign = -1 if node.kind == "max" else 1
    path = f"M{fixed(x)} {fixed(y + sign * r)}L{fixed(x + r)} {fixed(y - sign * r)}H{fixed(x - r)}Z"
    return element("path", d=path, class_="mark")


def _tooltip(scene: Scene, node: Node, face: Face) -> str:
    """Everything about a node in words: what hovering shows and a screen reader says."""
    hidden = say("draw.more", scene.options.language, count=node.hidden) if node.hidden else ""
    if scene.options.marked:
        key = "inside" if face.chosen else "outside"
    else:
        key = "" if face.state == "plain" else face.state
    state = say(f"draw.state.{key}", scene.options.language) if key else ""
    return ", ".join(filter(None, (node.edge, node.name, node.mover, hidden, face.value, face.window, state)))


def shape_path(block: Block) -> str:
    """The outline around the anchor."""
    w, h = block.width / 2, block.height / 2
    x, y = fixed(w), fixed(h)
    roof = fixed(h - 13)
    match block.form:
        case "up":
            return f"M0 -{y}L{x} {y}H-{x}Z"
        case "down":
            return f"M0 {y}L-{x} -{y}H{x}Z"
        case "house-up":
            return f"M0 -{y}L{x} -{roof}V{y}H-{x}V-{roof}Z"
        case "house-down":
            return f"M0 {y}L-{x} {roof}V-{y}H{x}V{roof}Z"
        case "more":
            return f"M0 -{y}L{x} {y}H-{x}Z"
        case "pill":
            side = fixed(w - h)
            return f"M-{side} -{y}H{side}A{y} {y} 0 0 1 {side} {y}H-{side}A{y} {y} 0 0 1 -{side} -{y}Z"
        case "round":
            return f"M-{x} 0A{x} {y} 0 0 1 {x} 0A{x} {y} 0 0 1 -{x} 0Z"
        case "dot":
            return f"M-{x} 0A{x} {x} 0 0 1 {x} 0A{x} {x} 0 0 1 -{x} 0Z"
        case _:
            return f"M-{x} -{y}H{x}V{y}H-{x}Z"
