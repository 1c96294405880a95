"""Sweeps, growths, ablations and tunings as a page shows them: numbers, figures with their data, tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from spielbaum.experiments.measurements import (
    AblateSummary,
    GrowthSummary,
    Step,
    Summary,
    SweepSummary,
    TuneSummary,
)
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.plots.sweep import Effort, efforts_of, sweep_title
from spielbaum.experiments.statistics import Interval
from spielbaum.experiments.words import elo_words, fixed, percent_words
from spielbaum.language import say
from spielbaum.play.describe import grouped
from spielbaum.web.experiments_figures import point
from spielbaum.web.experiments_messages import Axis, Fact, Figure, Point, Series, Table


def measured_headline(document: Mapping[str, Any], language: str) -> str:
    """What came of it, in a few words; `document` is a summary as JSON."""
    if document["kind"] == "sweep" and document["strength"]:
        first = document["strength"][0]
        gain = Interval(**first["per_doubling"])
        return f"{first['player']}: {_gain(document['settings']['limit'], gain, language)}"
    if document["kind"] == "growth" and document["branching"]:
        return f"b ≈ {fixed(document['branching'], 2, language)}"
    if document["kind"] == "ablate" and document["agree"] is not None:
        key = "experiment.ablate.agree" if document["agree"] else "experiments.ablate.disagree"
        return say(key, language, compared=document["compared"])
    if document["kind"] == "tune" and document["match"]:
        return f"Elo {elo_words(Interval(**document['match']['elo']), language)}"
    return ""


def measured_details(summary: Summary, language: str) -> dict[str, Any]:
    """Fields of a RunView."""
    unscored = summary.state.unscored
    remarks = []
    if unscored:
        number, why = min(unscored.items())
        remarks.append(say("experiment.unscored", language, count=len(unscored), task=number, why=why))
    if isinstance(summary, SweepSummary):
        found = _sweep(summary, language)
    elif isinstance(summary, GrowthSummary):
        found = _growth(summary, language)
    elif isinstance(summary, AblateSummary):
        found = _ablate(summary, language)
    else:
        found = _tune(summary, language)
    return found | {"remarks": [*found.get("remarks", []), *remarks]}


# --- sweep ----------------------------------------------------------------------------------------------


def _sweep(summary: SweepSummary, language: str) -> dict[str, Any]:
    figures = []
    if any(step.elo != Interval(None, None, None) for s in summary.strength for step in s.steps):
        figures.append(_strength(summary, language))
    if any(quality.positions for quality in summary.quality):
        figures += [_quality(summary, measure, language) for measure in ("best", "keeping")]
    efforts: tuple[Effort, ...] = ("depth", "nodes")
    figures += [_effort(summary, effort, language) for effort in efforts if efforts_of(summary, effort)]
    facts = [
        Fact(
            name=name_words(strength.player, language),
            value=_gain(summary.settings.limit, strength.per_doubling, language),
        )
        for strength in summary.strength
        if strength.per_doubling.value is not None
    ]
    if summary.solved:
        facts.append(Fact(name=say("experiments.solved", language), value=str(summary.solved)))
    rows = [
        [
            f"{name_words(strength.player, language)}: {step.low:g} → {step.high:g}",
            f"{step.wins}–{step.losses}–{step.draws}",
            elo_words(step.elo, language),
            elo_words(step.per_doubling, language),
        ]
        for strength in summary.strength
        for step in strength.steps
    ]
    heads = ("step", "games", "elo", "per_ply" if summary.settings.limit == "depth" else "per_doubling")
    columns = [say(f"experiment.head.{key}", language) for key in heads]
    steps = Table(key="steps", title=say("experiments.table.steps", language), columns=columns, rows=rows)
    games = sum(step.wins + step.losses + step.draws for s in summary.strength for step in s.steps)
    return {"results": facts, "figures": figures, "tables": [steps] if rows else [], "games": games}


def _gain(limit: str, gain: Interval, language: str) -> str:
    key = "experiments.per_ply" if limit == "depth" else "plot.elo.per_doubling"
    return say(key, language, elo=elo_words(gain, language))


def _time_axis(summary: SweepSummary, language: str) -> Axis:
    limit = summary.settings.limit
    return Axis(title=say(f"plot.limit.{limit}", language), scale="linear" if limit == "depth" else "log2")


def _lines(
    key: str,
    title: str,
    x: Axis,
    y: Axis,
    series: Sequence[tuple[str, Sequence[tuple[float, Interval]]]],
    write: Callable[[Interval], str],
    language: str,
) -> Figure:
    """Lines with a table of the same numbers."""
    return Figure(
        key=key,
        title=title,
        about=say(f"experiments.figure.{key}.about", language),
        kind="lines",
        x=x,
        y=y,
        series=[Series(name=name, points=[point(at, found) for at, found in row]) for name, row in series],
        columns=[say("experiment.head.algorithm", language), x.title, y.title],
        rows=[[name, f"{at:g}", write(found)] for name, row in series for at, found in row],
    )


def _strength(summary: SweepSummary, language: str) -> Figure:
    series = [
        (
            name_words(strength.player, language),
            list(zip(summary.settings.ladder, strength.cumulative, strict=True)),
        )
        for strength in summary.strength
    ]
    axis = Axis(title=say("plot.elo.axis", language), zero=0)
    x = _time_axis(summary, language)
    return _lines(
        "strength",
        sweep_title("plot.elo.title", summary, language),
        x,
        axis,
        series,
        lambda found: elo_words(found, language),
        language,
    )


def _quality(summary: SweepSummary, measure: str, language: str) -> Figure:
    series = [
        (
            name_words(algorithm, language),
            [
                (q.rung, getattr(q, measure))
                for q in summary.quality
                if q.algorithm == algorithm and q.positions
            ],
        )
        for algorithm in summary.settings.algorithms
    ]
    chance = summary.chance_best if measure == "best" else summary.chance_keeping
    if chance is not None:
        level = Interval(chance, None, None)
        ladder = summary.settings.ladder
        series.append((say("plot.chance", language), [(ladder[0], level), (ladder[-1], level)]))
    words = f"plot.quality.{measure}"
    return _lines(
        measure,
        sweep_title(f"{words}.title", summary, language),
        _time_axis(summary, language),
        Axis(title=say(f"{words}.axis", language), percent=True),
        series,
        lambda found: percent_words(found, language),
        language,
    )


def _effort(summary: SweepSummary, measure: Effort, language: str) -> Figure:
    words = f"plot.effort.{measure}"
    series = [
        (name_words(name, language), [(at, Interval(mean, None, None)) for at, mean in points])
        for name, points in efforts_of(summary, measure)
    ]
    axis = Axis(title=say(f"{words}.axis", language), scale="log10" if measure == "nodes" else "linear")
    return _lines(
        f"effort-{measure}",
        sweep_title(f"{words}.title", summary, language),
        _time_axis(summary, language),
        axis,
        series,
        lambda found: _count(found.value or 0, language),
        language,
    )


def _count(value: float, language: str) -> str:
    return fixed(value, 1, language) if value < 100 else grouped(round(value), language)


# --- growth ---------------------------------------------------------------------------------------------


def _growth(summary: GrowthSummary, language: str) -> dict[str, Any]:
    facts, rows = [], []
    for curve in summary.curves:
        name = name_words(curve.algorithm, language)
        value = None if curve.fit is None else curve.fit.branching.value
        if value is not None:
            facts.append(Fact(name=name, value=f"b ≈ {fixed(value, 2, language)}"))
        rows += [
            [name, str(p.depth), _count(p.nodes, language), _count(p.leaves, language), _seconds(p.seconds)]
            for p in curve.points
        ]
    figures = [_growth_figure(summary, rows, language)] if rows else []
    remarks = [say("experiment.growth.disagree", language, where=text) for text in summary.disagreements]
    return {"results": facts, "figures": figures, "tables": [], "remarks": remarks}


def _growth_figure(summary: GrowthSummary, rows: list[list[str]], language: str) -> Figure:
    series = [
        Series(
            name=name_words(curve.algorithm, language),
            points=[Point(x=p.depth, y=p.nodes) for p in curve.points if p.nodes > 0],
        )
        for curve in summary.curves
    ]
    series += [
        Series(
            name=say(f"plot.growth.{bound}", language),
            points=[Point(x=theory.depth, y=getattr(theory, bound)) for theory in summary.theory],
        )
        for bound in ("full", "root", "minimal")
    ]
    x, y = say("plot.growth.depth", language), say("plot.growth.nodes", language)
    return Figure(
        key="growth",
        title=say("experiments.figure.growth", language),
        about=say("experiments.figure.growth.about", language),
        kind="lines",
        x=Axis(title=x),
        y=Axis(title=y, scale="log10"),
        series=[one for one in series if one.points],
        columns=[
            say("experiment.head.algorithm", language),
            x,
            y,
            say("experiments.column.leaves", language),
            say("experiment.head.seconds", language),
        ],
        rows=rows,
    )


def _seconds(value: float) -> str:
    return f"{value:.3g}"


# --- ablate ---------------------------------------------------------------------------------------------


def _ablate(summary: AblateSummary, language: str) -> dict[str, Any]:
    seen = [variant for variant in summary.variants if variant.searched]
    rated = [variant for variant in seen if variant.ratio is not None]
    rows = [
        [
            variant.name,
            grouped(variant.nodes, language),
            _seconds(variant.seconds),
            "–" if variant.ratio is None else f"× {fixed(variant.ratio, 2, language)}",
            "–" if variant.branching is None else fixed(variant.branching, 2, language),
            f"{variant.same_value}/{variant.compared}",
            f"{variant.same_move}/{variant.compared}",
        ]
        for variant in seen
    ]
    keys = ("variant", "nodes", "seconds", "ratio", "branching", "same_value", "same_move")
    columns = [say(f"experiment.head.{key}", language) for key in keys]
    figure = Figure(
        key="ablation",
        title=say("plot.ablation.title", language),
        about=say("experiments.figure.ablation.about", language),
        kind="intervals",
        x=Axis(title=say("plot.ablation.axis", language), scale="log2", zero=1),
        y=Axis(title=columns[0]),
        series=[Series(name=variant.name, points=[Point(x=0, y=variant.ratio)]) for variant in rated],
        columns=columns,
        rows=rows,
    )
    remarks = [say("experiment.ablate.agree", language, compared=summary.compared)] if summary.agree else []
    remarks += [
        say(
            "experiment.ablate.disagree",
            language,
            variant=each.variant,
            position=each.position,
            expected=each.expected,
            found=each.found,
        )
        for each in summary.disagreements
    ]
    return {"results": [], "figures": [figure] if rated else [], "tables": [], "remarks": remarks}


# --- tune -----------------------------------------------------------------------------------------------


def _tune(summary: TuneSummary, language: str) -> dict[str, Any]:
    facts, tables = [], []
    if summary.match is not None:
        facts += _match_facts(summary.match, language)
    if summary.weights is not None:
        changed = zip(summary.settings.terms, summary.settings.weights, summary.weights, strict=True)
        columns = ["", say("plot.weights.old", language), say("plot.weights.new", language)]
        rows = [[term, str(old), str(new)] for term, old, new in changed]
        title = say("plot.weights.title", language)
        tables.append(Table(key="weights", title=title, columns=columns, rows=rows))
    losses = [(key, loss) for key, loss in (("train", summary.train), ("test", summary.test)) if loss]
    if losses:
        columns = ["", *(say(f"plot.loss.{key}", language) for key in ("constant", "old", "new"))]
        rows = [
            [
                say(f"plot.loss.{key}", language),
                *(fixed(x, 4, language) for x in (loss.constant, loss.old, loss.new)),
            ]
            for key, loss in losses
        ]
        tables.append(Table(key="loss", title=say("plot.loss.title", language), columns=columns, rows=rows))
    return {"results": facts, "figures": [], "tables": tables}


def _match_facts(step: Step, language: str) -> list[Fact]:
    found = {"wld": f"{step.wins}–{step.losses}–{step.draws}", "elo": elo_words(step.elo, language)}
    return [Fact(name=say(f"experiments.result.{key}", language), value=text) for key, text in found.items()]
