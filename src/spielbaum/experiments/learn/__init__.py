"""Learning: a network that judges positions, from games of the engine against itself, and what it gains."""

from __future__ import annotations

from spielbaum.experiments.contest import Contest
from spielbaum.experiments.kind import Kind
from spielbaum.experiments.learn.findings import findings, played
from spielbaum.experiments.learn.settings import Fit, LearnSettings, Lessons, check
from spielbaum.experiments.learn.summary import belongs, summarise, write_network
from spielbaum.experiments.learn.tasks import prepare

__all__ = ["KIND", "LearnSettings"]

KIND = Kind(
    name="learn",
    settings=LearnSettings,
    measurements=(Lessons, Fit, Contest),
    check=check,
    prepare=prepare,
    belongs=belongs,
    summarise=summarise,
    findings=findings,
    played=played,
    afterwards=write_network,
)
