"""Searchers with chance nodes: all agree with a plain expectiminimax, and the star searches cut something."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from math import lcm
from random import Random
from typing import Any

import pytest

from spielbaum import CHANCE, Tree, load_game
from spielbaum.errors import BadInput, Unfit
from spielbaum.expectation import mean
from spielbaum.result import Bound, Proof
from spielbaum.search import (
    ALGORITHMS,
    expectimax,
    expectiminimax,
    maxn,
    minimax,
    pseudocode,
    record,
    star1,
    star2,
)
from spielbaum.search.pseudocode import line_number
from spielbaum.search.tree_values import best_line, node_values
from spielbaum.trace import Cutoff, Outcome, trace_from_json, trace_to_json
from spielbaum.tree import best_first, read_tree

TREE = read_tree("A(B*(1/6:3 1/3:C(4 5) 1/2:-2) D*(1/2:1 1/2:2))")


def chance_tree(random: Random, depth: int, players: int = 2, turn: int = 0, leaves: int = 9) -> Tree:
    """A random tree of players who take turns and chance nodes anywhere between them."""
    if depth == 0 or (random.random() < 0.1 and depth < 4):
        values = tuple(random.randint(-leaves, leaves) for _ in range(players))
        return Tree(value=values if players > 2 else values[0], player=turn)
    chance = random.random() < 0.4
    count = random.randint(1, 4)
    below = [
        chance_tree(random, depth - 1, players, turn if chance else (turn + 1) % players, leaves)
        for _ in range(count)
    ]
    if not chance:
        return Tree(below, player=turn)
    weights = [random.randint(1, 6) for _ in below]
    children = [
        child.with_(child.children, probability=Fraction(weight, sum(weights)))
        for child, weight in zip(below, weights, strict=True)
    ]
    return Tree(children, player=CHANCE)


def plain(node: Tree) -> Any:
    """Expectiminimax as short as it can be said."""
    if not node.children:
        return Fraction(node.value)  # type: ignore[arg-type]
    values = [plain(child) for child in node.children]
    if node.player == CHANCE:
        return sum(child.probability * value for child, value in zip(node.children, values, strict=True))
    return max(values) if node.player == 0 else min(values)


def test_the_value_of_a_small_tree_is_an_exact_fraction() -> None:
    result = expectiminimax(TREE)
    assert result.value == Fraction(3, 2)
    assert result.moves == (1,)
    assert result.proof is Proof.PROVEN
    assert expectiminimax(TREE.children[0]).value == Fraction(5, 6)
    assert expectiminimax(TREE.children[0]).proof is Proof.PROVEN


def test_decimals_stay_exact() -> None:
    assert expectiminimax(read_tree("*(0.1:0.1 0.2:0.2 0.7:0.3)")).value == Fraction(26, 100)


@pytest.mark.parametrize("trees", [150, pytest.param(20_000, marks=pytest.mark.long)])
def test_all_agree_with_plain_expectiminimax_and_the_stars_cut(trees: int) -> None:
    random = Random(16)
    entered = dict.fromkeys(("expectiminimax", "star1", "star2"), 0)
    averaged = 0
    for _ in range(trees):
        tree = chance_tree(random, random.randint(1, 5))
        expected = plain(tree)
        whole = expectiminimax(tree)
        assert whole.value == expected
        assert whole.proof is Proof.PROVEN
        known = node_values(tree)
        assert known[()].value == expected
        assert whole.moves == best_line(tree, known)
        assert maxn(tree).value_for(0) == expected
        entered["expectiminimax"] += whole.nodes
        for star in (star1, star2):
            found = star(tree)
            assert found.value == expected, tree
            assert found.bound is Bound.EXACT
            assert found.proof is Proof.PROVEN, tree
            assert found.move == whole.move, tree
            entered[star.__name__] += found.nodes
        trace, _ = record("star1", tree)
        averaged += any(isinstance(e, Cutoff) and e.bound.startswith("average") for e in trace.events)
    assert averaged > 5
    assert entered["star1"] < entered["expectiminimax"]
    assert entered["star2"] < entered["expectiminimax"]


#: Whole numbers that a share or a value may be made of, from one to more than floats tell apart.
HUGE = 10**9


def hostile_tree(random: Random, depth: int, turn: int = 0) -> Tree:
    """Chance anywhere, also at the root; single outcomes, chains of them, huge weights, equal leaves."""
    if depth == 0:
        return Tree(value=random.choice((0, 0, 1, -HUGE, HUGE)), player=turn)
    if random.random() < 0.5:
        count = random.choice((1, 1, 2, 3))
        weights = [random.choice((1, 2, HUGE - 7, HUGE**2 + 1)) for _ in range(count)]
        below = [hostile_tree(random, depth - 1, turn) for _ in weights]
        shares = [Fraction(weight, sum(weights)) for weight in weights]
        outcomes = [
            child.with_(child.children, probability=share) for child, share in zip(below, shares, strict=True)
        ]
        return Tree(outcomes, player=CHANCE)
    return Tree(
        [hostile_tree(random, depth - 1, 1 - turn) for _ in range(random.choice((1, 2, 3)))], player=turn
    )


def test_hostile_trees() -> None:
    random = Random(1983)
    for _ in range(150):
        tree = hostile_tree(random, random.randint(0, 5))
        expected = plain(tree)
        for search in (expectiminimax, star1, star2):
            found = search(tree)
            assert (found.value, found.proof) == (expected, Proof.PROVEN), tree
        assert maxn(tree).value_for(0) == expected


def test_a_long_chain_of_chance_nodes() -> None:
    """Chance at the root, 400 single outcomes below each other, and a choice at the end."""
    tree = Tree([Tree(value=3, player=0), Tree(value=5, player=0)], player=0)
    for _ in range(400):
        tree = Tree([tree.with_(tree.children, probability=Fraction(1))], player=CHANCE)
    for search in (expectiminimax, star1, star2):
        assert search(tree).value == 5


@pytest.mark.parametrize("star", [star1, star2])
def test_bounds_of_no_width(star: Any) -> None:
    """All leaves are equal: the first one settles every average, and the value is right."""
    tree = read_tree("A(B*(1/2: 4  1/2: C(4 4)) D*(1/3: 4  2/3: E*(4 4 4)))")
    found = star(tree)
    assert (found.value, found.proof) == (4, Proof.PROVEN)
    assert star(tree, bounds=(4, 4)).value == 4


@pytest.mark.parametrize("star", [star1, star2])
def test_a_window_is_answered_as_by_alpha_beta(star: Any) -> None:
    random = Random(1983)
    for _ in range(200):
        tree = chance_tree(random, random.randint(1, 5))
        expected = plain(tree)
        alpha = random.randint(-9, 8)
        beta = random.randint(alpha + 1, 9)
        value = star(tree, window=(alpha, beta)).value
        if value <= alpha:
            assert value >= expected
        elif value >= beta:
            assert value <= expected
        else:
            assert value == expected


@pytest.mark.parametrize("star", [star1, star2])
def test_depth_limited_with_evaluation(star: Any) -> None:
    random = Random(5)
    for _ in range(60):
        tree = chance_tree(random, 4)

        def judged(node: Tree) -> Tree:
            value = node.value if not node.children else random.randint(-9, 9)
            return node.with_([judged(child) for child in node.children], value=value)

        tree = judged(tree)
        for depth in range(4):
            whole = expectiminimax(tree, depth=depth)
            assert star(tree, depth=depth).value == whole.value


def test_star2_looks_at_fewer_leaves_where_the_first_move_is_a_good_one() -> None:
    random = Random(2)

    def regular(depth: int, turn: int, probability: Fraction | None = None) -> Tree:
        if depth == 0:
            return Tree(value=random.randint(0, 20), player=turn, probability=probability)
        thirds = [Fraction(1, 3)] * 3
        below = [
            Tree([regular(depth - 1, 1 - turn, share) for share in thirds], player=CHANCE) for _ in range(5)
        ]
        return Tree(below, player=turn, probability=probability)

    leaves = [0, 0, 0]
    for _ in range(3):
        tree = best_first(plain, regular(2, 0))
        for index, search in enumerate((expectiminimax, star1, star2)):
            leaves[index] += search(tree).leaves
    assert leaves[2] < leaves[1] < leaves[0]


def test_the_reason_of_a_cut_in_words() -> None:
    tree = read_tree("A(5/2 B*(1/2:D(-2 0) 1/4:6 1/4:1))".replace("5/2", "2.5"))
    trace, result = record("star1", tree, bounds=(-6, 6))
    assert result is not None
    assert result.value == Fraction(5, 2)
    cut = next(step for step in trace.steps if isinstance(step.event, Cutoff) and step.path == (1,))
    english = cut.sentence("en")
    assert english.startswith("Even if all other outcomes brought 6, the average of B would be only 2,")
    assert "α = 5/2" in english
    assert cut.sentence("de").startswith(
        "Selbst wenn alle anderen Ausgänge 6 brächten, wäre der Mittelwert von B"
    )


@pytest.mark.parametrize("name", [name for name, one in ALGORITHMS.items() if one.chance])
def test_every_step_has_words_and_a_line_and_the_trace_can_be_stored(name: str) -> None:
    tree = TREE if name != "expectimax" else read_tree("A(B*(1/2:3 1/2:C@1(4 5)) 1)")
    random = Random(7)
    trees = [tree] if name == "expectimax" else [tree, *(chance_tree(random, 4) for _ in range(20))]
    for one in trees:
        trace, _ = record(name, one)
        for language in ("en", "de"):
            assert all(step.sentence(language) for step in trace.steps)
        if not ALGORITHMS[name].traversal:
            for step in trace.steps:
                if isinstance(step.event, Outcome | Cutoff):
                    assert line_number(name, step.line) is not None, step.line
        assert trace_from_json(trace_to_json(trace)).events == trace.events
    assert pseudocode(name, "de")


def test_the_chance_node_has_a_window() -> None:
    trace, _ = record("star1", TREE)
    windows = {step.path: (step.alpha, step.beta) for step in trace.steps if step.path in {(1,), (1, 0)}}
    assert windows[1,][0] == Fraction(5, 6)


def test_expectimax_is_for_one_player() -> None:
    assert expectimax(read_tree("A(B*(1/2:3 1/2:C@1(4 5)) 1)")).value == 4
    with pytest.raises(Unfit):
        expectimax(TREE)
    with pytest.raises(Unfit):
        expectimax(load_game("takeaway"))


def test_maxn_averages_for_each_player() -> None:
    tree = read_tree("A(*(1/3:1,2,3 2/3:B(4,5,6 7,8,9)) 2,0,0)")
    assert maxn(tree).value == (5, 6, 7)
    assert maxn(tree).proof is Proof.PROVEN
    random = Random(3)

    def shared(node: Tree) -> Any:
        if not node.children:
            return node.value
        values = [shared(child) for child in node.children]
        if node.player == CHANCE:
            pairs = list(zip(node.children, values, strict=True))
            return tuple(sum(child.probability * value[p] for child, value in pairs) for p in range(3))
        return max(values, key=lambda value: value[node.player])

    for _ in range(100):
        tree = chance_tree(random, 4, players=3)
        if tree.children:
            assert maxn(tree).value == shared(tree)


def test_an_order_preserving_change_of_the_leaves_changes_the_choice() -> None:
    before = read_tree("(*(1/2:1 1/2:4) *(1/2:2 1/2:2))")
    after = read_tree("(*(1/2:1 1/2:4) *(1/2:3 1/2:3))")
    assert expectiminimax(before).move == 0
    assert expectiminimax(after).move == 1
    assert minimax(read_tree("((1 4) (2 2))")).move == minimax(read_tree("((1 4) (3 3))")).move


def test_bounds_the_wrong_way_round_are_refused() -> None:
    with pytest.raises(BadInput):
        star1(TREE, bounds=(3, -3))


def test_many_outcomes_cost_no_more_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a chance node the common denominator is found once, and no average is taken anew per outcome."""
    counts = {"lcm": 0, "mean": 0}

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            counts[name] += 1
            return function(*given)

        return call

    monkeypatch.setattr(import_module("spielbaum.tree.tree"), "lcm", counted("lcm", lcm))
    monkeypatch.setattr(import_module("spielbaum.search.star"), "mean", counted("mean", mean))
    outcomes = [
        Tree([Tree(value=i % 7), Tree(value=i % 5)], player=1, probability=Fraction(1, 200))
        for i in range(200)
    ]
    tree = Tree([Tree(outcomes, player=CHANCE), Tree(value=1)], player=0)
    values = {algorithm(tree).value for algorithm in (expectiminimax, star1, star2)}
    assert len(values) == 1
    assert counts == {"lcm": 3, "mean": 0}  # once per search


@pytest.mark.parametrize("search", [expectiminimax, star1, star2])
def test_estimates_are_exact(search: Callable[..., Any]) -> None:
    """To roll once and hold: 2 to 6 points with a sixth each, of seven."""
    assert search(load_game("pig:target=7"), depth=3).value == Fraction(2 + 3 + 4 + 5 + 6, 6 * 7)
