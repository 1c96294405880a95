"""Nodes against depth, beside what theory says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spielbaum.draw.wording import shortened
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.plots.scale import power_axis
from spielbaum.experiments.plots.style import LONGEST_NAME, MUTED, TALL, axes, legend, look, paper
from spielbaum.experiments.words import fixed
from spielbaum.language import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from spielbaum.experiments.measurements import GrowthSummary

#: The whole tree, b^(d/2), the minimal tree, and how they are drawn.
_THEORY: tuple[tuple[str, Any], ...] = (
    ("full", (0, (1, 1.5))),
    ("root", (0, (4, 2))),
    ("minimal", (0, (8, 2, 1, 2))),
)


def nodes_over_depth(summary: GrowthSummary, *, ax: Axes | None = None, language: str = "en") -> Axes:
    """Nodes of every algorithm on a logarithmic axis, with fits and the lines of theory."""
    with paper():
        ax = axes(ax, height=TALL)
        for index, curve in enumerate(summary.curves):
            if not curve.points:
                continue
            name = shortened(name_words(curve.algorithm, language), LONGEST_NAME)
            branching = None if curve.fit is None else curve.fit.branching.value
            if curve.fit is not None and branching is not None:
                name += f" (b ≈ {fixed(branching, 2, language)})"
                ends = [curve.points[-curve.fit.depths :][0].depth, curve.points[-1].depth]
                fitted = [curve.fit.factor * branching**depth for depth in ends]
                # One line of the legend explains all the broad ones.
                broad = None if index else say("plot.growth.fit", language)
                ax.plot(ends, fitted, color=look(index)["color"], linewidth=5, alpha=0.25, label=broad)
            ax.plot(
                [point.depth for point in curve.points],
                [point.nodes for point in curve.points],
                label=name,
                **look(index),
            )
        for field, line in _THEORY if summary.theory else ():
            ax.plot(
                [bound.depth for bound in summary.theory],
                [getattr(bound, field) for bound in summary.theory],
                color=MUTED,
                linestyle=line,
                linewidth=1.3,
                label=say(f"plot.growth.{field}", language),
            )
        ax.set_yscale("log")
        power_axis(ax.yaxis, language)
        ax.set_xticks(sorted({point.depth for curve in summary.curves for point in curve.points}))
        ax.set_xlabel(say("plot.growth.depth", language))
        ax.set_ylabel(say("plot.growth.nodes", language))
        ax.set_title(say("plot.growth.title", language))
        legend(ax, "upper left")
    return ax
