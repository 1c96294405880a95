"""The value of each move says for itself how sure it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spielbaum.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import insight as insight_module
from spielbaum.play import value_badge, value_words
from spielbaum.play.insight import Insight, _made_exact
from spielbaum.play.player import Turn
from spielbaum.result import Bound, Line, Proof, Result

C4 = load_game("connect4")


@pytest.fixture(scope="module")
def engine() -> Engine[Any, Any]:
    return Engine(C4, table_mb=1)


def test_a_win_is_certain_while_other_moves_are_estimates(engine: Engine[Any, Any]) -> None:
    here = Position.of(C4, "121212")
    found = engine.search(here, depth=2, every_move=True)
    texts = {C4.move_name(here.state, line.moves[0]): line for line in found.lines}
    assert texts["1"].proof is Proof.PROVEN
    assert value_words(C4, texts["1"], "en", here.state).startswith("Yellow wins with the next move (proven")
    assert value_badge(C4, texts["1"], 0, "en", here.state) == "✓+18"
    assert {result.proof for name, result in texts.items() if name != "1"} >= {Proof.ESTIMATE}


def test_a_lost_move_is_certain_while_the_best_is_an_estimate(engine: Engine[Any, Any]) -> None:
    here = Position.of(C4, "12121")  # Red has to stop column 1
    found = engine.search(here, depth=3, every_move=True)
    lost = [line for line in found.lines if C4.move_name(here.state, line.moves[0]) != "1"]
    assert found.proof is Proof.ESTIMATE
    assert {result.proof for result in lost} == {Proof.PROVEN}
    assert {value_badge(C4, result, 1, "en", here.state) for result in lost} == {"✗−18"}


def test_solved_moves_say_when_the_game_ends() -> None:
    game = load_game("tictactoe")
    here = Position.of(game, "a1 b1 a2 b2")  # X wins with a3, and must stop b3 otherwise
    found = Engine(game, table_mb=1).solve(here, every_move=True)
    badges = {
        game.move_name(here.state, line.moves[0]): value_badge(game, line, 0, "en", here.state)
        for line in found.lines
    }
    assert badges["a3"] == "✓1"
    assert badges["c1"] == "✗1"


def test_what_was_proven_before_the_time_was_over_is_kept() -> None:
    values = {0: 0.25, 1: 0.5, 2: -3.0}
    lines = tuple(Line(value, 0, (move,)) for move, value in values.items())
    estimates = Result(0.5, 0, (1,), algorithm="engine", lines=lines)
    solved = (Line(-4, 0, (2,), Proof.PROVEN),)
    exact = Result(0, 0, (0,), Proof.PROVEN, algorithm="solve", lines=solved)
    both = _made_exact(estimates, exact)
    assert both.move_values == {0: 0, 1: 0, 2: -4}
    assert [line.moves[0] for line in both.lines] == [0, 1, 2]
    assert [line.proof for line in both.lines] == [Proof.PROVEN, Proof.BOUND, Proof.PROVEN]
    assert both.line_of(1).bound is Bound.AT_MOST


def test_bounds_are_said_with_their_side() -> None:
    low = Line[int](3, 0, (), Proof.BOUND, Bound.AT_LEAST)
    assert value_words(C4, low, "en") == "Yellow gets at least +3 (proven)"
    high = replace(low, value=0, bound=Bound.AT_MOST)
    assert value_words(C4, high, "de") == "Gelb erreicht höchstens ein Unentschieden (bewiesen)"
    assert [value_badge(C4, result, 0, "en") for result in (low, high)] == ["≥+3", "≤0"]


def test_a_stopped_question_values_every_move() -> None:
    game = load_game("tictactoe")
    insight = Insight(game)
    turn = Turn()
    turn.stop.set()
    found = insight.values(Position(game, game.start), 0.05, turn)
    assert len(found.lines) == 9


@pytest.mark.parametrize(("name", "tried"), [("connect4", 0.5), ("chess", 0.0)])
def test_values_take_no_longer_than_asked(name: str, tried: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solving that fails, searching and the replies share the time; each gets some of it."""
    game = load_game(name)
    spent: list[float] = []
    found = Engine(game, table_mb=1).search(depth=1, every_move=True)

    def solving(*_: Any, **__: Any) -> None:
        spent.append(tried)

    def searching(*_: Any, seconds: float, **__: Any) -> Result[Any]:
        spent.append(seconds)
        return found

    monkeypatch.setattr(insight_module, "monotonic", lambda: sum(spent))
    monkeypatch.setattr(insight_module, "solve", solving)
    monkeypatch.setattr(insight_module, "think", searching)
    monkeypatch.setattr(insight_module, "with_replies", searching)
    Insight(game).values(Position(game, game.start), 1.0, Turn())
    assert spent[0] == tried
    assert min(spent[1:]) > 0
    assert sum(spent) == 1
