"""Moves as people number them: a round is one turn of every player, `1. e4 e5 2. Nf3`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spielbaum.game import Game, Position
from spielbaum.play.record import Record, start_of

#: Stands where the game begins in the middle of a round.
MISSING = "…"


def rounds(game: Game[Any, Any], start: Any, movers: Sequence[int]) -> list[int]:
    """The round of each move of a game from `start`; extra turns of a player belong to the same turn.

    Counted from the number that the game's own notation has for the start, else from 1.
    """
    first = 1 if game.presentation.round is None else game.presentation.round(start)
    found: list[int] = []
    turn = movers[0] if movers else 0
    for index, mover in enumerate(movers):
        turn += index > 0 and mover != movers[index - 1]
        found.append(first + turn // game.facts.players)
    return found


def move_rows(record: Record, game: Game[Any, Any]) -> list[str]:
    """The moves, one numbered row for each round; extra turns of a player stand together."""
    start, plies = start_of(game, record.start).state, record.plies
    rows: dict[int, list[str]] = {}
    last = None
    for ply, number in zip(plies, rounds(game, start, [ply.player for ply in plies]), strict=True):
        row = rows.setdefault(number, [MISSING] * (0 if rows else ply.player))
        if row and last == (number, ply.player):
            row[-1] += f" {ply.move}"
        else:
            row.append(ply.move)
        last = number, ply.player
    width = max((len(cell) for row in rows.values() for cell in row), default=0)
    margin = max((len(str(number)) for number in rows), default=0)
    return [
        f"{number:>{margin}}. {'  '.join(cell.ljust(width) for cell in row)}".rstrip()
        for number, row in rows.items()
    ]


def line_words(position: Position[Any, Any], line: Sequence[Any]) -> str:
    """Moves that follow each other; numbered where the game's notation has numbers: `4... Nf6 5. O-O`."""
    game, state, words = position.game, position.state, []
    for move, text in zip(line, position.line_texts(line), strict=True):
        if game.presentation.round is not None and game.player(state) == 0:
            words.append(f"{game.presentation.round(state)}.")
        elif game.presentation.round is not None and not words:
            words.append(f"{game.presentation.round(state)}...")
        words.append(text)
        state = game.play(state, move)
    return " ".join(words)
