"""The doubling cube: who may turn it, what is at stake, GNU Backgammon's match IDs."""

from __future__ import annotations

import re
from random import Random

import pytest

from spielbaum import CHANCE, Position
from spielbaum.board import Cube, board_text
from spielbaum.conformance import check_game
from spielbaum.draw.boards import board_svg
from spielbaum.errors import BadInput, IllegalMove
from spielbaum.games.backgammon import backgammon
from spielbaum.games.backgammon.evaluation import UNIT, cube_worth, plain_worth
from spielbaum.games.backgammon.identifiers import (
    BITS,
    MatchState,
    match_id,
    notation,
    position_id,
    read_match_id,
)
from spielbaum.games.backgammon.men import Both, Side, added
from spielbaum.games.backgammon.rules import NOBODY, State

GAME = backgammon(cube=64)
AFTER = "sGfwATDgc/ABMA"
#: As GNU Backgammon 1.07 writes it after set turn 0, set dice 3 1, move 8/5 6/5, double, take, set dice 4 2.
WRITTEN_BY_GNUBG = [
    ("31", "4HPwATDgc/ABMA:MIEFAAAAAAAA"),
    ("31 8/5 6/5", f"{AFTER}:cAkAAAAAAAAA"),
    ("31 8/5 6/5 double", f"{AFTER}:cBEAAAAAAAAA"),
    ("31 8/5 6/5 double take 42", f"{AFTER}:QQkKAAAAAAAA"),
]


def written(position: Position[State, int]) -> str:
    return notation(position.state, 64)


def test_who_may_turn_the_cube() -> None:
    first = Position.of(GAME, "31")
    assert first.player == 0
    assert "double" not in first.legal_texts
    deciding = first.play("8/5 6/5")
    assert (deciding.player, deciding.legal_texts) == (1, ["roll", "double"])
    assert deciding.play("roll").player == CHANCE
    offered = deciding.play("double")
    assert (offered.player, offered.legal_texts) == (0, ["take", "drop"])
    taken = offered.play("take")
    assert (taken.player, taken.state.stake, taken.state.owner) == (CHANCE, 2, 0)
    # White owns the cube: White may double before the next throw, Black may not after that.
    white = taken.play("42").play("8/4 6/4")
    assert (white.player, white.legal_texts) == (0, ["roll", "double"])
    assert white.play("roll").play("21").play("13/10").player == CHANCE


def test_who_drops_loses_what_was_at_stake_before() -> None:
    dropped = Position.of(GAME, "31 8/5 6/5 double drop")
    assert dropped.over
    assert GAME.utility(dropped.state) == -1
    assert GAME.presentation.ending is not None
    assert GAME.presentation.ending(dropped.state) == "game.backgammon.dropped"
    again = Position.of(GAME, "31 8/5 6/5 double take 42 8/4 6/4 double drop")
    assert GAME.utility(again.state) == 2


def test_a_gammon_counts_twice_the_stake() -> None:
    black = Side(0, 0)
    for place in (3, 4, 5):
        black = added(black, place, 1)
    game = backgammon(men=3, cube=4)
    won = Position(game, State(added(Side(0, 0), 1, 1), black, 0, 21, 2, 1)).play("1/off")
    assert won.over
    assert game.utility(won.state) == 4


def test_at_its_greatest_value_nobody_doubles() -> None:
    game = backgammon(men=1, cube=2)
    assert game.evaluate is not None
    seen, random = set(), Random(3)
    for _ in range(40):
        position = Position(game, game.start)
        while not position.over:
            if "double" in position.legal_texts:
                assert position.state.stake == 1
            seen.add(position.state.stake)
            estimate = game.evaluate(position.state)
            assert isinstance(estimate, int)
            assert -6 * UNIT < estimate < 6 * UNIT
            position = position.after(random.choice(position.legal_moves))
    assert seen == {1, 2}


@pytest.mark.parametrize(("moves", "text"), WRITTEN_BY_GNUBG)
def test_match_ids_are_those_of_gnu_backgammon(moves: str, text: str) -> None:
    position = Position.of(GAME, moves)
    assert written(position) == text
    assert Position.of(GAME, text).state == position.state


def test_every_position_is_read_again() -> None:
    random = Random(5)
    for _ in range(6):
        position = Position(GAME, GAME.start)
        while not position.over:
            assert Position.of(GAME, written(position)).state == position.state
            # Doubles are mostly taken, so that games last.
            move = random.choice(position.legal_texts)
            position = position.play("take" if move == "drop" and random.random() < 0.9 else move)
        assert Position.of(GAME, written(position)).state == position.state


