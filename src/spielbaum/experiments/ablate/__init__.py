"""An ablation: what each technique of the engine is worth, and that values stay the same."""

from __future__ import annotations

from spielbaum.experiments.ablate.findings import findings
from spielbaum.experiments.ablate.settings import AblateSettings, Search, check
from spielbaum.experiments.ablate.summary import belongs, summarise
from spielbaum.experiments.ablate.tasks import prepare
from spielbaum.experiments.kind import Kind

__all__ = ["KIND", "AblateSettings"]

KIND = Kind(
    name="ablate",
    settings=AblateSettings,
    measurements=(Search,),
    check=check,
    prepare=prepare,
    belongs=belongs,
    summarise=summarise,
    findings=findings,
    failed=lambda summary: summary.agree is False,
)
