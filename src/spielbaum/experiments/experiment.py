"""What the experiments have in common: numbered tasks that follow from the settings, done by any executor."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from spielbaum.experiments.executor import TaskExecutor
from spielbaum.experiments.folder import Finished, Run
from spielbaum.experiments.measurements import Measurement, Positions, Settings, State, Summary, document
from spielbaum.experiments.openings import Opening, choose_openings
from spielbaum.experiments.tasks import Done, run_tasks
from spielbaum.game import Game

Record = Mapping[int, Finished]


class Task(Protocol):
    """One measurement, with all that is needed to make it anywhere; the same task measures the same."""

    @property
    def number(self) -> int: ...

    def measure(self) -> Measurement | None:
        """None where it was stopped."""
        ...


class Experiment(Protocol):
    """Settings with everything that follows from them."""

    @property
    def settings(self) -> Settings: ...

    @property
    def stages(self) -> tuple[int, ...]:
        """Where stages end: tasks up to there are done before the next one begins. The last is the end."""
        ...

    def task(self, number: int, record: Record) -> Task:
        """Task `number`; it may depend on what came of earlier stages."""
        ...

    def cost(self, number: int) -> float:
        """How long the task takes beside the others, roughly; for the estimate only."""
        ...

    def summary(self, record: Record) -> Summary: ...


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is; `left` in seconds, None before anything can be said."""

    done: int
    planned: int
    left: float | None


Tell = Callable[[Progress], None]

#: Tasks that have to come in before anything is said about the time that is left.
TICKS = 3


def work(task: Task) -> dict[str, Any] | None:
    """What workers do."""
    measured = task.measure()
    return None if measured is None else document(measured)


def investigate(experiment: Experiment, run: Run, executor: TaskExecutor, tell: Tell) -> Summary:
    """Measure what is not in the run yet; `tell` hears of each. Ctrl-C stops at once."""
    costs = [experiment.cost(number) for number in range(experiment.stages[-1])]
    clock = Clock(costs, run.finished)
    tell(clock.progress())

    def keep(done: Done[Task, dict[str, Any]]) -> None:
        run.add(done.task.number, done.answer, done.failure)
        clock.tick(done.task.number)
        tell(clock.progress())

    first = 0
    for stop in experiment.stages:
        missing = [number for number in range(first, stop) if number not in run.finished]
        if missing:
            run_tasks(executor, work, _tasks(experiment, missing, run), keep)
        first = stop
    return experiment.summary(run.finished)


def _tasks(experiment: Experiment, numbers: Iterable[int], run: Run) -> Iterator[Task]:
    for number in numbers:
        yield experiment.task(number, run.finished)


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

    def progress(self) -> Progress:
        left = None
        if self.began is not None and self.ticks >= TICKS and self.earned:
            left = (monotonic() - self.began) * self.missing / self.earned
        return Progress(self.done, len(self.costs), left)


def state_of(planned: int, record: Record) -> State:
    unscored = {number: each.unscored for number, each in sorted(record.items()) if each.unscored}
    return State(planned, len(record), len(record) >= planned, unscored)


def choose_positions(
    game: Game[Any, Any], text: str, wanted: int, seed: int, *, least_moves: int = 1
) -> tuple[Positions, tuple[Opening, ...]]:
    """The positions of that text, and how they are written down in the settings."""
    chosen = tuple(choose_openings(game, text, wanted, seed, least_moves=least_moves)) if wanted else ()
    listed = json.dumps([[each.start, *each.moves] for each in chosen])
    return Positions(text, len(chosen), hashlib.sha256(listed.encode()).hexdigest()[:16]), chosen
