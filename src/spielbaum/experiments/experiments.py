"""The four experiments by their names: reading what came of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.experiments import ablate, growth, sweep_summary, tune_summary
from spielbaum.experiments.folder import MEASUREMENTS, read_games, read_settings
from spielbaum.experiments.measurements import SETTINGS, Settings, Summary, settings_of

KINDS = tuple(SETTINGS)

#: What knows the tasks of each kind: `sound`, `planned`, `belongs`, `summarise`.
_TASKS: dict[str, Any] = {"sweep": sweep_summary, "ablate": ablate, "growth": growth, "tune": tune_summary}


def is_experiment(folder: Path) -> bool:
    return read_settings(folder).get("kind") in SETTINGS


def experiment_settings(folder: Path) -> Settings:
    """The settings of a run, read back."""
    try:
        settings = settings_of(read_settings(folder))
        if not _TASKS[settings.kind].sound(settings):
            raise BadInput("error.document.wrong", where="settings")
    except BadInput as error:
        raise _named(folder, error) from error
    return settings


def _named(folder: Path, error: BadInput) -> BadInput:
    return error if "path" in error.fields else BadInput("error.run.foreign", path=folder, why=error)


def read_experiment(folder: Path) -> Summary:
    """What the run of an experiment has come to, also while it goes on."""
    settings = experiment_settings(folder)
    tasks = _TASKS[settings.kind]
    record = read_games(folder, MEASUREMENTS)
    planned = tasks.planned(settings)
    total = sum(planned) if isinstance(planned, tuple) else planned
    for number, finished in record.items():
        if number >= total:
            raise BadInput("error.run.beyond", game=number, planned=total)
        if finished.measurement is not None and not tasks.belongs(settings, number, finished.measurement):
            raise BadInput("error.run.foreign", path=folder, why=BadInput("error.run.task", task=number))
    summary: Summary = tasks.summarise(settings, record)
    return summary
