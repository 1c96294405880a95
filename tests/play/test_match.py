"""Matches: every way in which a game can end, clocks, and games played again."""

from __future__ import annotations

from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.errors import BadInput, Unfit
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import Listener, Outcome, Reason, TimeControl, play_match
from tests.play.support import Quitter, Scripted, Sleeper, endless
from tests.support.patience import PATIENCE

TAKE = load_game("takeaway")
TRIO = load_game("trio")
TTT = load_game("tictactoe")


def outcome_of(*arguments: Any, **options: Any) -> Outcome:
    outcome = play_match(*arguments, **options).outcome
    assert outcome is not None
    return outcome


def test_a_normal_win_has_its_payoffs() -> None:
    outcome = outcome_of(TAKE, ["minimax", "minimax"])  # the first player wins: 5 ≢ 1 mod 3
    assert outcome == Outcome((0,), 2, Reason.NORMAL, (1, -1))
    assert outcome.scores == (1.0, 0.0)
    assert not outcome.draw


def test_a_draw_is_shared() -> None:
    outcome = outcome_of(TTT, ["alphabeta", "alphabeta"])
    assert outcome.winners == (0, 1)
    assert outcome.draw
    assert outcome.scores == (0.5, 0.5)


def test_three_players() -> None:
    record = play_match(TRIO, ["maxn:depth=3", "paranoid:depth=3", "random:seed=3"])
    assert record.outcome is not None
    assert record.outcome.players == 3
    assert sum(record.outcome.scores) == pytest.approx(1)
    assert [ply.player for ply in record.plies[:4]] == [0, 1, 2, 0]
    record.replay()


def test_resignation() -> None:
    outcome = outcome_of(TAKE, [Quitter(), "random"])
    assert (outcome.reason, outcome.loser, outcome.winners) == (Reason.RESIGNATION, 0, (1,))
    assert outcome.payoffs is None


def test_resignation_among_three_leaves_two_winners() -> None:
    outcome = outcome_of(TRIO, ["first", Quitter(), "first"])
    assert outcome.winners == (0, 2)
    assert outcome.scores == (0.5, 0.0, 0.5)


@pytest.mark.parametrize("answer", [3, 0, "1", None, True, 1.0, [], np.int64(7)])
def test_an_illegal_move_loses(answer: object) -> None:
    outcome = outcome_of(TAKE, [Scripted(answer), "first"])
    assert (outcome.reason, outcome.loser) == (Reason.ILLEGAL, 0)
    assert outcome.detail == repr(answer)


def test_numbers_of_compiled_players_are_moves() -> None:
    record = play_match(TAKE, [Scripted(np.int64(1), np.int64(1), np.int64(1)), "first"])
    assert record.outcome is not None
    assert record.outcome.reason is Reason.NORMAL


def test_a_player_that_raises_loses() -> None:
    outcome = outcome_of(TAKE, ["first", Scripted(ZeroDivisionError("oh"))])
    assert (outcome.reason, outcome.loser, outcome.detail) == (Reason.CRASH, 1, "ZeroDivisionError: oh")


def test_a_slow_player_loses_on_time() -> None:
    outcome = outcome_of(TAKE, [Sleeper(0.3), "first"], time=TimeControl(move=0.05, margin=0.02))
    assert (outcome.reason, outcome.loser) == (Reason.TIME, 0)


def test_a_player_that_never_answers_loses_on_time() -> None:
    never = Event()

    class Never:
        def choose(self, position: Position[Any, Any], turn: Any) -> Any:
            never.wait(PATIENCE)

    try:
        outcome = outcome_of(TAKE, [Never(), "first"], time=TimeControl(move=0.05))
    finally:
        never.set()
    assert (outcome.reason, outcome.loser) == (Reason.TIME, 0)


def test_the_clock_runs_over_the_whole_game() -> None:
    slow = Sleeper(0.6)  # quick enough for one move, not for two
    outcome = outcome_of(TAKE, [slow, "first"], time=TimeControl(game=1, margin=0.01))
    assert (outcome.reason, outcome.loser) == (Reason.TIME, 0)


def test_a_game_without_end_is_a_draw() -> None:
    record = play_match(endless(), ["first", "first"], most_plies=20)
    assert record.outcome is not None
    assert record.outcome.reason is Reason.LENGTH
    assert record.outcome.draw
    assert len(record.plies) == 20


def test_the_number_of_players_is_checked() -> None:
    with pytest.raises(BadInput, match="trio needs 3 players, but got 2"):
        play_match(TRIO, ["first", "first"])


def test_people_cannot_play_in_a_match() -> None:
    outcome = outcome_of(TAKE, ["human", "first"])
    assert outcome.reason is Reason.CRASH


def test_a_player_that_does_not_fit_says_so_at_once() -> None:
    for spec in ("minimax", "alphabeta:depth=2", "engine:nodes=10", "perfect"):
        with pytest.raises(Unfit):
            play_match(TRIO, [spec, "first", "first"])


def test_same_seed_same_game() -> None:
    def moves(seed: int) -> tuple[str, ...]:
        return play_match(load_game("connect4"), ["random", "random:seed=5"], seed=seed).moves

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_the_opening_stands_in_the_record() -> None:
    game = load_game("connect4")
    record = play_match(game, ["first", "first"], start=Position.of(game, "4455"))
    assert record.opening == 4
    assert record.moves[:4] == ("4", "4", "5", "5")
    assert record.plies[3].seconds is None
    assert record.plies[4].seconds is not None
    record.replay(game)


def test_a_match_can_be_stopped_from_outside() -> None:
    stop = Event()
    listener = Listener(plays=lambda _position, ply: stop.set() if ply.move else None)
    record = play_match(endless(), ["first", "first"], listener=listener, stop=stop)
    assert record.outcome is None
    assert len(record.plies) == 1


def test_textbook_players_mind_the_clock() -> None:
    game = load_game("connect4")
    record = play_match(game, ["minimax", "alphabeta"], time=TimeControl(move=0.1, margin=1.0), most_plies=4)
    assert record.outcome is not None
    assert record.outcome.reason is Reason.LENGTH
    assert record.plies[0].thought is not None
    assert record.plies[0].thought.depth is not None


# --- clocks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "300", "300+2", "5/move", "0.5+0.01"])
def test_time_controls_are_written_as_they_are_read(text: str) -> None:
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize("text", ["soon", "0", "-5", "5+", "5/hour", "1e400"])
def test_other_time_controls_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="A clock is written"):
        TimeControl.parse(text)


@given(
    st.floats(0.01, 1e4), st.floats(0, 60), st.lists(st.floats(0, 100), max_size=40)
)  # fmt: skip
def test_nobody_plans_with_more_time_than_there_is(game: float, increment: float, moves: list[float]) -> None:
    control = TimeControl(game=game, increment=increment)
    used = 0.0
    for number, seconds in enumerate(moves):
        left = control.left(used, number)
        assert left is not None
        if left <= 0.01:
            break
        budget = control.budget(left)
        assert budget is not None
        assert 0 < budget < left
        used += min(seconds, budget)
