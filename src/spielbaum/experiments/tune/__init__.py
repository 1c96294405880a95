"""A tuning: weights of an evaluation from results of games, and what the new ones gain."""

from __future__ import annotations

from spielbaum.experiments.contest import Contest
from spielbaum.experiments.kind import Kind
from spielbaum.experiments.match.tasks import cores_for
from spielbaum.experiments.tune.findings import findings, played
from spielbaum.experiments.tune.settings import Lesson, TuneSettings, check
from spielbaum.experiments.tune.summary import belongs, summarise, write_weights
from spielbaum.experiments.tune.tasks import prepare

__all__ = ["KIND", "TuneSettings"]

KIND = Kind(
    name="tune",
    needs=("weights",),
    settings=TuneSettings,
    measurements=(Lesson, Contest),
    check=check,
    prepare=prepare,
    belongs=belongs,
    summarise=summarise,
    findings=findings,
    played=played,
    cores_each=lambda settings: cores_for([settings.player]),
    afterwards=write_weights,
)
