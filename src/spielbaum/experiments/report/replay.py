"""A game to step through on a page: every position as a board, every move in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from spielbaum.board import board_text
from spielbaum.draw import position_board
from spielbaum.draw.boards import MARGIN, board_picture
from spielbaum.errors import SpielbaumError
from spielbaum.experiments.plots.names import name_words
from spielbaum.game import Position
from spielbaum.language import say
from spielbaum.play import Record, game_title, outcome_words, player_name, value_words
from spielbaum.play.outcome import Reason


@dataclass(frozen=True, slots=True)
class Replay:
    """`boards[i]` are the numbers of the `pieces` of markup that make up the board after `i` moves.

    Boards of a game have most of their pieces in common, so a page with all of them stays small.
    """

    caption: str
    game: str
    start: str | None
    moves: tuple[str, ...]
    #: How many of the moves were the opening.
    opening: int
    #: Whose move it is after each move, and what to say about each position.
    movers: tuple[int, ...]
    words: tuple[str, ...]
    #: The board in plain text; `pieces` are empty where a game has no picture.
    texts: tuple[str, ...]
    size: tuple[float, float]
    pieces: tuple[str, ...]
    boards: tuple[tuple[int, ...], ...]


def longest(records: Iterable[Record]) -> Record | None:
    """The longest game that ended by the rules; the first of several."""
    best: Record | None = None
    for record in records:
        outcome = record.outcome
        if outcome is None or outcome.reason is not Reason.NORMAL:
            continue
        if best is None or len(record.plies) > len(best.plies):
            best = record
    return best


def replay_of(record: Record, caption: str, language: str) -> Replay | None:
    """The game of a record; None where its rules are not to be had, as when they stand in a file."""
    try:
        positions = record.replay()
    except SpielbaumError:
        return None
    rules = positions[0].game
    start = say("report.game.start", language)
    words = [start]
    for number, ply in enumerate(record.plies, start=1):
        name = player_name(rules, ply.player, language)
        key = "report.game.opening" if number <= record.opening else "report.game.move"
        fields = {"number": number, "name": name, "move": ply.move}
        text = say(key, language, player=name_words(record.players[ply.player], language), **fields)
        if ply.thought is not None:
            value = value_words(rules, ply.thought, language)
            text += " " + say("report.game.thought", language, value=value)
        words.append(text)
    if record.outcome is not None:
        words[-1] += " " + outcome_words(rules, record.outcome, language)
    size, pieces, boards = _boards(positions)
    return Replay(
        caption=caption,
        game=game_title(rules, language),
        start=record.start,
        moves=record.moves,
        opening=record.opening,
        movers=tuple(ply.player for ply in record.plies),
        words=tuple(words),
        texts=tuple(_text(position) for position in positions),
        size=size,
        pieces=pieces,
        boards=boards,
    )


def _text(position: Position[Any, Any]) -> str:
    board = position_board(position)
    return str(position) if board is None else board_text(board)


def _boards(
    positions: Sequence[Position[Any, Any]],
) -> tuple[tuple[float, float], tuple[str, ...], tuple[tuple[int, ...], ...]]:
    numbers: dict[str, int] = {}
    boards: list[tuple[int, ...]] = []
    width = height = 0.0
    for position in positions:
        board = position_board(position)
        if board is None:
            return (0.0, 0.0), (), ()
        picture = board_picture(board, names=True)
        width, height = max(width, picture.width), max(height, picture.height)
        drawn = ElementTree.fromstring(f"<g>{picture.markup}</g>")
        parts = [ElementTree.tostring(part, encoding="unicode") for part in drawn]
        boards.append(tuple(numbers.setdefault(part, len(numbers)) for part in parts))
    return (width + 2 * MARGIN, height + 2 * MARGIN), tuple(numbers), tuple(boards)
