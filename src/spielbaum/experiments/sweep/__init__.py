"""A sweep: strength as a function of thinking time, positions or depth."""

from __future__ import annotations

from spielbaum.experiments.contest import Contest
from spielbaum.experiments.kind import Kind
from spielbaum.experiments.sweep.findings import findings, played
from spielbaum.experiments.sweep.settings import Choices, Solved, SweepSettings, check
from spielbaum.experiments.sweep.summary import belongs, summarise
from spielbaum.experiments.sweep.tasks import prepare

__all__ = ["KIND", "SweepSettings"]

KIND = Kind(
    name="sweep",
    settings=SweepSettings,
    players=None,
    measurements=(Solved, Choices, Contest),
    check=check,
    prepare=prepare,
    belongs=belongs,
    summarise=summarise,
    findings=findings,
    played=played,
    cores_each=lambda settings: 1 if settings.limit == "seconds" else 0,
    seconds_each=lambda settings: settings.ladder[-1] if settings.limit == "seconds" else 0.0,
)
