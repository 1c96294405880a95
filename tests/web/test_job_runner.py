"""A worker's jobs: engines know what is solved."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from spielbaum.play.engine_store import EngineStore
from spielbaum.solution import Solution
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.server_limits import ServerLimits
from spielbaum.web.workers.job_runner import JobRunner
from tests.support.solved_files import solved_file

HINT = {"kind": "hint", "game": "morris", "start": "", "moves": [], "given": 0.05, "language": "en"}


def done(runner: JobRunner, task: dict[str, Any]) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    runner.run(task, Event(), messages.append)
    assert "done" in messages[-1], messages[-1]
    found: dict[str, Any] = messages[-1]["done"]
    return found


@pytest.fixture(autouse=True)
def untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a runner says to all engines of its process is taken back."""
    for name in ("announce", "solution"):
        monkeypatch.setattr(EngineStore, name, None)


def engine_of(runner: JobRunner) -> Any:
    assert done(runner, HINT)["info"]["move"]
    (engine,) = runner._engines._idle
    return engine


@pytest.mark.parametrize("damaged", [False, True])
def test_engines_of_a_worker_know_what_is_solved(damaged: bool, tmp_path: Path) -> None:
    """A damaged file keeps nobody from playing, nor from using the others."""
    path = tmp_path / "morris.table"
    solved_file(path, "morris")
    (tmp_path / "cut.table").write_bytes(path.read_bytes()[:-1])
    (tmp_path / "foreign.table").write_text("no solution")
    if damaged:
        path.unlink()
    solution = engine_of(JobRunner(GameCatalog({}), tmp_path)).solution
    if damaged:
        assert solution is None
    else:
        assert len(solution) == len(Solution.open(path))


def test_a_solution_that_takes_too_much_memory_is_left_out(tmp_path: Path) -> None:
    solved_file(tmp_path / "morris.table", "morris")
    games = GameCatalog({}, ServerLimits(solution_mb=0))
    assert engine_of(JobRunner(games, tmp_path)).solution is None


def test_files_that_come_and_go_are_noticed(tmp_path: Path) -> None:
    runner = JobRunner(GameCatalog({}), tmp_path)
    before = engine_of(runner)
    assert before.solution is None
    path = tmp_path / "morris.table"
    solved_file(path, "morris")
    after = engine_of(runner)
    assert len(after.solution) == len(Solution.open(path))
    assert engine_of(runner) is after
    path.unlink()
    assert engine_of(runner).solution is None
