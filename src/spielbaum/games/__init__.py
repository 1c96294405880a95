"""The rules, one file per game, and the register through which games are found by name."""

from spielbaum.games.register import (
    DEFAULT_GAME,
    SMALL_GAME,
    SOLVED_GAME,
    Entry,
    built_in_names,
    by_popularity,
    entries,
    file_of,
    load_game,
)

__all__ = [
    "DEFAULT_GAME",
    "SMALL_GAME",
    "SOLVED_GAME",
    "Entry",
    "built_in_names",
    "by_popularity",
    "entries",
    "file_of",
    "load_game",
]
