"""The figures of sweeps, ablations, growths and tunings, each with its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from spielbaum.experiments.measurements import AblateSummary, GrowthSummary, SweepSummary, TuneSummary
from spielbaum.experiments.plots.ablation import ablation_bars
from spielbaum.experiments.plots.growth import nodes_over_depth
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.plots.plot import Plot
from spielbaum.experiments.plots.style import HEIGHT, TALL, rows_height
from spielbaum.experiments.plots.sweep import (
    Effort,
    Measure,
    effort_over_time,
    efforts_of,
    elo_over_time,
    quality_over_time,
    sweep_title,
)
from spielbaum.experiments.plots.tune import loss_dots, weights_plot
from spielbaum.experiments.statistics import Interval
from spielbaum.experiments.words import elo_words, fixed
from spielbaum.language import say
from spielbaum.play.describe import grouped

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Painter = Callable[..., "Axes"]


def experiment_plots(summary: Any, language: str) -> list[Plot]:
    """What a summary can be shown as, the most telling first."""
    if isinstance(summary, SweepSummary):
        return _sweep(summary, language)
    if isinstance(summary, GrowthSummary):
        return _growth(summary, language)
    if isinstance(summary, AblateSummary):
        return _ablate(summary, language)
    assert isinstance(summary, TuneSummary)
    return _tune(summary, language)


def _plot(
    name: str, title: str, language: str, paint: Callable[[Axes], Axes], facts: str, height: float = HEIGHT
) -> Plot:
    return Plot(name, title, say("plot.about", language, title=title, facts=facts), paint, height)


def _sweep(summary: SweepSummary, language: str) -> list[Plot]:
    plots = []
    if any(step.elo.value is not None for strength in summary.strength for step in strength.steps):
        gains = {s.player: elo_words(s.per_doubling, language) for s in summary.strength}
        key = "experiments.per_ply" if summary.settings.limit == "depth" else "plot.elo.per_doubling"
        facts = "; ".join(
            f"{name_words(player, language)}: {say(key, language, elo=elo)}" for player, elo in gains.items()
        )
        paint: Callable[[Axes], Axes] = lambda ax: elo_over_time(summary, ax=ax, language=language)  # noqa: E731
        plots.append(_plot("elo", sweep_title("plot.elo.title", summary, language), language, paint, facts))
    if any(quality.positions for quality in summary.quality):
        plots += [_quality(summary, "best", language), _quality(summary, "keeping", language)]
    measures: tuple[Effort, ...] = ("depth", "nodes")
    # What was the limit needs no figure.
    efforts = [_effort(summary, each, language) for each in measures if each != summary.settings.limit]
    plots += [plot for plot in efforts if plot is not None]
    return plots


def _quality(summary: SweepSummary, measure: Measure, language: str) -> Plot:
    facts = []
    for algorithm in summary.settings.algorithms:
        shares: list[Interval] = [getattr(q, measure) for q in summary.quality if q.algorithm == algorithm]
        known = [share.value for share in shares if share.value is not None]
        if known:
            ends = f"{fixed(100 * known[0], 1, language)} % → {fixed(100 * known[-1], 1, language)} %"
            facts.append(f"{name_words(algorithm, language)}: {ends}")
    return _plot(
        "quality" if measure == "best" else "keeping",
        sweep_title(f"plot.quality.{measure}.title", summary, language),
        language,
        lambda ax: quality_over_time(summary, measure, ax=ax, language=language),
        "; ".join(facts),
        TALL,
    )


def _effort(summary: SweepSummary, measure: Effort, language: str) -> Plot | None:
    efforts = efforts_of(summary, measure)
    if not efforts:
        return None

    def words(mean: float) -> str:
        return fixed(mean, 1, language) if measure == "depth" else grouped(round(mean), language)

    return _plot(
        measure,
        sweep_title(f"plot.effort.{measure}.title", summary, language),
        language,
        lambda ax: effort_over_time(summary, measure, ax=ax, language=language),
        "; ".join(
            f"{name_words(name, language)}: {words(points[0][1])} → {words(points[-1][1])}"
            for name, points in efforts
        ),
        TALL,
    )


def _growth(summary: GrowthSummary, language: str) -> list[Plot]:
    if not any(curve.points for curve in summary.curves):
        return []
    facts = "; ".join(
        f"{name_words(curve.algorithm, language)}: b ≈ {fixed(curve.fit.branching.value, 2, language)}"
        for curve in summary.curves
        if curve.fit is not None and curve.fit.branching.value is not None
    )
    paint: Callable[[Axes], Axes] = lambda ax: nodes_over_depth(summary, ax=ax, language=language)  # noqa: E731
    return [_plot("growth", say("plot.growth.title", language), language, paint, facts, TALL)]


def _ablate(summary: AblateSummary, language: str) -> list[Plot]:
    rows = [variant for variant in summary.variants if variant.ratio is not None]
    if not rows:
        return []
    facts = "; ".join(f"{name_words(v.name, language)} × {fixed(v.ratio or 1, 2, language)}" for v in rows)
    paint: Callable[[Axes], Axes] = lambda ax: ablation_bars(summary, ax=ax, language=language)  # noqa: E731
    return [
        _plot(
            "ablation",
            say("plot.ablation.title", language),
            language,
            paint,
            facts,
            rows_height(len(rows)) + 0.3,
        )
    ]


def _tune(summary: TuneSummary, language: str) -> list[Plot]:
    if summary.weights is None:
        return []
    changes = zip(summary.settings.terms, summary.settings.weights, summary.weights, strict=True)
    facts = "; ".join(f"{name_words(term, language)} {old} → {new}" for term, old, new in changes).replace(
        "-", "−"
    )
    plots = [
        _plot(
            "weights",
            say("plot.weights.title", language),
            language,
            lambda ax: weights_plot(summary, ax=ax, language=language),
            facts,
            rows_height(len(summary.settings.terms)),
        )
    ]
    if summary.test is not None:
        losses = f"{fixed(summary.test.old, 4, language)} → {fixed(summary.test.new, 4, language)}"
        plots.append(
            _plot(
                "loss",
                say("plot.loss.title", language),
                language,
                lambda ax: loss_dots(summary, ax=ax, language=language),
                f"{say('plot.loss.test', language)}: {losses}",
                rows_height(3),
            )
        )
    return plots
