"""Sessions: what people may do, and that undo and redo are inverse whatever happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from spielbaum.errors import BadInput, IllegalMove
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import Choice, Reason, Session, Task, TimeControl
from spielbaum.result import Result
from tests.play.support import Quitter, Scripted, race

TAKE = load_game("takeaway:matches=12")


def go_on(session: Session) -> None:
    """Let the programs move until a person has to."""
    while (task := session.think()) is not None:
        assert session.accept(task, task.run())


def against_first(**options: Any) -> Session:
    return Session(TAKE, ["human", "first"], seed=1, **options)


def test_a_game_from_the_first_to_the_last_move() -> None:
    session = against_first()
    while not session.over:
        assert session.human_to_move
        session.move("1" if "1" in session.position.legal_texts else "2")
        go_on(session)
    assert session.outcome is not None
    assert session.outcome.reason is Reason.NORMAL
    assert session.think() is None
    with pytest.raises(BadInput):
        session.move("1")


def test_moves_are_checked() -> None:
    session = against_first()
    with pytest.raises(IllegalMove):
        session.move("3")
    session.move("1")
    with pytest.raises(BadInput, match="not your turn"):
        session.move("1")


def test_undo_goes_back_to_the_person_and_redo_forward() -> None:
    session = against_first()
    session.move("1")
    go_on(session)
    session.move("2")
    go_on(session)
    before = session.position
    assert session.undo() == 2
    assert session.human_to_move
    assert session.position.history_texts == ["1", "1"]
    assert session.redo() == 2
    assert session.position == before
    assert not session.can_redo
    with pytest.raises(BadInput, match="nothing to play again"):
        session.redo()


def test_undo_while_the_computer_thinks() -> None:
    session = against_first()
    session.move("1")
    task = session.think()
    assert task is not None
    assert session.undo() == 1
    assert task.stopped
    assert not session.accept(task, task.run())
    assert session.position.history_texts == []
    assert session.redo() == 1
    assert session.think() is not None


def test_the_computers_first_move_is_not_the_persons_to_take_back() -> None:
    session = Session(TAKE, ["first", "human"], seed=1)
    go_on(session)
    assert not session.can_undo
    with pytest.raises(BadInput, match="nothing to take back"):
        session.undo()


def test_another_move_ends_what_could_be_redone() -> None:
    session = against_first()
    session.move("1")
    go_on(session)
    session.undo()
    session.move("2")
    assert not session.can_redo


def test_the_same_move_keeps_it() -> None:
    session = Session(TAKE, ["human", "human"], seed=1)
    for _ in range(3):
        session.move("1")
    session.undo()
    session.undo()
    session.move("1")
    assert session.can_redo
    session.redo()
    assert session.position.history_texts == ["1", "1", "1"]


def test_undo_after_the_end_and_after_resigning() -> None:
    session = against_first()
    session.move("1")
    go_on(session)
    session.resign()
    assert session.outcome is not None
    assert (session.outcome.reason, session.outcome.loser) == (Reason.RESIGNATION, 0)
    with pytest.raises(BadInput, match="The game is over"):
        session.move("1")
    with pytest.raises(BadInput, match="The game is over"):
        session.hint()
    session.undo()
    assert not session.over


def test_nobody_resigns_for_programs() -> None:
    with pytest.raises(BadInput, match="No person"):
        Session(TAKE, ["first", "first"]).resign()


def test_undo_between_programs_takes_one_move() -> None:
    session = Session(TAKE, ["first", "first"])
    go_on(session)
    assert session.undo() == 1


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (Quitter(), Reason.RESIGNATION),
        (Scripted(7), Reason.ILLEGAL),
        (Scripted(RuntimeError("oh")), Reason.CRASH),
    ],
)
def test_programs_that_fail_lose(player: object, reason: Reason) -> None:
    session = Session(TAKE, ["human", player])
    session.move("1")
    go_on(session)
    assert session.outcome is not None
    assert (session.outcome.reason, session.outcome.loser) == (reason, 1)


class Watch:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_clocks_run_stop_and_fall() -> None:
    watch = Watch()
    session = against_first(time=TimeControl(game=10, increment=2), now=watch)
    watch.now = 3.0
    assert session.clocks()[0].used == 3.0
    assert session.clocks()[0].left == 7.0
    assert session.clocks()[0].running
    assert not session.clocks()[1].running
    session.move("1")
    go_on(session)
    assert session.clocks()[0].left == 9.0  # 10 - 3 + 2
    watch.now = 11.9
    assert not session.tick()
    watch.now = 12.2
    assert session.tick()
    assert session.outcome is not None
    assert (session.outcome.reason, session.outcome.loser) == (Reason.TIME, 0)
    assert not session.tick()
    # The clock stands where it fell, however long one looks at it.
    fallen = session.clocks()[0]
    watch.now = 60.0
    assert session.clocks()[0] == fallen
    assert fallen.left is not None
    assert (round(fallen.left, 6), round(fallen.used, 6), fallen.running) == (-0.2, 12.2, False)
    session.undo()
    assert session.clocks()[0].left == 10.0


@pytest.mark.parametrize("time", [TimeControl(game=10), TimeControl(move=10)])
def test_a_clock_that_was_stopped_stays_where_it_stopped(time: TimeControl) -> None:
    """By resignation as well, and also where each move has its own time."""
    watch = Watch()
    session = against_first(time=time, now=watch)
    watch.now = 4.0
    session.resign()
    watch.now = 99.0
    assert (session.clocks()[0].left, session.clocks()[0].used) == (6.0, 4.0)
    assert session.clocks()[1].left == 10.0
    session.restart()
    assert session.clocks()[0].left == 10.0


def test_undo_gives_the_time_back() -> None:
    watch = Watch()
    session = against_first(now=watch)
    watch.now = 5.0
    session.move("1")
    session.undo()
    assert session.clocks()[0].used == 0.0


def test_hint_and_values_do_not_change_the_game() -> None:
    session = Session(TAKE, ["human", "first"])
    hint = session.hint(0.5)
    values = session.values(0.5)
    for task in (hint, values):
        answer = task.run()
        assert isinstance(answer, Result)
        assert session.accept(task, answer)
    assert session.position.history_texts == []


def test_the_values_are_right_and_from_the_movers_side() -> None:
    game = load_game("takeaway:matches=5")
    session = Session(game, ["human", "human"])
    for _ in range(2):
        answer = session.values(1.0).run()
        assert isinstance(answer, Result)
        assert answer.proven
        assert answer.view == session.position.player
        # Losing heaps are 1 mod 3: from 5 take 1, from 4 nothing helps.
        left = session.position.state.left
        assert answer.move_values == {taken: 1 if (left - taken) % 3 == 1 else -1 for taken in (1, 2)}
        session.move("1")


def test_three_players_have_values_too() -> None:
    session = Session(load_game("trio"), ["human", "first", "first"])
    answer = session.values(0.2).run()
    assert isinstance(answer, Result)
    assert len(answer.lines) == 9
    assert all(isinstance(value, tuple) and len(value) == 3 for value in answer.move_values.values())


def test_a_stopped_question_is_answered_at_once() -> None:
    session = Session(load_game("connect4"), ["human", "engine:seconds=60"])
    for task in (session.hint(60.0), session.values(60.0)):
        task.stop()
        answer = task.run()
        assert isinstance(answer, Result)
        assert answer.move is not None
    session.move("4")
    thinking = session.think()
    assert thinking is not None
    thinking.stop()
    assert session.accept(thinking, thinking.run())
    assert len(session.plies) == 2


def test_what_is_known_is_reported_while_a_program_thinks() -> None:
    session = Session(load_game("connect4"), ["engine:depth=40", "human"])
    heard: list[Result[Any]] = []
    task = session.think()
    assert task is not None

    def hear(result: Result[Any]) -> None:
        heard.append(result)
        task.stop()

    answer = task.run(hear)
    assert isinstance(answer, Choice)
    assert heard
    assert task.info is heard[-1]
    assert all(result.move in range(7) for result in heard)


def test_save_and_load(tmp_path: Path) -> None:
    session = against_first()
    session.move("2")
    go_on(session)
    session.save(tmp_path / "game.json")
    other = against_first()
    other.load(tmp_path / "game.json")
    assert other.position.state == session.position.state
    assert [ply.move for ply in other.plies] == [ply.move for ply in session.plies]
    other.undo()
    assert other.position.history_texts == []


def test_a_resigned_game_stays_resigned(tmp_path: Path) -> None:
    session = against_first()
    session.move("1")
    go_on(session)
    session.resign()
    session.save(tmp_path / "game.json")
    other = against_first()
    other.load(tmp_path / "game.json")
    assert other.outcome == session.outcome


def test_a_game_of_another_kind_is_not_loaded(tmp_path: Path) -> None:
    session = against_first()
    session.save(tmp_path / "game.json")
    other = Session(load_game("takeaway:matches=5"), ["human", "first"])
    with pytest.raises(BadInput, match=r"another game: expected takeaway:matches=5,.* but it says .*=12"):
        other.load(tmp_path / "game.json")


def test_restart_begins_with_another_seed() -> None:
    session = Session(load_game("connect4"), ["human", "random"], seed=3)
    session.move("4")
    go_on(session)
    session.restart()
    assert session.position.history_texts == []
    assert session.seed == 4
    assert session.human_to_move


def test_from_a_given_position() -> None:
    game = load_game("connect4")
    session = Session(game, ["human", "first"], start=Position.of(game, "4455"))
    session.move("3")
    assert session.record().opening == 4
    assert session.record().moves == ("4", "4", "5", "5", "3")
    assert session.undo() == 1
    assert not session.can_undo


def test_a_game_given_up_cannot_be_redone() -> None:
    session = Session(race(), ["human", "human"])
    session.move("1")
    session.undo()
    session.resign()
    assert not session.can_redo
    session.record().replay(session.game)


# --- whatever people do -------------------------------------------------------------------------------------


class Anything(RuleBasedStateMachine):
    """A game is always its moves played from the start, and redo brings back what undo took."""

    @initialize(humans=st.sampled_from([(0,), (1,), (0, 1), ()]))
    def begin(self, humans: tuple[int, ...]) -> None:
        players = ["human" if player in humans else "random" for player in range(2)]
        self.session = Session(race(), players, seed=7)
        self.task: Task | None = None

    @precondition(lambda self: self.session.human_to_move)
    @rule(step=st.sampled_from(["1", "2"]))
    def move(self, step: str) -> None:
        self.session.move(step)

    @rule()
    def think(self) -> None:
        self.task = self.session.think()

    @precondition(lambda self: self.task is not None)
    @rule()
    def answer(self) -> None:
        assert self.task is not None
        fresh = self.task.position is self.session.position and not self.task.stopped
        assert self.session.accept(self.task, self.task.run()) == fresh
        self.task = None

    @precondition(lambda self: self.session.can_undo)
    @rule()
    def undo(self) -> None:
        plies, positions = self.session.plies, self.session.positions
        count = self.session.undo()
        assert self.session.plies == plies[: len(plies) - count]
        forward = 0
        while forward < count:
            forward += self.session.redo()
        # Further than before where a reply to the same move had been taken back earlier.
        assert self.session.plies[: len(plies)] == plies
        assert self.session.positions[: len(positions)] == positions
        self.session.undo()

    @precondition(lambda self: self.session.can_redo)
    @rule()
    def redo(self) -> None:
        position = self.session.position
        count = self.session.redo()
        assert self.session.position.history[: len(position.history)] == position.history
        assert len(self.session.position.history) == len(position.history) + count

    @precondition(lambda self: not self.session.over)
    @rule()
    def resign(self) -> None:
        if any(self.session.is_human(player) for player in range(2)):
            self.session.resign()

    @invariant()
    def is_its_moves(self) -> None:
        session = self.session
        assert len(session.positions) == len(session.plies) + 1
        state = session.game.start
        for ply, after in zip(session.plies, session.positions[1:], strict=True):
            state = session.game.play(state, int(ply.move))
            assert after.state == state
        session.record().replay(session.game)


TestAnything = Anything.TestCase
TestAnything.settings = settings(max_examples=60, stateful_step_count=25)
