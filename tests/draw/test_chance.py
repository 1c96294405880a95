"""Chance nodes in every painter: round, with probabilities on the branches and short fractions as values."""

from __future__ import annotations

import pytest

from spielbaum.draw import Options, draw, draw_scene, scene_of
from spielbaum.tree import read_tree

TREE = read_tree("A(B*(1/6:3 1/3:C(4 5) 1/2:-2) D*(1/2:1 1/2:2))")


@pytest.mark.parametrize(
    ("form", "round_node"),
    [
        ("svg", 'class="node chance'),
        ("tikz", "sb chance"),
        ("mermaid", '(("'),
        ("text", "○"),
    ],
)
def test_chance_nodes_are_round_and_branches_show_probabilities(form: str, round_node: str) -> None:
    picture = draw_scene(scene_of(TREE, solved=True), form)
    assert isinstance(picture, str)
    assert picture.count(round_node) >= 2
    for text in ("1/6", "1/3", "1/2", "5/6", "3/2"):
        assert text in picture, text


def test_the_mover_is_called_chance() -> None:
    assert "Chance" in str(draw(TREE, "text"))
    assert "Zufall" in str(draw(TREE, "text", Options(language="de")))


def test_long_fractions_become_decimals() -> None:
    long = read_tree("*(1/12345:1 12344/12345:2)")
    assert "2" in str(draw_scene(scene_of(long, solved=True), "text"))
    assert "24689/12345" not in str(draw_scene(scene_of(long, solved=True), "text"))
