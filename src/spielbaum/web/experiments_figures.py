"""Figures of runs as data: the page draws them, and the same numbers stand in the table below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from spielbaum.experiments.scoreboard import Scoreboard
from spielbaum.experiments.shares import ShareBoard
from spielbaum.experiments.statistics import Interval, Sprt, Tally
from spielbaum.experiments.words import (
    elo_words,
    fixed,
    half_points,
    percent_words,
    points_against,
    share_head,
    share_row,
    standing,
)
from spielbaum.language import say
from spielbaum.web.experiments_messages import Axis, Figure, Point, Series, Table
from spielbaum.web.experiments_record import GameRecord

#: No line has more points than can be told apart.
MOST_POINTS = 150

T = TypeVar("T")


def match_figures(record: GameRecord, language: str) -> list[Figure]:
    """How score and Elo went from pair to pair, and the test where there is one."""
    plan = record.board.plan
    running = record.running()
    if not running:
        return []
    name = plan.players[0]
    tallies = thinned(running)
    figures = [
        _running("score", name, tallies, _score, lambda i: percent_words(i, language), 0.5, language),
        _running("elo", name, tallies, lambda t: t.elo, lambda i: elo_words(i, language), 0, language),
    ]
    if plan.sprt is not None:
        figures.append(_test(running, plan.sprt, language))
    return figures


def _score(tally: Tally) -> Interval:
    low, high = tally.units.interval()
    return Interval(tally.units.mean, low, high)


def _running(
    key: str,
    name: str,
    tallies: Sequence[Tally],
    measure: Callable[[Tally], Interval],
    words: Callable[[Interval], str],
    zero: float,
    language: str,
) -> Figure:
    found = [(tally, measure(tally)) for tally in tallies]
    axis = say("plot.score.axis", language) if key == "score" else "Elo"
    return Figure(
        key=key,
        title=say("plot.score.title" if key == "score" else "experiments.figure.elo", language),
        about=say(f"experiments.figure.{key}.about", language, player=name),
        kind="lines",
        x=Axis(title=say("plot.games", language)),
        y=Axis(title=axis, zero=zero, percent=key == "score"),
        series=[Series(name=name, points=[point(tally.games, interval) for tally, interval in found])],
        columns=[
            say("plot.games", language),
            say("experiments.column.wld", language),
            axis,
        ],
        rows=[[str(t.games), f"{t.wins}–{t.losses}–{t.draws}", words(interval)] for t, interval in found],
    )


def _test(running: Sequence[Tally], sprt: Sprt, language: str) -> Figure:
    """The log-likelihood ratio between its bounds."""
    pairs = thinned(list(enumerate(running, start=1)))
    ratios = [(number, sprt.llr(tally)) for number, tally in pairs]
    last = ratios[-1][0]
    bounds = {
        f"H1: {fixed(sprt.elo1, 0, language, sign=True)} Elo": sprt.upper,
        f"H0: {fixed(sprt.elo0, 0, language, sign=True)} Elo": sprt.lower,
    }
    return Figure(
        key="llr",
        title=say("plot.llr.title", language),
        about=say("experiments.figure.llr.about", language),
        kind="lines",
        x=Axis(title=say("plot.pairs", language)),
        y=Axis(title="LLR", zero=0),
        series=[
            Series(name="LLR", points=[Point(x=number, y=ratio) for number, ratio in ratios]),
            *(Series(name=n, points=[Point(x=0, y=y), Point(x=last, y=y)]) for n, y in bounds.items()),
        ],
        columns=[say("plot.pairs", language), "LLR"],
        rows=[[str(number), fixed(ratio, 2, language, sign=True)] for number, ratio in ratios],
    )


def tournament_figures(board: Scoreboard, language: str) -> list[Figure]:
    """The ratings with their intervals."""
    if board.played == 0:
        return []
    rated, order, against = standing(board)
    own = {player: [t for (one, _), t in against.items() if one == player] for player in order}
    return [
        Figure(
            key="ratings",
            title=say("plot.ratings.title", language),
            about=say("experiments.figure.ratings.about", language),
            kind="intervals",
            x=Axis(title="Elo", zero=0),
            y=Axis(title=say("experiments.column.player", language)),
            series=[
                Series(name=board.plan.players[player], points=[point(0, rated[player])]) for player in order
            ],
            columns=[
                say("experiments.column.player", language),
                "Elo",
                say("experiments.column.points", language),
                say("plot.games", language),
            ],
            rows=[
                [
                    board.plan.players[player],
                    elo_words(rated[player], language),
                    half_points(sum(t.points for t in own[player])),
                    str(sum(t.games for t in own[player])),
                ]
                for player in order
            ],
        )
    ]


def share_figures(board: ShareBoard, language: str) -> list[Figure]:
    """The shares of a multiplayer match with their intervals."""
    if not board.scored:
        return []
    names = board.plan.players
    return [
        Figure(
            key="shares",
            title=say("plot.shares.title", language),
            about=say("experiments.figure.shares.about", language),
            kind="intervals",
            x=Axis(title=say("plot.shares.axis", language), zero=1 / len(names), percent=True),
            y=Axis(title=say("experiments.column.player", language)),
            series=[
                Series(name=names[player], points=[point(0, board.share(player))]) for player in board.order
            ],
            columns=share_head(language)[1:],
            rows=[share_row(board, player, names[player], language)[1:] for player in board.order],
        )
    ]


def cross_table(board: Scoreboard, language: str) -> list[Table]:
    """Everybody against everybody: points, from the strongest on."""
    if board.played == 0:
        return []
    _, order, against = standing(board)
    rows = []
    for place, player in enumerate(order, start=1):
        cells = points_against(player, order, against)
        total = half_points(sum(t.points for (one, _), t in against.items() if one == player))
        rows.append([f"{place}  {board.plan.players[player]}", *cells, total])
    columns = [
        say("experiments.column.player", language),
        *(str(place) for place in range(1, len(order) + 1)),
        say("experiments.column.points", language),
    ]
    return [Table(key="cross", title=say("plot.crosstable.title", language), columns=columns, rows=rows)]


def point(x: float, interval: Interval) -> Point:
    return Point(x=x, y=interval.value, low=interval.low, high=interval.high)


def thinned(things: Sequence[T]) -> list[T]:
    """At most `MOST_POINTS` of them, evenly, the last one included."""
    count = len(things)
    if count <= MOST_POINTS:
        return list(things)
    return [things[-1 - (MOST_POINTS - 1 - i) * (count - 1) // (MOST_POINTS - 1)] for i in range(MOST_POINTS)]
