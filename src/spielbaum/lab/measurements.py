"""What the runs of the experiments hold: `sweep`, `ablate`, `growth`, `tune`.

A run is a folder as `folder.py` says, with the record in `measurements.jsonl`, one line a finished task:

    {"task": 17, "measurement": {"kind": "choices", "algorithm": "engine", "rung": 2, …}}
    {"task": 18, "unscored": "why this task could not be done"}

For each kind of run there are three layers, each a frozen dataclass and each JSON by `document`:

    settings       `run.json`: what makes the run this one and no other; all tasks follow from it
    measurements   the record: what was seen, raw, so that other questions can be asked of it later
    summary        `summary.json`: a function of settings and record alone (`summarise` of each experiment),
                   so a reader needs neither rules nor an engine: `read_experiment(folder)` gives the summary

Lists are tuples here. Limits of thinking (*rungs* of a ladder) are known by their index in `ladder`,
positions and openings by their number. Nothing holds an infinity: what no number expresses is None, as in
`Interval`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, ClassVar, Literal

from spielbaum.lab.statistics import Interval, Pentanomial

Limit = Literal["seconds", "nodes", "depth"]
Row = tuple[int, ...]

# --- settings -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Positions:
    """A set of distinct positions in which the game goes on: as it was written, and as it came out."""

    text: str
    count: int
    #: Rules that have changed since show here.
    digest: str


@dataclass(frozen=True, slots=True)
class SweepSettings:
    """Strength as a function of thinking time."""

    kind: ClassVar[str] = "sweep"
    game: str
    #: The digest of the source that the rules stand in.
    rules: str
    limit: Limit
    #: Seconds, nodes or plies a move, ascending.
    ladder: tuple[float, ...]
    #: Whose neighbours on the ladder play `games` games a step.
    players: tuple[str, ...]
    games: int
    openings: Positions
    #: Whose moves in `positions` are compared with perfect play.
    algorithms: tuple[str, ...]
    positions: Positions
    #: How long a position may take to be solved; None where the game cannot be solved.
    solve_seconds: float | None
    seed: int


@dataclass(frozen=True, slots=True)
class AblateSettings:
    """What each technique of the engine is worth."""

    kind: ClassVar[str] = "ablate"
    game: str
    #: The digest of the source that the rules stand in.
    rules: str
    depth: int
    #: Nodes a search at most; one that hits the limit is *incomplete* and has no value.
    nodes: int
    variants: tuple[str, ...]
    positions: Positions
    seed: int


@dataclass(frozen=True, slots=True)
class GrowthSettings:
    """Nodes against depth."""

    kind: ClassVar[str] = "growth"
    game: str
    #: The digest of the source that the rules stand in.
    rules: str
    depth: int
    nodes: int
    algorithms: tuple[str, ...]
    positions: Positions
    seed: int


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
    games: int
    match: int
    #: Positions taken from a game.
    samples: int
    ridge: float
    #: The share of the games that is kept back.
    held_out: float
    openings: Positions
    seed: int


Settings = SweepSettings | AblateSettings | GrowthSettings | TuneSettings

# --- measurements: lines of the record ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Solved:
    """`sweep`: the truth about a position, for the player to move. Empty where it was not found in time."""

    kind: ClassVar[str] = "solved"
    position: int
    value: float | None
    #: The legal moves, those that keep win, draw or loss, and those that no other is better than.
    legal: tuple[str, ...]
    keeping: tuple[str, ...]
    best: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Choices:
    """`sweep`: what an algorithm played in positions `first`, `first` + 1, …, each from an empty table."""

    kind: ClassVar[str] = "choices"
    algorithm: str
    rung: int
    first: int
    moves: tuple[str, ...]
    depths: Row
    nodes: Row
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """`sweep`, `tune`: a game between two settings of one player, from an opening.

    `contest` is the step of the ladder (`sweep`) or 0 (`tune`). Player 0 of the contest has less time or the
    old weights, player 1 more time or the new ones; `first` of the two moves first in the game. `score`,
    `depth` and `nodes` are in the order of the contest: points, and means of a move.
    """

    kind: ClassVar[str] = "contest"
    algorithm: str
    contest: int
    #: Both games of a pair have the same opening, with the sides swapped.
    pair: int
    opening: int
    first: int
    #: The moves of the whole game, the opening's included, from `start` (None: the start of the game).
    start: str | None
    moves: tuple[str, ...]
    score: tuple[float, float]
    reason: str
    depth: tuple[float, float]
    nodes: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Search:
    """`ablate`: a search of fixed depth from an empty table; `value` is for the player to move, in points."""

    kind: ClassVar[str] = "search"
    variant: str
    position: int
    #: Whether the limit of nodes was enough; `depth` is less than asked for where the value is proven before.
    complete: bool
    depth: int
    value: float
    move: str
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Series:
    """`growth`: searches of depth 1, 2, …, as far as the limit of nodes allowed; a number for each depth.

    `nodes` counts all nodes visited, `leaves` those that were judged, `held` how many were in memory at a
    time (0 where that was not counted: the engine has a table of fixed size).
    """

    kind: ClassVar[str] = "series"
    algorithm: str
    position: int
    nodes: Row
    leaves: Row
    held: Row
    seconds: tuple[float, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """`tune`: a game to learn from: the result for player 0 and the features of some of its positions.

    `movers` are the players to move there.
    """

    kind: ClassVar[str] = "lesson"
    game: int
    moves: int
    score: float
    rows: tuple[Row, ...]
    movers: Row


Measurement = Solved | Choices | Contest | Search | Series | Lesson

# --- summaries ----------------------------------------------------------------------------------------------


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


@dataclass(frozen=True, slots=True)
class Variant:
    """The engine with some techniques off or on, over all positions that it completed.

    A *sound* variant must have the values of the others; the rest changes what is searched, on purpose.
    """

    name: str
    #: What differs from the first variant of the same group.
    off: tuple[str, ...]
    on: tuple[str, ...]
    sound: bool
    searched: int
    complete: int
    nodes: int
    seconds: float
    #: Nodes against those of the reference, geometric mean over positions that both completed.
    ratio: float | None
    #: The d-th root of the nodes of a search to depth d, geometric mean.
    branching: float | None
    compared: int
    same_value: int
    same_move: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A position where a sound variant has another value than the reference."""

    position: int
    variant: str
    expected: float
    found: float


@dataclass(frozen=True, slots=True)
class AblateSummary:
    """What came of an ablation. `agree` is None as long as nothing could be compared."""

    settings: AblateSettings
    state: State
    variants: tuple[Variant, ...]
    agree: bool | None
    compared: int
    disagreements: tuple[Disagreement, ...]


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


Summary = SweepSummary | AblateSummary | GrowthSummary | TuneSummary

# --- JSON ---------------------------------------------------------------------------------------------------

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
