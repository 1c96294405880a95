"""Playing what a plan still lacks, with any executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from spielbaum.experiments.executor import TaskExecutor
from spielbaum.experiments.folder import Run
from spielbaum.experiments.plan import Plan, Task
from spielbaum.experiments.scoreboard import Scoreboard, scoreboard_of
from spielbaum.experiments.tasks import Done, run_tasks
from spielbaum.experiments.worker import play_task

Answer = dict[str, Any] | None
Tell = Callable[[Scoreboard], None]


def conduct(
    plan: Plan, run: Run, executor: TaskExecutor, tell: Tell, play: Callable[[Task], Answer] = play_task
) -> Scoreboard:
    """Play the games that are not in the run yet; `tell` hears of each. Ctrl-C stops the games at once.

    A game that keeps failing through no fault of the players is left out of the score.
    """
    board = scoreboard_of(plan, run.finished)
    tell(board)

    def missing() -> Iterator[Task]:
        for number in range(plan.total):
            if board.complete:  # the test may be decided before all are played
                return
            if number not in run.finished:
                yield plan.task(number)

    def keep(done: Done[Task, dict[str, Any]]) -> None:
        board.add(run.add(done.task.number, done.answer, done.failure))
        tell(board)

    run_tasks(executor, play, missing(), keep)
    return board
