"""Boards on which pieces move: the last move marked, and in words for those who do not see the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spielbaum.board import Board, Cell, Step, place_name
from spielbaum.game import Game
from spielbaum.language import in_language, say
from spielbaum.web.game_views import figure_name
from spielbaum.web.play.messages import StepView


def steps_of(board: Board) -> list[StepView]:
    return [
        StepView(move=step.move, origin=step.origin, target=step.target, becomes=step.becomes)
        for step in board.steps
    ]


def made(before: Board, move: str) -> Step | None:
    """The step that a move was."""
    return next((step for step in before.steps if step.move == move), None)


def mark_step(after: Board, step: Step) -> Board:
    """The board with the place that a stone left and the one it came to marked."""
    places = (step.origin, step.target)
    rows = (
        tuple(
            replace(cell, mark="last") if (y, x) in places and cell.mark is None else cell
            for x, cell in enumerate(row)
        )
        for y, row in enumerate(after.rows)
    )
    return replace(after, rows=tuple(rows))


def in_words(game: Game[Any, Any], before: Board, after: Board, step: Step, language: str) -> str:
    """The move for screen readers: `knight from g1 to f3, takes pawn, check`."""
    named = game.presentation.move_names.get(step.move.rstrip("+#"))  # without the signs of check and mate
    mover, taken = _at(before, step.origin), _taken(before, after, step)
    words = [
        in_language(named, language)
        if named
        else say(
            "web.step.moves",
            language,
            figure=figure_name(mover.piece or "", language),
            origin=place_name(before, step.origin),
            target=place_name(before, step.target),
        ).strip()
    ]
    if taken is not None:
        words.append(say("web.step.takes", language, figure=figure_name(taken.piece or "", language)).strip())
    if step.becomes is not None:
        words.append(say("web.step.becomes", language, figure=figure_name(step.becomes, language)))
    if any(cell.mark == "check" for row in after.rows for cell in row):
        words.append(say("web.board.check", language))
    return ", ".join(words)


def _taken(before: Board, after: Board, step: Step) -> Cell | None:
    """The stone that left the board, on the target or (en passant) beside it."""
    own = _at(before, step.origin).player
    for y, row in enumerate(before.rows):
        for x, cell in enumerate(row):
            gone = (y, x) == step.target or after.rows[y][x].player is None
            if cell.player not in (None, own) and gone:
                return cell
    return None


def _at(board: Board, place: tuple[int, int]) -> Cell:
    return board.rows[place[0]][place[1]]
