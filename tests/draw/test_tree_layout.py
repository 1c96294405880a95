"""The tidy layout keeps its rules on any tree."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.draw.tree_layout import Box, Placed, tidy

GAP = 3.0
#: Sums of many floats; the drawing is in pixels.
NEAR = 1e-6


@st.composite
def trees(draw: st.DrawFn, most: int = 40) -> tuple[list[Box], list[int | None]]:
    """Boxes and parents; a parent comes before its children."""
    count = draw(st.integers(1, most))
    parents: list[int | None] = [None]
    parents += [draw(st.integers(max(0, i - draw(st.integers(1, 12))), i - 1)) for i in range(1, count)]
    sizes = st.floats(0, 50).map(lambda x: round(x, 1))
    boxes = [Box(draw(sizes), draw(sizes), draw(sizes)) for _ in range(count)]
    return boxes, parents


def children_of(parents: list[int | None], node: int) -> list[int]:
    return [i for i, parent in enumerate(parents) if parent == node]


def place(boxes: list[Box], parents: list[int | None]) -> Placed:
    return tidy(boxes, parents, gap=GAP, level_gap=20)


@given(trees())
def test_neighbours_keep_their_distance(tree: tuple[list[Box], list[int | None]]) -> None:
    boxes, parents = tree
    placed = place(boxes, parents)
    for level in range(max(placed.level) + 1):
        row = sorted((placed.breadth[i], i) for i, depth in enumerate(placed.level) if depth == level)
        for (left_at, left), (right_at, right) in pairwise(row):
            assert right_at - left_at >= boxes[left].after + GAP + boxes[right].before - NEAR


@given(trees())
def test_a_parent_is_centred_and_the_order_is_kept(tree: tuple[list[Box], list[int | None]]) -> None:
    boxes, parents = tree
    placed = place(boxes, parents)
    for node in range(len(boxes)):
        below = [placed.breadth[i] for i in children_of(parents, node)]
        if below:
            assert below == sorted(below)
            assert placed.breadth[node] == pytest.approx((below[0] + below[-1]) / 2, abs=NEAR)


@given(trees(most=15), st.integers(1, 3))
def test_the_same_subtree_has_the_same_shape(tree: tuple[list[Box], list[int | None]], apart: int) -> None:
    """Two copies under one root, with other nodes between them, are drawn alike."""
    boxes, parents = tree
    all_boxes: list[Box] = [Box(1, 1)]
    all_parents: list[int | None] = [None]
    copies = []
    for copy in range(2):
        offset = len(all_boxes)
        copies.append(range(offset, offset + len(boxes)))
        all_boxes += boxes
        all_parents += [0 if parent is None else parent + offset for parent in parents]
        if copy == 0:
            all_boxes += [Box(2, 2)] * apart
            all_parents += [0] * apart
    placed = place(all_boxes, all_parents)
    first, second = copies
    shift = placed.breadth[second[0]] - placed.breadth[first[0]]
    for here, there in zip(first, second, strict=True):
        assert placed.breadth[there] - placed.breadth[here] == pytest.approx(shift, abs=NEAR)


@given(trees())
def test_the_drawing_is_as_large_as_it_says(tree: tuple[list[Box], list[int | None]]) -> None:
    boxes, parents = tree
    placed = place(boxes, parents)
    assert min(b - box.before for b, box in zip(placed.breadth, boxes, strict=True)) == pytest.approx(0)
    assert max(b + box.after for b, box in zip(placed.breadth, boxes, strict=True)) == placed.span
    for node, depth in enumerate(placed.level):
        assert boxes[node].length <= placed.lengths[depth]
        if depth:
            above = placed.starts[depth - 1] + placed.lengths[depth - 1]
            assert placed.starts[depth] == pytest.approx(above + 20)
    assert placed.extent == pytest.approx(placed.starts[-1] + placed.lengths[-1])


def test_smaller_subtrees_are_spread_between_large_ones() -> None:
    """A wide family, three single leaves, a wide family: the leaves share the room evenly."""
    parents: list[int | None] = [None, 0, 0, 0, 0, 0, *[1] * 6, *[5] * 6]
    placed = place([Box(5, 5)] * len(parents), parents)
    row = [placed.breadth[i] for i in range(1, 6)]
    steps = [b - a for a, b in pairwise(row)]
    assert steps == pytest.approx([steps[0]] * 4)


@given(st.sampled_from(["path", "star", "comb"]))
def test_deep_and_wide_trees(shape: str) -> None:
    """Deeper than Python's recursion goes, and 5000 children: no recursion, no squared work."""
    count = 5000
    parents: list[int | None] = [None]
    if shape == "path":
        parents += list(range(count - 1))
    elif shape == "star":
        parents += [0] * (count - 1)
    else:  # each second node is a leaf beside the spine
        parents += [i - 1 if i % 2 else i - 2 for i in range(1, count)]
    placed = place([Box(1, 1)] * count, parents)
    assert placed.span == pytest.approx({"path": 2, "star": 5 * count - 5 - GAP}.get(shape, placed.span))
