"""Where games are played: a process of its own, which knows nothing but the task it is given."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.connection import Connection
from threading import Event, Thread, local
from typing import Any, ParamSpec, TypeVar

from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.lab.plan import Task
from spielbaum.play import TimeControl, make_player, play_match, record_json

P = ParamSpec("P")
T = TypeVar("T")

#: Set in a worker when its games are no longer wanted.
_stop = Event()


def play_task(task: Task) -> dict[str, Any] | None:
    """Play a game and give its record as JSON; None where it was stopped. The same task is the same game."""
    game: Game[Any, Any] = _kept.game(task.game)
    record = play_match(
        game,
        [_kept.player(seat, spec) for seat, spec in enumerate(task.players)],
        start=task.opening.position(game),
        time=TimeControl.parse(task.time),
        seed=task.seed,
        stop=_stop,
    )
    return None if record.outcome is None else record_json(record)


class _Kept(local):
    """Games and players, kept for the next task of the same thread: a player is in one game at a time.

    Each has its seat, so that two players of the same kind share no table.
    """

    def __init__(self) -> None:
        self.game = lru_cache(maxsize=4)(load_game)
        self.player = lru_cache(maxsize=8)(lambda _seat, spec: make_player(spec))


_kept = _Kept()


@dataclass(frozen=True)
class Crew:
    """Who does the work: how an executor is made, how many tasks it gets at once, how it is told to stop."""

    executor: Callable[[], Executor]
    at_once: int
    stop: Callable[[], None] = lambda: None


def local_crew(workers: int) -> Crew:
    """Processes on this machine.

    They are started afresh, not forked, so they hold none of our files; they end when we do, however we
    end; Ctrl-C is ours to handle.
    """
    context = multiprocessing.get_context("spawn")
    # Workers hear that the other end is closed, by us or by our end. A multiprocessing.Event would wait for
    # ever for the answer of a worker that has died.
    hears, tells = context.Pipe(duplex=False)

    def executor() -> Executor:
        return _Pool(workers, mp_context=context, initializer=_begin, initargs=(hears,))

    return Crew(executor, workers, tells.close)


class _Pool(ProcessPoolExecutor):
    """Starts its workers with SIGINT blocked, so that Ctrl-C does not hit them while they are set up."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def cores() -> int:
    """Processors that we may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin(hears: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow_parent, args=(hears,), daemon=True).start()


def _follow_parent(hears: Connection) -> None:
    """Stop the games when the parent says so, and end with it: the pool's queue would wait for ever."""
    with suppress(EOFError, OSError):
        hears.recv_bytes()
    _stop.set()
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
