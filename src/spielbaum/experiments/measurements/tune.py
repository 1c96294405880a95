"""`tune`: weights of an evaluation, fitted to results of games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from spielbaum.documents import Count, Duration, Index, Share, Side, Whole
from spielbaum.experiments.measurements.shared import Positions, Row, State, Step
from spielbaum.experiments.statistics import Interval


@dataclass(frozen=True, slots=True)
class TuneSettings:
    """Weights of an evaluation, fitted to results of games."""

    kind: ClassVar[str] = "tune"
    game: str
    #: The digest of the source that the rules stand in.
    rules: str
    #: What the evaluation weighs, in the order of the weights.
    terms: tuple[str, ...]
    weights: Row
    player: str
    #: Games to learn from, and of the match between the old and the new weights.
    games: Count
    match: Count
    #: Positions taken from a game.
    samples: Index
    ridge: Duration
    #: The share of the games that is kept back.
    held_out: Share
    openings: Positions
    seed: Whole


@dataclass(frozen=True, slots=True)
class Lesson:
    """`tune`: a game to learn from: the result for player 0 and the features of some of its positions.

    `movers` are the players to move there.
    """

    kind: ClassVar[str] = "lesson"
    game: Index
    moves: Index
    score: Share
    rows: tuple[Row, ...]
    movers: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """Mean log loss in nats a position; `constant` knows only how often player 0 scores."""

    constant: float
    old: float
    new: float


@dataclass(frozen=True, slots=True)
class TuneSummary:
    """What came of tuning; from `fitted` on None as long as the games are not all played."""

    settings: TuneSettings
    state: State
    lessons: int
    positions: int
    held_out: int
    #: Logits a unit of each feature, with intervals; and as weights, in whole numbers.
    fitted: tuple[Interval, ...] | None
    weights: Row | None
    #: The game with the new weights, as it is written on the command line.
    game: str | None
    train: Loss | None
    test: Loss | None
    match: Step | None
    #: Games of the match that did not end by the rules, by their reason.
    endings: dict[str, int] = field(default_factory=dict)
