"""Lines from a terminal, a pipe or a file, for commands that are talked to."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import TextIOWrapper

import click


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
