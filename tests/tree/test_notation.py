"""Trees are read and written in every notation without loss; mistakes are told with their place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.errors import TreeSyntaxError
from spielbaum.language import LANGUAGES
from spielbaum.tree import (
    Tree,
    read_tree,
    tree_from_json,
    tree_from_lists,
    tree_to_json,
    tree_to_lists,
    write_tree,
)
from tests.support.trees import LECTURE, trees

numbers = st.one_of(
    st.integers(-(10**30), 10**30), st.floats(allow_nan=False, allow_infinity=False), st.integers(-9, 9)
)
names = st.one_of(
    st.just(""),
    st.sampled_from(
        [
            "A",
            "F",
            "start",
            "3",
            "1,2",
            "-7",
            "1e5",
            "[x",
            "{",
            'say "hi"',
            "\\",
            "a b",
            "x:y",
            "a@2",
            "é",
            "?",
            "!",
            "=",
        ]
    ),
    st.text(max_size=8),
)


@st.composite
def labelled_trees(draw: st.DrawFn) -> Tree:
    """Trees with nasty names and edges, any players, estimates, marks and kinds of numbers."""
    players = draw(st.sampled_from([1, 1, 2, 3]))
    payoffs = numbers if players == 1 else st.tuples(*[numbers] * players)

    def nodes(children: st.SearchStrategy[list[Tree]]) -> st.SearchStrategy[Tree]:
        return st.builds(
            Tree,
            children,
            name=names,
            edge=names,
            value=st.none() | payoffs,
            player=st.integers(0, max(2, players) - 1),
            dynamic=st.booleans(),
        )

    leaves = st.builds(
        Tree,
        st.just([]),
        name=names,
        edge=names,
        value=payoffs,
        player=st.integers(0, max(2, players) - 1),
        dynamic=st.booleans(),
        cut=st.booleans(),
    )
    return draw(
        st.recursive(leaves, lambda below: nodes(st.lists(below, min_size=1, max_size=4)), max_leaves=8)
    )


@given(labelled_trees())
@settings(max_examples=120)
def test_notation_there_and_back(tree: Tree) -> None:
    assert read_tree(write_tree(tree)) == tree


@given(labelled_trees())
@settings(max_examples=60)
def test_json_there_and_back(tree: Tree) -> None:
    assert read_tree(json.dumps(tree_to_json(tree))) == tree
    assert tree_from_json(tree_to_json(tree)) == tree


plain = st.one_of(st.integers(-99, 99), st.just(0.5))


@given(st.recursive(plain, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=15))
def test_lists_there_and_back(lists: Any) -> None:
    assert tree_to_lists(tree_from_lists(lists)) == lists
    if isinstance(lists, list):
        assert read_tree(str(lists)) == tree_from_lists(lists) == read_tree(json.dumps(lists))


def test_tuples_in_lists_are_payoffs() -> None:
    tree = Tree.read("[[(1, 2, 6), (4, 3, 2)], (6, 1, 2)]")
    assert tree == Tree.read("((1,2,6 4,3,2) 6,1,2)") == tree_from_lists([[(1, 2, 6), (4, 3, 2)], (6, 1, 2)])
    assert tree.players == 3
    assert [node.player for _, node in tree.nodes()] == [0, 1, 2, 2, 1]
    assert Tree.read("[(3), (4,)]") == Tree.read("(3 4)")


def test_the_same_tree_in_all_notations() -> None:
    forms = ["((3 12 8)(2 4 6))", "( (3 12 8)\n  (2 4 6) )", "[[3, 12, 8], [2, 4, 6]]", "[[3,12,8],[2,4,6],]"]
    forms.append('{"children": [[3, 12, 8], {"children": [2, {"value": 4}, 6]}]}')
    forms.append('[[3, 12, 8], {"children": [2, 4, 6]}]')
    assert len({repr(Tree.read(form)) for form in forms}) == 1


def test_the_parts_of_a_node() -> None:
    tree = Tree.read('start@2=-1.5!(1/3:B(8 7?) "a b":"c d"@1=4)')
    b, leaf = tree.children
    assert (tree.name, tree.player, tree.value, tree.dynamic) == ("start", 1, -1.5, True)
    assert (b.edge, b.name, b.player) == ("1/3", "B", 1)
    assert (leaf.edge, leaf.name, leaf.player, leaf.value) == ("a b", "c d", 0, 4)
    assert [(child.value, child.cut) for child in b.children] == [(8, False), (7, True)]
    assert repr(Tree.read(LECTURE)) == f"Tree.read({LECTURE!r})"


MISTAKES = [
    ("", "empty (line 1, column 1)"),
    ("  \n ", "empty (line 1, column 1)"),
    ("(1 2", "opened at line 1, column 1 is never closed"),
    ("A(B(1 2)\n  C(3", "opened at line 2, column 3 is never closed (2 open"),
    ("(1 2))", "Line 1, column 6: a closing bracket"),
    ("A(1)\n)", "Line 2, column 1: a closing bracket"),
    ("(1 ())", "column 5"),
    ("(1 2) 3", "Line 1, column 7: the tree is complete, but 3 follows"),
    ("(1 two)", "Line 1, column 4: the leaf two is not a number"),
    ("(1\n x=y)", "Line 2, column 2: the leaf y is not a number"),
    ("(1e999 2)", "the leaf 1e999 is not a number"),
    ("5(1 2)", "the number 5 cannot have children"),
    ("(1,2 3)", "Line 1, column 6: expected 2 numbers"),
    (
        "(1,2,3 (4,5 6))",
        "Line 1, column 9: expected 3 numbers in this pay-off as in the others, but there are 2",
    ),
    ("(1@3=2 4)", "there is no player 3"),
    ("(1@0=2 4)", "there is no player 0"),
    ('(a"b 3)', "column 3"),
    ("(a=1=2 3)", "cannot read a=1=2"),
    ("[[1, 2]", "never closed"),
    ("[]", "without children"),
    ("[1, []]", "line 1, column 6"),
    ("[1 2]", "Line 1, column 4: expected a comma"),
    ("[,1]", "expected a number or a list"),
    ("[1, x]", "Line 1, column 5: the leaf x is not a number"),
    ("[1, true]", "the leaf true is not a number"),
    ("[(1, 2), (1, 2, 3)]", "column 10: expected 2 numbers"),
    ("[(1, x)]", "is not a number"),
    ("[1, 2] 3", "the tree is complete"),
    ("[1]]", "closing bracket"),
    ("{", "Line 1, column 2: this is neither valid JSON"),
    ("{}", "at $ has no number"),
    ('{"children": []}', "at $ has no number"),
    ('{"kids": [1]}', "at $ there is: {'kids': [1]}"),
    ('{"children": [1, "x"]}', "at $.children[1] there is: 'x'"),
    ('{"children": [1, {"value": true}]}', "at $.children[1] there is"),
    ('{"children": [[1, 2], {"value": [1, 2]}]}', "at $.children[1] as in the others"),
    ('{"value": NaN}', "at $ there is: nan"),
    ('{"value": 1, "player": 7}', "no player 7"),
    ('{"value": 1, "player": -1}', "no player -1"),
    ('{"value": 1, "player": true}', "there is: {'player': True}"),
    ('{"children": [[]]}', "at $.children[0] is empty"),
    ("(" * 300 + "1" + ")" * 300, "deeper than 200"),
    ("[" * 300 + "1" + "]" * 300, "deeper than 200"),
    ('{"children":[' * 300 + "1" + "]}" * 300, "deeper than 200"),
    ('{"children":[' * 100_000, "too deep"),
    ("(" + "9" * 320 + " 2)", "is not a number"),
    ("[" + "9" * 320 + ", 2]", "is not a number"),
    ('{"children": [1, ' + "9" * 320 + "]}", "at $.children[1] there is"),
    ('{"value": ' + "9" * 10_000 + "}", "thousands of digits"),
    ("(" + "1 " * 100_001 + ")", "more than 100000 nodes"),
    ("[" + "1," * 100_001 + "]", "more than 100000 nodes"),
]


@pytest.mark.parametrize(("text", "sentence"), MISTAKES, ids=[text[:20] for text, _ in MISTAKES])
def test_mistakes_are_told_with_their_place(text: str, sentence: str) -> None:
    with pytest.raises(TreeSyntaxError) as caught:
        read_tree(text)
    english, german = (caught.value.sentence(language) for language in LANGUAGES)
    assert sentence in english
    assert german != english
    assert "\n" not in english


@given(st.text(alphabet='()[]{},:"=!?@ ABx123.-\n', max_size=40))
@settings(max_examples=500)
def test_any_text_is_a_tree_or_a_mistake(text: str) -> None:
    try:
        tree = read_tree(text)
    except TreeSyntaxError:
        return
    assert read_tree(write_tree(tree)) == tree


@given(trees())
@settings(max_examples=100)
def test_what_is_written_is_short(tree: Tree) -> None:
    assert read_tree(write_tree(tree)) == tree
    if all(node.player == len(path) % 2 for path, node in tree.nodes()):
        assert "@" not in write_tree(tree)
