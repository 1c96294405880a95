"""Runs tasks on an executor: each is answered once, or fails for good, whatever happens to the workers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Generic, TypeVar

from spielbaum.errors import SpielbaumError, one_line
from spielbaum.experiments.executor import TaskExecutor
from spielbaum.experiments.worker import Misfit

T = TypeVar("T")
R = TypeVar("R")
#: A task with its place in the list.
Numbered = tuple[int, T]

#: A task that failed so often is given up.
ATTEMPTS = 3
#: After that many breakdowns in a row without an answer it is not the tasks.
BREAKDOWNS = 10
#: Seconds between two looks at the executor; an answer is noticed at once.
LOOK = 1.0


@dataclass(frozen=True, slots=True)
class Done(Generic[T, R]):
    """A task with its answer; where there is none, `failure` says why."""

    task: T
    answer: R | None
    failure: str = ""


def run_tasks(
    executor: TaskExecutor,
    function: Callable[[T], R | None],
    tasks: Iterable[T],
    keep: Callable[[Done[T, R]], None],
) -> None:
    """Let the executor call `function` with each task; `keep` hears of each once, in the order they are done.

    `function` and the tasks travel to other processes. A task whose worker dies, that raises, or that is
    answered None, is done again, `ATTEMPTS` times at most; where the place is to blame (`Misfit`), the work
    ends. `tasks` is read as there is room, so it may end early when enough is known. Whatever ends the work
    (Ctrl-C, an error from `keep`), what is answered by then is kept, and running tasks are told to stop.
    """
    _TaskLoop(executor, function, iter(tasks), keep).work()


class _TaskLoop(Generic[T, R]):
    def __init__(
        self,
        executor: TaskExecutor,
        function: Callable[[T], R | None],
        tasks: Iterable[T],
        keep: Callable[[Done[T, R]], None],
    ) -> None:
        self.executor, self.function, self.keep = executor, function, keep
        self.tasks = enumerate(tasks)
        #: Tasks that failed and are tried once more.
        self.again: deque[Numbered[T]] = deque()
        #: Tasks that were being done when a worker died. One of them did it; each is tried alone, so that no
        #: other is blamed.
        self.suspects: deque[Numbered[T]] = deque()
        self.alone = False
        self.breakdowns = 0
        self.running: dict[Future[R | None], Numbered[T]] = {}
        self.failures: Counter[int] = Counter()
        self.looked = monotonic()

    def work(self) -> None:
        try:
            while self._hand_out():
                done, _ = wait(self.running, timeout=LOOK, return_when=FIRST_COMPLETED)
                if monotonic() - self.looked >= LOOK:
                    self._look()
                for future in sorted(done, key=lambda future: self.running[future][0]):
                    if future in self.running:  # a breakdown takes all of them away
                        self._take(future)
        except BaseException:
            self.executor.close(cancel=True)
            self._keep_what_is_done()
            raise

    def _look(self) -> None:
        self.executor.check()
        self.looked = monotonic()

    def _hand_out(self) -> bool:
        """Fill the executor; False where nothing is left to wait for."""
        while len(self.running) < self.executor.room:
            if self.running and (self.suspects or self.alone):
                break
            self.alone = bool(self.suspects)
            queue = self.suspects or self.again
            numbered = queue.popleft() if queue else next(self.tasks, None)
            if numbered is None:
                break
            try:
                self.running[self.executor.pool.submit(self.function, numbered[1])] = numbered
            except BrokenExecutor as error:
                self.again.appendleft(numbered)
                self._break_down(error)
        return bool(self.running)

    def _take(self, future: Future[R | None]) -> None:
        error = CancelledError() if future.cancelled() else future.exception()
        if isinstance(error, BrokenExecutor):
            self._break_down(error)
            return
        numbered = self.running.pop(future)
        if isinstance(error, Misfit):
            raise error
        answer = None if error is not None else future.result()
        if answer is None:
            self._failed(numbered, error, self.again)
        else:
            self.breakdowns = 0
            self.keep(Done(numbered[1], answer))

    def _break_down(self, error: BrokenExecutor) -> None:
        """A worker died and took the executor with it: a new one, and a look at who was there."""
        self.breakdowns += 1
        if self.breakdowns >= BREAKDOWNS:
            raise SpielbaumError("error.run.workers", times=self.breakdowns, why=str(error)) from error
        tasks = sorted(self.running.values(), key=lambda numbered: numbered[0])
        self.running.clear()
        self.executor.replace()
        if len(tasks) == 1:
            self._failed(tasks[0], error, self.suspects)
        else:
            self.suspects.extend(tasks)

    def _failed(self, numbered: Numbered[T], error: BaseException | None, queue: deque[Numbered[T]]) -> None:
        self._look()  # before a task is blamed: perhaps nobody is there
        number, task = numbered
        if isinstance(error, self.executor.deadly):
            # Dask blames every task that a dead worker had, also those that only waited there.
            hopeless, queue = self.alone, self.suspects
        else:
            self.failures[number] += 1
            hopeless = self.failures[number] >= ATTEMPTS
        if hopeless:
            self.keep(Done(task, None, _why(error)))
        else:
            queue.append(numbered)

    def _keep_what_is_done(self) -> None:
        for future, (_, task) in list(self.running.items()):
            if future.done() and not future.cancelled() and future.exception() is None:
                answer = future.result()
                if answer is not None:
                    with suppress(
                        Exception
                    ):  # whatever is wrong with this one, or the disk, is known already
                        self.keep(Done(task, answer))


def _why(error: BaseException | None) -> str:
    return "stopped" if error is None else one_line(error)
