"""Weights from results: what the record of `tune` says.

The model: player 0 scores σ(a + b·m + Σ w_i·f_i), with m = ±1 for who is to move (the right to move is worth
something) and f the features. Positions of one game stay together: all to learn from, or all kept back. The
weights become whole numbers by their ratios, the largest being as large as the largest old one was, and at
least `LARGEST`: fine enough, and margins that the game states in units of its evaluation keep their meaning.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from spielbaum.atomic import write_file
from spielbaum.experiments.contest import Contest, Step, endings_of, step_of
from spielbaum.experiments.kind import Record, State
from spielbaum.experiments.regression import Logistic, logistic
from spielbaum.experiments.statistics import Interval
from spielbaum.experiments.tune.settings import MOST_FEATURE, Lesson, Row, TuneSettings
from spielbaum.language import say

if TYPE_CHECKING:
    from spielbaum.experiments.regression import Floats

LARGEST = 100
WEIGHTS = "weights.json"


@dataclass(frozen=True, slots=True)
class Loss:
    """Mean log loss in nats per position; `constant` knows only how often player 0 scores."""

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
    #: Logits per unit of each feature, with intervals; and as weights, in whole numbers.
    fitted: tuple[Interval, ...] | None
    weights: Row | None
    #: The game with the new weights, as it is written on the command line.
    game: str | None
    train: Loss | None
    test: Loss | None
    match: Step | None
    #: Games of the match that did not end by the rules, by their reason.
    endings: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Fitted:
    """What was learnt."""

    intervals: tuple[Interval, ...]
    weights: Row
    train: Loss
    test: Loss | None


@dataclass(frozen=True)
class _Sample:
    """Positions as rows: 1, who moves, the features; with the score of player 0 and the game they are of."""

    rows: Floats
    scores: Floats
    games: Any

    def __len__(self) -> int:
        return len(self.scores)

    def weighed(self, weights: Row) -> Floats:
        """The same with one column for the evaluation of these weights instead of the features."""
        import numpy as np

        return np.column_stack([self.rows[:, :2], self.rows[:, 2:] @ np.array(weights, float)])


def belongs(settings: TuneSettings, number: int, measured: object) -> bool:
    """Whether that is what the task of that number measures."""
    if number >= settings.games:
        pair, first = divmod(number - settings.games, 2)
        return (
            isinstance(measured, Contest)
            and measured.of_players(2)
            and (measured.pair, measured.first) == (pair, first)
        )
    return (
        isinstance(measured, Lesson)
        and measured.game == number
        and len(measured.rows) == len(measured.movers)
        and all(len(row) == len(settings.terms) for row in measured.rows)
        and all(abs(cell) <= MOST_FEATURE for row in measured.rows for cell in row)
    )


def kept_back(settings: TuneSettings) -> frozenset[int]:
    """The games that nothing is learnt from."""
    number = round(settings.held_out * settings.games)
    return frozenset(Random(f"{settings.seed}/kept back").sample(range(settings.games), number))


def lessons_of(record: Record) -> list[Lesson]:
    found = (each.measurement for _, each in sorted(record.items()))
    return [each for each in found if isinstance(each, Lesson)]


def fit(settings: TuneSettings, lessons: list[Lesson]) -> Fitted | None:
    """The weights that explain the results best; None where there is nothing to learn from."""
    back = kept_back(settings)
    train = _sample([each for each in lessons if each.game not in back], len(settings.terms))
    test = _sample([each for each in lessons if each.game in back], len(settings.terms))
    if len(train) == 0:
        return None
    penalised = [False, False] + [True] * len(settings.terms)
    found = logistic(train.rows, train.scores, train.games, ridge=settings.ridge, penalised=penalised)
    weights = whole(found.weights[2:], max(LARGEST, *map(abs, settings.weights))) or settings.weights
    constant = logistic(train.rows[:, :1], train.scores, train.games, ridge=0.0)
    old, new = _scaled(train, settings.weights), _scaled(train, weights)

    def loss(sample: _Sample) -> Loss | None:
        if len(sample) == 0:
            return None
        return Loss(
            constant.loss(sample.rows[:, :1], sample.scores),
            old.loss(sample.weighed(settings.weights), sample.scores),
            new.loss(sample.weighed(weights), sample.scores),
        )

    known = loss(train)
    assert known is not None
    return Fitted(found.intervals[2:], weights, known, loss(test))


def _scaled(train: _Sample, weights: Row) -> Logistic:
    """How an evaluation translates into a score: fitted as well, so that only its ratios are compared."""
    return logistic(train.weighed(weights), train.scores, train.games, ridge=0.0)


def _sample(lessons: list[Lesson], terms: int) -> _Sample:
    import numpy as np

    rows = [
        [1.0, 1.0 - 2.0 * mover, *row]
        for lesson in lessons
        for row, mover in zip(lesson.rows, lesson.movers, strict=True)
    ]
    return _Sample(
        np.array(rows, float).reshape(-1, terms + 2),
        np.array([lesson.score for lesson in lessons for _ in lesson.rows], float),
        np.array([lesson.game for lesson in lessons for _ in lesson.rows], int),
    )


def whole(weights: tuple[float, ...], largest: int = LARGEST) -> Row:
    """Whole numbers in about these ratios, up to `largest`; empty where all are nothing."""
    greatest = max((abs(weight) for weight in weights), default=0.0)
    if greatest < 1e-9:
        return ()
    return tuple(round(largest * weight / greatest) for weight in weights)


def with_weights(spec: str, weights: Row | Path) -> str:
    """The text of a game with other weights, or with those of a file."""
    text = f"weights={weights if isinstance(weights, Path) else '-'.join(map(str, weights))}"
    if re.search(r"[:,]weights=", spec):
        return re.sub(r"(?<=[:,])weights=[^,]*", lambda _found: text, spec)
    has_parameters = "=" in spec.rpartition(":")[2]
    return f"{spec},{text}" if has_parameters else f"{spec}:{text}"


def summarise(settings: TuneSettings, record: Record) -> TuneSummary:
    lessons = lessons_of(record)
    learnt = all(number in record for number in range(settings.games))
    found = fit(settings, lessons) if learnt else None
    measured = [each.measurement for _, each in sorted(record.items())]
    contests = [each for each in measured if isinstance(each, Contest)]
    back = kept_back(settings)
    return TuneSummary(
        settings,
        State.of(settings.planned, record),
        len(lessons),
        sum(len(each.rows) for each in lessons),
        sum(len(each.rows) for each in lessons if each.game in back),
        None if found is None else found.intervals,
        None if found is None else found.weights,
        None if found is None else with_weights(settings.game, found.weights),
        None if found is None else found.train,
        None if found is None else found.test,
        step_of(0, 1, 1, contests) if contests else None,
        endings_of(contests),
    )


def write_weights(folder: Path, summary: TuneSummary, language: str) -> str:
    """Write the new weights into a file that games can be given; a sentence that says so."""
    if summary.weights is None:
        return ""
    path = folder / WEIGHTS
    known = {"game": summary.game, "terms": list(summary.settings.terms), "weights": list(summary.weights)}
    write_file(path, json.dumps(known, ensure_ascii=False, indent=1) + "\n")
    game = with_weights(summary.settings.game, path)
    return say("experiment.tune.file", language, path=path, game=game)
