"""Trees and traces in a terminal: top-down where that fits the width, otherwise as an indented list."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Literal

from spielbaum.board import board_text
from spielbaum.draw.scene import Face, Node, Scene
from spielbaum.draw.tree_layout import Box, tidy
from spielbaum.draw.wording import shortened, width_in_cells
from spielbaum.language import say

Shape = Literal["auto", "down", "side"]

_ASCII = str.maketrans(
    {
        "≥": ">=",
        "≤": "<=",
        "≈": "~",
        "−": "-",
        "∞": "inf",
        "…": "...",
        "·": "-",
        "△": "^",
        "▽": "v",
        "○": "o",
        "◀": "<",
    }
)
_ROLES = {"max": "△", "min": "▽", "chance": "○"}
#: Right-to-left letters would reorder what follows them on the line; isolates keep them to themselves.
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))


def tree_text(
    scene: Scene, step: int | None = None, *, width: int = 80, ascii_only: bool = False, shape: Shape = "auto"
) -> str:
    """The figure at a step, at the end by default.

    Cut branches are crossed (╳, or x in ASCII), the best line is heavy (= in ASCII), ◀ is the current
    node. `shape` chooses between top-down and the list; `auto` takes top-down where `width` allows.
    """
    faces = scene.faces(step)
    lines = [] if shape == "side" else _down(scene, faces, ascii_only)
    fits = all(width_in_cells(line) <= width for line in lines)
    if shape == "side" or (shape == "auto" and not fits):
        lines = _side(scene, faces, ascii_only)
    if scene.options.title:
        lines = [scene.options.title, "", *lines]
    return "\n".join(_written(line, ascii_only).rstrip() for line in lines) + "\n"


def _written(line: str, ascii_only: bool) -> str:
    if not ascii_only:
        return line
    return line.translate(_ASCII).encode("ascii", "replace").decode("ascii")


def _isolated(text: str) -> str:
    if any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in text):
        return f"\u2068{text}\u2069"
    return text


# ------------------------------------------------------------------------------ list

_STROKES = {
    # (unicode, ascii): plain, chosen, crossed; each for a child with younger siblings and for the last one
    False: {"plain": ("├── ", "└── "), "chosen": ("┝━━ ", "┕━━ "), "crossed": ("├╌╳ ", "└╌╳ ")},
    True: {"plain": ("|-- ", "`-- "), "chosen": ("|== ", "`== "), "crossed": ("|-x ", "`-x ")},
}


def _side(scene: Scene, faces: tuple[Face, ...], ascii_only: bool) -> list[str]:
    last = {node.parent: i for i, node in enumerate(scene.nodes)}  # the last child of each node
    prefixes: list[str] = []
    lines = []
    for i, (node, face) in enumerate(zip(scene.nodes, faces, strict=True)):
        if node.parent is None:
            stroke, below = "", ""
        else:
            youngest = last[node.parent] == i
            kind = "crossed" if face.crossed else "chosen" if face.chosen else "plain"
            stroke = _STROKES[ascii_only][kind][youngest]
            below = "    " if youngest else ("|   " if ascii_only else "│   ")
        above = "" if node.parent is None else prefixes[node.parent]
        prefixes.append(above + below)
        lines.append(above + stroke + _line(scene, node, face))
        if node.board is not None:
            bar = prefixes[i] + (("|   " if ascii_only else "│   ") if node.inner else "    ")
            lines += [bar + row for row in board_text(node.board).splitlines()]
    return lines


def _line(scene: Scene, node: Node, face: Face) -> str:
    """Everything about a node on one line."""
    parts = [f"{_isolated(shortened(node.edge))}:" if node.edge else "", _isolated(shortened(node.name, 48))]
    parts.append(node.mover)
    if node.kind == "more":
        parts.append("… " + say("draw.more", scene.options.language, count=node.hidden))
    parts += [face.value, face.window, f"#{face.number}" if face.number else ""]
    if face.crossed:
        parts.append(say("draw.state.cut", scene.options.language))
    parts.append("◀" if face.current else "")
    return "  ".join(filter(None, parts)) or "·"


# -------------------------------------------------------------------------- top-down


def _down(scene: Scene, faces: tuple[Face, ...], ascii_only: bool) -> list[str]:
    """Blocks of lines on a grid of characters, placed by the same layout as the pictures."""
    blocks = [_block(node, face) for node, face in zip(scene.nodes, faces, strict=True)]
    widths = [max(width_in_cells(line) for line in block) for block in blocks]
    # A gap of two and whole columns: rounding moves an anchor by at most half a column.
    boxes = [Box(w // 2, w - w // 2, len(b)) for w, b in zip(widths, blocks, strict=True)]
    placed = tidy(boxes, [node.parent for node in scene.nodes], gap=2, level_gap=2)
    labels = [text if scene.options.players else "" for text in scene.levels]
    margin = max((width_in_cells(label) + 2 for label in labels if label), default=0)
    children: dict[int, list[int]] = {}
    for i, node in enumerate(scene.nodes):
        if node.parent is not None:
            children.setdefault(node.parent, []).append(i)
    columns = _snapped([margin + int(x + 0.5) for x in placed.breadth], children, placed.level, boxes)
    tops = [int(placed.starts[level]) for level in placed.level]

    rows: list[dict[int, str]] = [{} for _ in range(int(placed.extent))]
    for i, block in enumerate(blocks):
        for row, line in enumerate(block):
            _put(rows[tops[i] + row], columns[i] - width_in_cells(line) // 2, line)
    for depth, label in enumerate(labels):
        _put(rows[int(placed.starts[depth])], 0, label)
    for parent, family in children.items():
        bus = tops[family[0]] - 2
        for row in range(tops[parent] + len(blocks[parent]), bus):
            _put(rows[row], columns[parent], _stem(False, ascii_only))
        _bus(rows[bus], columns[parent], [(columns[i], faces[i]) for i in family], ascii_only)
        for i in family:
            mark = "x" if ascii_only else "╳"
            stroke = mark if faces[i].crossed else _stem(faces[i].chosen, ascii_only)
            _put(rows[bus + 1], columns[i], stroke)
    return [_joined(row) for row in rows]


def _snapped(
    columns: list[int], children: dict[int, list[int]], levels: tuple[int, ...], boxes: list[Box]
) -> list[int]:
    """Parents that rounding put one column beside a child move over it, where their neighbours allow."""
    neighbours: dict[int, list[int]] = {}
    last: dict[int, int] = {}
    for i, level in enumerate(levels):  # depth first, so from left to right on each level
        if level in last:
            neighbours.setdefault(i, []).append(last[level])
            neighbours.setdefault(last[level], []).append(i)
        last[level] = i
    for i in range(len(columns) - 1, -1, -1):  # children before their parent
        for wanted in [columns[c] for c in children.get(i, ()) if abs(columns[c] - columns[i]) == 1]:
            ends = wanted - boxes[i].before, wanted + boxes[i].after
            if all(
                columns[n] + boxes[n].after < ends[0] if n < i else ends[1] < columns[n] - boxes[n].before
                for n in neighbours.get(i, ())
            ):
                columns[i] = wanted
                break
    return columns


def _block(node: Node, face: Face) -> list[str]:
    role = "" if face.value and node.kind == "leaf" else _ROLES.get(node.kind, "")
    first = " ".join(filter(None, (role, _isolated(shortened(node.name, 16)), "◀" if face.current else "")))
    more = f"…{node.hidden}" if node.kind == "more" else ""
    edge = f"[{_isolated(shortened(node.edge, 16))}]" if node.edge else ""
    number = f"#{face.number}" if face.number else ""
    board = board_text(node.board).splitlines() if node.board is not None else []
    value = " ".join(filter(None, (face.value, number)))
    return [line for line in (edge, first, *board, more, value, face.window) if line] or ["·"]


def _put(row: dict[int, str], column: int, text: str) -> None:
    """Write into a row; a character that takes two columns leaves the next one empty."""
    for c in text:
        size = width_in_cells(c)
        if size == 0:  # belongs to the character before it
            row[column - 1] = row.get(column - 1, "") + c
            continue
        row[column] = c
        for extra in range(1, size):
            row[column + extra] = ""
        column += size


def _joined(row: dict[int, str]) -> str:
    return "".join(row.get(i, " ") for i in range(max(row, default=-1) + 1))


def _bus(row: dict[int, str], parent: int, family: list[tuple[int, Face]], ascii_only: bool) -> None:
    """The line from which the branches of a family hang down."""
    columns = dict(family)
    low, high = min(parent, *columns), max(parent, *columns)
    chosen = [
        column for column, face in family if face.chosen
    ]  # several in a strategy, where the others move
    heavy = range(min([parent, *chosen]), max([parent, *chosen]) + 1)
    for column in range(low, high + 1):
        arms = {
            "left": 0 if column == low else 2 if column in heavy and column - 1 in heavy else 1,
            "right": 0 if column == high else 2 if column in heavy and column + 1 in heavy else 1,
            "up": (2 if chosen else 1) if column == parent else 0,
            "down": (2 if columns[column].chosen else 1) if column in columns else 0,
        }
        row[column] = _junction(ascii_only, **arms)


def _stem(heavy: bool, ascii_only: bool) -> str:
    weight = 2 if heavy else 1
    return _junction(ascii_only, up=weight, down=weight)


def _junction(ascii_only: bool, left: int = 0, right: int = 0, up: int = 0, down: int = 0) -> str:
    if ascii_only:
        if left or right:
            return "+" if up or down else "=" if max(left, right) == 2 else "-"
        return "#" if max(up, down) == 2 else "|"
    return _junctions().get((left, right, up, down)) or _junctions()[left > 0, right > 0, up > 0, down > 0]


@cache
def _junctions() -> dict[tuple[int, int, int, int], str]:
    """Box-drawing characters by the weight of their arms (left, right, up, down), read off their names."""
    weights = {"LIGHT": 1, "HEAVY": 2}
    sides = {"LEFT": "l", "RIGHT": "r", "UP": "u", "DOWN": "d", "HORIZONTAL": "lr", "VERTICAL": "ud"}
    found = {}
    for code in range(0x2500, 0x254C):
        name = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ")
        if "DASH" in name:
            continue
        arms = dict.fromkeys("lrud", 0)
        tokens = re.findall(r"[A-Z]+", name)
        common = weights.get(tokens[0])
        pending = ""
        for token in tokens:
            if token in sides:
                pending += sides[token]
            if common is None and token in weights:
                arms |= dict.fromkeys(pending, weights[token])
                pending = ""
        if common is not None:
            arms |= dict.fromkeys(pending, common)
        found[arms["l"], arms["r"], arms["u"], arms["d"]] = chr(code)
    found[1, 0, 0, 0] = found[0, 1, 0, 0] = "─"
    found[2, 0, 0, 0] = found[0, 2, 0, 0] = "━"
    return found
