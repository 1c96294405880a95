"""Backgammon: moves, notation, pay-offs.

`python -m benchmarks --only backgammon` compares legal moves with those of GNU Backgammon.
"""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from spielbaum import CHANCE, Position
from spielbaum.conformance import check_game
from spielbaum.errors import BadInput, IllegalMove
from spielbaum.games.backgammon import backgammon
from spielbaum.games.backgammon.identifiers import position_id, read_position_id
from spielbaum.games.backgammon.men import BAR, POINTS, Both, Side, added
from spielbaum.games.backgammon.rules import NOBODY, State, both

START = "4HPwATDgc/ABMA"


def side(**men: int) -> Side:
    """The men of a player: `p6=2, bar=1`."""
    found = Side(0, 0)
    for place, number in men.items():
        found = added(found, BAR if place == "bar" else int(place[1:]), number)
    return found


def at(mine: Side, theirs: Side, throw: int) -> Position[State, int]:
    return Position(backgammon(), State(mine, theirs, 0, throw))


def test_the_start() -> None:
    game = backgammon()
    assert game.presentation.notation is not None
    assert game.presentation.notation(game.start) == f"{START} - *"
    assert Position.of(game, f"{START} - *").state == game.start
    shares = game.probabilities(game.start)
    assert len(shares) == 30
    assert set(shares.values()) == {next(iter(shares.values()))}
    assert Position.of(game, "31").player == 0
    assert Position.of(game, "13").player == 1
    later = game.probabilities(Position.of(game, "31 8/5 6/5").state)
    assert len(later) == 21
    assert later[65] == 2 * later[66]


def test_opening_moves() -> None:
    """Counted by GNU Backgammon 1.07 as well."""
    game = backgammon()
    assert len(Position.of(game, "31").legal_moves) == 16
    throws = [10 * one + two for one in range(1, 7) for two in range(1, one + 1)]
    counts = [len(game.legal(State(game.start.first, game.start.second, 0, throw))) for throw in throws]
    assert counts == [
        *(42, 15, 75, 16, 17, 73, 14, 18, 17, 52),
        *(8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11),
    ]


def test_a_list_of_moves_has_moves_of_several_words() -> None:
    game = backgammon()
    position = Position.of(game, "31 8/5 6/5 64 24/14 55 13/3(2)")
    assert position.movers == [CHANCE, 0, CHANCE, 1, CHANCE, 0]
    assert position.history_texts == ["31", "8/5 6/5", "64", "24/14", "55", "13/3(2)"]
    assert Position.of(game, "31 6/5 8/5").state == Position.of(game, "31 8/5 6/5").state
    assert Position.of(game, "31 8/5 6/5 64 24/14 55 13/8 13/8 13/8 6/1").state == (
        Position.of(game, "31 8/5 6/5 64 24/14 55 13/8(3) 6/1*").state
    )


@pytest.mark.parametrize(
    ("mine", "theirs", "throw", "expected"),
    [
        # Men on the bar enter first; both points are closed: no move.
        (side(bar=1, p6=2), side(p3=2, p4=2), 43, {"pass"}),
        (side(bar=2, p6=2), side(p3=2), 43, {"bar/21"}),
        (side(bar=1, p13=1), side(p3=2), 43, {"bar/21 13/10", "bar/18"}),
        # Both numbers must be played if that can be: here only the 1 first.
        (side(p8=1), side(p23=2), 61, {"8/1"}),
        # If only one can be, it is the larger one …
        (side(p8=1, p3=0), side(p24=2, p18=0), 61, {"8/2"}),
        # … unless that cannot be.
        (side(p8=1), side(p23=2, p24=2, p18=0), 61, {"8/7"}),
        # Bearing off, with more than needed only from the rearmost point.
        (side(p4=1, p2=1), side(p1=2), 63, {"4/off 2/off", "4/1 2/off"}),
        (side(p6=1, p1=1), side(p1=2), 65, {"6/off 1/off", "6/off"}),
        (side(p7=1, p6=1), side(p1=2), 61, {"7/1 6/5", "7/off"}),
        # A man hits on its way, or goes past.
        (side(p13=1), side(p17=1, p24=2), 52, {"13/8* 8/6", "13/6"}),
        # A double is four steps; three where the fourth is closed.
        (side(p24=1), side(p13=2, p1=1), 33, {"24/15"}),
        (side(p6=1, p1=1), side(p24=2, p22=2), 22, {"6/off 1/off"}),
    ],
)
def test_legal_moves(mine: Side, theirs: Side, throw: int, expected: set[str]) -> None:
    assert set(at(mine, theirs, throw).legal_texts) == expected


