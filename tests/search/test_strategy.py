"""A strategy: one own move, all replies; what it guarantees, how it is drawn."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.draw import Options, draw, scene_of
from spielbaum.errors import BadInput
from spielbaum.games import load_game
from spielbaum.search import guarantee, minimax, record, strategy, strategy_nodes
from spielbaum.tree import Tree, cut, grow, read_tree, write_tree
from tests.support.trees import LECTURE, trees


def test_both_players_of_the_lecture_tree() -> None:
    tree = read_tree(LECTURE)
    assert write_tree(strategy(tree)) == "A(B(8 7 3))"
    assert write_tree(strategy(tree, 1)) == "A(B(3) C(F(2 1 1)) D(1))"
    assert (guarantee(strategy(tree)), guarantee(strategy(tree, 1), 1)) == (3, -3)


@given(trees(), st.integers(0, 1))
@settings(max_examples=150)
def test_the_worst_leaf_is_the_minimax_value(tree: Tree, player: int) -> None:
    plan = strategy(tree, player)
    value = minimax(tree).value_for(player)
    assert guarantee(plan, player) == value == minimax(plan).value_for(player)
    for path in strategy_nodes(tree, player):
        node = tree.at(path)
        kept = [i for i in range(len(node.children)) if (*path, i) in strategy_nodes(tree, player)]
        assert len(kept) == (min(1, len(node.children)) if node.player == player else len(node.children))


def test_three_players() -> None:
    tree = read_tree("A(B(D(1,2,6 4,3,2) E(6,1,2 7,4,1)) C(F(5,1,1 1,5,2) G(7,7,1 5,4,5)))")
    assert strategy(tree, 2) == read_tree("A(B(D(1,2,6) E(6,1,2)) C(F(1,5,2) G(5,4,5)))")
    assert guarantee(strategy(tree, 2), 2) == 2
    with pytest.raises(BadInput) as caught:
        strategy(tree, 3)
    assert "no player 4" in caught.value.sentence("en")
    assert "Spieler 4 gibt es" in caught.value.sentence("de")


def test_a_game() -> None:
    """Five matches: White takes one and wins against each of Black's replies."""
    plan = strategy(grow(load_game("takeaway")))
    assert [child.edge for child in plan.children] == ["1/4"]
    assert [leaf.value for _, leaf in plan.leaves()] == [1, 1]
    unknown = strategy(cut(grow(load_game("takeaway")), 2))
    assert guarantee(unknown) is None


def test_the_figure_shows_it_in_every_form() -> None:
    tree = read_tree(LECTURE)
    options = Options(marked=strategy_nodes(tree, 1))
    for source, frames in ((tree, 1), (record("alphabeta", tree)[0], 44)):
        scene = scene_of(source, options)
        assert len(scene.frames) == frames
        chosen = {node.path for node, face in zip(scene.nodes, scene.faces(), strict=True) if face.chosen}
        assert chosen == strategy_nodes(tree, 1)
    # Before the search is over it is the search that is shown.
    scene = scene_of(record("alphabeta", tree)[0], options)
    plain = scene_of(record("alphabeta", tree)[0], Options())
    assert scene.frames[:-1] == plain.frames[:-1]
    inside, outside = {"en": "in the strategy", "de": "in der Strategie"}, {"en": "not in", "de": "nicht in"}
    for language, form in product(("en", "de"), ("svg", "tikz", "mermaid", "text")):
        shown = str(draw(tree, form, Options(language=language, marked=strategy_nodes(tree, 1))))
        assert shown != str(draw(tree, form, Options(language=language)))
        if form == "svg":
            assert inside[language] in shown
            assert outside[language] in shown
    mermaid = str(draw(tree, "mermaid", options))
    assert mermaid.count("===") == len(options.marked) - 1
    assert mermaid.count(":::unvisited") == tree.size - len(options.marked)
    assert str(draw(tree, "tikz", options)).count("sb chosen") >= len(options.marked)
    assert tree.to_text(marked=strategy_nodes(tree, 1)) == str(draw(tree, "text", options))


def test_heavy_lines_lead_to_all_replies() -> None:
    tree = read_tree("A(B(1 2) C(3 4))")
    text = tree.to_text(marked=strategy_nodes(tree, 1), players=False)
    assert set(text.splitlines()[1].strip()) == set("┏━┻┓")
