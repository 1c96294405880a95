"""The four experiments by their names: reading what came of a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.lab import ablate, growth, sweep_summary, tune_summary
from spielbaum.lab.experiment import Record
from spielbaum.lab.folder import MEASUREMENTS, read_games, read_settings
from spielbaum.lab.measurements import SETTINGS, Settings, Summary, settings_of

KINDS = tuple(SETTINGS)

_SUMMARISE: dict[str, Callable[[Any, Record], Summary]] = {
    "sweep": sweep_summary.summarise,
    "ablate": ablate.summarise,
    "growth": growth.summarise,
    "tune": tune_summary.summarise,
}


def is_experiment(folder: Path) -> bool:
    return read_settings(folder).get("kind") in SETTINGS


def experiment_settings(folder: Path) -> Settings:
    """The settings of a run, read back."""
    try:
        return settings_of(read_settings(folder))
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput("error.run.foreign", path=folder) from error


def read_experiment(folder: Path) -> Summary:
    """What the run of an experiment has come to, also while it goes on."""
    settings = experiment_settings(folder)
    record = read_games(folder, MEASUREMENTS)
    found = _SUMMARISE[settings.kind](settings, record)
    if found.state.done > found.state.planned:
        raise BadInput("error.run.beyond", game=max(record), planned=found.state.planned)
    return found
