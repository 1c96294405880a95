"""Whole games solved by an executor: the steps of a layer (`solution/shards.py`) go to its workers.

Steps find and leave everything in the folder beside the output, so all workers have to see that folder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import local
from typing import Any

from spielbaum.engine.position_set import ThreadPool
from spielbaum.engine.threads import Unwanted
from spielbaum.errors import SpielbaumError
from spielbaum.experiments.executor import TaskExecutor
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.tasks import Done, run_tasks
from spielbaum.experiments.worker import Misfit, kept_game, stop_event
from spielbaum.solution.shards import Step, perform
from spielbaum.solution.solver import How, Progress, pool_for, solve_all
from spielbaum.solution.storage import Storage

#: Shards per worker: so few that files stay large, so many that no worker waits long for the others.
SHARDS_EACH = 2


@dataclass(frozen=True, slots=True)
class Part:
    """A step as it travels to a worker."""

    rules: PortableRules
    unfolded: bool
    interpreted: bool
    memory: int
    #: The file that is being made.
    output: Path
    step: Step


class _Kept(local):
    """Compiled rules, kept for the next step of the same thread."""

    def __init__(self) -> None:
        self.pool = lru_cache(maxsize=2)(_pool)


def _pool(rules: PortableRules, unfolded: bool, interpreted: bool) -> ThreadPool:
    how = How(0, 1, unfolded, interpreted=interpreted)
    return pool_for(kept_game(rules), how, lambda: not stop_event().is_set())


_kept = _Kept()


def do_part(part: Part) -> int | None:
    """What a worker does; how many positions its shard has, None where nobody wants it any more."""
    pool = _kept.pool(part.rules, part.unfolded, part.interpreted)
    storage = Storage(part.output)
    if not storage.was_prepared(pool.code.rules.digest):
        raise Misfit("solution.folder_not_seen", folder=storage.path)
    try:
        return perform(pool, storage, part.step, part.memory)
    except Unwanted:
        return None


def solve_with(
    executor: TaskExecutor, rules: PortableRules, name: str, path: Path, how: How, progress: Progress
) -> None:
    """Solve a game that goes by layers with the workers of the executor; `how.memory` is that of each."""
    path = path.absolute()

    def have_done(steps: Sequence[Step], hear: Callable[[Step, int], None]) -> None:
        def keep(done: Done[Part, int]) -> None:
            if done.answer is None:
                raise SpielbaumError("error.cluster.task", why=done.failure)
            hear(done.task.step, done.answer)

        parts = (Part(rules, how.unfolded, how.interpreted, how.memory, path, step) for step in steps)
        run_tasks(executor, do_part, parts, keep)

    game: Any = rules.load()
    shards = SHARDS_EACH * executor.at_once
    solve_all(game, name, path, replace(how, perform=have_done, shards=shards), progress)
