"""Published values that take minutes to find."""

from __future__ import annotations

import pytest

from spielbaum import load_game
from spielbaum.engine import Engine
from tests.oracle.test_solve import KALAH

EMPTY_CAPTURE = {(6, 1): 2, (6, 2): 10, (6, 3): 2, (6, 4): 10}

#: First player wins, second wins or draw; rows of height 4 and 5, from width 4 on.
CONNECT_FOUR = {4: "==-=", 5: "===="}


@pytest.mark.long
@pytest.mark.parametrize(("houses", "seeds"), [*KALAH, (6, 3), (6, 4)])
def test_kalah(houses: int, seeds: int) -> None:
    expected = {**KALAH, (6, 3): 2, (6, 4): 8}[houses, seeds]
    engine = Engine(load_game(f"kalah:houses={houses},seeds={seeds}"), table_mb=2048)
    assert engine.solve(line=False).value == expected


@pytest.mark.long
@pytest.mark.parametrize(("houses", "seeds"), EMPTY_CAPTURE)
def test_kalah_with_empty_capture(houses: int, seeds: int) -> None:
    game = load_game(f"kalah:houses={houses},seeds={seeds},empty_capture=yes")
    assert Engine(game, table_mb=2048).solve(line=False).value == EMPTY_CAPTURE[houses, seeds]


@pytest.mark.long
@pytest.mark.parametrize("height", CONNECT_FOUR)
def test_small_boards_of_connect_four(height: int) -> None:
    for width, sign in enumerate(CONNECT_FOUR[height], start=4):
        engine = Engine(load_game(f"connect4:width={width},height={height}"), table_mb=64)
        value = engine.solve(line=False).value
        assert isinstance(value, int)
        assert (value > 0) - (value < 0) == "-=+".index(sign) - 1, (width, height)
