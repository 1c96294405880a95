"""Boards on which pieces move, are dropped, or cover several cells, in the full screen."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from spielbaum.board import Board, Step
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import Session
from spielbaum.terminal.app import PlayApp
from spielbaum.terminal.paint import View
from spielbaum.terminal.paint_steps import paint_figures
from spielbaum.terminal.steps import Hand, turned, with_places
from spielbaum.terminal.widgets import BoardView
from tests.terminal.test_app import drive, message, screen_text

TAKEN = "b2b3 c4b3 c1c2 b3c2 b1c2"


def board_of(spec: str, text: str = "") -> Board:
    position: Position[Any, Any] = Position.of(load_game(spec), text)
    assert position.game.presentation.picture is not None
    return position.game.presentation.picture(position.state)


def texts(steps: list[Step]) -> list[str]:
    return [step.move for step in steps]


def test_a_move_of_several_places_is_chosen_place_by_place() -> None:
    board, hand = board_of("lgame"), Hand()
    assert hand.choose(board, "d4") == []
    assert hand.goals(board) == {"c2"}
    assert hand.choose(board, "c2") == []
    assert hand.covers(board) == {"d4", "d3", "d2", "c2"}
    assert hand.goals(board) == {"a4", "d1"}
    assert texts(hand.choose(board, "c2")) == ["d4c2"]  # once more: the neutral pieces stay
    for place in ("d4", "c2", "a4"):
        assert hand.choose(board, place) == []
    assert texts(hand.choose(board, "a1")) == ["d4c2-a4a1"]
    assert hand.chosen == []


def test_a_choice_is_taken_back_or_changed() -> None:
    board, hand = board_of("hexapawn"), Hand()
    hand.choose(board, "a1")
    hand.choose(board, "b1")
    assert hand.chosen == ["b1"]
    hand.choose(board, "b1")
    assert hand.chosen == []
    hand.choose(board, "a3")  # the other player's
    assert hand.chosen == []


def test_hands_stand_beside_the_board() -> None:
    board = board_of("dobutsu", TAKEN)
    lines = paint_figures(with_places(board), [], View(cursor="g*")).text().splitlines()
    assert lines[0].split() == ["c×1", "[g×1]", "e×0"]
    assert lines[-1].split() == ["C×1", "G×0", "E×1"]
    behind = paint_figures(with_places(turned(board)), [], View()).text().splitlines()
    assert behind[-1].split() == ["c×1", "g×1", "e×0"]


@pytest.mark.parametrize(
    ("spec", "lines"),
    [
        ("morris", ["3  · ─── · ─── ·", "   │     │     │"]),
        ("morris:variant=achi", ["3  · ─── · ─── ·", "   │  ╲  │  ╱  │"]),
    ],
)
def test_points_and_lines(spec: str, lines: list[str]) -> None:
    text = paint_figures(with_places(board_of(spec)), [], View()).text()
    assert text.splitlines()[:2] == lines


def test_a_piece_is_dropped_by_keys() -> None:
    game = load_game("dobutsu")
    session = Session(game, ["human", "human"], start=Position.of(game, TAKEN))

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        board = app.query_one(BoardView)
        board.cursor = "g*"
        await pilot.press("enter")
        assert "type a move such as b2b3" in message(app)
        board.cursor = "c3"
        await pilot.pause()
        assert "<g×1>" in screen_text(app)
        await pilot.press("enter")
        assert session.position.history_texts[-1] == "G*c3"

    drive(session, script)


def test_men_are_placed_and_moved_by_keys() -> None:
    session = Session(load_game("morris"), ["human", "human"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        board = app.query_one(BoardView)
        for place in ("b2", "a1", "c1", "a3", "a2", "c2", "b2", "b1"):
            board.cursor = place
            await pilot.press("enter")
        assert session.position.history_texts == ["b2", "a1", "c1", "a3", "a2", "c2", "b2b1"]

    drive(session, script)
