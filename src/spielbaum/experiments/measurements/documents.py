"""Settings, measurements and summaries as JSON, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from spielbaum.documents import checked
from spielbaum.errors import BadInput
from spielbaum.experiments.measurements.ablate import AblateSettings, AblateSummary, Search
from spielbaum.experiments.measurements.growth import GrowthSettings, GrowthSummary, Series
from spielbaum.experiments.measurements.shared import Contest
from spielbaum.experiments.measurements.sweep import Choices, Solved, SweepSettings, SweepSummary
from spielbaum.experiments.measurements.tune import Lesson, TuneSettings, TuneSummary

Settings = SweepSettings | AblateSettings | GrowthSettings | TuneSettings
Measurement = Solved | Choices | Contest | Search | Series | Lesson
Summary = SweepSummary | AblateSummary | GrowthSummary | TuneSummary

_MEASUREMENTS: dict[str, type[Any]] = {
    cls.kind: cls for cls in (Solved, Choices, Contest, Search, Series, Lesson)
}
SETTINGS: dict[str, type[Any]] = {
    cls.kind: cls for cls in (SweepSettings, AblateSettings, GrowthSettings, TuneSettings)
}


def document(thing: Any) -> dict[str, Any]:
    """Settings, a measurement or a summary as JSON, with its kind first."""
    settings = getattr(thing, "settings", thing)
    kind = getattr(settings, "kind", None)
    plain: dict[str, Any] = asdict(thing)
    if settings is not thing:  # a summary; what was measured stays as it is
        plain = {name: _rounded(value) for name, value in plain.items()}
    return plain if kind is None else {"kind": kind} | plain


def _rounded(value: Any) -> Any:
    """Six digits are more than any of these numbers is good for."""
    if isinstance(value, float):
        return float(f"{value:.6g}") + 0.0  # no −0.0
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list | tuple) else value


def measurement_of(given: Any) -> Measurement:
    """What a line of the record says was measured."""
    found: Measurement = _read(_MEASUREMENTS, given)
    return found


def settings_of(given: Any) -> Settings:
    """The settings of an experiment, read back."""
    found: Settings = _read(SETTINGS, given)
    return found


def _read(schemas: Mapping[str, type[Any]], given: Any) -> Any:
    """As the kind says; nothing may be missing, and nothing beyond."""
    kind = checked(given, _Kind).kind
    if kind not in schemas:
        raise BadInput("error.document.wrong", where="kind")
    found = checked(given, schemas[kind])
    for name in given.keys() - {each.name for each in fields(found)} - {"kind"}:
        raise BadInput("error.document.wrong", where=name)
    return found


@dataclass(frozen=True, slots=True)
class _Kind:
    kind: str
