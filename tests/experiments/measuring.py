"""Experiments with an executor of threads, and what their runs hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from spielbaum.experiments import Experiment, Finished, TaskExecutor, document, open_run, run_experiment
from spielbaum.experiments.kind import MEASUREMENTS
from tests.experiments.support import threads


def measure(experiment: Experiment, folder: Path, number: int = 1) -> Any:
    with threads(number) as executor, open_run(folder, experiment.settings, {}) as run:
        return run_experiment(experiment, run, executor)


def entries(folder: Path) -> dict[int, dict[str, Any]]:
    """The measurements by number, without times; fails where one is there twice or was not made."""
    found: dict[int, dict[str, Any]] = {}
    for line in (folder / MEASUREMENTS).read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        assert entry["task"] not in found
        found[entry["task"]] = {name: x for name, x in entry["measurement"].items() if name != "seconds"}
    return found


def record(measurements: Mapping[int, Any]) -> dict[int, Finished]:
    return {number: Finished(number, each) for number, each in measurements.items()}


def whole_json(summary: Any) -> str:
    """The summary as JSON; raises where it holds an infinity or no number."""
    return json.dumps(document(summary), allow_nan=False)


@contextmanager
def threads_executor(*_arguments: Any, **_options: Any) -> Iterator[TaskExecutor]:
    """Stands for `opened_executor`: what is patched in this process then holds for the workers too."""
    with threads(1) as executor:
        yield executor
