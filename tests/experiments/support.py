"""Small plans, an executor of threads, and tasks that misbehave."""

from __future__ import annotations

import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from spielbaum.experiments import TaskExecutor, open_run, run_experiment
from spielbaum.experiments.kind import GAMES, Task
from spielbaum.experiments.match.tasks import Games
from spielbaum.experiments.runner import work
from tests.experiments.made import make_match, make_tournament


def small_plan(games: int = 12, **changes: Any) -> Games:
    players = changes.pop("players", ["random", "first"])
    make = make_match if len(players) == 2 else make_tournament
    return make(changes.pop("game", "tictactoe"), players, games=games, **changes)


def threads(number: int) -> TaskExecutor:
    return TaskExecutor(lambda: ThreadPoolExecutor(number), number)


def play(plan: Games, folder: Path, executor: TaskExecutor | None = None, task: Any = work) -> Any:
    with executor or threads(2) as team, open_run(folder, plan.settings, {}) as run:
        return run_experiment(plan, run, team, work=task)


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / GAMES).read_text(encoding="utf-8").splitlines()]


def moves(folder: Path) -> dict[int, list[str]]:
    """The moves of each game; fails where a game is there twice."""
    found = lines(folder)
    assert len({line["game"] for line in found}) == len(found)
    return {line["game"]: [ply["move"] for ply in line["record"]["plies"]] for line in found}


def fails_in_game_3(task: Task) -> Any:
    if task.number == 3:
        raise OSError("no luck")
    return work(task)


def dies_in_game_3(task: Task) -> Any:
    if task.number == 3:
        os._exit(1)
    return work(task)


def always_dies(_task: object) -> Any:
    os._exit(1)


_at_once = 0


def where(_task: object) -> tuple[int, int]:
    """The process that does the task, and how many tasks it does now."""
    global _at_once
    _at_once += 1
    try:
        time.sleep(0.01)
        return os.getpid(), _at_once
    finally:
        _at_once -= 1


def where_and_wait(task: tuple[Path, int]) -> int:
    """The process that does the task. The first one to come by dies, as if it had been killed."""
    try:
        with task[0].open("x") as flag:
            flag.write(str(os.getpid()))
    except FileExistsError:
        return os.getpid()
    os.kill(os.getpid(), signal.SIGKILL)
    return 0
