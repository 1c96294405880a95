"""What a tournament tells: who is how strong?"""

from __future__ import annotations

from spielbaum.experiments import formats
from spielbaum.experiments.findings import (
    Axis,
    Column,
    Figure,
    Findings,
    Measure,
    Point,
    Series,
    Table,
    bare,
    row_figure,
)
from spielbaum.experiments.match.findings import remarks
from spielbaum.experiments.match.summary import points_of
from spielbaum.experiments.sentences import duel_words, game_words
from spielbaum.experiments.statistics import Interval, Tally
from spielbaum.experiments.tournament.summary import RatingBoard
from spielbaum.language import say

Against = dict[tuple[int, int], Tally]


def findings(board: RatingBoard, language: str) -> Findings:
    settings = board.settings
    rated, order, against = board.standing()
    names = [formats.name(player, language) for player in settings.players]
    best, following = order[0], order[1]
    named = {"game": game_words(settings.game, language), "players": len(names)}
    answers = []
    if board.played:
        elo = formats.elo(rated[best], language)
        answers.append(say("report.tournament.best", language, player=names[best], elo=elo))
        duel = against.get((best, following))
        if duel is not None:
            words = duel_words(duel, names[best], names[following], language)
            answers.append(say("report.tournament.duel", language, duel=words, second=names[following]))
    return Findings(
        title=say("report.tournament.title", language, **named),
        question=say("report.tournament.question", language, **named),
        answers=tuple(answers),
        remarks=remarks(board, language),
        measures=tuple(Measure((settings.players[player],), "rating", rated[player]) for player in order),
        figures=_figures(board, rated, order, against, language) if board.played else (),
        tables=(_table(board, rated, order, against, language),),
        statistics=say("report.method.statistics", language),
        duels=((settings.players[best], settings.players[following]),),
        opponent=settings.players[best],
    )


def _table(
    board: RatingBoard, rated: list[Interval], order: list[int], against: Against, language: str
) -> Table:
    """The cross table: rating, points, and the points against each of the others, from the strongest on."""
    columns = [
        Column("place", "", formats.text),
        Column("player", say("run.table.player", language), formats.name),
        Column("elo", "Elo", formats.elo),
        Column("points", say("run.table.points", language), formats.points),
        Column("games", say("run.table.games", language)),
        *(Column(f"against_{place}", str(place), formats.points) for place in range(1, len(order) + 1)),
    ]
    rows = []
    for place, player in enumerate(order, start=1):
        own = points_of(board, player)
        cells = [against[player, other].points if (player, other) in against else None for other in order]
        name = board.settings.players[player]
        rows.append((place, name, rated[player], own["points"], own["games"], *cells))
    return Table("results", say("report.tournament.table", language), tuple(columns), tuple(rows))


def _figures(
    board: RatingBoard, rated: list[Interval], order: list[int], against: Against, language: str
) -> tuple[Figure, ...]:
    names = [formats.name(board.settings.players[player], language) for player in order]
    player = say("run.table.player", language)
    cells = [
        Series(
            name,
            tuple(
                Point(place, bare(tally.score), f"{formats.points(tally.points, language)}/{tally.games}")
                for place, other in enumerate(order)
                if (tally := against.get((one, other))) is not None and tally.games
            ),
        )
        for name, one in zip(names, order, strict=True)
    ]
    return (
        row_figure(
            "ratings",
            say("plot.ratings.title", language),
            say("experiments.figure.ratings.about", language),
            Axis(say("plot.ratings.axis", language), zero=0, signed=True),
            player,
            [(name, rated[one]) for name, one in zip(names, order, strict=True)],
            formats.elo,
        ),
        Figure(
            "crosstable",
            say("plot.crosstable.title", language),
            say("report.tournament.table", language),
            "matrix",
            Axis(player),
            Axis(player),
            tuple(cells),
            formats.percent,
        ),
    )
