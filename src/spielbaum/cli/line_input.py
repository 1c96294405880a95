"""The full screen, or lines from a terminal, a pipe or a file, for commands that are talked to."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from io import TextIOWrapper

import click

from spielbaum.language import say


def full_screen(plain: bool, lang: str) -> bool:
    """Whether there is a terminal for the full screen, it is wanted, and Textual is there to paint it."""
    # Textual paints on stderr, so that has to be the terminal as well.
    streams = (sys.stdin, sys.stdout, sys.stderr)
    on_terminal = all(stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"
    if plain or not on_terminal:
        return False
    if find_spec("textual") is None:
        click.echo(say("terminal.no_screen", lang), err=True)
        return False
    return True


def line_input() -> tuple[Callable[[], str | None], Callable[[str], None]]:
    """What reads the next line, None at the end, and what shows a prompt where somebody is typing."""
    if isinstance(sys.stdin, TextIOWrapper):  # bytes that are no UTF-8 are no move either, and so refused
        sys.stdin.reconfigure(errors="replace")

    def read() -> str | None:
        line = sys.stdin.readline()
        return line.rstrip("\n") if line else None

    def prompt(text: str) -> None:
        if sys.stdin.isatty():
            click.echo(text, nl=False)

    return read, prompt
