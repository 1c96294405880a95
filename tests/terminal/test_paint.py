"""Boards as characters: what is shown, where one can choose, and that all of it fits."""

from __future__ import annotations

from random import Random

import pytest

from spielbaum.board import Board, Cell
from spielbaum.game import Position
from spielbaum.games import built_in_names, load_game
from spielbaum.terminal.app import PANEL
from spielbaum.terminal.paint import Painting, View, changed_cells, paint, widths
from spielbaum.terminal.steps import pieces_move

MORE = ("mnk:width=6,height=6", "connect4:width=8", "kalah:houses=8,seeds=3", "nim:heaps=1-3-5-7-9")


def painted(name: str, moves: str = "", width: int = 46, height: int = 20, **view: object) -> Painting:
    game = load_game(name)
    position = Position.of(game, moves)
    board = game.presentation.picture(position.state) if game.presentation.picture else None
    return paint(board, str(position), position.legal_texts, View(**view), width, height)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [*built_in_names(), *MORE])
def test_all_of_a_game_fits_beside_the_panel_and_every_move_has_its_place(name: str) -> None:
    game = load_game(name)
    random = Random(name)
    position = Position(game, game.start)
    while not position.over:
        assert game.presentation.picture is not None
        legal = position.legal_texts
        view = View(cursor=legal[0], badges=dict.fromkeys(legal, "+0.25"))
        board = game.presentation.picture(position.state)
        painting = paint(board, "", legal, view)
        assert painting.width <= 46
        # Where pieces move, the squares are painted instead of all the moves; see `paint_figures`.
        assert painting.height <= 20 or name in MORE or name in ("nim", "backgammon") or pieces_move(board)
        assert {target.move for target in painting.targets} == set(legal)
        for target in painting.targets:
            x, y = int(target.centre[0]), int(target.centre[1])
            assert painting.at(x, y) == target.move
            assert y < painting.height
        position = position.after(random.choice(game.legal(position.state)))


@pytest.mark.parametrize("name", built_in_names())
def test_arrow_keys_reach_every_move(name: str) -> None:
    game = load_game(name)
    painting = painted(name)
    legal = Position(game, game.start).legal_texts
    reached, ahead = {legal[0]}, [legal[0]]
    while ahead:
        here = ahead.pop()
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = painting.next_to(here, *step)
            if there is not None and there not in reached:
                reached.add(there)
                ahead.append(there)
    assert reached == set(legal)


def test_columns_show_the_arrow_the_stones_and_the_values() -> None:
    text = painted("connect4", "4455", cursor="2", badges={"2": "+0.25"}).text().splitlines()
    assert text[0].index("▼") == 9
    assert text[12].split() == ["│", "│", "│", "│", "●", "│", "●", "│", "│", "│"]
    assert text[-2].split() == list("1234567")
    assert text[-1].split() == ["+0.25"]


def test_up_and_down_do_nothing_in_columns() -> None:
    painting = painted("connect4")
    assert painting.next_to("4", 0, 1) is None
    assert painting.next_to("4", 1, 0) == "5"
    assert painting.next_to("7", 1, 0) is None


def test_cursor_last_move_and_winning_line_are_told_without_colour() -> None:
    game = load_game("tictactoe")
    before, after = Position.of(game, "a1 b1 a2"), Position.of(game, "a1 b1 a2 b2")
    assert game.presentation.picture is not None
    last = changed_cells(game.presentation.picture(before.state), game.presentation.picture(after.state))
    assert last == {(1, 1)}
    text = paint(
        game.presentation.picture(after.state), "", after.legal_texts, View(cursor="a3", last=last)
    ).text()
    assert "(○)" in text
    assert "[ ]" in text
    assert "*●*" in painted("tictactoe", "a1 b1 a2 b2 a3").text()


def test_values_are_shortened_where_a_place_is_small() -> None:
    assert " +.25" in painted("kalah", badges={"1": "+0.25"}).text()
    assert "│+.2│" in painted("othello", badges={"d3": "+0.25"}).text()


def test_heaps_show_what_would_be_taken() -> None:
    lines = painted("nim", cursor="b3").text().splitlines()
    assert lines[2] == "b  │ │ x x x  (5)  −3"


def test_houses_of_both_players_can_be_chosen() -> None:
    first, second = painted("kalah"), painted("kalah", "1")
    (below, above) = (painting.targets[0].y for painting in (first, second))
    assert above < below
    # The second player sows to the left: house 1 is on the right.
    x = {target.move: target.x for target in second.targets}
    assert x["1"] > x["6"]


def test_without_a_picture_the_moves_are_listed() -> None:
    painting = paint(None, "one\ntwo", ["go", "stay"], View(cursor="stay"), 20)
    assert painting.text().splitlines() == ["one", "two", "", " go  [stay]"]
    assert painting.at(6, 3) == "stay"
    assert painting.next_to("stay", -1, 0) == "go"


