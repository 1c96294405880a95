"""What searches cost, against theory."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from spielbaum.search import alphabeta, minimax, mtdf, pvs, sss
from spielbaum.search.cost import LeafCount, costs, sorted_tree, theory
from spielbaum.tree import Tree, random_tree
from tests.support.trees import random_shape, trees

SEARCHES = (alphabeta, pvs, mtdf, sss)


@pytest.mark.parametrize(
    ("branching", "depth", "minimal"), [(5, 6, 249), (20, 4, 799), (2, 5, 11), (3, 0, 1), (1, 4, 1)]
)
def test_equal_leaves_make_the_minimal_tree(branching: int, depth: int, minimal: int) -> None:
    assert theory(branching, depth).minimal == minimal
    if branching == 20:  # the tree has 168 421 nodes, and none is looked at twice: built once for all
        return
    tree = random_tree(branching, depth, 1, values=(4, 4))
    for search in SEARCHES:
        watch = LeafCount()
        search(tree, watch=watch)
        assert len(watch.seen) == minimal, search.__name__


def test_twenty_children_and_depth_four() -> None:
    tree = random_tree(20, 4, 1, values=(0, 0))
    for search in SEARCHES:
        watch = LeafCount()
        assert search(tree, watch=watch).value_for(0) == 0
        assert len(watch.seen) == 799, search.__name__


@pytest.mark.parametrize(("branching", "factor"), [(2, 1.618), (5, 3.080), (20, 8.425)])
def test_the_branching_factor_of_random_trees(branching: int, factor: float) -> None:
    assert theory(branching, 4).branching == pytest.approx(factor, abs=5e-4)


@given(trees(depth=5))
@settings(max_examples=150)
def test_scout_and_sss_look_at_no_leaf_that_alphabeta_does_not(tree: Tree) -> None:
    seen = {}
    for search in (alphabeta, pvs, sss):
        watch = LeafCount()
        search(tree, watch=watch)
        seen[search] = watch.seen
    assert seen[sss] <= seen[alphabeta]
    assert len(seen[pvs]) <= len(seen[alphabeta])


def test_mtdf_judges_no_leaf_twice() -> None:
    random = Random(3)
    for _ in range(100):
        watch = LeafCount()
        mtdf(random_shape(random, 4, 4), watch=watch)
        assert watch.leaves == len(watch.seen)


def test_the_best_order_makes_the_minimal_tree() -> None:
    for seed in range(10):
        tree = random_tree(3, 4, seed, values=(0, 10**6))
        best = sorted_tree(tree)
        assert minimax(best).value == minimax(tree).value
        assert alphabeta(best).leaves == theory(3, 4).minimal
        worst = alphabeta(tree).leaves
        assert worst >= theory(3, 4).minimal


def test_the_table() -> None:
    done: list[int] = []
    rows = {row.name: row for row in costs(3, 4, 3, 7, progress=done.append)}
    assert done == [1, 2, 3]
    assert rows["minimax"].leaves == 81
    assert rows["alphabeta, best first"].leaves == theory(3, 4).minimal == 17
    assert rows["sss"].leaves <= rows["alphabeta"].leaves <= 81
    # Depth first needs one branch, SSS* a list, MTD(f) a table.
    assert rows["alphabeta"].held == 5
    assert rows["sss"].held > 5
    assert rows["mtdf"].held > rows["sss"].held
    again = {row.name: row for row in costs(3, 4, 3, 7)}
    assert again == rows
