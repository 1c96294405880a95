"""Who does the work: processes on this machine, a cluster, or any `concurrent.futures.Executor`.

with open_executor(workers=2) as executor:         # or cluster="tcp://10.0.0.1:8786" or cluster="local:4"
    run_tasks(executor, function, tasks, keep)     # see `tasks.py`
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ParamSpec, Self, TypeVar

from spielbaum.experiments.worker import begin

P = ParamSpec("P")
T = TypeVar("T")


def _nothing() -> None:
    """Nothing to do."""


@dataclass
class TaskExecutor:
    """A pool of workers: how it is made, how many tasks it gets at once, how it is told to stop.

    The pool is made when it is needed and kept until the executor is closed, so that workers keep what they
    have compiled and learnt. `check` is called about once a second while there is work: it raises where
    nobody works any more, and may change `at_once` where workers come and go.
    """

    make: Callable[[], Executor]
    #: Tasks that are done at the same time …
    at_once: int
    stop: Callable[[], None] = _nothing
    check: Callable[[], None] = _nothing
    #: What is raised for tasks whose workers died again and again.
    deadly: tuple[type[Exception], ...] = ()
    #: … and how many more wait for each worker, so that it has the next one at hand.
    ahead: int = 0
    _pool: Executor | None = field(default=None, repr=False)

    @property
    def room(self) -> int:
        """How many tasks are handed out before an answer is waited for."""
        return self.at_once * (1 + self.ahead)

    @property
    def pool(self) -> Executor:
        if self._pool is None:
            self._pool = self.make()
        return self._pool

    def replace(self) -> None:
        """The pool broke down: the next one who asks gets a new one."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def close(self, *, cancel: bool = False) -> None:
        """End the workers, when they have done what they were given, or at once."""
        if self._pool is not None:
            if cancel:
                self.stop()
            self._pool.shutdown(wait=True, cancel_futures=cancel)
            self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def open_executor(
    workers: int | None = None, cluster: str = "", *, cores_each: int = 0
) -> Iterator[TaskExecutor]:
    """Workers until the block ends; by default one per core.

    `cores_each` is the number of cores that a task needs for itself so that its thinking times mean
    something; 0 where time does not matter. On this machine there are never more tasks at once than that
    allows; a cluster with too few cores is refused.
    """
    if cluster:
        from spielbaum.experiments.cluster import open_cluster

        with open_cluster(cluster, workers, cores_each) as executor:
            yield executor
    else:
        with local_executor(limited(workers, cores_each)) as executor:
            yield executor


def limited(workers: int | None, cores_each: int) -> int:
    """How many workers this machine has room for."""
    wanted = workers or cores()
    return min(wanted, max(cores() // cores_each, 1)) if cores_each else wanted


def cores() -> int:
    """Processors that we may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local_executor(workers: int) -> TaskExecutor:
    """Processes on this machine.

    They are started afresh, not forked, so they hold none of our files; they end when we do, however we
    end; Ctrl-C is ours to handle.
    """
    context = multiprocessing.get_context("spawn")
    # Workers hear that the other end is closed, by us or by our end. A multiprocessing.Event would wait for
    # ever for the answer of a worker that has died.
    hears, tells = context.Pipe(duplex=False)

    def pool() -> Executor:
        return _Pool(workers, mp_context=context, initializer=begin, initargs=(hears,))

    return TaskExecutor(pool, workers, tells.close)


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
