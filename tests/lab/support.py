"""Small plans, a crew of threads, and tasks that misbehave."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from spielbaum.lab import Crew, Plan, Scoreboard, Task, conduct, make_plan, open_run, play_task
from spielbaum.lab.folder import GAMES
from spielbaum.lab.plan import Kind


def small_plan(games: int = 12, **changes: Any) -> Plan:
    players = changes.pop("players", ["random", "first"])
    kind: Kind = "match" if len(players) == 2 else "tournament"
    return make_plan(kind, changes.pop("game", "tictactoe"), players, games=games, **changes)


def threads(number: int) -> Crew:
    return Crew(lambda: ThreadPoolExecutor(number), number)


def play(plan: Plan, folder: Path, crew: Crew | None = None, task: Any = play_task) -> Scoreboard:
    with crew or threads(2) as team, open_run(folder, plan.settings, {}) as run:
        return conduct(plan, run, team, lambda _board: None, task)


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
    return play_task(task)


def dies_in_game_3(task: Task) -> Any:
    if task.number == 3:
        os._exit(1)
    return play_task(task)


def always_dies(_task: Task) -> Any:
    os._exit(1)
