"""Every step that says why a move comes first: from whom it is known, in words, and in documents."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.engine import Engine
from spielbaum.game import Game, Position
from spielbaum.game_fields import Hints, Presentation
from spielbaum.games import load_game
from spielbaum.language import LANGUAGES, catalogue
from spielbaum.search import alphabeta, record
from spielbaum.search.ordering import ORDERS
from spielbaum.search.pseudocode import line_number
from spielbaum.trace import (
    Enter,
    First,
    Step,
    Trace,
    event_from_json,
    event_json,
    trace_from_json,
    trace_to_json,
)
from spielbaum.tree import Tree
from tests.support.trees import LECTURE, trees


def firsts(trace: Trace) -> list[Step]:
    return [step for step in trace.steps if isinstance(step.event, First)]


def told(trace: Trace) -> list[First]:
    return [event for event in trace.events if isinstance(event, First)]


def traced(spec: str, moves: str = "", **options: Any) -> Trace:
    game = load_game(spec)
    return record("alphabeta", game, Position.of(game, moves).state, **options)[0]


def test_learnt_from_the_last_iteration() -> None:
    trace, _ = record("iterative", Tree.read("A(B=3(8 1) C=5(7 6))"))
    (step,) = firsts(trace)
    assert step.event == First((), 1, "learnt", 5)
    assert step.sentence() == "C comes first at A: the previous iteration gave it the best value here, 5."
    assert (
        step.sentence("de") == "A beginnt mit C: die vorige Iteration gab diesem Zug hier den besten Wert, 5."
    )
    # For MIN too the value is told from the side of MAX: the smallest one comes first.
    below, _ = record("iterative", Tree.read("A@2(B=3(8 1) C=5(7 6))"))
    assert firsts(below)[0].event == First((), 0, "learnt", 3)


def test_killers() -> None:
    """The second move of C cuts; so it comes first in D and E."""
    tree = Tree.read("A(B(5 6) C(7 2 9) D(8 3 9) E(9 1 9))")
    trace, _ = record("alphabeta", tree, order="killers")
    assert told(trace) == [First((2,), 1, "killer"), First((3,), 1, "killer")]
    assert "killer move" in firsts(trace)[0].sentence()
    assert "Killerzug" in firsts(trace)[0].sentence("de")


@pytest.mark.parametrize(
    ("spec", "moves", "move", "why"),
    [
        ("kalah", "", "3", "bonus"),
        ("kalah:houses=3,seeds=2", "1 3 3 2", "1", "capture"),
        ("tictactoe", "", "b2", "lines"),
        ("tictactoe", "b2 a1", "c1", "row"),
        ("tictactoe", "a1 b2 a2", "a3", "block"),
        ("tictactoe", "a1 b1 a2 b2", "a3", "win"),
        ("connect4", "", "4", "centre"),
        ("connect4", "4 1 4 1", "4", "threat"),
        ("chess", "e4 d5", "exd5", "capture"),
        ("othello:size=4", "c4", "d4", "corner"),
        ("othello:size=6", "b3 b4 a5", "a4", "edge"),
    ],
)
def test_what_the_games_say_of_their_order(spec: str, moves: str, move: str, why: str) -> None:
    trace = traced(spec, moves, depth=1, order="evaluator")
    (event,) = told(trace)
    assert (trace.space.move_text((), event.move), event.why) == (move, why)
    for language in LANGUAGES:
        assert f"trace.why.{why}" in catalogue(language)


def own(reason: Any, **more: Any) -> Game[Any, Any]:
    """A game of two moves whose second one comes first, for a reason of its own."""
    return Game(
        "own",
        start=(0, 0),
        moves=lambda s: (1, 2) if s[0] < 2 else (),
        play=lambda s, m: (s[0] + 1, s[1] + m),
        utility=lambda s: 1 if s[1] % 2 else -1,
        player=lambda s: s[0] % 2,
        hints=Hints(order=lambda _s, m: m),
        presentation=Presentation(order_reason=reason),
        **more,
    )


def test_a_game_in_its_own_words() -> None:
    trace, _ = record("alphabeta", own(lambda _s, _m: "two is more than one"), order="evaluator")
    assert firsts(trace)[0].sentence() == "2 comes first at the root: two is more than one."
    assert firsts(trace)[0].sentence("de") == "Die Wurzel beginnt mit 2: two is more than one."
    silent, _ = record("alphabeta", own(None), order="evaluator")
    assert told(silent)[0].why == "order"


def test_nothing_is_said_where_the_rules_decide() -> None:
    assert firsts(record("alphabeta", Tree.read(LECTURE))[0]) == []
    equal, _ = record("alphabeta", load_game("takeaway"), order="evaluator")
    assert firsts(equal) == []


@given(trees(), st.sets(st.sampled_from(ORDERS)), st.sampled_from(["alphabeta", "iterative"]))
@settings(max_examples=100)
def test_the_move_that_is_named_is_entered_next(tree: Tree, orders: set[str], name: str) -> None:
    order = "+".join(sorted(orders) or ["rules"])
    trace, result = record(name, tree, order=order, depth=4)
    for event, following in zip(trace.events, trace.events[1:], strict=False):
        if isinstance(event, First):
            assert isinstance(following, Enter)
            assert following.path == (*event.path, event.move)
        assert not isinstance(event, First) or event_from_json(event_json(event, trace.space)) == event
    again = trace_from_json(trace_to_json(trace))
    assert [step.sentence("de") for step in firsts(again)] == [step.sentence("de") for step in firsts(trace)]
    for step in firsts(trace):
        assert line_number(name, step.line) is not None
    # Telling the reason changes nothing of the search.
    assert result is not None
    if name == "alphabeta":
        assert alphabeta(tree, order=order, depth=4).nodes == result.nodes


def test_the_engine_says_it_too() -> None:
    """Its events come from compiled code: the order of the game, killers, the table, the last iteration."""
    game = load_game("tictactoe")
    result = Engine(game, table_mb=1).search(Position.of(game, "a1 b2"), depth=6, trace=40_000)
    assert result.trace is not None
    reasons = {event.why for event in told(result.trace)}
    assert {"last", "table", "block", "win", "row"} <= reasons
    assert reasons <= {
        "last",
        "table",
        "killer",
        "answer",
        "history",
        "win",
        "block",
        "row",
        "lines",
        "order",
    }
    for step in firsts(result.trace):
        for language in LANGUAGES:
            assert step.sentence(language).endswith(".")
            assert "trace." not in step.sentence(language)
    assert next(event for event in told(result.trace) if not event.path).why in ("row", "lines")
