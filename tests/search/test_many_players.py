"""Three and more players: max^n, pruning, paranoid, best reply and alliances."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings

from spielbaum.errors import BadInput, Unfit
from spielbaum.result import Bound, Proof
from spielbaum.search import (
    ALGORITHMS,
    alliance,
    alphabeta,
    best_reply,
    maxn,
    minimax,
    paranoid,
    pseudocode,
    record,
)
from spielbaum.search.alliance import team_weights
from spielbaum.search.maxn import Ties
from spielbaum.trace import Path
from spielbaum.tree import Tree
from tests.support.trees import random_shape, trees, true_values

#: After Luckhardt and Irani: A chooses between two B, each of which chooses between two C.
TRIPLES = Tree.read("A(B(D(1,2,6 4,3,2) E(6,1,2 7,4,1)) C(F(5,1,1 1,5,2) G(7,7,1 5,4,5)))")


def own_maxn(tree: Tree, ties: Ties = "first") -> Any:
    """max^n by its definition: the first, or the last, child that is best for the mover."""
    if tree.leaf:
        return tree.value
    values = [own_maxn(child, ties) for child in tree.children]
    most = max(value[tree.player] for value in values)
    best = [value for value in values if value[tree.player] == most]
    return best[0] if ties == "first" else best[-1]


def own_paranoid(tree: Tree, me: int) -> Any:
    if tree.leaf:
        assert isinstance(tree.value, tuple)
        return tree.value[me]
    values = [own_paranoid(child, me) for child in tree.children]
    return max(values) if tree.player == me else min(values)


def test_triples_of_the_lecture() -> None:
    trace, result = record("maxn", TRIPLES)
    assert result is not None
    values = {trace.label(path): node.value for path, node in trace.results.items()}
    # The third player chooses at D to G, the second at B and C, the first at A.
    assert {name: values[name] for name in "DEFG"} == {
        "D": (1, 2, 6),
        "E": (6, 1, 2),
        "F": (1, 5, 2),
        "G": (5, 4, 5),
    }
    assert values["B"] == (1, 2, 6)
    assert values["C"] == (1, 5, 2)
    assert result.value == (1, 2, 6), "of equally good children the first one is taken"
    assert result.proven
    assert result.view is None
    assert "D brings B to (1, 2, 6), the best so far for player 2." in trace.text()


@pytest.mark.parametrize("ties", get_args(Ties))
@given(tree=trees(players=3))
@settings(max_examples=200)
def test_maxn_by_definition(tree: Tree, ties: Ties) -> None:
    assert maxn(tree, prune=False, ties=ties).value == own_maxn(tree, ties)
    assert alliance(tree, ties=ties).value == own_maxn(tree, ties)


def test_the_last_of_equals_may_change_everything() -> None:
    tree = Tree.read("A(B(1,5,0 6,5,1) C(3,2,2 4,1,9))")
    assert (maxn(tree).value, maxn(tree).moves) == ((3, 2, 2), (1, 0))
    assert (maxn(tree, ties="last").value, maxn(tree, ties="last").moves) == ((6, 5, 1), (0, 1))
    with pytest.raises(BadInput, match="no rule for equally good moves called middle"):
        maxn(tree, ties="middle")  # type: ignore[arg-type]
    for algorithm, first in (("maxn", "w[p] > v[p]"), ("alliance", "·w[j] > Σ")):
        last = first.replace(">", "≥")
        assert first in " ".join(line.text for line in pseudocode(algorithm))
        assert last in " ".join(line.text for line in pseudocode(algorithm, "de", "last"))


def split(random: Random, players: int, total: int) -> tuple[int, ...]:
    """A cake in as many pieces; one player often gets it all."""
    if random.random() < 0.3:
        winner = random.randrange(players)
        return tuple(total * (player == winner) for player in range(players))
    cuts = sorted(random.randint(0, total) for _ in range(players - 1))
    return tuple(high - low for low, high in pairwise([0, *cuts, total]))


@pytest.mark.parametrize("ties", get_args(Ties))
@pytest.mark.parametrize("players", [3, 4])
def test_shallow_pruning_changes_nothing_and_saves_leaves(players: int, ties: Ties) -> None:
    random = Random(players)
    saved = 0
    for _ in range(400):
        shape = random_shape(random, random.randint(1, 4), 4, players=players)
        shares = {path: split(random, players, 9) for path, _ in shape.leaves()}
        tree = fold_paths(shape, shares)
        plain = maxn(tree, prune=False, ties=ties)
        pruned = maxn(tree, total=9, least=0, ties=ties)
        assert pruned.value == plain.value == own_maxn(tree, ties)
        assert pruned.moves == plain.moves
        assert pruned.bound is plain.bound is Bound.EXACT
        assert pruned.proven
        assert pruned.leaves <= plain.leaves
        saved += plain.leaves - pruned.leaves
    assert saved > (400 if ties == "first" else 100)  # where ties are taken, only what is worse is cut


def fold_paths(tree: Tree, values: dict[Path, tuple[int, ...]], path: Path = ()) -> Tree:
    """The tree with those values at its leaves."""
    children = [fold_paths(child, values, (*path, i)) for i, child in enumerate(tree.children)]
    return tree.with_(children, value=values.get(path))


def test_why_the_rest_is_cut() -> None:
    tree = Tree.read("A(B(5,2,2 1,1,1) C(4,5,0 9,0,0 2,2,2))")
    trace, result = record("maxn", tree, total=9, least=0)
    assert result is not None
    assert result.value == (5, 2, 2)
    # The second player has 5 at C, so the first gets 4 of 9 there at most, and has 5 already.
    assert "C leaves at most 4 for the player at A, who already has 5; cut: C.2, C.3." in trace.text()
    assert trace.results[(1,)].status == "at least"
    assert (result.bound, result.proof) == (Bound.EXACT, Proof.PROVEN)
    # Where the second player's 5 is only an estimate, so is the reason for the cut.
    doubtful = Tree.read("A(B(5,2,2 1,1,1) C(D=4,5,0(0,0,9 0,9,0) 9,0,0 2,2,2))")
    assert maxn(doubtful, depth=2, total=9, least=0).proof is Proof.ESTIMATE


@given(trees())
@settings(max_examples=150)
def test_two_players_and_zero_sum(tree: Tree) -> None:
    expected = true_values(tree)[()]
    assert maxn(tree).value == (expected, -expected)
    for search in (paranoid, best_reply):
        result = search(tree)
        assert result.value_for(0) == expected
        assert result.proven


@given(trees(players=3))
@settings(max_examples=200)
def test_paranoid_is_what_i_can_be_sure_of(tree: Tree) -> None:
    me = tree.player
    result = paranoid(tree)
    assert result.value == own_paranoid(tree, me)
    assert result.view == me
    assert (result.proof, result.bound) == (Proof.BOUND, Bound.AT_LEAST)
    best = maxn(tree).value
    assert isinstance(best, tuple)
    assert result.value_for(me) <= best[me]


@given(trees(players=3))
@settings(max_examples=100)
def test_best_reply_lies_between_paranoid_and_hope(tree: Tree) -> None:
    # MIN has fewer moves than in the paranoid tree, so my value is no smaller.
    result = best_reply(tree)
    assert result.value_for(tree.player) >= paranoid(tree).value_for(tree.player)
    assert result.proof is Proof.ESTIMATE


def test_best_reply_asks_only_one_opponent() -> None:
    # Player 2 alone could hold me to 3, player 3 alone to 2, both together to 1.
    tree = Tree.read("(((9,0,0 2,0,0) (3,0,0 1,0,0)))")
    assert paranoid(tree).value == 1
    assert best_reply(tree).value == 2
    assert best_reply(tree, depth=2).proof is Proof.ESTIMATE


@given(trees(players=3))
@settings(max_examples=100)
def test_the_identity_is_maxn(tree: Tree) -> None:
    alone = alliance(tree)
    assert alone.value == maxn(tree, prune=False).value
    assert alone.moves == maxn(tree, prune=False).moves


@given(trees(players=3))
@settings(max_examples=100)
def test_all_against_one_is_paranoid(tree: Tree) -> None:
    me = tree.player
    hinder = [[(1 if i == me else -1) * (j == me) for j in range(3)] for i in range(3)]
    value = alliance(tree, weights=hinder).value
    assert isinstance(value, tuple)
    assert value[me] == paranoid(tree).value


def test_a_team_changes_the_choice() -> None:
    # For the team G (5 + 5) is best at C, and the second player prefers 4 there to the 1 of F.
    trace, result = record("alliance", TRIPLES, teams="1+3")
    assert result is not None
    values = {trace.label(path): node.value for path, node in trace.results.items()}
    assert (values["F"], values["G"], values["C"]) == ((5, 1, 1), (5, 4, 5), (5, 4, 5))
    assert (result.value, result.moves) == ((5, 4, 5), (1, 1, 1))
    assert maxn(TRIPLES).value == (1, 2, 6)


def test_teams_as_weights() -> None:
    assert team_weights("1+3", 3) == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]
    assert team_weights("1+3, 2+4", 4) == [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1]]
    assert team_weights("", 2) == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("teams", "sentence"),
    [
        ("1", "written like 1+3"),
        ("1+x", "written like"),
        ("1+4", "no player 4"),
        ("1+2, 2+3", "two teams"),
        ("1+1", "two teams"),
    ],
)
def test_wrong_teams(teams: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence.replace("+", r"\+")):
        alliance(TRIPLES, teams=teams)


def test_wrong_weights() -> None:
    with pytest.raises(BadInput, match="3 rows of 3"):
        alliance(TRIPLES, weights=[[1, 0], [0, 1]])


@pytest.mark.parametrize("name", [name for name, a in ALGORITHMS.items() if a.zero_sum])
def test_what_needs_zero_sum_says_so(name: str) -> None:
    with pytest.raises(
        Unfit, match="needs two players and zero sum; tree has 3 players: use maxn or paranoid"
    ):
        ALGORITHMS[name](TRIPLES)
    with pytest.raises(Unfit, match="not zero-sum"):
        ALGORITHMS[name].check(Tree.read("(1,2 3,4)"))


def test_two_players_without_zero_sum() -> None:
    tree = Tree.read("((1,5 2,2) (3,1 0,0))")
    assert maxn(tree).value == (3, 1)
    with pytest.raises(Unfit):
        minimax(tree)
    with pytest.raises(Unfit):
        alphabeta(tree)
