"""The value of each move says for itself how sure it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from spielbaum.engine import Engine, Thinking
from spielbaum.engine.exact_values import MOST_BOUND
from spielbaum.errors import BadInput, BrokenGame
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import value_badge, value_words
from spielbaum.play.insight import Insight
from spielbaum.play.judge import is_complete, judge, made_exact
from spielbaum.play.player import Turn
from spielbaum.result import Bound, Line, Proof, Result
from tests.support.patience import PATIENCE

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
    both = made_exact(estimates, exact)
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


def test_solving_one_move_leaves_no_other_without_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search was stopped before its first depth, and the solver had proven the position and one move."""
    game = load_game("tictactoe")
    here = Position.of(game, "b2a1")
    insight = Insight(game)
    proven = insight.best(here, 10, Turn())
    assert proven.proven
    insight.close()
    monkeypatch.setattr(
        "spielbaum.play.insight.judge", lambda *_, **__: replace(proven, lines=(proven.best,), seconds=0)
    )
    found = insight.values(here, 0.05, Turn())
    assert {line.move for line in found.lines} == set(here.legal_moves)
    assert found.best.proven


def test_what_the_book_knows_is_known_at_once() -> None:
    """Four wins for who begins, and no search would prove that in the time."""
    insight = Insight(C4)
    hint = insight.best(Position(C4, C4.start), 0.2, Turn())
    values = insight.values(Position(C4, C4.start), 0.2, Turn())
    for found in (hint, values):
        assert (found.value, found.move, found.proven) == (1, 3, True)
    assert [line.value for line in values.lines if line.proven] == [1, 0, 0, -1, -1, -2, -2]


@pytest.mark.parametrize("name", ["tictactoe", "takeaway"])
def test_what_was_proven_stays_proven(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(name)
    insight, position = Insight(game), Position(game, game.start)
    proven = insight.values(position, 20, Turn())
    assert proven.proven
    stopped = Turn()
    stopped.stop.set()
    monkeypatch.setattr("spielbaum.play.insight.judge", None)
    assert insight.values(position, 0.001, stopped) is proven
    assert insight.best(position, 0.001, stopped) is proven


class Under(Thinking[Any]):
    """A search whose answer is known: after that many looks, or when it is stopped."""

    def __init__(self, answer: Result[Any], looks: int) -> None:
        self.answer, self.looks = answer, looks

    @property
    def done(self) -> bool:
        return self.looks <= 0

    @property
    def info(self) -> Result[Any] | None:
        return self.answer

    def stop(self) -> None:
        self.looks = 0

    def follow(self, report: Callable[[Result[Any]], object], stopped: Callable[[], bool]) -> Result[Any]:
        return self.answer

    def result(self, timeout: float | None = None) -> Result[Any]:
        self.looks -= 1
        if timeout is not None and not self.done:
            raise TimeoutError
        return self.answer


@pytest.mark.parametrize("one_thread", [False, True])
@pytest.mark.parametrize(("search_ends", "solver_ends"), [(1, 9), (9, 1), (9, 9), (1, 1)])
def test_the_solver_wins_when_it_finishes(
    search_ends: int, solver_ends: int, one_thread: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is first: what is proven is told, and what is estimated is told where nothing is."""
    monkeypatch.setattr("spielbaum.play.judge.ONE_THREAD", one_thread)
    position = Position(C4, C4.start)
    estimate = Result(0.25, 0, (2,), Proof.ESTIMATE, depth=4, nodes=10, algorithm="engine")
    bounds: Result[int] = Result(-1, 0, (), Proof.BOUND, Bound.AT_LEAST, algorithm="solve")
    proof = Result(1, 0, (3,), Proof.PROVEN, nodes=5, algorithm="solve")
    for exact, expected in ((proof, (1, 3, True)), (bounds, (0.25, 2, False))):
        engine: Any = SimpleNamespace(
            start=lambda *_, **__: Under(estimate, search_ends), warm=len, book=None
        )
        solver: Any = SimpleNamespace(
            start_solving=lambda *_, exact=exact, **__: Under(exact, solver_ends), warm=len
        )
        found = judge(engine, solver, position, 1.0, Turn())
        assert (found.value, found.move, found.proven) == expected


def test_an_analysis_solves_once_however_often_it_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the solver was at when a round ended is not begun again in the next."""
    begun: list[object] = []
    start = Engine.start_solving

    def counted(self: Engine[Any, Any], *args: Any, **options: Any) -> Thinking[Any]:
        begun.append(args)
        return start(self, *args, **options)

    monkeypatch.setattr(Engine, "start_solving", counted)
    position = Position.of(C4, "435261435261")
    results = list(Insight(C4).analysis(position, [0.05] * 3 + [PATIENCE], Turn()))
    assert len(results) > 1
    assert is_complete(results[-1], position, every_move=True)
    assert len(begun) == 1


def test_a_game_that_lasts_too_long_to_be_solved_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """As 2048, where a solver that looks to the end of the game gives up."""
    game = load_game("takeaway")
    engine, solver = (Engine(game, table_mb=1, interpreted=True) for _ in range(2))

    def endless(*_: object, **__: object) -> None:
        raise BrokenGame("engine.solve.endless", game="2048", plies=4096)

    monkeypatch.setattr(solver, "_exact", SimpleNamespace(solve=endless))
    with pytest.raises(BrokenGame):
        solver.solve(game.start)
    assert judge(engine, solver, Position(game, game.start), 20.0, Turn()).proven


def test_a_game_that_cannot_be_solved_is_searched() -> None:
    """Its pay-offs are too large for the solver; the search takes them."""
    game = load_game("takeaway").with_facts(values=(-MOST_BOUND, MOST_BOUND))
    engine, solver = (Engine(game, table_mb=1, interpreted=True) for _ in range(2))
    with pytest.raises(BadInput, match="large"):
        solver.solve(game.start)
    assert judge(engine, solver, Position(game, game.start), 20.0, Turn()).proven


def test_what_is_solved_is_reported_while_the_search_goes_on() -> None:
    """An estimate that came later took the place of a proof in what was told live."""
    position = Position.of(C4, "435")
    estimate = Result[int](0.01, 1, (3,), algorithm="x", nodes=10, lines=(Line(0.01, 1, (3,)),))
    proof = replace(estimate, value=2, proof=Proof.PROVEN, lines=(Line(2, 1, (3, 3), Proof.PROVEN),))
    heard: list[Result[Any]] = []
    turn = Turn(report=heard.append)

    class Fake:
        """A search that knows nothing new, or a solver that ends after the third look at it."""

        done = False

        def __init__(self, known: list[Result[Any] | None]) -> None:
            self.known = known
            self.looks = 0

        @property
        def info(self) -> Result[Any] | None:
            return self.known.pop(0) if len(self.known) > 1 else self.known[0]

        def result(self, timeout: float | None = None) -> Result[Any]:
            if timeout is not None:
                self.looks += 1
                if self.looks == 5:
                    turn.stop.set()
                raise TimeoutError
            assert self.known[-1] is not None
            return self.known[-1]

        def stop(self) -> None: ...

    search, solver = Fake([estimate]), Fake([None, None, None, proof])
    searching = SimpleNamespace(book=None, warm=lambda _: None, start=lambda *_, **__: search)
    solving = SimpleNamespace(warm=lambda _: None, start_solving=lambda *_, **__: solver)
    found = judge(searching, solving, position, PATIENCE, turn, every_move=True)  # type: ignore[arg-type]
    assert [each.proof for each in heard] == [Proof.ESTIMATE, Proof.PROVEN]
    assert found.proven
