"""What several kinds of runs hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from spielbaum.documents import Count, Duration, Index, Share, Side, Whole
from spielbaum.experiments.statistics import Interval, Pentanomial

Limit = Literal["seconds", "nodes", "depth"]
Row = tuple[Whole, ...]


@dataclass(frozen=True, slots=True)
class Positions:
    """A set of distinct positions in which the game goes on: as it was written, and as it came out."""

    text: str
    count: Count
    #: Rules that have changed since show here.
    digest: str


@dataclass(frozen=True, slots=True)
class Contest:
    """`sweep`, `tune`: a game between two settings of one player, from an opening.

    `contest` is the step of the ladder (`sweep`) or 0 (`tune`). Player 0 of the contest has less time or the
    old weights, player 1 more time or the new ones; `first` of the two moves first in the game. `score`,
    `depth` and `nodes` are in the order of the contest: points, and means of a move.
    """

    kind: ClassVar[str] = "contest"
    algorithm: str
    contest: Index
    #: Both games of a pair have the same opening, with the sides swapped.
    pair: Index
    opening: Index
    first: Side
    #: The moves of the whole game, the opening's included, from `start` (None: the start of the game).
    start: str | None
    moves: tuple[str, ...]
    score: tuple[Share, Share]
    reason: str
    depth: tuple[Duration, Duration]
    nodes: tuple[Duration, Duration]


@dataclass(frozen=True, slots=True)
class State:
    """How far a run is; part of every summary."""

    planned: int
    done: int
    complete: bool
    unscored: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """Neighbours on the ladder, from the side of the one with more time."""

    low: float
    high: float
    wins: int
    losses: int
    draws: int
    pairs: Pentanomial
    score: float | None
    elo: Interval
    #: Elo/log₂(high/low); on a ladder of depths Elo/(high − low), a ply being the unit there.
    per_doubling: Interval
    superiority: float

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws
