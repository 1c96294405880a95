"""What a sweep tells: how good is the play as a function of thinking time, positions or depth?"""

from __future__ import annotations

from typing import Literal

from spielbaum.experiments import formats
from spielbaum.experiments.algorithm_names import written
from spielbaum.experiments.contest import Contest, played_of, seats_of
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
from spielbaum.experiments.formats import Show, Span, Wld
from spielbaum.experiments.kind import Finished, PlayedGame
from spielbaum.experiments.sentences import endings_words, game_words, openings_again
from spielbaum.experiments.statistics import Interval
from spielbaum.experiments.sweep.settings import SweepSettings
from spielbaum.experiments.sweep.summary import Strength, SweepSummary
from spielbaum.language import say

Effort = Literal["depth", "nodes"]
#: The least seconds per move that the page lets players have.
BRIEFEST = 0.05


def findings(summary: SweepSummary, language: str) -> Findings:
    settings = summary.settings
    limit = settings.limit
    named = {
        "game": game_words(settings.game, language),
        "over": say(f"plot.over.{limit}", language),
        "limit": say(f"report.sweep.limit.{limit}", language),
    }
    games = max((step.games for each in summary.strength for step in each.steps), default=0)
    measure = "ply" if limit == "depth" else "doubling"
    remarks = [
        *openings_again(settings.openings.count, games, language, settings.seats),
        *endings_words(summary.endings, language),
    ]
    if limit == "nodes" and "mcts" in (*settings.players, *settings.algorithms):
        remarks.append(say("report.sweep.playouts", language))
    if "alliance" in (*settings.players, *settings.algorithms):
        remarks.append(say("report.sweep.alliance", language))
    several = ".several" if settings.seats > 2 else ""
    return Findings(
        title=say("report.sweep.title", language, **named),
        question=say("report.sweep.question", language, **named),
        answers=(*_gains(summary, language), *_best_moves(summary, language)),
        remarks=tuple(remarks),
        facts=_facts(summary, language),
        measures=tuple(Measure((each.player,), measure, each.per_doubling) for each in summary.strength),
        figures=_figures(summary, language),
        tables=tuple(
            table
            for table in (_strength_table(summary, language), _quality_table(summary, language))
            if table.rows
        ),
        statistics=say(f"report.sweep.statistics{several}", language, others=settings.seats - 1),
        duels=tuple(
            (_side(settings, player, step + 1), _side(settings, player, step))
            for step in range(len(settings.ladder) - 2, -1, -1)
            for player in settings.players
        ),
        opponent=strongest(settings),
    )


def strongest(settings: SweepSettings) -> str:
    """Who was measured, at the top of the ladder; nobody where the page would not let it think so briefly."""
    if settings.limit == "seconds" and settings.ladder[-1] < BRIEFEST:
        return ""
    player = (settings.players or settings.algorithms[::-1])[0]
    return _side(settings, player, len(settings.ladder) - 1)


def _side(settings: SweepSettings, player: str, rung: int) -> str:
    return written(player, settings.limit, settings.ladder[rung])


def played(settings: SweepSettings, finished: Finished) -> PlayedGame | None:
    """*First player* is the one with less time; of more than two players the one with more."""
    contest = finished.measurement
    if not isinstance(contest, Contest):
        return None
    rungs = [contest.contest + (player == 1) for player in range(settings.seats)]
    sides = [_side(settings, contest.algorithm, rung) for rung in rungs]
    seats = seats_of(settings.seats, contest.first)
    players = [
        written(contest.algorithm, settings.limit, settings.ladder[rung], seat, settings.seats)
        for rung, seat in zip(rungs, seats, strict=True)
    ]
    return played_of(finished.number, contest, players, sides, settings.openings.text)


# --- in words -----------------------------------------------------------------------------------------------


def _number(value: float, settings: SweepSettings, language: str) -> str:
    show = formats.plain if settings.limit == "seconds" else formats.count
    return show(value, language)


def _rung(value: float, settings: SweepSettings, language: str) -> str:
    """`0.04 s per move`, `4,000 positions per move`, `depth 4`."""
    return say(f"report.rung.{settings.limit}", language, value=_number(value, settings, language))


def _per(settings: SweepSettings, language: str) -> str:
    return say("compare.ply" if settings.limit == "depth" else "compare.doubling", language)


def _gains(summary: SweepSummary, language: str) -> list[str]:
    """What a doubling is worth, and no more than the games say."""
    settings, found = summary.settings, []
    for strength in summary.strength:
        gain, games = strength.per_doubling, sum(step.games for step in strength.steps)
        fields = {
            "player": formats.name(strength.player, language),
            "elo": formats.elo(gain, language),
            "low": _number(settings.ladder[0], settings, language),
            "high": _rung(settings.ladder[-1], settings, language),
            "games": games,
            "unit": say(f"report.doubling.{settings.limit}", language),
        }
        key = "proven" if gain.low is not None and gain.low > 0 else "open"
        if not games or (gain.value is None and gain.low is None):
            key = "none"
        found.append(say(f"report.gain.{key}", language, **fields))
    return found


def _best_moves(summary: SweepSummary, language: str) -> list[str]:
    """The share of best moves of each algorithm at the top of the ladder."""
    settings = summary.settings
    top = settings.ladder[-1]
    here = [q for q in summary.quality if q.rung == top and q.positions and q.best.value is not None]
    if not here:
        return []
    here.sort(key=lambda q: -(q.best.value or 0))
    shares = [f"{formats.name(q.algorithm, language)} {formats.percent(q.best, language)}" for q in here]
    fields = {"rung": _rung(top, settings, language), "positions": here[0].positions}
    found = [say("report.quality.finding", language, shares="; ".join(shares), **fields)]
    if summary.chance_best is not None:
        share = formats.percent(summary.chance_best, language)
        found.append(say("report.quality.chance", language, share=share))
    return found


def _facts(summary: SweepSummary, language: str) -> tuple[tuple[str, str], ...]:
    facts = [
        (
            f"{formats.name(each.player, language)}: {_per(summary.settings, language)}",
            formats.elo(each.per_doubling, language),
        )
        for each in summary.strength
        if each.per_doubling.value is not None
    ]
    if summary.solved:
        facts.append((say("experiments.solved", language), str(summary.solved)))
    return tuple(facts)


# --- tables -------------------------------------------------------------------------------------------------


def _columns(shows: dict[str, tuple[str, Show | None]], language: str) -> tuple[Column, ...]:
    return tuple(
        Column(key, say(f"report.column.{title}", language) if title else "", show)
        for key, (title, show) in shows.items()
    )


def _strength_table(summary: SweepSummary, language: str) -> Table:
    settings = summary.settings
    per = "per_ply" if settings.limit == "depth" else "per_doubling"
    columns = _columns(
        {
            "player": ("player", formats.name),
            "": (f"rung.{settings.limit}", formats.span),
            "games": ("wins" if settings.seats == 2 else "wins.several", formats.wld),
            "pairs": ("", None),
            "score": ("score", formats.percent),
            "elo": ("elo", formats.elo),
            "per_doubling": (per, formats.elo),
            "superiority": ("", None),
            "total": ("total", formats.elo),
            "depth": ("depth", formats.digits(1)),
            "nodes": ("nodes", formats.count),
        },
        language,
    )
    rows = tuple(
        (
            strength.player,
            Span(step.low, step.high),
            Wld(step.wins, step.losses, step.draws),
            step.pairs,
            step.score,
            step.elo,
            step.per_doubling,
            step.superiority,
            strength.cumulative[index + 1],
            strength.depth[index + 1],
            strength.nodes[index + 1],
        )
        for strength in summary.strength
        for index, step in enumerate(strength.steps)
    )
    notes = tuple(_whole(each, settings, language) for each in summary.strength)
    if settings.seats == 2:
        return Table("strength", say("report.sweep.steps", language), columns, rows, notes)
    equal = formats.percent(1 / settings.seats, language)
    title = say("report.sweep.steps.several", language, others=settings.seats - 1, share=equal)
    return Table("strength", title, columns, rows, notes)


def _whole(strength: Strength, settings: SweepSettings, language: str) -> str:
    key = "per_ply" if settings.limit == "depth" else "per_doubling"
    fields = {
        "player": formats.name(strength.player, language),
        "elo": formats.elo(strength.per_doubling, language),
    }
    return say(f"experiment.sweep.{key}", language, **fields)


def _quality_table(summary: SweepSummary, language: str) -> Table:
    settings = summary.settings
    columns = _columns(
        {
            "algorithm": ("algorithm", formats.name),
            "rung": (f"rung.{settings.limit}", formats.plain),
            "positions": ("", None),
            "keeping": ("keeping", formats.percent),
            "best": ("best", formats.percent),
            "depth": ("depth", formats.digits(1)),
            "nodes": ("nodes", formats.count),
            "seconds": ("", None),  # six columns fit on paper
        },
        language,
    )
    rows = tuple(
        (q.algorithm, q.rung, q.positions, q.keeping, q.best, q.depth, q.nodes, q.seconds)
        for q in summary.quality
        if q.depth is not None
    )
    notes = []
    if summary.chance_keeping is not None and summary.chance_best is not None:
        chance = {
            "keeping": formats.percent(summary.chance_keeping, language),
            "best": formats.percent(summary.chance_best, language),
        }
        notes.append(say("experiment.sweep.chance", language, **chance))
    fields = {"positions": settings.positions.count, "solved": summary.solved}
    title = say("experiment.sweep.quality", language, **fields)
    return Table("quality", title, columns, rows, tuple(notes))


# --- figures ------------------------------------------------------------------------------------------------


def _figures(summary: SweepSummary, language: str) -> tuple[Figure, ...]:
    figures = []
    if any(step.elo != UNKNOWN for strength in summary.strength for step in strength.steps):
        series = [
            (each.player, list(zip(summary.settings.ladder, each.cumulative, strict=True)))
            for each in summary.strength
        ]
        axis = Axis(say("plot.elo.axis", language), zero=0, signed=True)
        figures.append(_lines("elo", "plot.elo.title", axis, series, formats.elo, summary, language))
    if any(quality.positions for quality in summary.quality):
        figures += [_quality(summary, "best", language), _quality(summary, "keeping", language)]
    # What was the limit needs no figure.
    efforts: tuple[Effort, ...] = ("depth", "nodes")
    for effort in efforts:
        if effort != summary.settings.limit and (series := efforts_of(summary, effort)):
            scale: Literal["linear", "log10"] = "log10" if effort == "nodes" else "linear"
            axis = Axis(say(f"plot.effort.{effort}.axis", language), scale)
            show = formats.digits(1) if effort == "depth" else _count
            figures.append(
                _lines(effort, f"plot.effort.{effort}.title", axis, series, show, summary, language)
            )
    return tuple(figures)


def _count(value: Interval, language: str) -> str:
    return formats.count(value.value, language)


def _lines(
    key: str,
    title: str,
    y: Axis,
    series: list[tuple[str, list[tuple[float, Interval]]]],
    show: Show,
    summary: SweepSummary,
    language: str,
    levels: tuple[Level, ...] = (),
) -> Figure:
    limit = summary.settings.limit
    return Figure(
        key,
        say(title, language, over=say(f"plot.over.{limit}", language)),
        say(f"experiments.figure.sweep.{key}.about", language),
        "lines",
        Axis(say(f"plot.limit.{limit}", language), "linear" if limit == "depth" else "log2"),
        y,
        tuple(
            Series(formats.name(name, language), tuple(Point(x, value) for x, value in values))
            for name, values in series
        ),
        show,
        levels,
    )


def _quality(summary: SweepSummary, measure: Literal["best", "keeping"], language: str) -> Figure:
    series = [
        (
            algorithm,
            [
                (q.rung, q.best if measure == "best" else q.keeping)
                for q in summary.quality
                if q.algorithm == algorithm and q.positions
            ],
        )
        for algorithm in summary.settings.algorithms
    ]
    chance = summary.chance_best if measure == "best" else summary.chance_keeping
    levels = () if chance is None else (Level(say("plot.chance", language), chance),)
    axis = Axis(say(f"plot.quality.{measure}.axis", language), percent=True)
    key = "quality" if measure == "best" else "keeping"
    title = f"plot.quality.{measure}.title"
    return _lines(key, title, axis, series, formats.percent, summary, language, levels)


def efforts_of(summary: SweepSummary, measure: Effort) -> list[tuple[str, list[tuple[float, Interval]]]]:
    """Rung and mean of each algorithm over the positions or, where there are none, over the games."""
    found = {
        name: [
            (q.rung, y)
            for q in summary.quality
            if q.algorithm == name and (y := q.depth if measure == "depth" else q.nodes)
        ]
        for name in summary.settings.algorithms
    }
    for strength in summary.strength:
        means = strength.depth if measure == "depth" else strength.nodes
        if not found.get(strength.player):
            found[strength.player] = [
                (x, y) for x, y in zip(summary.settings.ladder, means, strict=True) if y
            ]
    return [(name, [(x, bare(y)) for x, y in points]) for name, points in found.items() if points]
