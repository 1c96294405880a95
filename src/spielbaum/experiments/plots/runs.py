"""The figures of each kind of run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from spielbaum.errors import BadInput
from spielbaum.experiments.folder import read_games, read_settings
from spielbaum.experiments.measurements import SETTINGS
from spielbaum.experiments.plots.experiments import experiment_plots
from spielbaum.experiments.plots.match import likelihood_ratio, running_score, running_tallies
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.plots.plot import Plot
from spielbaum.experiments.plots.style import rows_height
from spielbaum.experiments.plots.tournament import cross_table_plot, rating_dots
from spielbaum.experiments.scoreboard import read_run
from spielbaum.experiments.shares import ShareBoard
from spielbaum.experiments.statistics import Interval
from spielbaum.experiments.words import elo_words, fixed, half_points, percent_words, standing
from spielbaum.language import say


def plots_of(folder: Path, language: str = "en") -> list[Plot]:
    """Everything the run in that folder can be shown as, the most telling first."""
    kind = read_settings(folder).get("kind")
    if kind in SETTINGS:
        from spielbaum.experiments.experiments import read_experiment

        return experiment_plots(read_experiment(folder), language)
    if kind not in _MAKERS:
        raise BadInput("error.run.foreign", path=folder, why=BadInput("error.document.wrong", where="kind"))
    return _MAKERS[kind](folder, language)


def _match(folder: Path, language: str) -> list[Plot]:
    plan = read_run(folder).plan
    tallies = running_tallies(read_games(folder))
    if not tallies:
        return []
    last = tallies[-1]
    low, high = last.units.interval()
    first, second = (name_words(player, language) for player in plan.players)
    plots = [
        Plot(
            "score",
            say("plot.score.title", language),
            say(
                "plot.score.about",
                language,
                first=first,
                second=second,
                games=last.games,
                score=fixed(100 * last.units.mean, 1, language),
                low=fixed(100 * low, 1, language),
                high=fixed(100 * high, 1, language),
                elo=elo_words(last.elo, language),
            ),
            lambda ax: running_score(tallies, first, ax=ax, language=language),
        )
    ]
    sprt = plan.sprt
    if sprt is not None:
        plots.append(
            Plot(
                "llr",
                say("plot.llr.title", language),
                say(
                    "plot.llr.about",
                    language,
                    pairs=len(tallies),
                    llr=fixed(sprt.llr(last), 2, language, sign=True),
                    low=fixed(sprt.lower, 2, language),
                    high=fixed(sprt.upper, 2, language),
                ),
                lambda ax: likelihood_ratio(tallies, sprt, ax=ax, language=language),
            )
        )
    return plots


def _tournament(folder: Path, language: str) -> list[Plot]:
    board = read_run(folder)
    if not board.played:
        return []
    rated, order, against = standing(board)
    names = [name_words(board.plan.players[player], language) for player in order]
    ordered = [rated[player] for player in order]
    places = {player: place for place, player in enumerate(order)}
    table = {(places[one], places[other]): tally for (one, other), tally in against.items()}
    points = [sum(t.points for (one, _), t in table.items() if one == place) for place in range(len(order))]
    listed = "; ".join(
        f"{name} {elo_words(rating, language)}" for name, rating in zip(names, ordered, strict=True)
    )
    gained = "; ".join(f"{name} {half_points(sum_)}" for name, sum_ in zip(names, points, strict=True))
    return [
        Plot(
            "ratings",
            say("plot.ratings.title", language),
            say("plot.ratings.about", language, ratings=listed),
            lambda ax: rating_dots(names, ordered, ax=ax, language=language),
            rows_height(len(names)),
        ),
        Plot(
            "crosstable",
            say("plot.crosstable.title", language),
            say("plot.crosstable.about", language, points=gained),
            lambda ax: cross_table_plot(names, table, ax=ax, language=language),
            rows_height(len(names)) + 0.5,
        ),
    ]


def _multiplayer(folder: Path, language: str) -> list[Plot]:
    board = read_run(folder)
    assert isinstance(board, ShareBoard)
    if not board.scored:
        return []
    names = [name_words(board.plan.players[player], language) for player in board.order]
    shares = [board.share(player) for player in board.order]
    percent = [Interval(*(None if x is None else 100 * x for x in (s.value, s.low, s.high))) for s in shares]
    listed = "; ".join(
        f"{name} {percent_words(share, language)}" for name, share in zip(names, shares, strict=True)
    )
    equal = 100 / len(names)
    title, axis = say("plot.shares.title", language), say("plot.shares.axis", language)
    return [
        Plot(
            "shares",
            title,
            say("plot.shares.about", language, shares=listed, equal=fixed(equal, 1, language)),
            lambda ax: rating_dots(
                names, percent, title=title, axis=axis, line=equal, signed=False, ax=ax, language=language
            ),
            rows_height(len(names)),
        )
    ]


_MAKERS: dict[str, Callable[[Path, str], list[Plot]]] = {
    "match": _match,
    "tournament": _tournament,
    "multiplayer": _multiplayer,
}
