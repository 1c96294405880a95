"""Boards on which pieces move: the last move marked, and in words for those who do not see the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spielbaum.board import Board, Cell, Place, Step, place_name
from spielbaum.game import Game
from spielbaum.language import in_language, say
from spielbaum.web.game_views import figure_name
from spielbaum.web.play.messages import StepView


def steps_of(board: Board) -> list[StepView]:
    return [
        StepView(
            move=step.move,
            origin=step.origin,
            target=step.target,
            becomes=step.becomes,
            then=list(step.then),
            covers=list(step.covers),
        )
        for step in board.steps
    ]


def made(before: Board, move: str) -> Step | None:
    """The step that a move was."""
    return next((step for step in before.steps if step.move == move), None)


def mark_step(after: Board, step: Step) -> Board:
    """The board with the place that a stone left and the one it came to marked."""
    places = step.covers or (step.origin, step.target)
    places += step.then
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
    mover, taken = before.cell(step.origin), _taken(before, after, step)

    def figure(letter: str | None) -> str:
        return figure_name(letter or "", before.pieces, language)

    def way(key: str, letter: str | None, origin: Place, target: Place) -> str:
        places = {"origin": place_name(before, origin), "target": place_name(before, target)}
        return say(f"web.step.{key}", language, figure=figure(letter), **places).strip()

    if named:
        words = [in_language(named, language)]
    elif step.covers:
        places = " ".join(place_name(before, place) for place in step.covers)
        words = [say("web.step.covers", language, places=places)]
    elif step.origin[0] >= len(before.rows):
        words = [way("drops", mover.piece, step.origin, step.target)]
    else:
        words = [way("moves", mover.piece, step.origin, step.target)]
    if len(step.then) == 2:
        words.append(way("neutral", None, *step.then))
    if taken is not None:
        words.append(say("web.step.takes", language, figure=figure(taken.piece)).strip())
    if step.becomes is not None:
        words.append(say("web.step.becomes", language, figure=figure(step.becomes)))
    if any(cell.mark == "check" for row in after.rows for cell in row):
        words.append(say("web.board.check", language))
    return ", ".join(words)


def _taken(before: Board, after: Board, step: Step) -> Cell | None:
    """The stone that left the board, on the target or (en passant) beside it."""
    own = before.cell(step.origin).player
    if own is None or step.covers:
        return None
    for y, row in enumerate(before.rows):
        for x, cell in enumerate(row):
            gone = (y, x) == step.target or after.rows[y][x].player is None
            if cell.player not in (None, own) and gone:
                return cell
    return None