def test_many_moves_are_wrapped() -> None:
    painting = paint(None, "x", [str(n) for n in range(100, 130)], View(), 30)
    assert painting.width <= 31
    assert len(painting.targets) == 30


def room_for(name: str, columns: int, rows: int) -> tuple[int, int]:
    """What is left for the board in a window of that size; see `PlayApp._arrange`."""
    game = load_game(name)
    assert game.presentation.picture is not None
    easy, least = widths(game.presentation.picture(game.start))
    panel = columns - easy if columns - easy >= PANEL[0] else columns - least
    return columns - (min(PANEL[1], panel) if panel >= PANEL[0] else 0), rows - 3


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (120, 40)])
@pytest.mark.parametrize("name", [name for name in (*built_in_names(), *MORE) if name != "chess"])
def test_the_board_fits_into_usual_windows(name: str, size: tuple[int, int]) -> None:
    game = load_game(name)
    width, height = room_for(name, *size)
    position = Position(game, game.start)
    random = Random(name)
    while not position.over:
        assert game.presentation.picture is not None
        board = game.presentation.picture(position.state)
        for badges in ({}, dict.fromkeys(position.legal_texts, "+0.25")):
            view = View(cursor=position.legal_texts[0], badges=badges)
            painting = paint(board, "", position.legal_texts, view, width, height)
            assert painting.width <= width
            assert painting.needs[0] <= width
            assert painting.needs[1] <= height or game.name == "nim"
            assert {target.move for target in painting.targets} == set(position.legal_texts)
        position = position.after(random.choice(game.legal(position.state)))


def test_a_dense_board_tells_as_much() -> None:
    """Cells of one character: cursor, last move and winning line stand in the gaps."""
    lines = painted("mnk:width=7,height=7", "a1 g7", width=20, height=12, cursor="c3").text().splitlines()
    assert lines[0] == "1  ● · · · · · ·"
    assert lines[2] == "3  · ·[ ]· · · ·"
    assert lines[7] == "   a b c d e f g"
    before, after = (
        load_game("mnk:width=7,height=7").presentation.picture(
            Position.of(load_game("mnk:width=7,height=7"), moves).state
        )  # type: ignore[misc]
        for moves in ("a1", "a1 g7")
    )
    text = paint(after, "", [], View(last=changed_cells(before, after)), 20, 12).text()
    assert "(○)" in text
    drop = painted("connect4", "4455", width=20, height=9, cursor="2", badges={"2": "+0.25"})
    assert drop.text().splitlines() == [
        "   ▼", *[" · · · · · · ·"] * 4, " · · · ○ ○ · ·", " · · · ● ● · ·", " 1 2 3 4 5 6 7", "2 +0.25",
    ]  # fmt: skip
    assert drop.at(3, 4) == "2"


def test_values_never_take_the_place_of_a_stone() -> None:
    """A game in which one chooses a stone of one's own has moves on cells that are taken."""
    cell = Cell(player=0, move="b2")
    board = Board("grid", ((Cell(), Cell(player=1)), (cell, Cell(move="a1"))))
    text = paint(board, "", [], View(badges={"b2": "+0.25", "a1": "−0.50"}), 46, 20).text()
    assert "●+0.25" in text.replace(" ", "")
    assert "−0.50" in text
    chosen = paint(board, "", [], View(cursor="b2", badges={"b2": "+0.25"}), 46, 20).text()
    assert "[●]" in chosen


def test_long_lines_and_long_heaps_are_broken() -> None:
    painting = paint(None, "x" * 50 + "\n\nend", ["go"], View(), 20)
    assert [len(line) for line in painting.text().splitlines()[:5]] == [20, 20, 10, 0, 3]
    heap = painted("nim:heaps=3-60", width=30, height=20, cursor="b60")
    assert heap.width <= 30
    assert heap.text().count("│") + heap.text().count("x") == 63
    assert {target.move for target in heap.targets} == set(
        Position(load_game("nim:heaps=3-60"), load_game("nim:heaps=3-60").start).legal_texts
    )


def test_large_boards_lose_their_lines_before_they_lose_cells() -> None:
    painting = painted("mnk:width=7,height=7", height=12)
    assert painting.height <= 12
    assert "─" not in painting.text()


def test_values_below_a_narrow_board_do_not_run_together() -> None:
    game = load_game("connect4")
    badges = {str(column): badge for column, badge in enumerate(["✓9", "✗21", "=", "+0.5"], start=1)}
    assert game.presentation.picture is not None
    board = game.presentation.picture(game.start)
    painting = paint(board, "", [], View(badges=badges), 20, 12)
    below = painting.text().splitlines()[-2:]
    assert below == ["1 ✓9  2 ✗21  3 =", "4 +0.5"]
