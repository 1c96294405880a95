"""Runs: what is missing of an experiment is measured, by any executor, and kept as it comes in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from spielbaum.experiments.executor import TaskExecutor
from spielbaum.experiments.folder import Run
from spielbaum.experiments.kind import Accumulator, Experiment, Record, Task, document
from spielbaum.experiments.tasks import Done, run_tasks

Work = Callable[[Task], dict[str, Any] | None]

#: Tasks that have to come in before anything is said about the time that is left.
TICKS = 3


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is; `left` in seconds, None before anything can be said; `found` is what came of it."""

    done: int
    planned: int
    left: float | None
    found: Accumulator


Tell = Callable[[Progress], None]


def work(task: Task) -> dict[str, Any] | None:
    """What workers do."""
    measured = task.measure()
    return None if measured is None else document(measured)


def run_experiment(
    experiment: Experiment,
    run: Run,
    executor: TaskExecutor,
    tell: Tell = lambda _progress: None,
    work: Work = work,
) -> Any:
    """Measure what is not in the run yet and give its summary; `tell` hears of each. Ctrl-C stops at once.

    A task that keeps failing through no fault of its own is left out. A run may be complete before all tasks
    are done, where a sequential test is decided.
    """
    found = run.kind.accumulator(experiment.settings)
    for _, finished in sorted(run.finished.items()):
        found.add(finished)
    clock = Clock([experiment.cost(number) for number in range(experiment.stages[-1])], run.finished)

    def progress() -> Progress:
        left = None if getattr(experiment, "open_ended", False) else clock.left
        return Progress(clock.done, len(clock.costs), left, found)

    def missing(first: int, stop: int) -> Iterator[Task]:
        for number in range(first, stop):
            if found.complete:
                return
            if number not in run.finished:
                yield experiment.task(number, run.finished)

    def keep(done: Done[Task, dict[str, Any]]) -> None:
        found.add(run.add(done.task.number, done.answer, done.failure))
        clock.tick(done.task.number)
        tell(progress())

    tell(progress())
    first = 0
    for stop in experiment.stages:
        if any(number not in run.finished for number in range(first, stop)):
            run_tasks(executor, work, missing(first, stop), keep)
        first = stop
    return found.summary()


class Clock:
    """What is done, and from how long that took, how long the rest will take.

    Time counts from the first task that comes in, since until then workers start and compile.
    """

    def __init__(self, costs: list[float], finished: Record) -> None:
        self.costs = costs
        self.began: float | None = None
        self.ticks = 0
        self.done = len(finished)
        self.earned = 0.0
        self.missing = sum(cost for number, cost in enumerate(costs) if number not in finished)

    def tick(self, number: int) -> None:
        self.done += 1
        self.ticks += 1
        if self.began is None:
            self.began = monotonic()
        else:
            self.earned += self.costs[number]
        self.missing -= self.costs[number]

    @property
    def left(self) -> float | None:
        """Seconds, as far as they are known."""
        if self.began is None or self.ticks < TICKS or not self.earned:
            return None
        return (monotonic() - self.began) * self.missing / self.earned
