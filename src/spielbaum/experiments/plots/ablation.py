"""What each technique is worth, as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spielbaum.draw.wording import shortened
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.plots.scale import number
from spielbaum.experiments.plots.style import (
    INK,
    LONGEST_NAME,
    MUTED,
    SERIES,
    axes,
    legend_below,
    paper,
    rows_height,
)
from spielbaum.experiments.words import fixed
from spielbaum.language import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from spielbaum.experiments.measurements import AblateSummary


def ablation_bars(summary: AblateSummary, *, ax: Axes | None = None, language: str = "en") -> Axes:
    """Nodes of each variant against those of the reference; hatched where a variant may change values."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    with paper():
        variants = [variant for variant in summary.variants if variant.ratio is not None]
        ax = axes(ax, height=rows_height(len(variants)))
        ratios = [variant.ratio or 1.0 for variant in variants]
        least, most = min([1.0, *ratios]), max([1.0, *ratios])
        for row, (variant, ratio) in enumerate(zip(variants, ratios, strict=True)):
            ax.barh(
                row,
                width=ratio - 1,
                left=1.0,
                height=0.62,
                color=SERIES[0] if variant.sound else "none",
                edgecolor=SERIES[0] if variant.sound else SERIES[1],
                hatch=None if variant.sound else "////",
                linewidth=1.2,
            )
            ax.annotate(
                f"× {fixed(ratio, 2, language)}",
                (max(ratio, 1.0), row),
                xytext=(5, 0),
                textcoords="offset points",
                va="center",
                fontsize=9,
                color=INK,
            )
        ax.axvline(1, color=MUTED, linewidth=1)
        ax.set_xscale("log")
        ax.set_xlim(least / 1.15, most * 1.35)
        steps = [
            t
            for t in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
            if least / 1.15 <= t <= most * 1.35
        ]
        ax.xaxis.set_major_locator(FixedLocator(steps))
        ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value, language)))
        ax.xaxis.set_minor_formatter(NullFormatter())
        ax.set_yticks(
            range(len(variants)),
            [shortened(name_words(variant.name, language), LONGEST_NAME) for variant in variants],
        )
        ax.set_ylim(len(variants) - 0.5, -0.5)
        ax.grid(visible=False, axis="y")
        ax.set_xlabel(say("plot.ablation.axis", language))
        ax.set_title(say("plot.ablation.title", language))
        _explain_hatches(ax, any(not variant.sound for variant in variants), language)
    return ax


def _explain_hatches(ax: Axes, hatched: bool, language: str) -> None:
    from matplotlib.patches import Patch

    if hatched:
        same = Patch(facecolor=SERIES[0], edgecolor=SERIES[0], label=say("plot.ablation.sound", language))
        other = Patch(
            facecolor="none", edgecolor=SERIES[1], hatch="////", label=say("plot.ablation.unsound", language)
        )
        legend_below(ax, [same, other])
