"""Playing what a plan still lacks, on any executor, whatever happens to it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import suppress
from typing import Any

from spielbaum.errors import SpielbaumError
from spielbaum.lab.folder import Run
from spielbaum.lab.plan import Plan, Task
from spielbaum.lab.scoreboard import Scoreboard, scoreboard_of
from spielbaum.lab.worker import Crew, play_task

#: A game that failed so often, through no fault of the players, is left out of the score.
ATTEMPTS = 3
#: So many breakdowns in a row without a finished game: it is not the games.
BREAKDOWNS = 10

Answer = dict[str, Any] | None
Tell = Callable[[Scoreboard], None]


def conduct(
    plan: Plan, run: Run, crew: Crew, tell: Tell, play: Callable[[Task], Answer] = play_task
) -> Scoreboard:
    """Play the games that are not in the run yet; `tell` hears of each. Ctrl-C stops the games at once."""
    board = scoreboard_of(plan, run.finished)
    tell(board)
    if not board.complete:
        _Conductor(plan, run, crew, tell, play, board).work()
    return board


class _Conductor:
    def __init__(
        self, plan: Plan, run: Run, crew: Crew, tell: Tell, play: Callable[[Task], Answer], board: Scoreboard
    ) -> None:
        self.plan, self.run, self.crew, self.tell, self.play, self.board = plan, run, crew, tell, play, board
        self.waiting = deque(number for number in range(plan.total) if number not in run.finished)
        #: Games that were being played when the executor broke down. One of them did it; each is tried alone,
        #: so that no other game is blamed.
        self.suspects: deque[int] = deque()
        self.alone = False
        self.breakdowns = 0
        self.running: dict[Future[Answer], int] = {}
        self.failures: Counter[int] = Counter()
        self.executor: Executor = crew.executor()

    def work(self) -> None:
        try:
            while self._hand_out():
                done, _ = wait(self.running, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=lambda future: self.running[future]):
                    if future in self.running:  # a breakdown takes all of them away
                        self._take(future)
        except BaseException:
            self.crew.stop()
            self.executor.shutdown(wait=True, cancel_futures=True)
            self._keep_what_is_done()
            raise
        self.executor.shutdown(wait=True)

    def _hand_out(self) -> bool:
        """Fill the executor; False where nothing is left to wait for."""
        while not self.board.complete and len(self.running) < self.crew.at_once:
            if self.running and (self.suspects or self.alone):
                break
            self.alone = bool(self.suspects)
            queue = self.suspects or self.waiting
            if not queue:
                break
            number = queue.popleft()
            try:
                self.running[self.executor.submit(self.play, self.plan.task(number))] = number
            except BrokenExecutor as error:
                queue.appendleft(number)
                self._break_down(error)
        return bool(self.running)

    def _take(self, future: Future[Answer]) -> None:
        try:
            answer = future.result()
        except BrokenExecutor as error:
            self._break_down(error)
            return
        except Exception as error:  # noqa: BLE001 - whatever a task does wrong must not end the run
            self._failed(self.running.pop(future), f"{type(error).__name__}: {error}")
            return
        number = self.running.pop(future)
        if answer is None:
            self._failed(number, "stopped")
        else:
            self.breakdowns = 0
            self._finish(number, answer)

    def _break_down(self, error: BrokenExecutor) -> None:
        """A worker died and took the executor with it: a new one, and a look at who was there."""
        self.breakdowns += 1
        if self.breakdowns >= BREAKDOWNS:
            raise SpielbaumError("error.run.workers", times=self.breakdowns, why=str(error)) from error
        numbers = sorted(self.running.values())
        self.running.clear()
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self.crew.executor()
        if len(numbers) == 1:
            self._failed(numbers[0], f"{type(error).__name__}: {error}")
        else:
            self.suspects.extend(numbers)

    def _failed(self, number: int, why: str) -> None:
        self.failures[number] += 1
        if self.failures[number] < ATTEMPTS:
            self.suspects.append(number)
        else:
            self._finish(number, None, why)

    def _finish(self, number: int, answer: Answer, why: str = "") -> None:
        self.board.add(self.run.add(number, answer, why))
        self.tell(self.board)

    def _keep_what_is_done(self) -> None:
        for future, number in self.running.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                answer = future.result()
                if answer is not None and number not in self.run.finished:
                    with suppress(SpielbaumError):  # the disk may be what stopped us
                        self.board.add(self.run.add(number, answer))
