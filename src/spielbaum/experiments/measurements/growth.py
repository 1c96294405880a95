"""`growth`: nodes against depth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from spielbaum.documents import Duration, Index, Natural, Real, Whole
from spielbaum.experiments.measurements.shared import Positions, State
from spielbaum.experiments.statistics import Interval


@dataclass(frozen=True, slots=True)
class GrowthSettings:
    """Nodes against depth."""

    kind: ClassVar[str] = "growth"
    game: str
    #: The digest of the source that the rules stand in.
    rules: str
    depth: Index
    nodes: Natural
    algorithms: tuple[str, ...]
    positions: Positions
    seed: Whole


@dataclass(frozen=True, slots=True)
class Series:
    """`growth`: searches of depth 1, 2, …, as far as the limit of nodes allowed; a number for each depth.

    `nodes` counts all nodes visited, `leaves` those that were judged, `held` how many were in memory at a
    time (0 where that was not counted: the engine has a table of fixed size).
    """

    kind: ClassVar[str] = "series"
    algorithm: str
    position: Index
    nodes: tuple[Natural, ...]
    leaves: tuple[Natural, ...]
    held: tuple[Natural, ...]
    seconds: tuple[Duration, ...]
    values: tuple[Real, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """ln nodes = ln factor + depth·ln branching, by least squares over `depths` depths; with R²."""

    branching: Interval
    factor: float
    r2: float
    depths: int


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
