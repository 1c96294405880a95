"""Boards with tiles, numbered stones, men on points, and dice: as text, as SVG and in the terminal."""

from __future__ import annotations

import pytest

from spielbaum import Position
from spielbaum.board import Board, Cell, board_text
from spielbaum.draw.boards import board_svg
from spielbaum.games.backgammon import backgammon
from spielbaum.games.einstein import einstein
from spielbaum.games.game2048 import game2048
from spielbaum.terminal.paint import View, paint, widths


def backgammon_board() -> Board:
    game = backgammon()
    assert game.presentation.picture is not None
    return game.presentation.picture(Position.of(game, "31 8/5 6/5 64 24/14 55").state)


def test_backgammon() -> None:
    assert board_text(backgammon_board()).splitlines() == [
        " 13 14 15 16 17 18|   | 19 20 21 22 23 24",
        " 5X  .  .  . 3O  .|  .| 5O  .  .  .  . 2X|  .",
        " 5O 1O  .  . 2X  .|  .| 4X 2X  .  .  . 1O|  .",
        " 12 11 10  9  8  7|   |  6  5  4  3  2  1",
        "[5] [5]",
    ]
    svg = board_svg(backgammon_board())
    assert svg.count('class="b-disc-0"') == svg.count('class="b-disc-1"') == 15
    assert svg.count('class="b-seed"') == 10  # the pips of two fives


def test_more_than_five_men_are_written_as_a_number() -> None:
    game = backgammon()
    assert game.presentation.picture is not None
    board = game.presentation.picture(game.start)
    rows = (board.rows[0], (Cell(0, 12), *board.rows[1][1:]))
    svg = board_svg(Board("backgammon", rows))
    assert ">12</text>" in svg


def test_tiles() -> None:
    game = game2048(2, 2)
    assert game.presentation.picture is not None
    board = game.presentation.picture(Position.of(game, "2-32/0-4").state)
    assert board_text(board).splitlines() == ["   2   32", "   .    4"]
    svg = board_svg(board)
    assert [f">{number}</text>" in svg for number in (2, 32, 4, 0)] == [True, True, True, False]


def test_numbered_stones_and_a_die() -> None:
    game = einstein()
    assert game.presentation.picture is not None
    board = game.presentation.picture(Position.of(game, "3").state)
    assert board_text(board).splitlines()[2:] == [
        "3 6 . . . ⑥",
        "2 . . . ⑤ ④",
        "1 . . ③ ② ①",
        "  a b c d e",
        "[3]",
    ]
    svg = board_svg(board)
    assert svg.count(">6</text>") == 2
    assert svg.count('class="b-seed"') == 3


@pytest.mark.parametrize("width", [40, 80])
def test_the_terminal_shows_them(width: int) -> None:
    board = backgammon_board()
    painting = paint(board, "", ["13/8(4)"], View(signs=("X", "O"), badges={}), width)
    shown = "\n".join("".join(text for text, _ in line) for line in painting.lines)
    assert "5X" in shown
    assert "13/8(4)" in shown
    assert "[5]" in shown
    assert widths(board)[0] == len(board_text(board).splitlines()[1])
