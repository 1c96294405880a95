"""What the record of a sweep says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean

from spielbaum.experiments.contest import Contest, Step, doublings, endings_of, step_of
from spielbaum.experiments.kind import Record, State
from spielbaum.experiments.statistics import Interval, chained, share
from spielbaum.experiments.sweep.settings import BATCH, Choices, Solved, SweepSettings


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


def belongs(settings: SweepSettings, number: int, measured: object) -> bool:
    """Whether that is what the task of that number measures."""
    solves, choices, _ = settings.parts
    rungs = len(settings.ladder)
    if number < solves:
        return (
            isinstance(measured, Solved)
            and measured.position == number
            and (measured.value is None or len(measured.legal) > 0)
        )
    number -= solves
    if number < choices:
        batch, rest = divmod(number, len(settings.algorithms) * rungs)
        algorithm, rung = divmod(rest, rungs)
        return (
            isinstance(measured, Choices)
            and measured.algorithm == settings.algorithms[algorithm]
            and (measured.rung, measured.first) == (rung, batch * BATCH)
            and len(measured.moves) == len(measured.depths) == len(measured.nodes) == len(measured.seconds)
        )
    pair, rest = divmod((number - choices) // settings.seats, len(settings.players) * (rungs - 1))
    player, step = divmod(rest, rungs - 1)
    return (
        isinstance(measured, Contest)
        and measured.of_players(settings.seats)
        and measured.algorithm == settings.players[player]
        and (measured.contest, measured.pair) == (step, pair)
    )


def summarise(settings: SweepSettings, record: Record) -> SweepSummary:
    measured = [each.measurement for _, each in sorted(record.items())]
    solved = {each.position: each for each in measured if isinstance(each, Solved) and each.value is not None}
    choices = [each for each in measured if isinstance(each, Choices)]
    contests = [each for each in measured if isinstance(each, Contest)]
    return SweepSummary(
        settings,
        State.of(settings.planned, record),
        tuple(
            _strength(settings, player, [each for each in contests if each.algorithm == player])
            for player in settings.players
        ),
        tuple(
            _quality(settings, algorithm, rung, choices, solved)
            for algorithm in settings.algorithms
            for rung in range(len(settings.ladder))
        ),
        len(solved),
        _mean(len(each.keeping) / len(each.legal) for each in solved.values()),
        _mean(len(each.best) / len(each.legal) for each in solved.values()),
        endings_of(contests),
    )


def _strength(settings: SweepSettings, player: str, contests: list[Contest]) -> Strength:
    ladder = settings.ladder
    steps = tuple(
        step_of(
            low,
            high,
            doublings(settings.limit, low, high),
            [each for each in contests if each.contest == step],
            settings.seats,
        )
        for step, (low, high) in enumerate(pairwise(ladder))
    )
    cumulative = chained([step.elo for step in steps])
    whole = cumulative[-1] / doublings(settings.limit, ladder[0], ladder[-1])
    depth: list[float | None] = []
    nodes: list[float | None] = []
    for rung in range(len(ladder)):
        # A rung is the upper one of the step below it and the lower one of its own.
        met = [
            (each, player)
            for each in contests
            for player in range(settings.seats)
            if each.contest + (player == 1) == rung
        ]
        depth.append(_mean(each.depth[player] for each, player in met))
        nodes.append(_mean(each.nodes[player] for each, player in met))
    return Strength(player, steps, (Interval(0.0, 0.0, 0.0), *cumulative), whole, tuple(depth), tuple(nodes))


@dataclass(frozen=True, slots=True)
class _Move:
    position: int
    name: str
    depth: int
    nodes: int
    seconds: float


def _quality(
    settings: SweepSettings, algorithm: str, rung: int, choices: list[Choices], solved: Mapping[int, Solved]
) -> Quality:
    moves = [
        _Move(each.first + index, *fields)
        for each in choices
        if each.algorithm == algorithm and each.rung == rung
        for index, fields in enumerate(
            zip(each.moves, each.depths, each.nodes, each.seconds, strict=True),
        )
    ]
    judged = [move for move in moves if move.position in solved]
    return Quality(
        algorithm,
        settings.ladder[rung],
        len(judged),
        share(sum(move.name in solved[move.position].keeping for move in judged), len(judged)),
        share(sum(move.name in solved[move.position].best for move in judged), len(judged)),
        _mean(move.depth for move in moves),
        _mean(move.nodes for move in moves),
        _mean(move.seconds for move in moves),
    )


def _mean(values: Iterable[float]) -> float | None:
    listed = list(values)
    return round(fmean(listed), 6) if listed else None
