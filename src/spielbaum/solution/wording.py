"""Entries and positions of a solution in words."""

from __future__ import annotations

from typing import Any, Literal

from spielbaum.game import Game
from spielbaum.language import say
from spielbaum.solution.format import Entry

Outcome = Literal["win", "draw", "cycle", "loss", "unknown"]


def outcome_of(entry: Entry | None) -> Outcome:
    """How it ends under best play for whom the entry is about; a draw by cycle does not end."""
    if entry is None:
        return "unknown"
    if entry.value == 0:
        return "cycle" if entry.cycle else "draw"
    return "win" if entry.value > 0 else "loss"


def entry_words(entry: Entry | None, game: Game[Any, Any], language: str) -> str:
    """`win in 5`, counted in plies, `draw by cycle`; the points as well where a game is won by some."""
    plies = 0 if entry is None else entry.remoteness
    words = say(f"table.entry.{outcome_of(entry)}", language, plies=plies)
    if entry is not None and entry.value and game.facts.values != (-1, 1):
        words += f" ({entry.value:+d})"
    return words


def state_text(game: Game[Any, Any], state: Any) -> str:
    """The position in the game's board notation, or as it is written in Python."""
    notation = game.presentation.notation
    return str(state) if notation is None else notation(state)
