"""What learning tells: does the network play better than the evaluation that the game had?"""

from __future__ import annotations

from spielbaum.experiments import formats
from spielbaum.experiments.before_after import match_facts, match_table, match_words
from spielbaum.experiments.contest import Contest, played_of
from spielbaum.experiments.findings import (
    UNKNOWN,
    Axis,
    Column,
    Figure,
    Findings,
    Level,
    Measure,
    Point,
    Series,
    Table,
    bare,
)
from spielbaum.experiments.kind import Finished, PlayedGame
from spielbaum.experiments.learn.places import COUNT, Worths
from spielbaum.experiments.learn.settings import LearnSettings
from spielbaum.experiments.learn.summary import LearnSummary
from spielbaum.experiments.sentences import endings_words, game_words, openings_again
from spielbaum.experiments.statistics import Interval
from spielbaum.language import grouped, say

OLD, NEW = "own evaluation", "network"
_LOSS = formats.digits(4)


def findings(summary: LearnSummary, language: str) -> Findings:
    settings, match = summary.settings, summary.match
    named = {"game": game_words(settings.game, language)}
    remarks = [
        *openings_again(settings.openings.count, settings.match, language, seatings=2),
        *endings_words(summary.endings, language),
    ]
    if summary.rounds:
        last = summary.rounds[-1]
        times = {
            "playing": formats.digits(1)(summary.playing, language),
            "fitting": formats.digits(1)(summary.fitting, language),
        }
        games = sum(each.games for each in summary.rounds)
        remarks.append(say("experiment.learn.learnt", language, games=games, positions=last.learnt, **times))
        if last.loss > last.losses[last.best][0] * 1.05:
            remarks.append(say("report.learn.overfit", language))
    return Findings(
        title=say("report.learn.title", language, **named),
        question=say("report.learn.question", language, **named),
        answers=_answers(summary, language),
        remarks=tuple(remarks),
        facts=match_facts(match, language),
        measures=() if match is None else (Measure((NEW, OLD), "elo", match.elo),),
        figures=(
            *_strength(summary, language),
            _curve(summary, language),
            *_knowledge(summary, language),
            *_boards(summary, language),
        )
        if summary.rounds
        else (),
        tables=tuple(
            table
            for table in (
                _rounds(summary, language),
                _strengths(summary, language),
                *match_table(match, say("report.learn.match", language), language),
                *_worst(summary, language),
            )
            if table.rows
        ),
        statistics=say("report.learn.statistics", language),
        duels=((NEW, OLD),),
    )


def played(settings: LearnSettings, finished: Finished) -> PlayedGame | None:
    contest = finished.measurement
    if not isinstance(contest, Contest):
        return None
    player = f"engine:nodes={settings.match_nodes}"
    return played_of(finished.number, contest, (player, player), (OLD, NEW), settings.openings.text)


def _answers(summary: LearnSummary, language: str) -> tuple[str, ...]:
    found = match_words(summary.match, "learn", language)
    if summary.rounds:
        last = summary.rounds[-1]
        losses = {name: _LOSS(getattr(last, name), language) for name in ("loss", "constant", "before")}
        found.append(say("report.learn.loss", language, **losses))
    return tuple(found)


def _rounds(summary: LearnSummary, language: str) -> Table:
    columns = (
        Column("round", say("report.column.round", language), formats.plain),
        Column("games", say("report.column.games", language), formats.plain),
        Column("positions", say("report.column.positions", language), formats.plain),
        Column("held_out", say("report.column.held_out", language), formats.plain),
        Column("epoch", say("report.column.epoch", language), formats.plain),
        Column("learnt", say("plot.loss.train", language), _LOSS),
        Column("loss", say("plot.loss.test", language), _LOSS),
        Column("constant", say("plot.loss.constant", language), _LOSS),
        Column("before", say("report.column.search", language), _LOSS),
        Column("proven", say("report.column.proven_share", language), formats.percent),
        Column("proven_loss", say("plot.loss.proven", language), _LOSS),
    )
    rows = tuple(
        (number, each.games, each.positions, each.held_out, each.best + 1, each.losses[each.best][0],
         each.loss, each.constant, each.before, each.proven / each.held_out, each.proven_loss)
        for number, each in enumerate(summary.rounds, start=1)
    )  # fmt: skip
    return Table("rounds", say("report.learn.rounds", language), columns, rows)


