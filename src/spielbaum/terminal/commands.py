"""The commands and the few texts that both kinds of terminal share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spielbaum.language import LANGUAGES, say
from spielbaum.play import ClockFace

#: Each can be typed in English and in the language of the game.
COMMANDS = (
    "undo",
    "redo",
    "hint",
    "eval",
    "review",
    "board",
    "moves",
    "clock",
    "save",
    "load",
    "resign",
    "new",
    "rules",
    "help",
    "quit",
)


def command_word(command: str, language: str) -> str:
    return say(f"terminal.command.{command}", language)


def command_of(word: str, language: str) -> str | None:
    """The command that a word means, in the language of the game or in any other."""
    return named_command(word, language, COMMANDS, command_word)


def named_command(
    word: str, language: str, commands: Sequence[str], word_of: Callable[[str, str], str]
) -> str | None:
    """The command among these whose word it is, in the reader's language or in any other."""
    wanted = word.casefold()
    for tongue in (language, *LANGUAGES):
        for command in commands:
            if word_of(command, tongue) == wanted:
                return command
    return None


def minutes(seconds: float) -> str:
    """0:07.3 under a minute, 12:34 above."""
    seconds = max(seconds, 0.0)
    if seconds < 60:
        return f"0:{seconds:04.1f}"
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def clock_text(face: ClockFace, language: str) -> str:
    """The time left where there is a limit, else the time used."""
    if face.left is not None:
        return say("terminal.clock.left", language, time=minutes(face.left))
    return say("terminal.clock.used", language, time=minutes(face.used))