def test_match_ids_are_pairs() -> None:
    random = Random(1)
    for _ in range(200):
        match = MatchState(*(random.randrange(1 << width) for width in BITS))
        assert read_match_id(match_id(match)) == match


def text_of(**fields: int) -> str:
    usual = MatchState(0, 3, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0)
    return f"{AFTER}:{match_id(usual._replace(**fields))}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{AFTER}:cAkAAAAAAAA", "no match ID"),
        (f"{AFTER}:cAkAAAAAAAA#", "no match ID"),
        (f"{AFTER}:cAkAAAAAAAAA 31", "no match ID"),
        (text_of(owner=2), "no match ID"),
        (text_of(length=7), "played for points"),
        (text_of(crawford=1), "played for points"),
        (text_of(resigned=1), "played for points"),
        (text_of(doublings=7, owner=1), "shows 128"),
        (text_of(doublings=1), "shows 2"),
        (text_of(owner=1), "shows 1"),
        (text_of(die=7, other_die=1), "contradicts itself"),
        (text_of(die=3), "contradicts itself"),
        (text_of(decides=0), "contradicts itself"),
        (text_of(doubled=1), "contradicts itself"),
        (text_of(doublings=1, owner=0, doubled=1, decides=0), "contradicts itself"),
        (text_of(phase=0), "contradicts itself"),
        (text_of(die=3, other_die=1) + " *", "contradicts itself"),
        ("AAAAAAAAAAAAAA:cAkAAAAAAAAA", "no position ID"),
        ("4HPw:cAkAAAAAAAAA", "no position ID"),
    ],
)
def test_impossible_ids_are_one_sentence(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)) as caught:
        Position.of(GAME, text)
    assert "\n" not in str(caught.value)


def test_ids_with_a_cube_in_a_game_without_it() -> None:
    plain = backgammon()
    assert Position.of(plain, f"{AFTER}:cAkAAAAAAAAA").player == CHANCE
    with pytest.raises(BadInput, match="at most 1"):
        Position.of(plain, f"{AFTER}:QQkKAAAAAAAA")


@pytest.mark.parametrize(
    ("moves", "move", "said"),
    [
        ("31 8/5 6/5", "31", "31 is no decision before the throw: expected roll or double"),
        ("31 8/5 6/5 double", "roll", "roll is no answer to a double: expected take or drop"),
        ("31 8/5 6/5 roll", "double", "double is no throw"),
    ],
)
def test_decisions_that_are_none(moves: str, move: str, said: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(said)):
        Position.of(GAME, moves).play(move)


def test_pictures_show_the_cube() -> None:
    picture = GAME.presentation.picture
    assert picture is not None
    for moves, cube, text in (
        ("31", Cube(1), "[3] [1] <1>"),
        ("31 8/5 6/5 double", Cube(2, 0, offered=True), "<2> X?"),
        ("31 8/5 6/5 double take", Cube(2, 0), "<2> X"),
    ):
        board = picture(Position.of(GAME, moves).state)
        assert board.cube == cube
        assert board_text(board).splitlines()[-1] == text
        assert f">{cube.stake}</text>" in board_svg(board)
    without = backgammon().presentation.picture
    assert without is not None
    assert without(backgammon().start).cube is None


def test_what_the_cube_is_worth() -> None:
    """Without gammons a live cube is turned at 80 % and as well taken as dropped there."""
    assert cube_worth(500, 0, 0, True, True) == plain_worth(500, 0, 0) == 0
    assert cube_worth(500, 0, 0, True, False) > 0 > cube_worth(500, 0, 0, False, True)
    # Two thirds of a point, and one third of 0.6.
    assert cube_worth(800, 0, 0, True, True) == pytest.approx((2 * UNIT + 600) / 3, abs=2)
    for share in range(0, UNIT, 50):
        for may in (True, False):
            lower, higher = (cube_worth(each, 0, 0, may, not may) for each in (share, share + 50))
            assert lower < higher


def test_nobody_owns_the_cube_at_the_start() -> None:
    assert (GAME.start.stake, GAME.start.owner) == (1, NOBODY)
    assert position_id(Both(GAME.start.first, GAME.start.second)) in notation(GAME.start, 64)


@pytest.mark.parametrize(
    "men", [pytest.param(1, marks=pytest.mark.long), pytest.param(15, marks=pytest.mark.long)]
)
def test_check_finds_nothing_wrong(men: int) -> None:
    assert not check_game(backgammon(men, cube=2 if men == 1 else 64), games=1).faults
