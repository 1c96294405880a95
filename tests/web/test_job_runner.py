"""A worker's jobs: engines know what is solved."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from spielbaum.play.engine_store import EngineStore
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.workers.job_runner import JobRunner
from tests.support.solved_files import solved_file

HINT = {"kind": "hint", "game": "morris", "start": "", "moves": [], "given": 0.05, "language": "en"}


def done(runner: JobRunner, task: dict[str, Any]) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    runner.run(task, Event(), messages.append)
    assert "done" in messages[-1], messages[-1]
    found: dict[str, Any] = messages[-1]["done"]
    return found


@pytest.mark.parametrize("damaged", [False, True])
def test_engines_of_a_worker_know_what_is_solved(
    damaged: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged file keeps nobody from playing."""
    path = tmp_path / "morris.table"
    solved_file(path, "morris")
    if damaged:
        path.write_bytes(path.read_bytes()[:-1])
    for name in ("announce", "solution"):
        monkeypatch.setattr(EngineStore, name, None)
    monkeypatch.setenv("SPIELBAUM_SOLUTIONS", str(tmp_path))
    runner = JobRunner(GameCatalog({}))
    assert done(runner, HINT)["info"]["move"]
    (engine,) = runner._engines._idle
    assert (engine.solution is None) is damaged
