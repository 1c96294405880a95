"""Nodes against depth, beside what theory says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from spielbaum.draw.wording import shortened
from spielbaum.lab.plots.names import name_words
from spielbaum.lab.plots.scale import power_axis
from spielbaum.lab.plots.style import LONGEST_NAME, MUTED, SERIES, TALL, axes, legend, look, paper
from spielbaum.lab.words import fixed
from spielbaum.language import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from spielbaum.lab.measurements import GrowthSummary

Count = Literal["nodes", "leaves"]

#: b^d, √(b^d), b^⌈d/2⌉ + b^⌊d/2⌋ − 1, and how they are drawn.
_THEORY: tuple[tuple[str, Any], ...] = (
    ("full", (0, (1, 1.5))),
    ("root", (0, (4, 2))),
    ("minimal", (0, (8, 2, 1, 2))),
)


def nodes_over_depth(
    summary: GrowthSummary, count: Count = "nodes", *, ax: Axes | None = None, language: str = "en"
) -> Axes:
    """Nodes (with fits) or leaves of every algorithm on a logarithmic axis, with the lines of theory.

    The theory counts leaves: Knuth and Moore (1975) for the minimal tree.
    """
    with paper():
        ax = axes(ax, height=TALL)
        for index, curve in enumerate(summary.curves):
            points = [(p.depth, p.nodes if count == "nodes" else p.leaves) for p in curve.points]
            points = [(depth, nodes) for depth, nodes in points if nodes > 0]
            if not points:
                continue
            name = shortened(name_words(curve.algorithm, language), LONGEST_NAME)
            if curve.fit is not None and count == "nodes":
                value = curve.fit.branching.value
                name += "" if value is None else f" (b ≈ {fixed(value, 2, language)})"
                if value is not None:
                    ends = [points[-curve.fit.depths :][0][0], points[-1][0]]
                    fitted = [curve.fit.factor * value**depth for depth in ends]
                    ax.plot(ends, fitted, color=SERIES[index % len(SERIES)], linewidth=4, alpha=0.25)
            ax.plot([d for d, _ in points], [n for _, n in points], label=name, **look(index))
        for field, line in _THEORY:
            bounds = [(bound.depth, getattr(bound, field)) for bound in summary.theory]
            if bounds:
                ax.plot(
                    [d for d, _ in bounds],
                    [n for _, n in bounds],
                    color=MUTED,
                    linestyle=line,
                    linewidth=1.3,
                    label=say(f"plot.growth.{field}", language),
                )
        ax.set_yscale("log")
        power_axis(ax.yaxis)
        depths = sorted({point.depth for curve in summary.curves for point in curve.points})
        ax.set_xticks(depths)
        ax.set_xlabel(say("plot.growth.depth", language))
        ax.set_ylabel(say(f"plot.growth.{count}", language))
        ax.set_title(say(f"plot.growth.{count}.title", language))
        legend(ax, "upper left")
    return ax
