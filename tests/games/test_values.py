"""The rules give the known results with best play."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.games.nim import nim
from spielbaum.games.takeaway import takeaway
from tests.support.walk import solve

EXAMPLES = 100


def move_values(spec: str, text: str = "") -> dict[str, int]:
    """The value of each move for the player who makes it."""
    game = load_game(spec)
    state = Position.of(game, text).state
    known: dict[Any, int] = {}
    values = {}
    for move in game.legal(state):
        child = game.play(state, move)
        value = solve(game, child, known)
        values[game.move_name(state, move)] = value if game.player(child) == game.player(state) else -value
    return values


@settings(max_examples=EXAMPLES)
@given(matches=st.integers(0, 30), most=st.integers(1, 5), misere=st.booleans())
def test_takeaway(matches: int, most: int, misere: bool) -> None:
    """Lost where the matches, without the one nobody wants, are a multiple of most + 1."""
    lost = (matches - misere) % (most + 1) == 0
    assert solve(takeaway(matches, most, misere)) == (-1 if lost else 1)


def test_takeaway_of_five_is_won_by_taking_one() -> None:
    assert move_values("takeaway") == {"1": 1, "2": -1}


@settings(max_examples=EXAMPLES)
@given(heaps=st.lists(st.integers(0, 5), min_size=1, max_size=4), misere=st.booleans())
def test_nim_theory(heaps: list[int], misere: bool) -> None:
    won = reduce(xor, heaps) != 0
    if misere and max(heaps) <= 1:
        won = heaps.count(1) % 2 == 0
    assert solve(nim(tuple(heaps), misere)) == (1 if won else -1)


@pytest.mark.parametrize("misere", ["yes", "no"])
def test_nim_357(misere: str) -> None:
    values = move_values(f"nim:heaps=3-5-7,misere={misere}")
    assert {move for move, value in values.items() if value > 0} == {"a1", "b1", "c1"}
    for lost in ("1-3-5-7", "1-2-3"):
        assert solve(load_game(f"nim:heaps={lost},misere={misere}")) == -1


def test_tictactoe_is_a_draw() -> None:
    assert solve(load_game("tictactoe")) == 0


@pytest.mark.parametrize(
    ("spec", "value"),
    [("mnk:width=3,height=3,k=3", 0), ("mnk:width=4,height=3,k=3", 1), ("mnk:width=5,height=1,k=2", 1)],
)
def test_mnk(spec: str, value: int) -> None:
    """The 4 × 3 board is known to be won with three in a row."""
    assert solve(load_game(spec)) == value


@pytest.mark.parametrize(("width", "height", "sign"), [(4, 4, 0), (3, 4, 0), (5, 2, 0), (2, 2, 0)])
def test_connect4_small_boards(width: int, height: int, sign: int) -> None:
    value = solve(load_game(f"connect4:width={width},height={height}"))
    assert (value > 0) - (value < 0) == sign


@pytest.mark.parametrize(
    ("moves", "score"),
    [
        # Four in the first column on the 7th ply: the winner's 18th last stone of 21.
        ("1212121", 18),
        # The second player's four on the 8th ply: also the 18th last of that player's.
        ("21314161", -18),
    ],
)
def test_connect4_scores_count_from_a_full_board(moves: str, score: int) -> None:
    position = Position.of(load_game("connect4"), moves)
    assert position.over
    assert position.game.utility(position.state) == score


#: Margin of the first player, rows: houses 1 to 4, columns: seeds 1 to 4.
KALAH = {
    1: [0, -2, 6, -2],
    2: [2, -2, -2, -10],
    3: [0, 4, 2, 2],
    4: [2, 6, 6, 2],
}
#: Cells with more than some hundred thousand positions.
LARGE = {(3, 4), (4, 2), (4, 3), (4, 4)}


@pytest.mark.parametrize(
    ("houses", "seeds", "margin"),
    [
        pytest.param(m, n, margin, marks=pytest.mark.long if (m, n) in LARGE else [])
        for m, row in KALAH.items()
        for n, margin in enumerate(row, start=1)
        if (m, n) != (4, 4)  # too many positions for plain Python; the engine solves it
    ],
)
def test_kalah(houses: int, seeds: int, margin: int) -> None:
    assert solve(load_game(f"kalah:houses={houses},seeds={seeds}")) == margin


@pytest.mark.long
def test_kalah_6_1() -> None:
    assert solve(load_game("kalah:houses=6,seeds=1")) == 2
    assert solve(load_game("kalah:houses=6,seeds=1,empty_capture=yes")) == 2


def test_othello_4() -> None:
    """The second player wins on the small board."""
    assert solve(load_game("othello:size=4")) == -8
