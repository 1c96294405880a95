"""Exercises from a seed: requirements are met, the same seed gives the same exercise, nonsense is refused."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.errors import BadInput
from spielbaum.exercise import (
    Exercise,
    TreeRequirements,
    exercise_to_json,
    json_text,
    make_exercises,
    solution,
    solve,
)
from spielbaum.exercise.model import CHANCE_KINDS, KINDS, Kind
from spielbaum.exercise.requirements import Order, cuts_of, deep, unequal
from spielbaum.trace import Cutoff
from spielbaum.tree import Tree, read_tree
from tests.support.patience import PATIENCE
from tests.support.trees import true_values

few = settings(max_examples=15)
SEARCHED: tuple[Kind, ...] = ("values", "alphabeta", "visited", "order")


def leaf_values(tree: Tree) -> list[object]:
    return [leaf.value for _, leaf in tree.leaves()]


def sorted_everywhere(tree: Tree, sign: int) -> bool:
    """Whether at every node the children come best first (or worst first with −1)."""
    values = true_values(tree)
    for path, node in tree.nodes():
        side = sign if node.player == 0 else -sign
        worths = [side * values[(*path, i)] for i in range(len(node.children))]
        if worths != sorted(worths, reverse=True):
            return False
    return True


@given(st.sampled_from(KINDS), st.integers(0, 10**9))
@few
def test_variants_differ_and_have_distinct_leaves(kind: Kind, seed: int) -> None:
    exercises = make_exercises(kind, 3, seed)
    assert len({exercise.id for exercise in exercises}) == 3
    for exercise in exercises:
        assert exercise.kind == kind
        values = leaf_values(exercise.tree)
        if kind == "maxn":
            for player in range(3):
                assert len({value[player] for value in values}) == len(values)  # type: ignore[index]
        elif kind not in ("complete-tree", "remoteness"):  # a game makes these
            assert len(set(values)) == len(values)


@given(
    st.sampled_from(SEARCHED),
    st.integers(0, 10**6),
    st.integers(2, 3),
    st.integers(2, 3),
    st.booleans(),
    st.sampled_from(["any", "best", "worst"]),
)
@few
def test_shape_and_order(
    kind: Kind, seed: int, branching: int, depth: int, uneven: bool, order: Order
) -> None:
    requirements = TreeRequirements(branching=branching, depth=depth, uneven=uneven, order=order)
    (exercise,) = make_exercises(kind, 1, seed, requirements)
    tree = exercise.tree
    assert tree.depth <= depth
    assert max(len(node.children) for _, node in tree.nodes()) <= branching
    assert uneven == unequal(tree)
    if not uneven:
        assert len(leaf_values(tree)) == branching**depth
    if order != "any":
        assert sorted_everywhere(tree, 1 if order == "best" else -1)
    if order == "worst":
        assert not cuts_of(tree)


@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(0, 2))
@few
def test_number_of_cuts(seed: int, least: int, more: int) -> None:
    requirements = TreeRequirements(cuts=(least, least + more), depth=4)
    (exercise,) = make_exercises("alphabeta", 1, seed, requirements)
    events = solve(exercise).trace.events
    assert least <= sum(isinstance(event, Cutoff) for event in events) <= least + more


@pytest.mark.parametrize("seed", range(3))
def test_a_deep_cut(seed: int) -> None:
    for exercise in make_exercises("visited", 2, seed, TreeRequirements(deep=True)):
        cuts = cuts_of(exercise.tree)
        assert any(map(deep, cuts))
        assert exercise.tree.depth == 4


def test_what_a_deep_cut_is() -> None:
    shallow, far = read_tree("A(B(5 6) C(3 9))"), read_tree("A(5 B(C(D(3 9) 8) 7))")
    assert [deep(cut) for cut in cuts_of(shallow)] == [False]
    assert [deep(cut) for cut in cuts_of(far)] == [True]


def test_more_players() -> None:
    (exercise,) = make_exercises("maxn", 1, 5, TreeRequirements(players=4, depth=2))
    assert exercise.tree.payoffs == 4
    (three,) = make_exercises("maxn")
    assert three.tree.payoffs == 3


def test_ties_are_possible() -> None:
    exercises = make_exercises("values", 10, 1, TreeRequirements(ties=True))
    assert any(len(set(leaf_values(e.tree))) < len(leaf_values(e.tree)) for e in exercises)


def test_depth_limited_has_estimates_at_the_limit_only() -> None:
    for exercise in make_exercises("depth-limited", 5, 2, TreeRequirements(uneven=True, branching=3)):
        assert exercise.depth == 2
        for path, node in exercise.tree.nodes():
            assert (node.value is not None) == (node.leaf or len(path) == 2)


def test_the_complete_tree_of_a_game() -> None:
    (exercise,) = make_exercises("complete-tree", game="takeaway:matches=5")
    assert exercise.subject is not None
    answer = solution(exercise)
    assert answer.at("root").value == 1
    assert answer.move == "1"  # one heap of five: take one
    with pytest.raises(BadInput, match="nodes"):
        make_exercises("complete-tree", game="tictactoe")


@pytest.mark.parametrize(
    ("kind", "requirements", "sentence"),
    [
        ("alphabeta", TreeRequirements(cuts=(50, 60)), "1000 trees were tried.*cuts 0-"),
        ("alphabeta", TreeRequirements(deep=True, depth=3), "depth 4 or more"),
        ("alphabeta", TreeRequirements(order="worst", cuts=(1, 2)), "cuts nothing"),
        ("alphabeta", TreeRequirements(cuts=(3, 2)), "2 or 2-4"),
        ("alphabeta", TreeRequirements(branching=1), "branching of at least 2"),
        ("alphabeta", TreeRequirements(branching=3, depth=9), "more than 36 leaves"),
        ("alphabeta", TreeRequirements(branching=10**9, depth=10**9), "more than 36 leaves"),
        ("alphabeta", TreeRequirements(players=3), "maxn and alliance take 3 to 6"),
        ("maxn", TreeRequirements(players=2), "maxn and alliance take 3 to 6"),
        ("maxn", TreeRequirements(cuts=(1, 1)), "--cuts has no effect"),
        ("depth-limited", TreeRequirements(deep=True), "--deep has no effect"),
        ("depth-limited", TreeRequirements(depth=1), "2 with a depth limit"),
        ("complete-tree", TreeRequirements(uneven=True), "rules of the game"),
    ],
)
def test_impossible_wishes(kind: Kind, requirements: TreeRequirements, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as caught:
        make_exercises(kind, 1, 1, requirements)
    assert caught.value.sentence("de") != caught.value.sentence("en")


def test_impossible_numbers() -> None:
    with pytest.raises(BadInput, match="500"):
        make_exercises("values", 501)
    with pytest.raises(BadInput, match="only 10"):
        make_exercises("complete-tree", 11)
    with pytest.raises(BadInput, match="complete-tree"):
        make_exercises("values", game="takeaway")


@pytest.mark.parametrize(
    ("kind", "tree", "more", "sentence"),
    [
        ("values", "(1,2,3 4,5,6)", {}, "does not fit"),
        ("maxn", "(1 2)", {}, "does not fit"),
        ("values", "7", {}, "single leaf"),
        ("values", "(a? 2)", {}, "needs a value"),
        ("values", "(1 2)", {"conventions": ("soft",)}, "values has no convention soft"),
        ("alphabeta", "(1 2)", {"conventions": ("soft", "soft")}, "twice"),
        ("alphabeta", "(1 2)", {"conventions": ("sofd",)}, "did you mean: soft"),
        ("alphabeta", "(1 2)", {"depth": 1}, "only for the kind depth-limited"),
        ("depth-limited", "(1 2)", {}, "only for the kind depth-limited"),
        ("depth-limited", "(1 2)", {"depth": 1}, "one less than the depth"),
        ("depth-limited", "(A(1 2) 3)", {"depth": 1}, "A needs a value"),
        ("valeus", "(1 2)", {}, "did you mean: values"),
        ("values", f"({'1 ' * 1001})", {}, "at most 1000 nodes"),
    ],
)
def test_exercises_that_cannot_be(kind: Kind, tree: str, more: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        Exercise(kind, read_tree(tree), **more)  # type: ignore[arg-type]


def test_no_hash_order_in_it() -> None:
    """Another process with another hash seed makes the same exercise."""
    code = (
        "from spielbaum.exercise import *\n"
        "(e,) = make_exercises('alphabeta', 1, 3)\n"
        "print(json_text(exercise_to_json(e, solution(e))), end='')"
    )
    (exercise,) = make_exercises("alphabeta", 1, 3)
    here = json_text(exercise_to_json(exercise, solution(exercise)))
    environment = {"PYTHONHASHSEED": "4711", "PYTHONIOENCODING": "utf-8"}
    there = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=environment, check=True, timeout=PATIENCE
    )
    assert there.stdout.decode("utf-8").replace("\r\n", "\n") == here


@pytest.mark.parametrize("kind", CHANCE_KINDS)
def test_nature_moves_in_uneven_trees_too(kind: Kind) -> None:
    """Branches of an uneven tree end early, but not all of them before nature has moved."""
    for seed in range(12):
        (exercise,) = make_exercises(kind, 1, seed, TreeRequirements(uneven=True))
        assert exercise.tree.has_chance