def test_hits_send_a_man_to_the_bar() -> None:
    after = at(side(p13=1), side(p17=1, p24=2), 52).play("13/8*/6")
    assert after.state == State(side(p6=1), side(bar=1, p24=2), 1, 0)
    for text in ("8/5*(2) 6/3(2)", "8/5* 8/5 6/3 6/3", "6/3(2) 8/5(2)"):
        made = at(side(p8=2, p6=2), side(p20=1), 33).play(text)
        assert made.state.second == side(bar=1)
        assert made.history_texts == ["8/5*(2) 6/3(2)"]
    joined = at(side(p2=4), side(p24=1), 11).play("2/1*/off 2/1(2)")
    assert joined.history_texts == ["2/1*(2) 2/off"]
    assert at(side(p13=1), side(p17=1, p24=2), 52).play("13/6").state.second == side(p17=1, p24=2)


@pytest.mark.parametrize(
    ("loser", "points"),
    [
        (side(p1=14), 1),
        (side(p7=1, p1=14), 2),
        (side(p18=1, p1=14), 2),
        (side(p19=1, p1=14), 3),
        (side(bar=1, p1=14), 3),
        (side(bar=1, p1=13), 1),
    ],
)
def test_points(loser: Side, points: int) -> None:
    game = backgammon()
    for turn, sign in ((1, 1), (0, -1)):
        won = State(Side(0, 0), loser, 1, 0) if turn else State(loser, Side(0, 0), 0, 0)
        assert game.ended(won)
        assert game.player(won) == turn
        assert game.utility(won) == sign * points


def test_position_ids() -> None:
    """The second one is the start after 31 8/5 6/5, as GNU Backgammon writes it for the other player."""
    assert position_id(both(backgammon().start)) == START
    after = Position.of(backgammon(), "31 8/5 6/5").state
    assert position_id(both(after)) == "sGfwATDgc/ABMA"
    assert read_position_id("sGfwATDgc/ABMA") == Both(after.second, after.first)


def test_hypergammon_has_the_known_number_of_positions() -> None:
    """Three men of each player on 24 points, the bar or off, no point shared (bkgm.com).

    What is counted are the men alone, whoever is on roll, with the ends of games, and even with nobody left.
    """
    places = combinations_with_replacement(range(POINTS + 2), 3)
    taken = np.array([sum({1 << place for place in men if place < POINTS}) for men in places])
    assert sum(int(((taken & one) == 0).sum()) for one in taken) == 7_959_904
    # The same by reckoning: the first player's men on j points (and bar and off), the other's anywhere else.
    on_points = (comb(POINTS, j) * comb(4, 3 - j) for j in range(4))
    others = (comb(POINTS + 2 - j + 2, 3) for j in range(4))
    assert sum(one * two for one, two in zip(on_points, others, strict=True)) == 7_959_904
    game = backgammon(men=3)
    assert len(game.legal(Position.of(game, "31").state)) == len(Position.of(game, "31").legal_texts)


@pytest.mark.long
@pytest.mark.parametrize("men", [1, 3, 15])
def test_check_finds_nothing_wrong(men: int) -> None:
    assert not check_game(backgammon(men), games=1).faults


@pytest.mark.parametrize(
    "text",
    [
        f"{START} w 71",
        f"{START} w 30",
        f"{START} - 31",
        f"{START} x 31",
        "4HPwATDgc/ABM# w 31",
        "//////////////w 31",
        "AAAAAAAAAAAAAA w 31",
        f"{position_id(Both(side(p6=2), side(p19=2)))} w 31",
        "AAAAAgAAAAAAAA - *",
    ],
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Position.of(backgammon(), text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4HPwATDgc/ABM w 31", "has no position ID of GNU Backgammon (14 characters)"),
        ("4HPwATDgc/AB w 31", "has no position ID of GNU Backgammon (14 characters)"),
        ("4HPwATDgc/AB:cAkAAAAAAAAA", "has no position ID of GNU Backgammon (14 characters)"),
        (START, "must stand who is on roll"),
        (f"{START} w", "must stand who is on roll"),
    ],
)
def test_half_a_position_is_no_throw(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)):
        Position.of(backgammon(), text)


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        (f"{START} w *", "71", "71 is no throw: expected two numbers from 1 to 6"),
        (f"{START} w *", "13/7", "13/7 is no throw"),
        (f"{START} - *", "33", "33 is no first throw"),
        (f"{START} w 31", "8/5 6", "6 in the move 8/5 6 is no way of a man"),
        (f"{START} w 31", "25/24", "25/24 in the move 25/24 is no way of a man"),
        (f"{START} w 31", "8/4 6/5", "8/4 6/5 is not"),
        (f"{START} w 31", "", "nothing was typed"),
    ],
)
def test_moves_that_are_none(position: str, move: str, said: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(said)):
        Position.of(backgammon(), position).play(move)


def test_throws_are_read_in_either_order() -> None:
    for text in ("63", "36", "6-3"):
        assert Position.of(backgammon(), f"{START} w *").play(text).state.dice == 63
    assert Position.of(backgammon(), f"{START} - *").play("36").state.turn == 1


def test_impossible_parameters_are_refused() -> None:
    with pytest.raises(BadInput):
        backgammon(men=4)
    with pytest.raises(BadInput, match="cube=3"):
        backgammon(cube=3)


def test_nobody_is_on_roll_before_the_first_throw() -> None:
    assert backgammon().start.turn == NOBODY
