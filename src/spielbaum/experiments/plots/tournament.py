"""What a tournament came to: ratings with their intervals, and the cross table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from spielbaum.draw.wording import shortened
from spielbaum.experiments.plots.scale import plain_axis
from spielbaum.experiments.plots.style import GRID, LONGEST_NAME, MUTED, SERIES, axes, paper, rows_height
from spielbaum.experiments.statistics import Interval, Tally
from spielbaum.experiments.words import half_points
from spielbaum.language import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def rating_dots(
    names: Sequence[str],
    rated: Sequence[Interval],
    *,
    title: str = "",
    axis: str = "",
    line: float = 0,
    signed: bool = True,
    ax: Axes | None = None,
    language: str = "en",
) -> Axes:
    """Ratings with their 95 % intervals, the strongest on top; an arrow where an interval has no end.

    `line` is what divides the strong from the weak.
    """
    with paper():
        ax = axes(ax, height=rows_height(len(names)))
        shown = [i for i in rated if i.value is not None or i.low is not None or i.high is not None]
        ends = [x for i in shown for x in (i.low, i.value, i.high) if x is not None] or [0.0]
        reach = (max(ends) - min(ends) or 100.0) * 0.12
        for row, interval in enumerate(rated):
            low, high = interval.low, interval.high
            if low is None and high is None:
                if interval.value is not None:
                    ax.plot(interval.value, row, marker="o", color=SERIES[0], markersize=8)
                continue
            left = min(ends) - reach if low is None else low
            right = max(ends) + reach if high is None else high
            ax.plot([left, right], [row, row], color=MUTED, linewidth=2, solid_capstyle="butt")
            if low is not None and high is not None:
                ax.plot([low, high], [row, row], linestyle="none", marker="|", color=MUTED, markersize=9)
            else:
                end, sign, sure = (right, ">", left) if high is None else (left, "<", right)
                ax.plot(end, row, marker=sign, color=MUTED, markersize=8)
                ax.plot(sure, row, marker="|", color=MUTED, markersize=9)
            if interval.value is not None:
                ax.plot(interval.value, row, marker="o", color=SERIES[0], markersize=8)
        ax.set_yticks(range(len(names)), [shortened(name, LONGEST_NAME) for name in names])
        ax.set_ylim(len(names) - 0.5, -0.5)
        ax.grid(visible=False, axis="y")
        ax.axvline(line, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
        ax.set_title(title or say("plot.ratings.title", language))
        ax.set_xlabel(axis or say("plot.ratings.axis", language))
        plain_axis(ax.xaxis, language, sign=signed)
    return ax


def cross_table_plot(
    names: Sequence[str],
    against: Mapping[tuple[int, int], Tally],
    *,
    ax: Axes | None = None,
    language: str = "en",
) -> Axes:
    """Points of each (row) against each (column), shaded by their share; the number says the same."""
    with paper():
        size = len(names)
        ax = axes(ax, height=rows_height(size) + 0.5)
        for row in range(size):
            for column in range(size):
                tally = against.get((row, column))
                score = None if tally is None else tally.score
                shade = 0.0 if score is None else score
                ax.fill(
                    [column - 0.48, column + 0.48, column + 0.48, column - 0.48],
                    [row - 0.46, row - 0.46, row + 0.46, row + 0.46],
                    facecolor=GRID if row == column else SERIES[0],
                    alpha=1.0 if row == column else 0.04 + 0.46 * shade,
                    linewidth=0,
                )
                if tally is not None and tally.games:
                    ax.text(
                        column,
                        row,
                        f"{half_points(tally.points)}/{tally.games}",
                        ha="center",
                        va="center",
                        fontsize=9,
                    )
        ax.set_xticks(range(size), [str(place + 1) for place in range(size)])
        ax.set_yticks(
            range(size), [f"{i + 1}  {shortened(name, LONGEST_NAME)}" for i, name in enumerate(names)]
        )
        ax.xaxis.tick_top()
        ax.tick_params(length=0)
        ax.grid(visible=False)
        for spine in ax.spines.values():
            spine.set_visible(False)
        ax.set_xlim(-0.5, size - 0.5)
        ax.set_ylim(size - 0.5, -0.5)
        ax.set_title(say("plot.crosstable.title", language), pad=8)
    return ax
