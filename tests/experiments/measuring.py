"""Experiments with an executor of threads, and what their runs hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from spielbaum.experiments import TaskExecutor, open_run
from spielbaum.experiments.experiment import Experiment, investigate
from spielbaum.experiments.folder import MEASUREMENTS, Finished
from spielbaum.experiments.measurements import Measurement, Summary, document
from tests.experiments.support import threads


def measure(experiment: Experiment, folder: Path, number: int = 1) -> Summary:
    with threads(number) as executor, open_run(folder, document(experiment.settings), {}) as run:
        return investigate(experiment, run, executor, lambda _progress: None)


def entries(folder: Path) -> dict[int, dict[str, Any]]:
    """The measurements by number, without times; fails where one is there twice or was not made."""
    found: dict[int, dict[str, Any]] = {}
    for line in (folder / MEASUREMENTS).read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        assert entry["task"] not in found
        found[entry["task"]] = {name: x for name, x in entry["measurement"].items() if name != "seconds"}
    return found


def record(measurements: Mapping[int, Measurement]) -> dict[int, Finished]:
    return {number: Finished(number, None, measurement=each) for number, each in measurements.items()}


def whole_json(summary: Summary) -> str:
    """The summary as JSON; raises where it holds an infinity or no number."""
    return json.dumps(document(summary), allow_nan=False)


@contextmanager
def threads_executor(*_arguments: Any, **_options: Any) -> Iterator[TaskExecutor]:
    """Stands for `opened_executor`: what is patched in this process then holds for the workers too."""
    with threads(1) as executor:
        yield executor
