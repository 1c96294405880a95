"""What the record of a growth says, beside what theory says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean

from spielbaum.experiments.growth.settings import GrowthSettings, Series
from spielbaum.experiments.kind import Record, State
from spielbaum.experiments.regression import Fit, growth_fit
from spielbaum.result import Value

HALVINGS = 200
#: The engine looks beyond the depth where a position is lively and may reduce: its values are others.
SAME_VALUES = ("minimax", "alphabeta", "ordered", "perfect", "compiled", "table")


@dataclass(frozen=True, slots=True)
class Point:
    """An algorithm at one depth: geometric means over the positions, all of which reached it."""

    depth: int
    nodes: float
    leaves: float
    held: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Curve:
    """Nodes against depth. `exponent` is ln b of the fit in units of ln b of minimax: ½ at the very best."""

    algorithm: str
    points: tuple[Point, ...]
    fit: Fit | None
    exponent: float | None


@dataclass(frozen=True, slots=True)
class Bounds:
    """What theory says of a uniform tree with b children a node, in nodes.

    `full` is 1 + b + … + b^d, `root` b^(d/2), `minimal` the sum of b^⌈i/2⌉ + b^⌊i/2⌋ − 1 over the levels i:
    what any algorithm has to visit (Knuth and Moore 1975).
    """

    depth: int
    full: float
    root: float
    minimal: float


@dataclass(frozen=True, slots=True)
class GrowthSummary:
    """What came of a growth.

    `branching` is the b of a uniform tree that would have as many nodes as minimax visited at its deepest.
    """

    settings: GrowthSettings
    state: State
    curves: tuple[Curve, ...]
    branching: float | None
    theory: tuple[Bounds, ...]
    #: Depths at which two algorithms have different values in a position; empty as it has to be.
    disagreements: tuple[str, ...]


def belongs(settings: GrowthSettings, number: int, measured: object) -> bool:
    """Whether that is what the task of that number measures."""
    position, algorithm = divmod(number, len(settings.algorithms))
    if not isinstance(measured, Series):
        return False
    columns = (measured.nodes, measured.leaves, measured.held, measured.seconds, measured.values)
    return (
        measured.position == position
        and measured.algorithm == settings.algorithms[algorithm]
        and {len(column) for column in columns} == {len(measured.nodes)}
        and len(measured.nodes) <= settings.depth
        and min(measured.nodes, default=1) > 0
    )


def summarise(settings: GrowthSettings, record: Record) -> GrowthSummary:
    found: dict[str, list[Series]] = {name: [] for name in settings.algorithms}
    for _, each in sorted(record.items()):
        if isinstance(each.measurement, Series):
            found[each.measurement.algorithm].append(each.measurement)
    points = {name: _points(series) for name, series in found.items()}
    fits = {
        name: growth_fit([p.depth for p in curve], [p.nodes for p in curve]) for name, curve in points.items()
    }
    full = fits.get("minimax")
    base = None if full is None or full.branching.value is None else math.log(full.branching.value)
    curves = []
    for name in settings.algorithms:
        fit = fits[name]
        b = None if fit is None else fit.branching.value
        exponent = None if b is None or not base else round(math.log(b) / base, 4)
        curves.append(Curve(name, points[name], fit, exponent))
    branching = None
    if points.get("minimax"):
        deepest = points["minimax"][-1]
        branching = effective_branching(deepest.nodes, deepest.depth)
    most = max((len(curve) for curve in points.values()), default=0)
    theory = () if branching is None else tuple(bounds(branching, depth) for depth in range(1, most + 1))
    return GrowthSummary(
        settings,
        State.of(settings.planned, record),
        tuple(curves),
        None if branching is None else round(branching, 6),
        theory,
        _disagreements(found),
    )


def _points(series: list[Series]) -> tuple[Point, ...]:
    """As deep as all positions go; one where the game ends early ends the curve."""
    depths = min((len(each.nodes) for each in series), default=0)
    return tuple(
        Point(
            depth + 1,
            _geometric([each.nodes[depth] for each in series]),
            _geometric([each.leaves[depth] for each in series]),
            max(each.held[depth] for each in series),
            round(fmean(each.seconds[depth] for each in series), 6),
        )
        for depth in range(depths)
    )


def _geometric(values: list[int]) -> float:
    if len(set(values)) == 1:
        return float(values[0])
    return round(math.exp(fmean(math.log(max(value, 1)) for value in values)), 3)


def _disagreements(found: dict[str, list[Series]]) -> tuple[str, ...]:
    values: dict[tuple[int, int], dict[str, Value]] = {}
    for name in SAME_VALUES:
        for series in found.get(name, []):
            for depth, value in enumerate(series.values, start=1):
                values.setdefault((series.position, depth), {})[name] = value
    return tuple(
        f"{position}/{depth}: " + ", ".join(f"{name} {value:g}" for name, value in each.items())
        for (position, depth), each in sorted(values.items())
        if len(set(each.values())) > 1
    )


# --- theory -------------------------------------------------------------------------------------------------


def effective_branching(nodes: float, depth: int) -> float:
    """The b with 1 + b + … + b^depth = nodes, by halving."""
    low, high = 0.0, max(nodes, 1.0)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _full(middle, depth) < nodes else (low, middle)
    return low


def _full(b: float, depth: int) -> float:
    total = 1.0
    for _ in range(depth):
        total = 1 + b * total
        if total > 1e300:
            return math.inf
    return total


def bounds(b: float, depth: int) -> Bounds:
    minimal = sum(b ** ((i + 1) // 2) + b ** (i // 2) - 1 for i in range(depth + 1))
    return Bounds(depth, round(_full(b, depth), 3), round(b ** (depth / 2), 3), round(minimal, 3))
