"""Entries and positions of a solution in words."""

from __future__ import annotations

from typing import Any

from spielbaum.game import Game
from spielbaum.language import say
from spielbaum.solution.format import Entry


def entry_words(entry: Entry | None, game: Game[Any, Any], language: str) -> str:
    """`win in 5`, counted in plies, `draw by cycle`; the points as well where a game is won by some."""
    if entry is None:
        return say("table.entry.unknown", language)
    if entry.cycle:
        return say("table.entry.cycle", language)
    kind = "win" if entry.value > 0 else "loss" if entry.value < 0 else "draw"
    words = say(f"table.entry.{kind}", language, plies=entry.remoteness)
    return f"{words} ({entry.value:+d})" if entry.value and game.facts.values != (-1, 1) else words


def state_text(game: Game[Any, Any], state: Any) -> str:
    """The position in the game's board notation, or as it is written in Python."""
    notation = game.presentation.notation
    return str(state) if notation is None else notation(state)
