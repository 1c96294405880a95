"""All searchers find the minimax value: on tens of thousands of trees of every shape."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.result import Bound, Proof
from spielbaum.search import ALGORITHMS, alphabeta, minimax, mtdf, record
from spielbaum.search.ordering import ORDERS
from spielbaum.tree import Tree, cut_unless_dynamic
from tests.support.quick import some
from tests.support.trees import depths, random_shape, trees, true_values

MINIMAX = [algorithm for algorithm in ALGORITHMS.values() if algorithm.minimax]
#: For two players and zero sum these find the same value in their own way.
ALL = [*MINIMAX, *(ALGORITHMS[name] for name in ("maxn", "paranoid", "best-reply", "alliance"))]


@pytest.mark.parametrize("chunk", some(range(4), 4))
def test_tens_of_thousands_of_small_trees(chunk: int) -> None:
    random = Random(chunk)
    for number in range(5000):
        tree = random_shape(random, random.randint(1, 3), 3)
        depth = random.choice((None, None, 1, 2))
        expected = true_values(tree, depth)[()]
        # Each tree meets three of the searchers, each searcher some thousand trees.
        for algorithm in random.sample(ALL, 3):
            result = algorithm(tree, depth=depth)
            assert result.value_for(0) == expected, (algorithm.name, number, tree, depth)


@given(trees(), depths)
@settings(max_examples=150)
def test_every_searcher_on_larger_trees(tree: Tree, depth: int | None) -> None:
    values = true_values(tree, depth)
    true_value = true_values(tree)[()]
    for algorithm in ALL:
        result = algorithm(tree, depth=depth)
        assert result.value_for(0) == values[()]
        assert result.bound is Bound.EXACT
        # A value that is called proven is the value of the whole tree; without a limit it always is.
        assert result.proof is not Proof.PROVEN or result.value_for(0) == true_value
        assert depth is not None or result.proven
        assert (result.move is None) == (tree.leaf or depth == 0)


@given(trees(), depths)
@settings(max_examples=150)
def test_the_line_leads_to_the_value(tree: Tree, depth: int | None) -> None:
    for algorithm in MINIMAX:
        result = algorithm(tree, depth=depth)
        end = tree.at(result.moves)
        assert end.leaf or len(result.moves) == result.depth
        assert (0 if end.value is None else end.value) == result.value_for(0)
        assert result.distance == (len(result.moves) if end.leaf else None)
        values = true_values(tree, result.depth)
        for length in range(len(result.moves) + 1):
            assert values[result.moves[:length]] == values[()], algorithm.name


@given(trees(), st.integers(-30, 30))
@settings(max_examples=100)
def test_mtdf_does_not_depend_on_the_first_guess(tree: Tree, guess: int) -> None:
    assert mtdf(tree, guess=guess).value == minimax(tree).value


@given(trees(), depths, st.sets(st.sampled_from(ORDERS)))
@settings(max_examples=100)
def test_no_order_changes_the_value(tree: Tree, depth: int | None, orders: set[str]) -> None:
    order = "+".join(sorted(orders) or ["rules"])
    assert alphabeta(tree, depth=depth, order=order).value == minimax(tree, depth=depth).value


@given(trees(depth=5), st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=150)
def test_quiescence_goes_on_where_a_node_is_dynamic(tree: Tree, depth: int, more: int) -> None:
    plain = minimax(tree, depth=depth, quiescence=more)
    assert alphabeta(tree, depth=depth, quiescence=more).value == plain.value
    if tree.depth <= depth + more:  # the further plies are enough: the same as on the tree that was cut so
        assert plain.value == minimax(cut_unless_dynamic(tree, depth)).value


def test_a_search_of_a_cut_tree_is_no_proof() -> None:
    assert minimax(Tree.read("(3? 5)")).proof is Proof.ESTIMATE
    assert minimax(Tree.read("(3 5)")).proof is Proof.PROVEN


def test_an_estimate_that_cannot_matter_does_not_spoil_the_proof() -> None:
    # After 2 the value of C is at most 2, less than 3: what D is worth does not matter.
    tree = Tree.read("A(B(3 4) C(2 D=9(1 2)))")
    assert minimax(tree, depth=2).value == 3
    assert minimax(tree, depth=2).proven
    assert alphabeta(tree, depth=2).proven
    # B at least 3 is not enough where it rests on an estimate itself.
    assert not minimax(Tree.read("A(B(3 E=4(0 9)) C(2 D=9(1 2)))"), depth=2).proven


def test_recorded_and_unrecorded_searches_do_the_same() -> None:
    random = Random(5)
    for _ in range(50):
        tree = random_shape(random, 4, 3)
        for algorithm in MINIMAX:
            plain = algorithm(tree)
            _, recorded = record(algorithm, tree)
            assert recorded is not None
            same = ("value", "moves", "proof", "bound", "nodes", "leaves", "view")
            assert [getattr(plain, name) for name in same] == [getattr(recorded, name) for name in same]
