"""Iterative deepening: when it ends, what it answers, how it sorts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.games import load_game
from spielbaum.result import Proof
from spielbaum.search import OutOfTime, Recorder, Watch, alphabeta, iterative, minimax
from spielbaum.trace import Enter, Iteration
from spielbaum.tree import Tree
from tests.support.trees import LECTURE, trees, true_values


def iterations(watch: Recorder) -> list[int | None]:
    return [event.depth for event in watch.events if isinstance(event, Iteration)]


def test_it_ends_when_the_tree_is_exhausted() -> None:
    watch = Recorder()
    result = iterative(Tree.read(LECTURE), watch=watch)
    assert iterations(watch) == [1, 2, 3]
    assert (result.value, result.depth, result.proof) == (3, 3, Proof.PROVEN)


def test_it_ends_at_the_depth() -> None:
    watch = Recorder()
    result = iterative(load_game("tictactoe"), depth=3, watch=watch)
    assert iterations(watch) == [1, 2, 3]
    assert result.depth == 3
    assert result.proof is Proof.ESTIMATE


def test_it_ends_on_a_proven_win() -> None:
    # X completes a row with the next move: depth 1 proves it, although other moves lead to estimates.
    watch = Recorder()
    game = load_game("tictactoe")
    state = game.start
    for cell in (0, 3, 1, 4):
        state = game.play(state, cell)
    result = iterative(game, state, watch=watch)
    assert iterations(watch) == [1]
    assert (result.move, result.value, result.proof) == (2, 1, Proof.PROVEN)


def test_every_iteration_begins_with_the_full_window() -> None:
    watch = Recorder()
    iterative(Tree.read(LECTURE), watch=watch)
    inf = float("inf")
    roots = [(e.alpha, e.beta) for e in watch.events if isinstance(e, Enter) and not e.path]
    assert roots == [(-inf, inf)] * 3


def test_moves_are_sorted_by_the_last_iteration() -> None:
    # The estimates say that C is best, then A; so the next iteration begins with them.
    tree = Tree.read("(A=3(1 9) B=1(2 8) C=5(4 7))")
    watch = Recorder()
    iterative(tree, watch=watch)
    second = [i for i, e in enumerate(watch.events) if isinstance(e, Iteration)][1]
    visited = [e.path for e in watch.events[second:] if isinstance(e, Enter) and len(e.path) == 1]
    assert visited == [(2,), (0,), (1,)]
    assert iterative(tree).leaves - 3 < alphabeta(tree).leaves


def test_it_answers_a_legal_move_in_no_time() -> None:
    for name in ("tictactoe", "connect4", "kalah"):
        game = load_game(name)
        result = iterative(game, seconds=0)
        assert result.move in game.legal(game.start)
        assert result.proof is Proof.ESTIMATE


@given(trees(depth=5), st.integers(0, 60))
@settings(max_examples=200)
def test_it_can_be_stopped_anywhere(tree: Tree, nodes: int) -> None:
    result = iterative(tree, watch=Watch(most_nodes=nodes))
    if tree.leaf:
        assert result.move is None
    else:
        assert result.move in range(len(tree.children))
    if result.proven:
        assert result.value == true_values(tree)[()]


def test_what_an_interrupted_iteration_has_found_counts() -> None:
    # Depth 1 prefers A. Depth 2 sees that A is bad and B good; it is stopped just then.
    tree = Tree.read("(A=5(0 0) B=4(3 3) C=3(9 9))")
    whole = Recorder()
    iterative(tree, watch=whole)
    after_b = 4 + 1 + 3 + 3  # the first iteration; the root, A and B with their leaves in the second
    result = iterative(tree, watch=Watch(most_nodes=after_b))
    assert (result.move, result.value) == (1, 3)
    assert result.proof is Proof.ESTIMATE
    assert iterative(tree).move == 2


def test_other_searchers_stop_too() -> None:
    with pytest.raises(OutOfTime):
        minimax(Tree.read(LECTURE), watch=Watch(most_nodes=5))
    with pytest.raises(OutOfTime):
        minimax(Tree.read(LECTURE), watch=Watch(deadline=0.0))


def test_where_the_game_is_over_there_is_no_move() -> None:
    assert iterative(Tree.read("7")).move is None
    assert iterative(Tree.read("7"), seconds=0).value == 7
    assert iterative(Tree.read("(7 8)"), depth=0).move is None
