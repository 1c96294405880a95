"""One tidy layout for every painter.

Nodes of a depth stand on one level; along the level (the *breadth* axis) the drawing keeps the rules of
Reingold and Tilford (1981): nothing overlaps, a parent is centred over its first and last child, the
order of the children is kept, and a subtree looks the same wherever it hangs. The algorithm is that of
Buchheim, Jünger and Leipert (2002), which needs linear time, here for boxes of any size: each reaches
`before` and `after` its anchor along the level and takes `length` across it. The caller turns breadth
and level into x and y, so top-down and left-to-right are the same computation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Box:
    """What a node needs: its extent along the level, before and after the anchor, and across it."""

    before: float
    after: float
    length: float = 0.0


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the nodes stand, by their number.

    `breadth` is the anchor of each node along its level, from 0 at the outermost box; `level` the depth
    of each node; `starts` and `lengths` say where each level begins and how long its longest box is.
    """

    breadth: tuple[float, ...]
    level: tuple[int, ...]
    starts: tuple[float, ...]
    lengths: tuple[float, ...]
    #: The whole drawing along the levels and across them.
    span: float
    extent: float


@dataclass(slots=True)
class _Node:
    """A node of the running computation, in the terms of the paper."""

    box: Box
    parent: _Node | None
    index: int  # among its siblings
    depth: int
    children: list[_Node] = field(default_factory=list)
    prelim: float = 0.0
    mod: float = 0.0
    shift: float = 0.0
    change: float = 0.0
    middle: float = 0.0  # of its own children
    thread: _Node | None = None
    ancestor: _Node | None = None

    @property
    def next_left(self) -> _Node | None:
        return self.children[0] if self.children else self.thread

    @property
    def next_right(self) -> _Node | None:
        return self.children[-1] if self.children else self.thread


def tidy(
    boxes: Sequence[Box],
    parents: Sequence[int | None],
    *,
    gap: float,
    level_gap: float | Sequence[float],
) -> Placed:
    """Place the nodes of a tree.

    Node i has the box `boxes[i]` and hangs under `parents[i]`, which comes before it; node 0 is the root.
    Siblings keep the order of their numbers. `gap` is the least distance of neighbours on a level,
    `level_gap` that between levels (or one number for each pair of levels).
    """
    nodes: list[_Node] = []
    for box, parent in zip(boxes, parents, strict=True):
        above = None if parent is None else nodes[parent]
        node = _Node(box, above, len(above.children) if above else 0, above.depth + 1 if above else 0)
        node.ancestor = node
        if above:
            above.children.append(node)
        nodes.append(node)

    for node in reversed(_preorder(nodes[0])):  # children before their parent
        if node.children:
            _place_children(node, gap)

    anchors = _absolute(nodes)
    least = min(a - n.box.before for a, n in zip(anchors, nodes, strict=True))
    breadth = tuple(a - least for a in anchors)
    span = max(a + n.box.after for a, n in zip(breadth, nodes, strict=True))

    depths = 1 + max(n.depth for n in nodes)
    lengths = [0.0] * depths
    for node in nodes:
        lengths[node.depth] = max(lengths[node.depth], node.box.length)
    gaps = [float(level_gap)] * depths if isinstance(level_gap, (int, float)) else [*level_gap]
    starts, at = [], 0.0
    for depth, length in enumerate(lengths):
        starts.append(at)
        at += length + (gaps[depth] if depth + 1 < depths else 0.0)
    return Placed(breadth, tuple(n.depth for n in nodes), tuple(starts), tuple(lengths), span, at)


def _preorder(root: _Node) -> list[_Node]:
    order, stack = [], [root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(reversed(node.children))
    return order


def _absolute(nodes: Sequence[_Node]) -> list[float]:
    """The sum of the modifiers above each node, added to its preliminary place."""
    offsets: dict[int, float] = {id(nodes[0]): 0.0}
    anchors = []
    for node in nodes:  # parents come first
        offset = offsets[id(node.parent)] + node.parent.mod if node.parent else 0.0
        offsets[id(node)] = offset
        anchors.append(node.prelim + offset)
    return anchors


def _apart(left: _Node, right: _Node, gap: float) -> float:
    return left.box.after + gap + right.box.before


def _place_children(node: _Node, gap: float) -> None:
    children = node.children
    default = children[0]
    for index, child in enumerate(children):
        if index == 0:
            child.prelim = child.middle
            child.mod = 0.0
        else:
            left = children[index - 1]
            child.prelim = left.prelim + _apart(left, child, gap)
            child.mod = child.prelim - child.middle if child.children else 0.0
        default = _apportion(child, default, gap)
    shift = change = 0.0
    for child in reversed(children):  # the paper's ExecuteShifts
        child.prelim += shift
        child.mod += shift
        change += child.change
        shift += child.shift + change
    node.middle = (children[0].prelim + children[-1].prelim) / 2
    if node.parent is None:
        node.prelim = node.middle


def _apportion(node: _Node, default: _Node, gap: float) -> _Node:
    """Move the subtree of `node` right until it is clear of its left siblings' subtrees.

    Walks down the four contours at once: outer and inner one of the subtree and of the forest to its
    left; spreads the shift over the smaller subtrees in between.
    """
    if node.index == 0:
        return default
    assert node.parent is not None
    siblings = node.parent.children
    inner_right = outer_right = node
    inner_left: _Node = siblings[node.index - 1]
    outer_left: _Node = siblings[0]
    sum_ir = sum_or = node.mod
    sum_il, sum_ol = inner_left.mod, outer_left.mod
    while (left := inner_left.next_right) is not None and (right := inner_right.next_left) is not None:
        inner_left, inner_right = left, right
        following_left, following_right = outer_left.next_left, outer_right.next_right
        # The outer contours are at least as long as the inner ones.
        assert following_left is not None
        assert following_right is not None
        outer_left, outer_right = following_left, following_right
        outer_right.ancestor = node
        overlap = (inner_left.prelim + sum_il) - (inner_right.prelim + sum_ir)
        shift = overlap + _apart(inner_left, inner_right, gap)
        if shift > 0:
            _move(_greatest_distinct(inner_left, node, default), node, shift)
            sum_ir += shift
            sum_or += shift
        sum_il += inner_left.mod
        sum_ir += inner_right.mod
        sum_ol += outer_left.mod
        sum_or += outer_right.mod
    if inner_left.next_right is not None and outer_right.next_right is None:
        outer_right.thread = inner_left.next_right
        outer_right.mod += sum_il - sum_or
    if inner_right.next_left is not None and outer_left.next_left is None:
        outer_left.thread = inner_right.next_left
        outer_left.mod += sum_ir - sum_ol
        default = node
    return default


def _greatest_distinct(contour: _Node, node: _Node, default: _Node) -> _Node:
    """The left sibling of `node` whose subtree the contour node belongs to."""
    assert contour.ancestor is not None
    return contour.ancestor if contour.ancestor.parent is node.parent else default


def _move(left: _Node, right: _Node, shift: float) -> None:
    subtrees = right.index - left.index
    right.change -= shift / subtrees
    right.shift += shift
    left.change += shift / subtrees
    right.prelim += shift
    right.mod += shift
