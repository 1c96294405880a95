"""What tuning changed: the loss, and the weights before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spielbaum.draw.wording import shortened
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.plots.scale import plain_axis
from spielbaum.experiments.plots.style import LONGEST_NAME, MUTED, SERIES, axes, legend, paper, rows_height
from spielbaum.language import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from spielbaum.experiments.measurements import TuneSummary


def loss_dots(summary: TuneSummary, *, ax: Axes | None = None, language: str = "en") -> Axes:
    """Mean log loss on the games learnt from and on those kept back: without weights, old, new."""
    with paper():
        ax = axes(ax, height=rows_height(3))
        rows = (("constant", "|"), ("old", "o"), ("new", "D"))
        for index, (part, loss) in enumerate((("train", summary.train), ("test", summary.test))):
            if loss is None:
                continue
            ax.plot(
                [getattr(loss, name) for name, _ in rows],
                range(len(rows)),
                color=SERIES[index],
                marker="os"[index],
                linestyle=("-", (0, (4, 2)))[index],
                label=say(f"plot.loss.{part}", language),
            )
        ax.set_yticks(range(len(rows)), [say(f"plot.loss.{name}", language) for name, _ in rows])
        ax.set_ylim(len(rows) - 0.5, -0.5)
        ax.set_xlabel(say("plot.loss.axis", language))
        ax.set_title(say("plot.loss.title", language))
        plain_axis(ax.xaxis, language)
        legend(ax, "best")
    return ax


def weights_plot(summary: TuneSummary, *, ax: Axes | None = None, language: str = "en") -> Axes:
    """Each weight before (ring) and after (diamond)."""
    with paper():
        terms = summary.settings.terms
        ax = axes(ax, height=rows_height(len(terms)))
        old, new = summary.settings.weights, summary.weights or ()
        for row, (before, after) in enumerate(zip(old, new, strict=False)):
            ax.plot([before, after], [row, row], color=MUTED, linewidth=1.5)
        rows = list(range(len(old)))
        ax.plot(
            old, rows, "o", markerfacecolor="none", markeredgecolor=SERIES[1], markersize=8,
            markeredgewidth=1.8, label=say("plot.weights.old", language),
        )  # fmt: skip
        if new:
            ax.plot(new, rows, "D", color=SERIES[0], label=say("plot.weights.new", language))
        ax.axvline(0, color=MUTED, linewidth=0.8)
        ax.set_yticks(rows, [shortened(name_words(term, language), LONGEST_NAME) for term in terms])
        ax.set_ylim(len(terms) - 0.5, -0.5)
        ax.set_xlabel(say("plot.weights.axis", language))
        ax.set_title(say("plot.weights.title", language))
        plain_axis(ax.xaxis, language)
        legend(ax, "best")
    return ax
