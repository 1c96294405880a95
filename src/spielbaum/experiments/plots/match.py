"""How a match went: score with its interval, and the sequential test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from spielbaum.draw.wording import shortened
from spielbaum.experiments.folder import Finished
from spielbaum.experiments.plots.scale import percent_axis, plain_axis
from spielbaum.experiments.plots.style import BAND, INK, LONGEST_NAME, MUTED, SERIES, axes, legend, paper
from spielbaum.experiments.statistics import Sprt, Tally, expected
from spielbaum.experiments.words import fixed
from spielbaum.language import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Elo differences marked beside the score where they are in sight.
ELO_TICKS = (-800, -400, -200, -100, -50, 0, 50, 100, 200, 400, 800)


def running_tallies(finished: Mapping[int, Finished]) -> list[Tally]:
    """The results of a match after its first pair, its second, …, as far as both games of each are in."""
    tallies, total = [], Tally()
    for pair in range(max(finished, default=-1) // 2 + 1):
        games = [finished.get(2 * pair), finished.get(2 * pair + 1)]
        scores = [
            game.record.outcome.scores[side]
            for side, game in enumerate(games)
            if game is not None and game.record is not None and game.record.outcome is not None
        ]
        if len(scores) == 2:
            total += Tally.pair(*scores)
            tallies.append(total)
    return tallies


def running_score(
    tallies: list[Tally], first: str = "", *, ax: Axes | None = None, language: str = "en"
) -> Axes:
    """The score of the first player with its 95 % interval after every pair, and what it means in Elo."""
    with paper():
        ax = axes(ax)
        games = [tally.games for tally in tallies]
        bands = [tally.units.interval() for tally in tallies]
        ax.axhline(0.5, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
        ax.fill_between(
            games,
            [low for low, _ in bands],
            [high for _, high in bands],
            color=BAND,
            alpha=0.3,
            linewidth=0,
            label=say("plot.interval", language),
        )
        mark = "o" if len(games) < 25 else None
        ax.plot(
            games,
            [tally.units.mean for tally in tallies],
            color=SERIES[0],
            marker=mark,
            markersize=4,
            label=shortened(first, LONGEST_NAME) or say("plot.score.line", language),
        )
        ax.set_xlim(0, max(games, default=1) * 1.02)
        ax.set_ylim(-0.02, 1.02)
        ax.set_title(say("plot.score.title", language))
        ax.set_xlabel(say("plot.games", language))
        ax.set_ylabel(say("plot.score.axis", language))
        percent_axis(ax.yaxis, language)
        _elo_beside(ax, language)
        legend(ax, "best")
    return ax


def _elo_beside(ax: Axes, language: str) -> None:
    beside = ax.secondary_yaxis("right")
    beside.set_yticks(
        [expected(elo) for elo in ELO_TICKS],
        [fixed(elo, 0, language, sign=True) for elo in ELO_TICKS],
    )
    beside.spines["right"].set_visible(False)
    beside.tick_params(length=3)
    beside.set_ylabel(say("plot.elo.difference", language))


def likelihood_ratio(
    tallies: list[Tally], sprt: Sprt, *, ax: Axes | None = None, language: str = "en"
) -> Axes:
    """The log-likelihood ratio after every pair, between the bounds at which the test is decided."""
    with paper():
        ax = axes(ax)
        pairs = list(range(1, len(tallies) + 1))
        ratios = [sprt.llr(tally) for tally in tallies]
        bounds = (
            (sprt.upper, (0, (6, 2)), f"H1: {fixed(sprt.elo1, 0, language, sign=True)} Elo", "bottom"),
            (sprt.lower, (0, (1.5, 1.8)), f"H0: {fixed(sprt.elo0, 0, language, sign=True)} Elo", "top"),
        )
        for level, line, text, align in bounds:
            ax.axhline(level, color=INK, linewidth=1.2, linestyle=line)
            ax.annotate(
                text,
                (0, level),
                xytext=(4, 3 if align == "bottom" else -4),
                textcoords="offset points",
                xycoords=("axes fraction", "data"),
                va=align,
                fontsize=9,
            )
        ax.axhline(0, color=MUTED, linewidth=0.8)
        ax.plot(
            [0, *pairs],
            [0.0, *ratios],
            color=SERIES[0],
            marker="o" if len(pairs) < 40 else None,
            markersize=4,
        )
        ax.set_xlim(0, max(pairs, default=1) * 1.02)
        room = max(sprt.upper, -sprt.lower, *map(abs, ratios), 1.0) * 1.25
        ax.set_ylim(-room, room)
        ax.set_title(say("plot.llr.title", language))
        ax.set_xlabel(say("plot.pairs", language))
        ax.set_ylabel(say("plot.llr.axis", language))
        plain_axis(ax.yaxis, language)
    return ax
