"""Settings, measurements and summaries as JSON, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from spielbaum.lab.measurements.ablate import AblateSettings, AblateSummary, Search
from spielbaum.lab.measurements.growth import GrowthSettings, GrowthSummary, Series
from spielbaum.lab.measurements.shared import Contest, Positions
from spielbaum.lab.measurements.sweep import Choices, Solved, SweepSettings, SweepSummary
from spielbaum.lab.measurements.tune import Lesson, TuneSettings, TuneSummary

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


def measurement_of(given: Mapping[str, Any]) -> Measurement:
    """A line of the record; ValueError, TypeError or KeyError where it is none."""
    found: Measurement = _read(_MEASUREMENTS[given["kind"]], given)
    return found


def settings_of(given: Mapping[str, Any]) -> Settings:
    found: Settings = _read(SETTINGS[given["kind"]], given)
    return found


def _read(cls: type[Any], given: Mapping[str, Any]) -> Any:
    names = {each.name for each in fields(cls)}
    values = {name: _frozen(value) for name, value in given.items() if name != "kind"}
    if values.keys() != names:
        raise ValueError(sorted(values.keys() ^ names))
    return cls(
        **{n: Positions(**v) if isinstance(v, dict) and "digest" in v else v for n, v in values.items()}
    )


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
