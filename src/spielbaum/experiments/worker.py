"""Where tasks are done: a process of its own, which knows nothing but the task it is given."""

from __future__ import annotations

import multiprocessing
import os
import platform
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from multiprocessing.connection import Connection
from threading import Event, Thread, local
from typing import Any

from spielbaum.errors import BrokenGame, SpielbaumError
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.game import Game
from spielbaum.play.programs import end_programs

#: Set in a worker when its tasks are no longer wanted.
_stop = Event()


class Misfit(SpielbaumError):
    """This worker cannot do such tasks at all; trying again is no use, so the work ends, to go on later."""


@contextmanager
def getting_ready() -> Iterator[None]:
    """What is refused inside is not the fault of a task but of the place where it is to be done."""
    try:
        yield
    except BrokenGame:  # rules that raise where others played on: a task that fails
        raise
    except SpielbaumError as error:
        raise Misfit("error.cluster.setup", host=platform.node(), why=error) from error


def kept_game(rules: PortableRules) -> Game[Any, Any]:
    """The game, the same object again for every task of a thread, so that engines made for it are found."""
    try:
        game: Game[Any, Any] = _kept.game(rules)
    except SpielbaumError as error:
        raise Misfit("error.cluster.setup", host=platform.node(), why=error) from error
    return game


def stop_event() -> Event:
    """Set when the task of this thread is no longer wanted; long tasks look at it and return None."""
    return _here.stop


class _Here(local):
    stop = _stop


_here = _Here()


@contextmanager
def stops_with(event: Event) -> Iterator[None]:
    """A task of this thread that has an event of its own."""
    _here.stop = event
    try:
        yield
    finally:
        _here.stop = _stop


class _Kept(local):
    """Games, kept for the next task of the same thread."""

    def __init__(self) -> None:
        self.game = lru_cache(maxsize=4)(PortableRules.load)


_kept = _Kept()


def begin(hears: Connection) -> None:
    """The first thing that a process of the local executor does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow_parent, args=(hears,), daemon=True).start()


def _follow_parent(hears: Connection) -> None:
    """Stop the tasks when the parent says so, and end with it: the pool's queue would wait for ever."""
    with suppress(EOFError, OSError):
        hears.recv_bytes()
    _stop.set()
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    end_programs()
    os._exit(1)
