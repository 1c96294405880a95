"""`sweep`: strength against thinking time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from spielbaum.documents import Count, Duration, Index, Real, Whole
from spielbaum.experiments.measurements.shared import Limit, Positions, Row, State, Step
from spielbaum.experiments.statistics import Interval


@dataclass(frozen=True, slots=True)
class SweepSettings:
    """Strength as a function of thinking time."""

    kind: ClassVar[str] = "sweep"
    game: str
    #: The digest of the source that the rules stand in.
    rules: str
    limit: Limit
    #: Seconds, nodes or plies a move, ascending.
    ladder: tuple[Duration, ...]
    #: Whose neighbours on the ladder play `games` games a step.
    players: tuple[str, ...]
    games: Count
    openings: Positions
    #: Whose moves in `positions` are compared with perfect play.
    algorithms: tuple[str, ...]
    positions: Positions
    #: How long a position may take to be solved; None where the game cannot be solved.
    solve_seconds: Duration | None
    seed: Whole


@dataclass(frozen=True, slots=True)
class Solved:
    """`sweep`: the truth about a position, for the player to move. Empty where it was not found in time."""

    kind: ClassVar[str] = "solved"
    position: Index
    value: Real | None
    #: The legal moves, those that keep win, draw or loss, and those that no other is better than.
    legal: tuple[str, ...]
    keeping: tuple[str, ...]
    best: tuple[str, ...]
    seconds: Duration


@dataclass(frozen=True, slots=True)
class Choices:
    """`sweep`: what an algorithm played in positions `first`, `first` + 1, …, each from an empty table."""

    kind: ClassVar[str] = "choices"
    algorithm: str
    rung: Index
    first: Index
    moves: tuple[str, ...]
    depths: Row
    nodes: Row
    seconds: tuple[Duration, ...]


@dataclass(frozen=True, slots=True)
class Strength:
    """A player on the ladder: each step, and the distance of each rung from the lowest one."""

    player: str
    steps: tuple[Step, ...]
    cumulative: tuple[Interval, ...]
    #: Over the whole ladder, in the unit of the steps.
    per_doubling: Interval
    #: Means of a move in the games, one for each rung; None before the first game.
    depth: tuple[float | None, ...]
    nodes: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """Moves of an algorithm with one limit against perfect play, over the positions that were solved."""

    algorithm: str
    rung: float
    positions: int
    #: The share of moves that keep win, draw or loss; the share of moves that are best.
    keeping: Interval
    best: Interval
    #: Means of a move, over all positions.
    depth: float | None
    nodes: float | None
    seconds: float | None


@dataclass(frozen=True, slots=True)
class SweepSummary:
    """What came of a sweep."""

    settings: SweepSettings
    state: State
    strength: tuple[Strength, ...]
    quality: tuple[Quality, ...]
    #: Positions whose value is known, and what moves by chance would reach there.
    solved: int
    chance_keeping: float | None
    chance_best: float | None
    #: Games that did not end by the rules, by their reason.
    endings: dict[str, int] = field(default_factory=dict)
