"""What a tuning tells: do fitted weights play better?"""

from __future__ import annotations

from spielbaum.experiments import formats
from spielbaum.experiments.before_after import match_facts, match_table, match_words
from spielbaum.experiments.contest import Contest, played_of
from spielbaum.experiments.findings import Axis, Column, Figure, Findings, Measure, Point, Series, Table, bare
from spielbaum.experiments.kind import Finished, PlayedGame
from spielbaum.experiments.sentences import endings_words, game_words, openings_again
from spielbaum.experiments.tune.settings import TuneSettings
from spielbaum.experiments.tune.summary import Loss, TuneSummary
from spielbaum.language import say

OLD, NEW = "old weights", "new weights"
LOSSES = ("constant", "old", "new")


def findings(summary: TuneSummary, language: str) -> Findings:
    settings, match = summary.settings, summary.match
    named = {"game": game_words(settings.game, language)}
    fields = {"games": summary.lessons, "positions": summary.positions, "held_out": summary.held_out}
    remarks = [
        say("experiment.tune.learnt", language, **fields),
        *openings_again(settings.openings.count, settings.games, language, seatings=1),
        *endings_words(summary.endings, language),
    ]
    if summary.game is not None:
        remarks.append(say("experiment.tune.game", language, game=summary.game))
    tables = (
        _weights(summary, language),
        _losses(summary, language),
        *match_table(match, say("compare.weights", language), language),
    )
    return Findings(
        title=say("report.tune.title", language, **named),
        question=say("report.tune.question", language, **named),
        answers=_answers(summary, language),
        remarks=tuple(remarks),
        facts=match_facts(match, language),
        measures=() if match is None else (Measure((NEW, OLD), "elo", match.elo),),
        figures=() if summary.weights is None else _figures(summary, language),
        tables=tuple(table for table in tables if table.rows),
        statistics=say("report.tune.statistics", language, ridge=f"{settings.ridge:g}"),
        duels=((NEW, OLD),),
        demonstrated=summary.game or "",
    )


def played(settings: TuneSettings, finished: Finished) -> PlayedGame | None:
    """*First player* has the old weights."""
    contest = finished.measurement
    if not isinstance(contest, Contest):
        return None
    players = (settings.player, settings.player)
    return played_of(finished.number, contest, players, (OLD, NEW), settings.openings.text)


def _answers(summary: TuneSummary, language: str) -> tuple[str, ...]:
    found = match_words(summary.match, "tune", language)
    if summary.test is not None:
        better = summary.test.new < summary.test.old
        losses = {name: formats.digits(4)(getattr(summary.test, name), language) for name in LOSSES}
        found.append(say("report.tune.better" if better else "report.tune.worse", language, **losses))
    return tuple(found)


def _weights(summary: TuneSummary, language: str) -> Table:
    settings = summary.settings
    columns = (
        Column("term", say("report.column.term", language), formats.name),
        Column("old", say("report.column.old", language), formats.plain),
        Column("new", say("report.column.new", language), formats.plain),
        Column("fitted", say("report.column.fitted", language), formats.digits(4, sign=True)),
    )
    rows = tuple(
        (
            term,
            old,
            None if summary.weights is None else summary.weights[index],
            None if summary.fitted is None else summary.fitted[index],
        )
        for index, (term, old) in enumerate(zip(settings.terms, settings.weights, strict=True))
    )
    return Table("weights", say("report.tune.table", language), columns, rows)


def _parts(summary: TuneSummary) -> list[tuple[str, Loss]]:
    return [(key, loss) for key, loss in (("train", summary.train), ("test", summary.test)) if loss]


def _losses(summary: TuneSummary, language: str) -> Table:
    columns = (
        Column("games", ""),
        *(Column(key, say(f"plot.loss.{key}", language), formats.digits(4)) for key in LOSSES),
    )
    rows = tuple(
        (say(f"plot.loss.{key}", language), *(getattr(loss, name) for name in LOSSES))
        for key, loss in _parts(summary)
    )
    return Table("loss", say("plot.loss.title", language), columns, rows)


def _figures(summary: TuneSummary, language: str) -> tuple[Figure, ...]:
    settings = summary.settings

    def marks(key: str, values: tuple[float, ...]) -> Series:
        points = tuple(Point(row, bare(value)) for row, value in enumerate(values))
        return Series(say(key, language), points, "mark")

    weights = Figure(
        "weights",
        say("plot.weights.title", language),
        say("experiments.figure.weights.about", language),
        "rows",
        Axis(say("plot.weights.axis", language), zero=0),
        Axis(say("report.column.term", language)),
        (
            marks("plot.weights.old", settings.weights),
            marks("plot.weights.new", summary.weights or ()),
        ),
        rows=tuple(formats.name(term, language) for term in settings.terms),
        show=lambda value, lang: formats.plain(value.value, lang),
    )
    if summary.test is None:
        return (weights,)
    losses = Figure(
        "loss",
        say("plot.loss.title", language),
        say("experiments.figure.loss.about", language),
        "rows",
        Axis(say("plot.loss.axis", language)),
        Axis(say("report.column.evaluation", language)),
        tuple(
            marks(f"plot.loss.{key}", tuple(getattr(loss, name) for name in LOSSES))
            for key, loss in _parts(summary)
        ),
        rows=tuple(say(f"plot.loss.{name}", language) for name in LOSSES),
        show=formats.digits(4),
    )
    return (weights, losses)
