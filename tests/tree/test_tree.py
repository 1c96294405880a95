"""Functions on trees: lazy growing, map, cut, best first, size, depth."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.errors import BadInput, TooLarge
from spielbaum.games import load_game
from spielbaum.search import minimax, record
from spielbaum.search.tree_values import tree_values
from spielbaum.tree import (
    Tree,
    best_first,
    bounded,
    cut,
    cut_unless_dynamic,
    estimate_size,
    fold,
    grow,
    map_tree,
    random_tree,
    reorder,
    tree_text,
    write_tree,
)
from tests.support.trees import LECTURE, trees, true_values


def endless(number: int = 1) -> Tree:
    """A tree without end; every node is its number, dynamic where that is 3 or 6."""

    def children() -> Iterator[Tree]:
        return (endless(2 * number + i) for i in range(2))

    return Tree(
        children, value=number, name=str(number), dynamic=number in (3, 6), player=len(bin(number)) % 2
    )


def test_only_what_is_looked_at_grows() -> None:
    asked: list[int] = []

    def children() -> Iterator[Tree]:
        asked.append(1)
        yield Tree(value=1)

    tree = Tree(children)
    copy = cut(map_tree(lambda node: node.value, tree), 3)
    assert asked == []
    assert [node.value for node in copy.children] == [1]
    assert copy.children
    assert asked == [1]
    assert [path for path, _ in grow(load_game("connect4")).grown_nodes()] == [()]


def test_an_endless_tree_can_be_mapped_cut_and_searched() -> None:
    tree = map_tree(lambda node: -(node.value if isinstance(node.value, int) else 0), endless())
    shallow = cut(tree, 2)
    assert write_tree(shallow).count("?") == 4
    assert (shallow.size, shallow.depth) == (7, 2)
    assert minimax(endless(), depth=3).nodes == 15
    assert record("alphabeta", endless(), depth=2)[1] is not None


def test_cut_goes_on_where_a_node_is_dynamic() -> None:
    tree = cut_unless_dynamic(endless(), 1)
    # 2 is judged at depth 1; 3 is lively, so 6 (lively again) and 7 are looked at, then 12 and 13.
    assert [node.name for _, node in tree.nodes()] == ["1", "2", "3", "6", "12", "13", "7"]
    assert [node.name for _, node in tree.leaves() if node.cut] == ["2", "12", "13", "7"]


def test_cutting_grows_nothing_below_the_cut() -> None:
    tree = grow(load_game("connect4"))
    assert cut(tree, 1).size == 8
    assert sum(1 for _ in tree.grown_nodes()) == 8


@given(trees())
@settings(max_examples=100)
def test_size_depth_leaves(tree: Tree) -> None:
    paths = [path for path, _ in tree.nodes()]
    assert tree.size == len(paths) == len(set(paths))
    assert paths == sorted(paths), "depth first, from left to right"
    assert tree.depth == max(map(len, paths))
    assert all(node.leaf for _, node in tree.leaves())
    assert fold(lambda _node, _depth, below: 1 + sum(below), tree) == tree.size


@given(trees(), st.integers(0, 5))
@settings(max_examples=100)
def test_cut_is_the_depth_limit(tree: Tree, depth: int) -> None:
    short = cut(tree, depth)
    assert short.depth == min(depth, tree.depth)
    whole, part = minimax(tree, depth=depth), minimax(short)
    assert (whole.value, whole.proof) == (part.value, part.proof)
    assert cut(short, depth) == short


@given(trees())
@settings(max_examples=100)
def test_best_first_keeps_the_value_and_helps(tree: Tree) -> None:
    values = true_values(tree)
    valued = {id(node): values[path] for path, node in tree.nodes()}
    known = map_tree(lambda node: valued[id(node)], tree)
    best = best_first(lambda node: float(node.value) if isinstance(node.value, int | float) else 0.0, known)
    assert minimax(best).value == minimax(tree).value
    assert minimax(best).moves == (0,) * len(minimax(best).moves)
    assert best.size == tree.size


@given(trees())
@settings(max_examples=100)
def test_the_values_of_all_nodes(tree: Tree) -> None:
    assert tree_values(tree) == true_values(tree)


def test_reorder() -> None:
    tree = Tree.read(LECTURE)
    other = reorder(tree, (1,), [1, 0, 2])
    assert [child.name for child in other.at((1,)).children] == ["F", "E", "G"]
    assert other.at((0,)) == tree.at((0,))
    assert reorder(other, (1,), [1, 0, 2]) == tree
    assert [child.name for child in reorder(tree, (), [2, 1, 0]).children] == ["D", "C", "B"]
    with pytest.raises(BadInput, match="each of the 3 children"):
        reorder(tree, (1,), [0, 0, 1])


def test_equality() -> None:
    tree = Tree.read(LECTURE)
    assert tree == Tree.read(LECTURE)
    assert tree != Tree.read(LECTURE.replace("9", "8"))
    assert tree != Tree.read("A(1)")
    assert tree != "A"


def test_too_large_says_how_large() -> None:
    with pytest.raises(TooLarge, match=r"more than 1000 nodes, about .*000 by an estimate"):
        bounded(cut(grow(load_game("connect4")), 5), 1000)
    with pytest.raises(TooLarge, match=r"about \d\.\de\+\d\d by"):
        bounded(grow(load_game("connect4")), 50)
    with pytest.raises(TooLarge, match="deeper than 200"):
        bounded(grow(load_game("takeaway:matches=300,most=1")))
    assert bounded(grow(load_game("takeaway")), 20).size == 20


def test_the_estimate_of_the_size() -> None:
    assert estimate_size(random_tree(3, 5, 1)) == random_tree(3, 5, 1).size == 364
    uneven = random_tree(4, 6, 2, uneven=True)
    assert estimate_size(uneven, samples=4000) == pytest.approx(uneven.size, rel=0.15)
    # The full tree of Tic-Tac-Toe has 549 946 nodes.
    assert estimate_size(grow(load_game("tictactoe")), samples=300) == pytest.approx(549_946, rel=0.1)


def test_random_trees() -> None:
    assert random_tree(3, 3, 7) == random_tree(3, 3, 7)
    assert random_tree(3, 3, 7) != random_tree(3, 3, 8)
    tree = random_tree(3, 4, 1, distinct=True, names=True)
    leaves = [leaf.value for _, leaf in tree.leaves()]
    assert len(leaves) == len(set(leaves)) == 81
    assert tree.name == "A"
    assert [child.name for child in tree.children] == ["B", "C", "D"]
    triples = random_tree(2, 2, 1, players=3)
    assert triples.players == 3
    uneven = [random_tree(4, 4, seed, uneven=True) for seed in range(20)]
    assert len({tree.size for tree in uneven}) > 10
    assert all(2 <= len(node.children) <= 4 for tree in uneven for _, node in tree.nodes() if not node.leaf)
    assert random_tree(2, 2, 1, values=(5, 5)) == Tree.read("((5 5) (5 5))")
    names = {node.name for _, node in random_tree(3, 4, 1, names=True).nodes() if not node.leaf}
    assert len(names) == 40
    assert {"Z", "AA", "AN"} <= names


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"branching": 0, "depth": 2}, "branching of 1 or more"),
        ({"branching": 2, "depth": -1}, "depth of 0 or more"),
        ({"branching": 2, "depth": 2, "players": 1}, "at least two players"),
        ({"branching": 9, "depth": 9}, "435848050 nodes"),
        (
            {"branching": 3, "depth": 3, "values": (0, 9), "distinct": True},
            "27 leaves cannot be drawn from 0 to 9",
        ),
        ({"branching": 3, "depth": 3, "values": (9, 0)}, "cannot be drawn"),
    ],
)
def test_impossible_random_trees(arguments: dict[str, int], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        random_tree(seed=1, **arguments)  # type: ignore[arg-type]


def test_the_text_of_a_tree() -> None:
    assert str(Tree.read("A(B(8 x:7?) C=2!(9) (1))")) == (
        "A  MAX\n├─ B  MIN\n│  ├─ 8\n│  └─ x  MAX  E = 7\n├─ C  MIN  !  E = 2\n│  └─ 9\n└─ MIN\n   └─ 1"
    )
    assert str(Tree.read("(1,2,6 3,4,5)")) == "1\n├─ (1, 2, 6)\n└─ (3, 4, 5)"
    assert tree_text(Tree.read("(1 2)"), str, lambda path, _: f"#{len(path)}") == "0  #0\n├─ 1  #1\n└─ 2  #1"


def test_deep_trees_can_be_shown_written_and_compared() -> None:
    tree = Tree(value=1)
    for _ in range(3000):
        tree = Tree([tree])
    assert tree == tree.with_(tree.children)
    assert write_tree(tree).count("(") == 3000
    assert (tree.size, tree.depth) == (3001, 3000)
