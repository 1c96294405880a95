"""Strength, quality of moves, depth and nodes over what was varied: thinking time, positions or depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from spielbaum.draw.wording import shortened
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.plots.scale import doubling_axis, percent_axis, plain_axis, power_axis
from spielbaum.experiments.plots.style import LONGEST_NAME, MUTED, TALL, axes, legend, look, paper
from spielbaum.experiments.statistics import Interval
from spielbaum.language import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from spielbaum.experiments.measurements import Quality, SweepSummary

Measure = Literal["best", "keeping"]
Effort = Literal["depth", "nodes"]

#: Series stand apart by this share of a step of the ladder, so that their intervals can be told apart.
APART = 0.06


def sweep_title(key: str, summary: SweepSummary, language: str) -> str:
    """A title that says what was varied: `Strength over positions per move`."""
    return say(key, language, over=say(f"plot.over.{summary.settings.limit}", language))


def elo_over_time(summary: SweepSummary, *, ax: Axes | None = None, language: str = "en") -> Axes:
    """The distance in Elo from the lowest rung of the ladder, with 95 % intervals."""
    with paper():
        ax = axes(ax)
        ladder = summary.settings.ladder
        for index, strength in enumerate(summary.strength):
            name = name_words(strength.player, language)
            _with_bars(ax, ladder, strength.cumulative, index, len(summary.strength), name)
        ax.set_title(sweep_title("plot.elo.title", summary, language))
        ax.set_ylabel(say("plot.elo.axis", language))
        plain_axis(ax.yaxis, language, sign=True)
        _time_axis(ax, summary, language)
        legend(ax, "upper left")
    return ax


def quality_over_time(
    summary: SweepSummary, measure: Measure = "best", *, ax: Axes | None = None, language: str = "en"
) -> Axes:
    """The share of moves that are best, or that keep win, draw or loss, for each algorithm."""
    with paper():
        ax = axes(ax, height=TALL)
        algorithms = summary.settings.algorithms
        for index, algorithm in enumerate(algorithms):
            seen = [q for q in summary.quality if q.algorithm == algorithm and q.positions]
            shares = [q.best if measure == "best" else q.keeping for q in seen]
            _with_bars(
                ax, [q.rung for q in seen], shares, index, len(algorithms), name_words(algorithm, language)
            )
        chance = summary.chance_best if measure == "best" else summary.chance_keeping
        if chance is not None:
            ax.axhline(
                chance, color=MUTED, linestyle=(0, (1, 2)), linewidth=1.5, label=say("plot.chance", language)
            )
        ax.set_ylim(top=1.02)
        ax.set_title(sweep_title(f"plot.quality.{measure}.title", summary, language))
        ax.set_ylabel(say(f"plot.quality.{measure}.axis", language))
        percent_axis(ax.yaxis, language)
        _time_axis(ax, summary, language)
        legend(ax, "lower right")
    return ax


def effort_over_time(
    summary: SweepSummary, measure: Effort = "depth", *, ax: Axes | None = None, language: str = "en"
) -> Axes:
    """Plies or nodes of a move, means over the positions or, where there are none, over the games."""
    with paper():
        ax = axes(ax, height=TALL)
        for index, (name, points) in enumerate(efforts_of(summary, measure)):
            ax.plot(
                [x for x, _ in points],
                [y for _, y in points],
                label=shortened(name_words(name, language), LONGEST_NAME),
                **look(index),
            )
        ax.set_title(sweep_title(f"plot.effort.{measure}.title", summary, language))
        ax.set_ylabel(say(f"plot.effort.{measure}.axis", language))
        if measure == "nodes":
            ax.set_yscale("log")
            power_axis(ax.yaxis, language)
        else:
            plain_axis(ax.yaxis, language)
        _time_axis(ax, summary, language)
        legend(ax, "upper left")
    return ax


def efforts_of(summary: SweepSummary, measure: Effort) -> list[tuple[str, list[tuple[float, float]]]]:
    """For each algorithm: rung and mean, where there is one that a logarithmic axis can show."""
    value: Callable[[Quality], float | None] = lambda q: q.depth if measure == "depth" else q.nodes  # noqa: E731
    found = {
        name: [(q.rung, y) for q in summary.quality if q.algorithm == name and (y := value(q))]
        for name in summary.settings.algorithms
    }
    for strength in summary.strength:
        means = strength.depth if measure == "depth" else strength.nodes
        if not found.get(strength.player):
            found[strength.player] = [
                (x, y) for x, y in zip(summary.settings.ladder, means, strict=True) if y
            ]
    return [(name, points) for name, points in found.items() if points]


def _with_bars(ax: Axes, xs: Sequence[float], ys: Sequence[Interval], index: int, of: int, name: str) -> None:
    step = min((high / low for low, high in pairwise(xs)), default=1.0)
    moved = step ** (APART * (index - (of - 1) / 2))
    values = [(x * moved, y) for x, y in zip(xs, ys, strict=True)]
    # Where nothing but wins came, only a lower end is known: an arrow that points on.
    ends = [(x, y.low) for x, y in values if y.value is None and y.low is not None]
    colour = look(index)["color"]
    ax.plot(
        [x for x, _ in ends], [y for _, y in ends], linestyle="none", marker=6, markersize=9, color=colour
    )
    known = [(x, y.value, y.low, y.high) for x, y in values if y.value is not None]
    if not known:
        return
    below = [y - (y if low is None else low) for _, y, low, _ in known]
    above = [(y if high is None else high) - y for _, y, _, high in known]
    ax.errorbar(
        [x for x, *_ in known],
        [y for _, y, *_ in known],
        yerr=[[max(b, 0) for b in below], [max(a, 0) for a in above]],
        capsize=2.5,
        elinewidth=1.0,
        label=shortened(name, LONGEST_NAME),
        **look(index),
    )


def _time_axis(ax: Axes, summary: SweepSummary, language: str) -> None:
    settings = summary.settings
    ax.set_xlabel(say(f"plot.limit.{settings.limit}", language))
    if settings.limit != "depth":
        doubling_axis(ax, settings.ladder, language)
    else:
        ax.set_xticks(settings.ladder)
