"""The list of algorithms."""

from __future__ import annotations

import pytest

from spielbaum.errors import BadInput, UnknownName
from spielbaum.games import load_game
from spielbaum.search import ALGORITHMS, alphabeta, find_algorithm, minimax, pseudocode, record
from spielbaum.search.ordering import Ordering
from spielbaum.trace import Enter
from spielbaum.tree import Tree
from tests.support.trees import LECTURE


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("alphabeta", "alphabeta"),
        ("Alpha-Beta", "alphabeta"),
        ("SSS*", "sss"),
        ("MTD(f)", "mtdf"),
        ("NegaScout", "pvs"),
        ("max^n", "maxn"),
        ("iterative deepening", "iterative"),
        ("BRS", "best-reply"),
    ],
)
def test_names_are_found_however_they_are_spelt(text: str, name: str) -> None:
    assert find_algorithm(text).name == name


def test_an_unknown_name_gets_the_nearest_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean: alphabeta"):
        find_algorithm("alfabeta")
    with pytest.raises(UnknownName, match="did you mean: negamax"):
        pseudocode("negamix")


def test_an_option_that_an_algorithm_does_not_have() -> None:
    with pytest.raises(BadInput, match="minimax has no option window; it knows: depth, quiescence"):
        record("minimax", Tree.read(LECTURE), window=(0, 1))


def test_a_negative_depth() -> None:
    with pytest.raises(BadInput, match="from 0"):
        minimax(Tree.read(LECTURE), depth=-1)


def test_every_algorithm_has_a_title_and_no_name_twice() -> None:
    names = [name for a in ALGORITHMS.values() for name in (a.name.replace("-", ""), *a.aliases)]
    assert len(set(names)) == len(names)
    for algorithm in ALGORITHMS.values():
        assert algorithm.title_in("de")
        assert algorithm.title_in("en")
        assert "depth" in algorithm.options


def test_the_visiting_orders() -> None:
    tree = Tree.read("A(B(1 2) C(3 4))")

    def order(name: str) -> str:
        trace, result = record(name, tree)
        assert result is None
        return " ".join(trace.label(step.event.path) for step in trace if isinstance(step.event, Enter))

    assert order("depth-first") == "A B B.1 B.2 C C.1 C.2"
    assert order("breadth-first") == "A B C B.1 B.2 C.1 C.2"
    assert order("depth-first-deepening") == "A A B C A B B.1 B.2 C C.1 C.2"


def test_killers_and_the_evaluator_save_leaves() -> None:
    game = load_game("connect4:width=5,height=4")
    plain = alphabeta(game, depth=5)
    for order in ("evaluator", "killers", "evaluator+killers"):
        ordered = alphabeta(game, depth=5, order=order)
        assert ordered.value == plain.value
    assert alphabeta(game, depth=5, order="evaluator+killers").leaves < plain.leaves


def test_the_order_of_moves() -> None:
    game = load_game("takeaway:most=3")
    ordering = Ordering.of(game, "killers+learnt")
    assert ordering.arrange((), game.start, [1, 2, 3]) == [1, 2, 3]
    ordering.caused_cutoff((), 3)
    assert ordering.arrange((), game.start, [1, 2, 3]) == [3, 1, 2]
    ordering.valued((), 1, 0)
    ordering.valued((), 2, 5)
    assert ordering.arrange((), game.start, [1, 2, 3]) == [3, 1, 2]
    ordering.next_iteration()
    assert ordering.arrange((), game.start, [1, 2, 3]) == [2, 1, 3]
    with pytest.raises(UnknownName, match="killers"):
        Ordering.of(game, "killer")
