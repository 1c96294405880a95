"""Where everything of a tree figure stands: blocks measured, laid out once for all steps, branches drawn.

A block is a node with what is written around it. Its anchor is the middle of its shape; it reaches
`left`, `right`, `up` and `down` from there, wide enough for the longest text of any step, so that
nothing moves while a figure is stepped through.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from spielbaum.draw.boards import Picture, board_picture
from spielbaum.draw.scene import Face, Node, Scene
from spielbaum.draw.theme import SIZES
from spielbaum.draw.tree_layout import Box, tidy
from spielbaum.draw.wording import shortened, width_in_em

#: Triangles for MAX and MIN (houses where the text is long), pills for players, circles for chance, boxes
#: for leaves.
Form = Literal["up", "down", "house-up", "house-down", "pill", "round", "box", "dot", "more", "board"]
Point = tuple[float, float]

MARGIN = 16.0
_GAP = 14.0
_LEVEL_GAP = 38.0
#: Branches get no flatter than this, up to a limit: rise over run.
_STEEPNESS = 0.2
_MOST_LEVEL_GAP = 130.0
_WINDOW_ROOM = 17.0
_BOARD_SIDE = 62.0
#: Between a board and the frame that shows the state of its node.
_FRAME = 3.0
_TRIANGLE = 44.0
_ROOF = 13.0


def text_width(text: str, kind: str) -> float:
    return width_in_em(text, bold=kind in ("value", "name", "title")) * SIZES[kind]


@dataclass(frozen=True, slots=True)
class Block:
    """A measured node, relative to its anchor."""

    form: Form
    width: float
    height: float
    left: float
    right: float
    up: float
    down: float
    #: Where the texts go: x, y of the baseline.
    value: Point
    name: Point
    name_class: str
    number: Point
    number_class: str
    window: Point
    #: The small triangle under a board.
    mark: Point
    picture: Picture | None = None
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Branch:
    """The line from a parent, its label and where it may be crossed."""

    start: Point
    end: Point
    label: Point
    crossing: Point


@dataclass(frozen=True, slots=True)
class Figure:
    """A laid-out scene."""

    width: float
    height: float
    blocks: tuple[Block, ...]
    at: tuple[Point, ...]
    #: By node; None at the root.
    branches: tuple[Branch | None, ...]
    #: Who moves on each level, and where that is written; and the class that aligns it.
    levels: tuple[tuple[str, Point, str], ...]


def figure_of(scene: Scene, faces: tuple[Face, ...] | None = None) -> Figure:
    """Lay the scene out: for all its steps, or more closely for these faces only.

    For all steps, nodes of a sort have one size and one distance, whatever they will say: a figure that is
    to be filled in must not give its answers away.
    """
    faces = faces or _even(scene)
    down = scene.options.direction == "down"
    tagged = [not level for level in scene.levels]
    blocks = [
        _block(node, faces[i], _side(scene, i, down), tagged[len(node.path)])
        for i, node in enumerate(scene.nodes)
    ]
    depths = [len(node.path) for node in scene.nodes]
    count = max(depths) + 1

    def most(of: list[float]) -> list[float]:
        found = [0.0] * count
        for depth, value in zip(depths, of, strict=True):
            found[depth] = max(found[depth], value)
        return found

    # Anchors of a level stand in one line, so each box is as long as the level needs on both sides of it.
    head = most([b.up if down else b.left for b in blocks])
    tail = most([b.down if down else b.right for b in blocks])
    boxes = [
        Box(
            before=max(b.left, _edge_room(node)) if down else b.up,
            after=max(b.right, _edge_room(node)) if down else b.down,
            length=head[depth] + tail[depth],
        )
        for b, node, depth in zip(blocks, scene.nodes, depths, strict=True)
    ]
    parents = [node.parent for node in scene.nodes]
    gaps = _level_gaps(scene, tidy(boxes, parents, gap=_GAP, level_gap=0).breadth, depths, down)
    placed = tidy(boxes, parents, gap=_GAP, level_gap=gaps)

    labels = [text if scene.options.players else "" for text in scene.levels]
    margin = max((text_width(text, "level") + 18 for text in labels if text), default=0.0) if down else 0.0
    above = (22.0 if any(labels) and not down else 0.0) + (30.0 if scene.options.title else 0.0)
    left, top = MARGIN + margin, MARGIN + above

    at: list[Point] = []
    for breadth, depth in zip(placed.breadth, depths, strict=True):
        across = placed.starts[depth] + head[depth]
        at.append((left + breadth, top + across) if down else (left + across, top + breadth))
    levels: list[tuple[str, Point, str]] = []
    for depth, text in enumerate(labels):
        across = placed.starts[depth] + head[depth]
        if text:
            point = (MARGIN, top + across + 4) if down else (left + across, top - 10)
            levels.append((text, point, "start" if down else ""))
    width = left + (placed.span if down else placed.extent) + MARGIN
    height = top + (placed.extent if down else placed.span) + MARGIN
    title_width = text_width(scene.options.title, "title") + 2 * MARGIN if scene.options.title else 0.0
    branches = tuple(
        None if node.parent is None else _branch(at[node.parent], blocks[node.parent], at[i], blocks[i], down)
        for i, node in enumerate(scene.nodes)
    )
    return Figure(max(width, title_width), height, tuple(blocks), tuple(at), branches, tuple(levels))


def _even(scene: Scene) -> tuple[Face, ...]:
    """For each node the longest texts that any inner node, or any leaf, ever shows."""
    sorts = ["leaf" if node.kind == "leaf" else node.kind in ("stub", "more") for node in scene.nodes]
    longest = {
        sort: Face(
            **{
                slot: max((getattr(face, slot) for face in faces), key=len)
                for slot in ("value", "window", "number")
            }
        )
        for sort in set(sorts)
        if (faces := [face for face, own in zip(scene.widest, sorts, strict=True) if own == sort])
    }
    return tuple(longest[sort] for sort in sorts)


def shown_name(node: Node, tagged: bool) -> str:
    """The name, and who moves where the level does not say it."""
    return shortened(" ".join(filter(None, (node.name, node.mover if tagged else ""))))


def _edge_room(node: Node) -> float:
    # Labels sit about three quarters down their branch, so they are closer together than the nodes.
    return text_width(shortened(node.edge), "edge") / 2 / 0.72 if node.edge else 0.0


def _side(scene: Scene, number: int, down: bool) -> int:
    """On which side of its node a name does not meet the branch from above: −1 left, +1 right, 0 below."""
    node = scene.nodes[number]
    if not down:
        return 0
    if node.parent is None:
        return -1
    last = max(n.path[-1] for n in scene.nodes if n.parent == node.parent)
    return -1 if 2 * node.path[-1] <= last else 1


def _level_gaps(scene: Scene, breadth: tuple[float, ...], depths: list[int], down: bool) -> list[float]:
    base = [_LEVEL_GAP if down else _LEVEL_GAP + 14] * (max(depths) + 1)
    for i, node in enumerate(scene.nodes):
        if node.parent is None:
            continue
        depth = depths[node.parent]
        least = base[depth]
        if node.edge:
            least = max(least, 58.0 if down else text_width(shortened(node.edge), "edge") + 40)
        slope = abs(breadth[i] - breadth[node.parent]) * (_STEEPNESS if down else 2 * _STEEPNESS)
        base[depth] = max(least, min(slope, _MOST_LEVEL_GAP))
    return base


# ---------------------------------------------------------------------------- blocks


def _block(node: Node, face: Face, side: int, tagged: bool) -> Block:
    value = text_width(face.value, "value")
    picture, scale = None, 1.0
    form: Form
    if node.board is not None:
        form, picture = "board", board_picture(node.board, names=False)
        scale = _BOARD_SIDE / max(picture.width, picture.height)
        width, height = picture.width * scale + 2 * _FRAME, picture.height * scale + 2 * _FRAME
    elif node.kind == "more":
        form, width, height = "more", max(46.0, text_width(node.hidden, "number") / 0.6 + 10), 36.0
    elif node.kind == "leaf":
        form, width, height = "box", max(30.0, value + 14), 27.0
    elif node.kind == "stub":
        form, width, height = "dot", 14.0, 14.0
    elif node.kind == "player":
        form, width, height = "pill", max(44.0, value + 24), 31.0
    elif node.kind == "chance":
        form, width, height = "round", max(36.0, value + 16), 36.0
    elif value <= 42:
        form, width, height = ("up" if node.kind == "max" else "down"), max(48.0, value / 0.56 + 6), _TRIANGLE
    else:
        form = "house-up" if node.kind == "max" else "house-down"
        width, height = value + 20, 27 + _ROOF
    return _written(form, width, height, node, face, side, tagged, picture, scale)


def _written(
    form: Form,
    width: float,
    height: float,
    node: Node,
    face: Face,
    side: int,
    tagged: bool,
    picture: Picture | None,
    scale: float,
) -> Block:
    """The block with the texts around the shape."""
    left = right = width / 2
    up = down = height / 2
    name, name_class = text_width(shown_name(node, tagged), "name"), "end" if side < 0 else "start"
    number, number_class = text_width(face.number, "number"), "start" if side < 0 else "end"
    value_y = {"up": height * 0.25 + 4, "down": -height * 0.2 + 4, "house-up": _ROOF / 2 + 5}.get(form, 5.0)
    value_y = -_ROOF / 2 + 5 if form == "house-down" else value_y
    if form == "board":
        value_y = height / 2 + 16
        down += 21 if face.value or node.mover else 0
        left = right = max(width / 2, text_width(face.value, "value") / 2 + 16)

    if form in ("box", "dot") or side == 0:  # below the shape, one under the other
        name_at, name_class = (0.0, down + 13), ""
        down += 16 if name else 0
        number_at, number_class = (0.0, down + 11), ""
        down += 13 if number else 0
        left = right = max(left, name / 2, number / 2)
    else:
        # A triangle leaves room beside its tip; elsewhere the texts stand beside the shape.
        inset = width * 0.2 + 5 if form in ("up", "down") else width / 2 + 5
        y = {"up": -height * 0.2, "down": height * 0.36}.get(form, 4.0)
        name_at, number_at = (side * inset, y), (-side * inset, y)
        reach = {side: inset + name if name else 0.0, -side: inset + number if number else 0.0}
        left, right = max(left, reach[-1]), max(right, reach[1])

    window = text_width(face.window, "window")
    window_at = (0.0, -height / 2 - 6)
    if window:
        up += _WINDOW_ROOM
        left, right = max(left, window / 2), max(right, window / 2)
    return Block(
        form,
        width,
        height,
        left,
        right,
        up,
        down,
        (0.0, value_y),
        name_at,
        name_class,
        number_at,
        number_class,
        window_at,
        (min(5 - width / 2, -text_width(face.value, "value") / 2 - 9), value_y - 5),
        picture,
        scale,
    )


# -------------------------------------------------------------------------- branches


def _branch(above: Point, parent: Block, below: Point, child: Block, down: bool) -> Branch:
    if down:
        under = parent.height / 2 if parent.form != "board" else parent.down
        start = (above[0], above[1] + under)
        end = (below[0], below[1] - child.height / 2)
        # Just above the block, where the branches of a family have fanned out.
        part = (below[1] - child.up - 13 - start[1]) / (end[1] - start[1])
    else:
        start = (above[0] + _half_width(parent), above[1])
        end = (below[0] - _half_width(child), below[1])
        part = 0.55
    part = min(max(part, 0.3), 0.85)
    crossing = 0.5 if down else 0.4
    return Branch(start, end, _between(start, end, part), _between(start, end, crossing))


def _half_width(block: Block) -> float:
    return block.width / (4 if block.form in ("up", "down", "more") else 2)


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
