"""What a search promises for a window, as inequalities."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from spielbaum.errors import BadInput
from spielbaum.result import Bound, Proof
from spielbaum.search import ALGORITHMS, alphabeta, negamax_alphabeta, pvs
from spielbaum.tree import Tree
from tests.support.trees import depths, trees, true_values

ends = st.one_of(st.integers(-25, 25), st.sampled_from([float("-inf"), float("inf"), 0.5, 1.25]))


@pytest.mark.parametrize(
    ("search", "options"),
    [
        (alphabeta, {}),
        (alphabeta, {"strict": True}),
        (alphabeta, {"fail_hard": True}),
        (alphabeta, {"fail_hard": True, "strict": True}),
        (negamax_alphabeta, {}),
        (negamax_alphabeta, {"strict": True}),
        (negamax_alphabeta, {"fail_hard": True}),
        (pvs, {}),
    ],
)
@given(tree=trees(), depth=depths, alpha=ends, beta=ends)
@settings(max_examples=120)
def test_the_promise(
    search: Any, options: dict[str, bool], tree: Tree, depth: int | None, alpha: float, beta: float
) -> None:
    assume(alpha < beta)
    result = search(tree, depth=depth, window=(alpha, beta), **options)
    value = result.value
    m = true_values(tree, depth)[()]
    if result.view == 1:
        m = -m
    if alpha < value < beta:
        assert value == m
    if value <= alpha:
        assert m <= value
    if value >= beta:
        assert m >= value
    if options.get("fail_hard") and not tree.leaf and depth != 0:
        assert alpha <= value <= beta
    match result.bound:
        case Bound.EXACT:
            assert value == m
        case Bound.AT_LEAST:
            assert m >= value
        case Bound.AT_MOST:
            assert m <= value
    # A proven bound holds for the whole tree.
    true = true_values(tree)[()] * (-1 if result.view == 1 else 1)
    if result.proof is not Proof.ESTIMATE:
        assert {"exact": value == true, "at least": true >= value, "at most": true <= value}[result.bound]


@given(trees(), depths)
@settings(max_examples=100)
def test_strict_looks_at_no_fewer_leaves(tree: Tree, depth: int | None) -> None:
    assert alphabeta(tree, depth=depth, strict=True).leaves >= alphabeta(tree, depth=depth).leaves


def test_strict_goes_on_at_equality() -> None:
    tree = Tree.read("((3 4) (3 1))")
    assert alphabeta(tree).leaves == 3
    assert alphabeta(tree, strict=True).leaves == 4


@pytest.mark.parametrize("algorithm", [a for a in ALGORITHMS.values() if "window" in a.options])
def test_an_empty_window_is_refused(algorithm: Any) -> None:
    with pytest.raises(BadInput, match="α < β"):
        algorithm(Tree.read("(1 2)"), window=(3, 3))
