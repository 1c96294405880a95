"""Trees as Haskell writes them, and values from the side of the player to move."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from spielbaum.errors import BadInput, TreeSyntaxError
from spielbaum.language import LANGUAGES
from spielbaum.search import minimax, negamax
from spielbaum.tree import Tree, fold, from_movers_side, map_tree, read_tree, write_tree
from tests.support.trees import LECTURE, trees


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Node 3 []", "3"),
        ("Node 0 [Node 3 [], Node (-2) []]", "=0(3 -2)"),
        ("Node 5[Node 3[],Node 2.5[Node (-4)[]]]", "=5(3 =2.5(-4))"),
        ('Node "A" [Node 3 [], Node ("B", 5) []]', "A(3 B=5)"),
        ('Node "A" [Node (1,2,6) [], Node ("B",4,3,2) []]', "A(1,2,6 B=4,3,2)"),
        (
            "Node {rootLabel = 1, subForest = [Node {rootLabel = -7, subForest = []},\n"
            "  Node {rootLabel = 4, subForest = []}]}",
            "=1(-7 4)",
        ),
        # In the short notation a root may be called Node.
        ("Node(3 4)", '"Node"(3 4)'),
        ("Node=3", '"Node"=3'),
    ],
)
def test_what_haskell_writes_is_read(text: str, same: str) -> None:
    assert read_tree(text) == read_tree(same)


@given(trees())
def test_any_tree(tree: Tree) -> None:
    """Written as `deriving Show` does it, names as labels of inner nodes."""

    def written(node: Tree, _: int, children: list[str]) -> str:
        label = f"({node.value})" if not children else json.dumps(node.name)
        return f"Node {label} [{','.join(children)}]"

    back = read_tree(fold(written, tree))
    assert [(path, node.value) for path, node in back.leaves()] == [
        (path, node.value) for path, node in tree.leaves()
    ]


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("Node 5 [Node 3 []", "column 18", "]"),
        ("Node 5", "column 7", "["),
        ("Node x []", "column 6", '"A"'),
        ("Node 5 [3, 4]", "column 9", "Node"),
        ("Node 3 [] Node 4 []", "column 11", "Node"),
        ("Node (1,) []", "column 9", "(-3)"),
        ('Node "A []', "column 6", '"…"'),
        ('Node "\\q" []', "column 6", "…"),
        ("Node {rootLabel = 3}", "column 20", ","),
        ('Node "A" []', "column 1", "A"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, place: str, expected: str) -> None:
    with pytest.raises(TreeSyntaxError) as caught:
        read_tree(text)
    assert place in caught.value.sentence("en")
    for language in LANGUAGES:
        assert expected in caught.value.sentence(language)


def test_a_tree_that_is_too_deep() -> None:
    with pytest.raises(TreeSyntaxError, match="deeper than 200"):
        read_tree("Node 1 [" * 500 + "Node 1 []" + "]" * 500)


@given(trees())
def test_leaves_from_the_side_of_the_mover(tree: Tree) -> None:
    """What negamax computes with such leaves is what minimax finds in the converted tree."""

    def plain(node: Tree, _: int, below: list[float]) -> float:
        if not below:
            assert isinstance(node.value, int | float)
            return node.value
        turns = (1 if child.player == node.player else -1 for child in node.children)
        return max(turn * value for turn, value in zip(turns, below, strict=True))

    converted = from_movers_side(tree)
    assert negamax(converted).value == fold(plain, tree)
    assert minimax(converted).value == (1 if tree.player == 0 else -1) * fold(plain, tree)
    assert from_movers_side(converted) == tree


def test_who_is_to_move_decides_the_sign() -> None:
    assert write_tree(from_movers_side(read_tree("A(3 B(1 C(4)) D=2)"))) == "A(-3 B(1 C(-4)) D=-2)"
    assert write_tree(from_movers_side(read_tree("A(3@1 B@1(1))"))) == "A(@1=3 B@1(1))"
    unknown = map_tree(lambda _: None, read_tree(LECTURE))
    assert from_movers_side(unknown) == unknown


def test_several_payoffs_have_no_mover_side() -> None:
    with pytest.raises(BadInput) as caught:
        from_movers_side(read_tree("(1,2,3 3,2,1)"))
    assert "have 3" in caught.value.sentence("en")
    assert "haben aber 3" in caught.value.sentence("de")
