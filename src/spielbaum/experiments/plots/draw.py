"""Figures painted with matplotlib: lines over an axis, rows with values, a matrix of shares, a board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from spielbaum.draw.wording import shortened
from spielbaum.experiments.findings import Axis, Figure, Point, Series
from spielbaum.experiments.plots.scale import doubling_axis, percent_axis, plain_axis, power_axis
from spielbaum.experiments.plots.style import (
    BAND,
    GRID,
    HEIGHT,
    INK,
    LINES,
    LONGEST_NAME,
    MUTED,
    SERIES,
    TALL,
    axes,
    legend,
    legend_below,
    look,
    paper,
    rows_height,
)
from spielbaum.experiments.statistics import Interval, expected
from spielbaum.language import fixed, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Series stand apart by this share of a step on an axis of doublings, so that intervals can be told apart.
APART = 0.06
#: Longer lines have no marks and a band instead of bars.
MARKED = 25
#: Elo differences marked beside the score.
ELO_TICKS = (-800, -400, -200, -100, -50, 0, 50, 100, 200, 400, 800)


def height_of(figure: Figure) -> float:
    """Inches that the figure needs."""
    if figure.kind == "matrix":
        return rows_height(len(figure.series)) + 0.5
    if figure.kind == "board":
        return rows_height(len(figure.series))
    if figure.kind == "rows":
        return rows_height(len(figure.rows)) + (0.3 if len(figure.series) > 1 else 0)
    return TALL if len(figure.series) > 3 else HEIGHT


def draw(figure: Figure, *, ax: Axes | None = None, language: str = "en") -> Axes:
    """Paint a figure on the axes given, or on new ones, which a notebook shows; the axes are returned."""
    with paper():
        ax = axes(ax, height=height_of(figure))
        _PAINTERS[figure.kind](figure, ax, language)
        ax.set_title(figure.title, pad=8 if figure.kind == "matrix" else None)
    return ax


# --- lines --------------------------------------------------------------------------------------------------


def _lines(figure: Figure, ax: Axes, language: str) -> None:
    measured = [series for series in figure.series if series.style == "measured"]
    theory = [series for series in figure.series if series.style == "theory"]
    for index, series in enumerate(measured):
        colour = look(index)["color"]
        for fit in figure.series:
            if fit.style == "fit" and fit.name == series.name:
                # One line of the legend explains all the broad ones.
                label = None if index else say("plot.growth.fit", language)
                ax.plot(*_xy(fit.points), color=colour, linewidth=5, alpha=0.25, label=label)
        _measured(ax, figure, series, index, len(measured), language)
    for series, line in zip(theory, ((0, (1, 1.5)), (0, (4, 2)), (0, (8, 2, 1, 2))), strict=False):
        ax.plot(*_xy(series.points), color=MUTED, linestyle=line, linewidth=1.3, label=series.name)
    for index, level in enumerate(figure.levels):
        ax.axhline(
            level.value, color=INK, linewidth=1.2, linestyle=LINES[3 - 2 * (index % 2)], label=level.name
        )
    if figure.y.zero is not None:
        ax.axhline(figure.y.zero, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
    ax.set_xlabel(figure.x.title)
    ax.set_ylabel(figure.y.title)
    _axis_y(ax, figure.y, language)
    xs = [point.x for series in figure.series for point in series.points]
    if figure.x.scale == "log2":
        doubling_axis(ax, xs, language)
    elif len(set(xs)) <= 16:
        ax.set_xticks(sorted(set(xs)))
    else:
        ax.set_xlim(0, max(xs) * 1.02)
    if figure.x.scale == "linear":
        plain_axis(ax.xaxis, language)
    legend(ax)


def _measured(ax: Axes, figure: Figure, series: Series, index: int, of: int, language: str) -> None:
    style, points = look(index), series.points
    label = shortened(series.name, LONGEST_NAME + 10)
    if len(points) >= MARKED:
        band = [point for point in points if point.y.low is not None and point.y.high is not None]
        if band:
            ax.fill_between(
                [p.x for p in band],
                [p.y.low or 0.0 for p in band],
                [p.y.high or 0.0 for p in band],
                color=BAND,
                alpha=0.3,
                linewidth=0,
                label=say("plot.interval", language),
            )
        style = style | {"marker": None}
        ax.plot(*_xy(points), label=label, **style)
        return
    xs = [point.x for point in points]
    if figure.x.scale == "log2":
        step = min((high / low for low, high in pairwise(xs)), default=1.0)
        xs = [x * step ** (APART * (index - (of - 1) / 2)) for x in xs]
    # Where nothing but wins came, only a lower end is known: an arrow that points on.
    for end, marker in (("low", 6), ("high", 7)):
        open_ = [
            (x, value)
            for x, point in zip(xs, points, strict=True)
            if point.y.value is None and (value := getattr(point.y, end)) is not None
        ]
        if open_:
            ax.plot(
                [x for x, _ in open_], [y for _, y in open_],
                linestyle="none", marker=marker, markersize=9, color=style["color"],
            )  # fmt: skip
    known = [
        (x, point.y.value, point.y) for x, point in zip(xs, points, strict=True) if point.y.value is not None
    ]
    if not known:
        return
    values = [y for _, y, _ in known]
    if all(each.low is None and each.high is None for _, _, each in known):
        ax.plot([x for x, *_ in known], values, label=label, **style)
        return
    below = [max(y - (y if each.low is None else each.low), 0) for _, y, each in known]
    above = [max((y if each.high is None else each.high) - y, 0) for _, y, each in known]
    bars: dict[str, Any] = {"yerr": [below, above], "capsize": 2.5, "elinewidth": 1.0}
    ax.errorbar([x for x, *_ in known], values, label=label, **bars, **style)


def _xy(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    known = [(point.x, point.y.value) for point in points if point.y.value is not None]
    return [x for x, _ in known], [y for _, y in known]


def _axis_y(ax: Axes, axis: Axis, language: str) -> None:
    if axis.scale != "linear":
        ax.set_yscale("log")
        power_axis(ax.yaxis, language)
    elif axis.percent:
        ax.set_ylim(bottom=-0.02 if axis.elo else None, top=1.02)
        percent_axis(ax.yaxis, language)
    else:
        plain_axis(ax.yaxis, language, sign=axis.signed)
    if axis.elo:
        beside = ax.secondary_yaxis("right")
        labels = [fixed(elo, 0, language, sign=True) for elo in ELO_TICKS]
        beside.set_yticks([expected(elo) for elo in ELO_TICKS], labels)
        beside.spines["right"].set_visible(False)
        beside.tick_params(length=3)
        beside.set_ylabel(say("plot.elo.difference", language))


# --- rows ---------------------------------------------------------------------------------------------------


def _rows(figure: Figure, ax: Axes, language: str) -> None:
    for index, series in enumerate(figure.series):
        if series.style in ("bar", "hatched"):
            _bars(ax, figure, series, language)
        elif series.style == "mark":
            marks: dict[str, Any] = {
                "marker": "oD"[index % 2],
                "markerfacecolor": "none" if index == 0 else SERIES[index],
            }
            xs, rows = [p.y.value for p in series.points], [p.x for p in series.points]
            ax.plot(
                [x or 0.0 for x in xs], rows, linestyle="none", color=SERIES[index], markersize=8,
                markeredgewidth=1.8, label=series.name, **marks,
            )  # fmt: skip
        else:
            _intervals(ax, series.points)
    ax.set_yticks(range(len(figure.rows)), [shortened(name, LONGEST_NAME) for name in figure.rows])
    ax.set_ylim(len(figure.rows) - 0.5, -0.5)
    ax.grid(visible=False, axis="y")
    if figure.x.zero is not None:
        ax.axvline(figure.x.zero, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
    ax.set_xlabel(figure.x.title)
    if figure.x.scale != "linear":
        _ratio_axis(ax, [p.y.value for series in figure.series for p in series.points], language)
    elif figure.x.percent:
        percent_axis(ax.xaxis, language)
    else:
        plain_axis(ax.xaxis, language, sign=figure.x.signed)
    if len(figure.series) > 1:
        legend_below(ax, ax.get_legend_handles_labels()[0])


def _intervals(ax: Axes, points: Sequence[Point]) -> None:
    """Values with their intervals; an arrow where an interval has no end."""
    ends = [x for p in points for x in (p.y.low, p.y.value, p.y.high) if x is not None] or [0.0]
    reach = (max(ends) - min(ends) or 100.0) * 0.12
    for point in points:
        row, interval = point.x, point.y
        if interval.low is not None or interval.high is not None:
            left = min(ends) - reach if interval.low is None else interval.low
            right = max(ends) + reach if interval.high is None else interval.high
            ax.plot([left, right], [row, row], color=MUTED, linewidth=2, solid_capstyle="butt")
            _ends(ax, interval, left, right, row)
        if interval.value is not None:
            ax.plot(interval.value, row, marker="o", color=SERIES[0], markersize=8)


def _ends(ax: Axes, interval: Interval, left: float, right: float, row: float) -> None:
    for value, end, arrow in ((interval.low, left, "<"), (interval.high, right, ">")):
        marker = arrow if value is None else "|"
        ax.plot(end, row, linestyle="none", marker=marker, color=MUTED, markersize=8)


def _bars(ax: Axes, figure: Figure, series: Series, language: str) -> None:
    """Bars from the value of no difference on; hatched ones are told apart without colour."""
    plain = series.style == "bar"
    zero = figure.x.zero or 0.0
    label: str | None = series.name
    for point in series.points:
        value = zero if point.y.value is None else point.y.value
        ax.barh(
            point.x,
            width=value - zero,
            left=zero,
            height=0.62,
            color=SERIES[0] if plain else "none",
            edgecolor=SERIES[0] if plain else SERIES[1],
            hatch=None if plain else "////",
            linewidth=1.2,
            label=label,
        )
        label = None
        ax.annotate(
            figure.show(point.y, language),
            (max(value, zero), point.x),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            color=INK,
        )


def _ratio_axis(ax: Axes, values: Sequence[float | None], language: str) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    from spielbaum.experiments.formats import number

    known = [1.0, *(value for value in values if value)]
    low, high = min(known) / 1.15, max(known) * 1.35
    ax.set_xscale("log")
    ax.set_xlim(low, high)
    steps = [factor * 10.0**power for power in range(-3, 7) for factor in (1, 2, 5)]
    ax.xaxis.set_major_locator(FixedLocator([step for step in steps if low <= step <= high]))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(float(f"{value:.3g}"), language)))
    ax.xaxis.set_minor_formatter(NullFormatter())


# --- a matrix -----------------------------------------------------------------------------------------------


def _matrix(figure: Figure, ax: Axes, _language: str) -> None:
    """Cells shaded by their share; the text in each says the same."""
    size = len(figure.series)
    for row, series in enumerate(figure.series):
        cells = {int(point.x): point for point in series.points}
        for column in range(size):
            point = cells.get(column)
            shade = 0.0 if point is None or point.y.value is None else point.y.value
            ax.fill(
                [column - 0.48, column + 0.48, column + 0.48, column - 0.48],
                [row - 0.46, row - 0.46, row + 0.46, row + 0.46],
                facecolor=GRID if row == column else SERIES[0],
                alpha=1.0 if row == column else 0.04 + 0.46 * shade,
                linewidth=0,
            )
            if point is not None:
                ax.text(column, row, point.note, ha="center", va="center", fontsize=9)
    names = [f"{row + 1}  {shortened(series.name, LONGEST_NAME)}" for row, series in enumerate(figure.series)]
    _places(ax, [str(place + 1) for place in range(size)], names)
    ax.xaxis.tick_top()


# --- a board ------------------------------------------------------------------------------------------------


def _board(figure: Figure, ax: Axes, language: str) -> None:
    """Places shaded by their numbers, in two colours by their signs; the number in each says the same."""
    most = max((abs(p.y.value or 0.0) for series in figure.series for p in series.points), default=0.0) or 1.0
    for row, series in enumerate(figure.series):
        for point in series.points:
            if point.y.value is None:
                continue
            column, value = point.x, point.y.value
            ax.fill(
                [column - 0.48, column + 0.48, column + 0.48, column - 0.48],
                [row - 0.46, row - 0.46, row + 0.46, row + 0.46],
                facecolor=SERIES[0] if value >= 0 else SERIES[1],
                alpha=0.04 + 0.46 * abs(value) / most,
                linewidth=0,
            )
            ax.text(column, row, figure.show(point.y, language), ha="center", va="center", fontsize=9)
    _places(ax, list(figure.rows), [series.name for series in figure.series])


def _places(ax: Axes, columns: Sequence[str], rows: Sequence[str]) -> None:
    """Axes with a name for each place and no lines."""
    ax.set_xticks(range(len(columns)), list(columns))
    ax.set_yticks(range(len(rows)), list(rows))
    ax.tick_params(length=0)
    ax.grid(visible=False)
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.set_xlim(-0.5, len(columns) - 0.5)
    ax.set_ylim(len(rows) - 0.5, -0.5)


_PAINTERS = {"lines": _lines, "rows": _rows, "matrix": _matrix, "board": _board}
