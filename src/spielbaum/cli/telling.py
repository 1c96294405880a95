"""The state of a long piece of work on stderr: in one line of a terminal, now and then elsewhere."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Generic, Self, TypeVar

import click

from spielbaum.language import say

T = TypeVar("T")

#: Seconds between two lines where they do not overwrite each other.
PAUSE = 10.0
#: Seconds that a command may take before a terminal shows that it is at work, and between two looks.
PATIENCE, BEAT = 2.0, 0.2


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


class Ticker:
    """Shows on a terminal, and only there, that a piece of work goes on which sends no news by itself.

    `words` makes a line of the seconds since the work began; it is called in a thread of its own.
    `quiet`: not even there.
    """

    def __init__(self, words: Callable[[float], str], *, quiet: bool = False) -> None:
        self._teller = Teller(words)
        self._shown = self._teller.over and not quiet
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._tick, name="spielbaum ticker", daemon=True)

    def __enter__(self) -> Self:
        if self._shown:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._shown:
            self._thread.join()
            self._teller.end()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """While something else is printed, the line is not there."""
        with self._lock:
            if self._shown:
                self._teller.end()
            yield

    def _tick(self) -> None:
        began = monotonic()
        pause = PATIENCE
        with suppress(OSError):  # the terminal was closed
            while not self._ended.wait(pause):
                with self._lock:
                    self._teller(monotonic() - began)
                pause = BEAT


def elapsed(lang: str) -> Ticker:
    """A ticker for work of which only the time is known."""
    return Ticker(lambda seconds: say("progress.elapsed", lang, seconds=f"{seconds:.0f}"))
