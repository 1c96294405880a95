"""What a growth tells: how does the effort grow with the depth?"""

from __future__ import annotations

from spielbaum.experiments import formats
from spielbaum.experiments.findings import Axis, Column, Figure, Findings, Measure, Point, Series, Table, bare
from spielbaum.experiments.growth.summary import GrowthSummary
from spielbaum.experiments.sentences import game_words
from spielbaum.experiments.statistics import Interval
from spielbaum.language import say

#: Disagreements that are listed; the first ones are what one looks at.
LISTED = 5
THEORY = ("full", "root", "minimal")


def findings(summary: GrowthSummary, language: str) -> Findings:
    named = {"game": game_words(summary.settings.game, language)}
    fits = [(curve, curve.fit) for curve in summary.curves if curve.fit is not None]
    return Findings(
        title=say("report.growth.title", language, **named),
        question=say("report.growth.question", language, **named),
        answers=_answers(summary, language),
        facts=tuple(
            (
                formats.name(curve.algorithm, language),
                f"b ≈ {formats.digits(2)(fit.branching.value, language)}",
            )
            for curve, fit in fits
        ),
        measures=tuple(Measure((curve.algorithm,), "branching", fit.branching) for curve, fit in fits),
        figures=(_figure(summary, language),) if any(curve.points for curve in summary.curves) else (),
        tables=tuple(
            table
            for table in (
                _fits(summary, language),
                _nodes(summary, language),
                _points(summary, language),
                _theory(summary, language),
            )
            if table.rows
        ),
        statistics=say("report.growth.statistics", language),
    )


def _answers(summary: GrowthSummary, language: str) -> tuple[str, ...]:
    found = []
    for curve in summary.curves:
        if curve.fit is None or curve.fit.branching.value is None:
            continue
        plain = curve.exponent is None or curve.exponent == 1
        found.append(
            say(
                "report.growth.curve" if plain else "report.growth.exponent",
                language,
                algorithm=formats.name(curve.algorithm, language),
                b=formats.digits(2)(curve.fit.branching, language),
                exponent=formats.digits(2)(curve.exponent, language),
            )
        )
    if any(curve.exponent not in (None, 1) for curve in summary.curves):
        found.append(say("report.growth.perfect", language))
    if found or summary.disagreements:
        fields = {
            "listed": "; ".join(summary.disagreements[:LISTED]),
            "count": str(len(summary.disagreements)),
        }
        agree = "report.growth.differ" if summary.disagreements else "report.growth.agree"
        found.append(say(agree, language, **fields))
    return tuple(found)


def _columns(language: str, **shows: tuple[str, formats.Show]) -> tuple[Column, ...]:
    return tuple(
        Column(key, say(f"report.column.{title}", language), show) for key, (title, show) in shows.items()
    )


def _fits(summary: GrowthSummary, language: str) -> Table:
    columns = _columns(
        language,
        algorithm=("algorithm", formats.name),
        branching=("b", formats.digits(3)),
        exponent=("exponent", formats.digits(3)),
        r2=("r2", formats.digits(4)),
        held=("held", formats.count),
        depth=("plies", formats.text),
        nodes=("nodes", formats.count),
    )
    rows = tuple(
        (
            curve.algorithm,
            Interval(None, None, None) if curve.fit is None else curve.fit.branching,
            curve.exponent,
            None if curve.fit is None else curve.fit.r2,
            max(point.held for point in curve.points) or None,
            curve.points[-1].depth,
            curve.points[-1].nodes,
        )
        for curve in summary.curves
        if curve.points
    )
    return Table("fits", say("experiment.growth.fits", language), columns, rows)


def _nodes(summary: GrowthSummary, language: str) -> Table:
    """Nodes of every algorithm side by side, beside what theory says."""
    columns = [Column("depth", say("report.column.plies", language))]
    columns += [
        Column(c.algorithm, formats.name(c.algorithm, language), formats.count) for c in summary.curves
    ]
    if summary.theory:
        titles = ("b^d", "b^(d/2)", say("report.column.minimal", language))
        columns += [Column(key, title, formats.count) for key, title in zip(THEORY, titles, strict=True)]
    rows = []
    for depth in range(max((len(curve.points) for curve in summary.curves), default=0)):
        nodes = [c.points[depth].nodes if depth < len(c.points) else None for c in summary.curves]
        theory = [getattr(summary.theory[depth], key) for key in THEORY] if summary.theory else []
        rows.append((depth + 1, *nodes, *theory))
    notes = []
    if summary.branching is not None:
        b = formats.digits(3)(summary.branching, language)
        notes.append(say("experiment.growth.branching", language, b=b))
    fields = {"positions": summary.settings.positions.count}
    title = say("experiment.growth.title", language, **fields)
    return Table("nodes", title, tuple(columns), tuple(rows), tuple(notes))


def _points(summary: GrowthSummary, language: str) -> Table:
    columns = _columns(
        language,
        algorithm=("algorithm", formats.name),
        depth=("plies", formats.text),
        nodes=("nodes", formats.count),
        leaves=("leaves", formats.count),
        held=("held", formats.count),
        seconds=("seconds", formats.digits(4)),
    )
    rows = tuple(
        (curve.algorithm, point.depth, point.nodes, point.leaves, point.held, point.seconds)
        for curve in summary.curves
        for point in curve.points
    )
    return Table("points", say("report.growth.table", language), columns, rows, detail=True)


def _theory(summary: GrowthSummary, language: str) -> Table:
    columns = [Column("depth", say("report.column.plies", language))]
    columns += [Column(key, say(f"plot.growth.{key}", language), formats.count) for key in THEORY]
    rows = tuple((each.depth, *(getattr(each, key) for key in THEORY)) for each in summary.theory)
    return Table("theory", say("report.growth.theory", language), tuple(columns), rows, detail=True)


def _figure(summary: GrowthSummary, language: str) -> Figure:
    series = []
    for curve in summary.curves:
        if not curve.points:
            continue
        name = formats.name(curve.algorithm, language)
        fit = curve.fit
        if fit is not None and fit.branching.value is not None:
            b = fit.branching.value
            ends = (curve.points[-fit.depths :][0].depth, curve.points[-1].depth)
            line = tuple(Point(depth, bare(fit.factor * b**depth)) for depth in ends)
            name += f" (b ≈ {formats.digits(2)(b, language)})"
            series.append(Series(name, line, "fit"))
        series.append(Series(name, tuple(Point(p.depth, bare(p.nodes)) for p in curve.points)))
    for key in THEORY if summary.theory else ():
        points = tuple(Point(bound.depth, bare(getattr(bound, key))) for bound in summary.theory)
        series.append(Series(say(f"plot.growth.{key}", language), points, "theory"))
    return Figure(
        "growth",
        say("plot.growth.title", language),
        say("experiments.figure.growth.about", language),
        "lines",
        Axis(say("plot.growth.depth", language)),
        Axis(say("plot.growth.nodes", language), "log10"),
        tuple(series),
        lambda value, lang: formats.count(value.value, lang),
    )
