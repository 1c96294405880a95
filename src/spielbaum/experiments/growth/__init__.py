"""A growth: nodes against depth, and how near that comes to the theory."""

from __future__ import annotations

from spielbaum.experiments.growth.findings import findings
from spielbaum.experiments.growth.settings import GrowthSettings, Series, check
from spielbaum.experiments.growth.summary import belongs, summarise
from spielbaum.experiments.growth.tasks import prepare
from spielbaum.experiments.kind import Kind

__all__ = ["KIND", "GrowthSettings"]

KIND = Kind(
    name="growth",
    settings=GrowthSettings,
    measurements=(Series,),
    check=check,
    prepare=prepare,
    belongs=belongs,
    summarise=summarise,
    findings=findings,
    failed=lambda summary: bool(summary.disagreements),
)