def _strengths(summary: LearnSummary, language: str) -> Table:
    """How strong the network of each round is, beside what it cost."""
    columns = (
        Column("round", say("report.column.round", language), formats.plain),
        Column("minutes", say("report.column.minutes", language), formats.digits(1)),
        Column("elo", say("report.column.elo", language), formats.elo),
        Column("knows", say("report.column.knows", language), formats.percent),
    )
    rows = tuple(
        (number, each.minutes, UNKNOWN if each.match is None else each.match.elo,
         each.knows[each.best] if each.knows else None)
        for number, each in enumerate(summary.rounds, start=1)
    )  # fmt: skip
    return Table("strength", say("plot.strength.title", language), columns, rows)


def _worst(summary: LearnSummary, language: str) -> tuple[Table, ...]:
    """What the last network knows least about, where it is known who wins."""
    if not summary.rounds:
        return ()
    columns = (
        Column("position", say("report.column.position", language), formats.text),
        Column("winner", say("report.column.winner_score", language), formats.percent),
    )
    return (Table("worst", say("report.learn.worst", language), columns, summary.rounds[-1].worst),)


def _strength(summary: LearnSummary, language: str) -> tuple[Figure, ...]:
    """Elo after each round, over the processor time until then; before it the game's own evaluation plays."""
    played = [each for each in summary.rounds if each.match is not None]
    if not played:
        return ()
    points = [Point(0.0, Interval(0.0, 0.0, 0.0))]
    points += [Point(round(each.minutes, 2), each.match.elo) for each in played if each.match is not None]
    figure = Figure(
        "strength",
        say("plot.strength.title", language),
        say("plot.strength.about", language, nodes=grouped(summary.settings.match_nodes, language)),
        "lines",
        Axis(say("report.column.minutes", language)),
        Axis(say("report.column.elo", language), zero=0, signed=True),
        (Series(say("report.learn.new", language), tuple(points)),),
        show=formats.elo,
    )
    return (figure,)


def _knowledge(summary: LearnSummary, language: str) -> tuple[Figure, ...]:
    """Against perfect play: how often the winner of a decided position is named, after each epoch."""
    shares = [share for each in summary.rounds for share in each.knows]
    if not shares:
        return ()
    knew = summary.rounds[-1].knew
    own = say("report.learn.old", language)
    figure = Figure(
        "knowledge",
        say("plot.knowledge.title", language),
        say("plot.knowledge.about", language),
        "lines",
        Axis(say("report.column.epoch", language)),
        Axis(say("report.column.knows", language), percent=True),
        (
            Series(
                say("report.learn.new", language),
                tuple(Point(epoch, bare(share)) for epoch, share in enumerate(shares, start=1)),
            ),
        ),
        show=formats.percent,
        levels=() if knew is None else (Level(own, knew),),
    )
    return (figure,)


def _boards(summary: LearnSummary, language: str) -> tuple[Figure, ...]:
    """What the last network makes of each place of the board."""
    return tuple(_board(each, language) for each in summary.rounds[-1].worths)


def _board(worths: Worths, language: str) -> Figure:
    counts = worths.piece == COUNT
    title = say("plot.places.counts" if counts else "plot.places.title", language)
    share = formats.percent(worths.share, language)
    key = "plot.places.about.counts" if counts else "plot.places.about"
    about = say(key, language, positions=grouped(worths.positions, language), share=share)
    rows = worths.row_names or ("",) * len(worths.rows)
    if counts:
        rows = tuple(say(f"plot.places.row.{row}", language) for row in ("second", "first"))
    return Figure(
        f"places-{worths.piece.lower()}" if worths.piece and not counts else "places",
        f"{title} ({worths.piece})" if worths.piece and not counts else title,
        about,
        "board",
        Axis(""),
        Axis(say("plot.places.axis", language)),
        tuple(
            Series(
                name,
                tuple(
                    Point(column, bare(100 * value)) for column, value in enumerate(row) if value is not None
                ),
            )
            for name, row in zip(rows, worths.rows, strict=True)
        ),
        show=formats.digits(1, sign=True),
        rows=worths.column_names,
    )


def _curve(summary: LearnSummary, language: str) -> Figure:
    """The loss after each epoch, all rounds one after the other."""
    series: list[list[Point]] = [[], []]
    epoch = 0
    for each in summary.rounds:
        for losses in each.losses:
            epoch += 1
            for points, loss in zip(series, losses, strict=True):
                points.append(Point(epoch, bare(loss)))
    names = ("plot.loss.train", "plot.loss.test")
    return Figure(
        "loss",
        say("plot.learn.title", language),
        say("plot.learn.about", language),
        "lines",
        Axis(say("report.column.epoch", language)),
        Axis(say("plot.loss.axis", language)),
        tuple(Series(say(name, language), tuple(points)) for name, points in zip(names, series, strict=True)),
        show=_LOSS,
    )
