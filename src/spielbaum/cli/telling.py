"""The state of a long piece of work on stderr: in one line of a terminal, now and then elsewhere."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

import click

T = TypeVar("T")

#: Seconds between two lines where they do not overwrite each other.
PAUSE = 10.0


class Teller(Generic[T]):
    """Called with each news; `words` makes a line of them."""

    def __init__(self, words: Callable[[T], str]) -> None:
        self.words = words
        self.last = monotonic()
        self.over = sys.stderr.isatty()

    def __call__(self, news: T) -> None:
        now = monotonic()
        if not self.over and now - self.last < PAUSE:
            return
        self.last = now
        text = self.words(news)
        if self.over:
            click.echo("\r\x1b[K" + text[: shutil.get_terminal_size().columns - 1], err=True, nl=False)
        else:
            click.echo(text, err=True)

    def end(self) -> None:
        if self.over:
            click.echo("\r\x1b[K", err=True, nl=False)
