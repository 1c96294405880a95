"""Trees with chance nodes: every notation, turns, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from spielbaum import CHANCE
from spielbaum.errors import TreeSyntaxError
from spielbaum.tree import cut, read_tree, tree_from_json, tree_from_lists, tree_to_json, tree_to_lists
from spielbaum.tree.notation import write_tree

TEXT = "A(B*(1/6: 3  1/3: C(4 5)  1/2: -2) D*(0.5:1 .5:2))"


def test_the_notation_says_where_nature_moves_and_how_likely_each_outcome_is() -> None:
    tree = read_tree(TEXT)
    chance, other = tree.children
    assert chance.player == other.player == CHANCE
    assert [child.probability for child in chance.children] == [
        Fraction(1, 6),
        Fraction(1, 3),
        Fraction(1, 2),
    ]
    assert [child.probability for child in other.children] == [Fraction(1, 2)] * 2
    assert chance.name == "B"
    assert chance.children[1].player == 1  # nature takes no turn: MAX, chance, MIN
    assert tree.has_chance
    assert not read_tree("A(B(1 2) 3)").has_chance


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "*(1 2 3)",
        '*("1/4 red":(1 2) "3/4 blue":-1)',
        "(*(1/2:*(1/3:1,2,3 2/3:4,5,6) 1/2:(7,8,9 1,1,1)) 0,0,0)",
        "*(1:5)",
        "A(B*=3? 2)",
        'A("B*"(1 2) 3)',
    ],
)
def test_every_notation_gives_the_same_tree_back(text: str) -> None:
    tree = read_tree(text)
    assert read_tree(write_tree(tree)) == tree
    assert tree_from_json(tree_to_json(tree)) == tree


def test_nested_lists() -> None:
    lists: list[Any] = [["*", ["1/3", 6], ["2/3", [4, 5]]], 1]
    tree = tree_from_lists(lists)
    assert write_tree(tree) == "(*(1/3:6 2/3:(4 5)) 1)"
    assert tree_to_lists(tree) == lists
    assert read_tree('[["*", ["1/3", 6], ["2/3", [4, 5]]], 1]') == tree
    assert tree_from_lists(["*", [0.25, 1], [0.75, 2]]) == read_tree("*(1/4:1 3/4:2)")


def test_equally_likely_where_no_probability_is_given() -> None:
    assert read_tree("*(1 2 3)") == read_tree("*(1/3:1 1/3:2 1/3:3)")


def test_fractions_that_are_no_probabilities_are_labels() -> None:
    assert [child.edge for child in read_tree("A(1/2: 3  2/2: 4)").children] == ["1/2", "2/2"]


def test_cutting_keeps_the_chance_node() -> None:
    shallow = cut(read_tree(TEXT), 1)
    assert [child.player for child in shallow.children] == [CHANCE, CHANCE]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("*(-1/2:3 3/2:4)", "but -1/2 is none"),
        ("*(3/2:3 5/2:4)", "but 3/2 is none"),
        ("*(1.5:3 2.5:4)", "but 1.5 is none"),
        ("*(0:3 0:4)", "but 0 is none"),
        ("*(1/6:3 1/3:4)", "sum to 1/2, 1/2 less than one"),
        ("*(0.5:3 0.6:4)", "sum to 11/10, 1/10 more than one"),
        ("*(1/2:3 4)", "4 is none"),
        ("*(1/2:3 x:4)", "x is none"),
        ("*(1/0:3 1/2:1)", "1/0 is none"),
        ("*(3/2:3 1/2:1)", "3/2 is none"),
        ("A(B* 3)", "there are no outcomes"),
        ("A(B(1/6:3 1/3:2 1/2:5) 1)", "nature does not move above it; where it does the name ends in *"),
        ('A("0.25 heads":3 "0.75 tails":2)', "has the probability 1/4, but nature does not move above it"),
        ('["*", ["x", 3]]', "is none"),
        ('["*", 3]', "3"),
        ('{"children": [{"value": 1, "probability": "1/2"}, 3]}', "nature does not move above it"),
        ('{"player": 0, "children": [{"value": 1, "probability": 0.5}, {"value": 1, "probability": 0.4}]}',
         "1/10 less than one"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TreeSyntaxError) as caught:
        read_tree(text)
    assert sentence in caught.value.sentence("en")
    assert caught.value.sentence("de")


def test_plain_text_shows_probabilities() -> None:
    assert str(read_tree("A(B*(1/6:3 5/6:4) 1)")).splitlines() == [
        "A  MAX",
        "├─ B  *",
        "│  ├─ 1/6  3",
        "│  └─ 5/6  4",
        "└─ 1",
    ]


def test_a_tree_as_a_game_has_whole_weights() -> None:
    tree = read_tree("*(1/6:3 1/4:4 7/12:5)")
    game = tree.as_game()
    assert game.weight is not None
    assert [game.weight(tree, index) for index in range(3)] == [2, 3, 7]
    assert sum(game.probabilities(tree).values()) == 1
