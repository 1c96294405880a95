"""The engine's own search as an algorithm that can be traced."""

from __future__ import annotations

import pytest

from spielbaum.errors import TooLarge, Unfit
from spielbaum.games import load_game
from spielbaum.play.engine_search import ENGINE, algorithm_named
from spielbaum.search import ALGORITHMS, minimax, record
from spielbaum.trace import Enter, Iteration, Leaf, Leave
from spielbaum.tree import read_tree


def test_it_finds_what_minimax_finds_and_says_how() -> None:
    game = load_game("takeaway")
    trace, result = record(ENGINE, game, limit=5_000)
    assert result is not None
    assert result.proven
    assert (result.value_for(0), result.move) == (minimax(game).value, minimax(game).move)
    entered = [event.path for event in trace.events if isinstance(event, Enter)]
    assert entered[0] == ()
    assert {Iteration, Enter, Leaf, Leave} <= {type(event) for event in trace.events}


def test_without_a_depth_it_goes_as_deep_as_fits() -> None:
    game = load_game("connect4")
    shallow, few = record(ENGINE, game, limit=100)
    deep, many = record(ENGINE, game, limit=1_000)
    assert few is not None
    assert many is not None
    assert len(shallow.events) <= 100 < len(deep.events) <= 1_000
    assert (few.depth or 0) < (many.depth or 0)


def test_what_does_not_fit_says_so() -> None:
    with pytest.raises(TooLarge):
        record(ENGINE, load_game("connect4"), depth=6, limit=100)
    with pytest.raises(Unfit):
        record(ENGINE, read_tree("A(B(1 2) C(3 4))"))


def test_it_is_found_by_its_name() -> None:
    assert algorithm_named("Engine") is ENGINE
    assert algorithm_named("Alpha-Beta") is ALGORITHMS["alphabeta"]
