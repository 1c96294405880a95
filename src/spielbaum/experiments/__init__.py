"""Measured strength and cost: runs that can be killed and resumed, and what they found.

settings = MatchSettings("connect4", ("engine:nodes=20000", "mcts:playouts=500"), games=100)
experiment = prepare(settings)                     # SweepSettings, AblateSettings, GrowthSettings …
with open_executor(workers=2) as executor, open_run(folder, experiment.settings, environment(2)) as run:
    summary = run_experiment(experiment, run, executor)
print(findings_text(findings_of(summary, "en"), "en"))

read_summary(folder)                               # the same, also while the run goes on
run_tasks(executor, function, tasks, keep)         # any other work, on the same machines
Tally(wins=12, losses=5, draws=3).elo              # statistics are values of their own

A kind of run is one object (`kind.py`) in a folder of its own; `registry.py` lists them.
"""

from typing import Any

from spielbaum.experiments.ablate import AblateSettings
from spielbaum.experiments.environment import environment
from spielbaum.experiments.executor import TaskExecutor, cores, local_executor, open_executor
from spielbaum.experiments.findings import Findings
from spielbaum.experiments.folder import Run, open_run, read_record, read_settings, read_summary
from spielbaum.experiments.growth import GrowthSettings
from spielbaum.experiments.kind import Experiment, Finished, Kind, document
from spielbaum.experiments.kind import prepare as _prepare
from spielbaum.experiments.match import MatchSettings
from spielbaum.experiments.openings import Opening, Positions, choose_openings
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.ratings import ratings
from spielbaum.experiments.registry import kind_named, kind_of
from spielbaum.experiments.runner import Progress, run_experiment
from spielbaum.experiments.statistics import (
    Interval,
    Pentanomial,
    Sprt,
    Tally,
    Verdict,
    elo_of,
    expected,
    total,
)
from spielbaum.experiments.sweep import SweepSettings
from spielbaum.experiments.tasks import Done, run_tasks
from spielbaum.experiments.text import findings_text
from spielbaum.experiments.tournament import TournamentSettings
from spielbaum.experiments.tune import TuneSettings
from spielbaum.experiments.worker import kept_game, stop_event


def prepare(settings: Any) -> Experiment:
    """Settings with everything checked that can be known beforehand; compiles what the players need."""
    return _prepare(kind_of(settings), settings)


def findings_of(summary: Any, language: str = "en") -> Findings:
    """What a run has found, in words, tables and figures."""
    return kind_of(summary.settings).tell(summary, language)


__all__ = [
    "AblateSettings",
    "Done",
    "Experiment",
    "Findings",
    "Finished",
    "GrowthSettings",
    "Interval",
    "Kind",
    "MatchSettings",
    "Opening",
    "Pentanomial",
    "PortableRules",
    "Positions",
    "Progress",
    "Run",
    "Sprt",
    "SweepSettings",
    "Tally",
    "TaskExecutor",
    "TournamentSettings",
    "TuneSettings",
    "Verdict",
    "choose_openings",
    "cores",
    "document",
    "elo_of",
    "environment",
    "expected",
    "findings_of",
    "findings_text",
    "kept_game",
    "kind_named",
    "kind_of",
    "local_executor",
    "open_executor",
    "open_run",
    "prepare",
    "ratings",
    "read_record",
    "read_settings",
    "read_summary",
    "run_experiment",
    "run_tasks",
    "stop_event",
    "total",
]
