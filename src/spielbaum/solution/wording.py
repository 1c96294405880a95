"""Entries and positions of a solution in words."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import Any, Literal

from spielbaum.game import Game
from spielbaum.language import fixed, say, written
from spielbaum.solution.entries import Entry, MoveEntry

Outcome = Literal["win", "draw", "cycle", "loss", "expected", "unknown"]


def outcome_of(entry: Entry | None, game: Game[Any, Any]) -> Outcome:
    """How it ends under best play for whom the entry is about; a draw by cycle does not end.

    With chance that is not certain, but expected.
    """
    if entry is None:
        return "unknown"
    if game.has_chance:
        return "expected"
    if entry.value == 0:
        return "cycle" if entry.cycle else "draw"
    return "win" if entry.value > 0 else "loss"


def entry_words(entry: Entry | None, game: Game[Any, Any], language: str) -> str:
    """`win in 5`, counted in plies, `draw by cycle`; the points as well where a game is won by some.

    In a game with chance `expected value +0.061185`.
    """
    if entry is not None and game.has_chance:
        return say("table.entry.expected", language, value=signed(entry.value, language))
    plies = 0 if entry is None else entry.remoteness
    words = say(f"table.entry.{outcome_of(entry, game)}", language, plies=plies)
    if entry is not None and entry.value and game.facts.values != (-1, 1):
        words += f" ({int(entry.value):+d})"
    return words


def move_words(move: MoveEntry, game: Game[Any, Any], language: str) -> str:
    """What a move is worth, and how probable it is where nature moves."""
    words = entry_words(move.entry, game, language)
    if move.share is None:
        return words
    return f"{words} · {say('table.share', language, share=move.share)}"


def short_words(entry: Entry | None, game: Game[Any, Any], language: str) -> str:
    """The same for a badge: a letter and the plies, or the expected value."""
    outcome = outcome_of(entry, game)
    if entry is not None and outcome == "expected":
        return fixed(entry.value, 2 if abs(entry.value) < 100 else 0, language, sign=True)
    plies = None if entry is None or entry.cycle else entry.remoteness
    return say(f"solution.page.short.{outcome}", language, plies=plies)


def signed(value: int | float, language: str) -> str:
    """A value in points, with its sign, to ten significant digits at most."""
    return written(f"{value:+.10g}", language)


def error_text(error: float, language: str) -> str:
    """An error, rounded up to one digit, such as 2e-13."""
    if error == 0:
        return "0"
    digit = 10.0 ** floor(log10(error))
    return written(f"{ceil(error / digit) * digit:.0e}", language)


def state_text(game: Game[Any, Any], state: Any) -> str:
    """The position in the game's board notation, or as it is written in Python."""
    notation = game.presentation.notation
    return str(state) if notation is None else notation(state)
