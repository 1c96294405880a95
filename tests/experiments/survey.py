"""A kind of run that another package might bring: how long random games of a game are.

It is all there is to write. `test_kinds.py` installs it as a package would, by an entry point of the group
`spielbaum.runs`, and finds it on the command line, on the page, in reports, slides, figures and tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, ClassVar

from spielbaum.documents import Index, Whole
from spielbaum.experiments import formats, options
from spielbaum.experiments.findings import Axis, Column, Figure, Findings, Measure, Point, Series, Table, bare
from spielbaum.experiments.kind import Kind, Record, State
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.worker import kept_game
from spielbaum.game import Game
from spielbaum.language import say


@dataclass(frozen=True, slots=True)
class SurveySettings:
    """Random games, some at a time."""

    kind: ClassVar[str] = "survey"

    game: str = options.game()
    samples: Index = options.whole(5, least=1, most=1000)
    games: Index = options.whole(10, least=1, most=1000)
    style: str = options.choice("fair", ("fair", "greedy"), advanced=True)
    seed: Whole = options.seed()
    rules: str = ""

    @property
    def planned(self) -> int:
        return self.samples


@dataclass(frozen=True, slots=True)
class Sample:
    """The lengths of some random games."""

    kind: ClassVar[str] = "sample"
    plies: tuple[Index, ...]


@dataclass(frozen=True, slots=True)
class SampleTask:
    number: int
    rules: PortableRules
    settings: SurveySettings

    def measure(self) -> Sample:
        game = kept_game(self.rules)
        pick = Random(f"{self.settings.seed}/{self.number}")
        choose: Callable[[Any], Any] = pick.choice if self.settings.style == "fair" else min
        return Sample(tuple(_play(game, choose) for _ in range(self.settings.games)))


def _play(game: Game[Any, Any], choose: Callable[[Any], Any]) -> int:
    state, plies = game.start, 0
    while moves := game.legal(state):
        state, plies = game.play(state, choose(moves)), plies + 1
    return plies


@dataclass(frozen=True)
class Survey:
    settings: SurveySettings
    rules: PortableRules

    @property
    def stages(self) -> tuple[int, ...]:
        return (self.settings.planned,)

    def task(self, number: int, _record: Record) -> SampleTask:
        return SampleTask(number, self.rules, self.settings)

    def cost(self, _number: int) -> float:
        return 1.0


@dataclass(frozen=True, slots=True)
class SurveySummary:
    settings: SurveySettings
    state: State
    means: tuple[float, ...]


def summarise(settings: SurveySettings, record: Record) -> SurveySummary:
    means = tuple(fmean(each.measurement.plies) for _, each in sorted(record.items()) if each.measurement)
    return SurveySummary(settings, State.of(settings.planned, record), means)


def findings(summary: SurveySummary, language: str) -> Findings:
    """One answer, one figure, one table."""
    means = summary.means
    answer = [say("survey.answer", language, plies=formats.number(fmean(means), language))] if means else []
    axes = Axis(say("survey.sample", language)), Axis(say("survey.plies", language))
    points = tuple(Point(number, bare(mean)) for number, mean in enumerate(means, start=1))
    columns = Column("sample", axes[0].title), Column("plies", axes[1].title, formats.digits(1))
    title = say("survey.title", language)
    figure = Figure(
        "plies", title, axes[1].title, "lines", *axes, (Series(axes[1].title, points),), formats.digits(1)
    )
    return Findings(
        title=title,
        question=say("survey.question", language, game=summary.settings.game),
        answers=tuple(answer),
        measures=(Measure(("random",), "value", bare(fmean(means))),) if means else (),
        figures=(figure,) if means else (),
        tables=(Table("samples", title, columns, tuple(enumerate(means, start=1))),),
    )


KIND = Kind(
    name="survey",
    settings=SurveySettings,
    measurements=(Sample,),
    check=lambda settings, _game: settings,
    prepare=lambda settings, rules, _game: Survey(settings, rules),
    summarise=summarise,
    findings=findings,
    players=None,
    messages={
        "en": {
            "run.kind.survey": "survey",
            "cli.survey.help": "how long random games are",
            "setting.style": "Style",
            "survey.title": "Lengths of random games",
            "survey.question": "How long are random games of {game}?",
            "survey.answer": "a random game takes {plies} plies.",
            "survey.sample": "sample",
            "survey.plies": "plies",
        },
        "de": {
            "run.kind.survey": "Erhebung",
            "cli.survey.help": "wie lang zufällige Partien sind",
            "setting.style": "Spielweise",
            "survey.title": "Längen zufälliger Partien",
            "survey.question": "Wie lang sind zufällige Partien von {game}?",
            "survey.answer": "eine zufällige Partie dauert {plies} Halbzüge.",
            "survey.sample": "Stichprobe",
            "survey.plies": "Halbzüge",
        },
    },
)
