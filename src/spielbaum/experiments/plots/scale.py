"""Numbers along axes, in the writing of a language."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from spielbaum.experiments.formats import number
from spielbaum.language import grouped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(exponent: float) -> str:
    return "10" + str(round(exponent)).translate(_SUPERSCRIPTS)


def plain_axis(axis: Axis, language: str, *, sign: bool = False) -> None:
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: number(value, language, sign=sign)))


def percent_axis(axis: Axis, language: str) -> None:
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{number(100 * value, language)} %"))


def doubling_axis(ax: Axes, values: Sequence[float], language: str) -> None:
    """x grows by doublings; what was measured is marked, as far as there is room."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    ax.set_xscale("log", base=2)
    ticks = sorted(set(values))
    step = max(1, -(-len(ticks) // 9))
    ax.xaxis.set_major_locator(FixedLocator(ticks[::step]))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(_rounded(value), language)))


def power_axis(axis: Axis, language: str) -> None:
    """A logarithmic axis, after everything is drawn: powers of ten, or 1, 2, 5, 10 … where these are few."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    if high < 200 * low:
        axis.set_major_locator(LogLocator(base=10, subs=(1.0, 2.0, 5.0), numticks=12))
        axis.set_major_formatter(FuncFormatter(lambda value, _: grouped(round(value), language)))
    else:
        axis.set_major_locator(LogLocator(base=10, numticks=10))
        axis.set_major_formatter(FuncFormatter(lambda value, _: power(log10(value)) if value > 0 else ""))
    axis.set_minor_formatter(NullFormatter())


def _rounded(value: float) -> float:
    """Three significant digits."""
    return float(f"{value:.3g}")
