"""The solution of a whole game as findings, so that all painters of figures and tables can show it."""

from __future__ import annotations

from dataclasses import asdict

from spielbaum.experiments import formats
from spielbaum.experiments.findings import Axis, Column, Figure, Findings, Point, Series, Table, bare
from spielbaum.experiments.statistics import Interval
from spielbaum.language import say
from spielbaum.play.describe import game_title
from spielbaum.solution import Solution
from spielbaum.solution.statistics import Counts, Statistics, distribution_of, statistics_of
from spielbaum.solution.wording import entry_words, error_text, signed

#: Draws by cycle have no remoteness, so they are not in the figure.
DRAWN = ("won", "drawn", "lost")
COUNTED = ("won", "drawn", "cycle", "lost")
#: Where the greatest count is that many times the least, only a logarithmic axis shows both.
FAR_APART = 50


def solution_findings(solution: Solution, language: str) -> Findings:
    """Counts in all, by remoteness as a figure, by layer as a table; with chance the expected values."""
    if solution.expected:
        return _expected_findings(solution, language)
    found = statistics_of(solution)
    facts = [(say("whole.positions", language), formats.count(found.counts.positions, language))]
    facts += [
        (say(f"whole.{name}", language), formats.count(count, language))
        for name, count in asdict(found.counts).items()
        if count or name != "cycle"
    ]
    facts.append((say("whole.start", language), entry_words(found.start, solution.game, language)))
    return Findings(
        title=game_title(solution.game, language),
        question="",
        remarks=(_told_apart(solution, language),),
        facts=tuple(facts),
        figures=(distribution(found, language),),
        tables=(layers(found, language),) if found.by_layer else (),
    )


def solution_figure(solution: Solution, language: str) -> Figure:
    """The figure among the findings."""
    if solution.expected:
        return expected_distribution(solution, language)
    return distribution(statistics_of(solution), language)


def _told_apart(solution: Solution, language: str) -> str:
    return say("whole.folded" if solution.facts.folded else "whole.unfolded", language)


def _expected_findings(solution: Solution, language: str) -> Findings:
    """What is known of expected values: how they are spread, and the least and the greatest by layer."""
    summary = solution.expected_summary
    assert summary is not None
    start = entry_words(solution.look(solution.game.start), solution.game, language)
    facts = (
        (say("whole.positions", language), formats.count(len(solution), language)),
        (say("whole.chance", language), formats.count(sum(s.chance for s in summary.sections), language)),
        (say("whole.start", language), start),
        (say("whole.error", language), error_text(summary.error, language)),
    )
    layered = sorted((s for s in summary.sections if s.layer is not None), key=lambda s: s.layer or 0)
    names = [("layer", formats.count), ("positions", formats.count), ("least", signed), ("greatest", signed)]
    table = Table(
        "layers",
        say("whole.layers.expected", language),
        tuple(Column(name, say(f"whole.{name}", language), show) for name, show in names),
        tuple((s.layer, s.positions, s.least, s.greatest) for s in layered),
    )
    return Findings(
        title=game_title(solution.game, language),
        question="",
        remarks=(_told_apart(solution, language), say("whole.chance.about", language)),
        facts=facts,
        figures=(expected_distribution(solution, language),),
        tables=(table,) if layered else (),
    )


def expected_distribution(solution: Solution, language: str) -> Figure:
    """How many positions have which expected value."""
    columns = distribution_of(solution)
    heights = [column.positions for column in columns if column.positions]
    far = max(heights) > FAR_APART * min(heights)
    points = (Point((c.low + c.high) / 2, bare(c.positions)) for c in columns if c.positions)
    return Figure(
        key="distribution",
        title=say("whole.expected", language),
        about=say("whole.expected.about", language),
        kind="lines",
        x=Axis(say("whole.axis.expected", language)),
        y=Axis(say("whole.axis.positions", language), scale="log10" if far else "linear"),
        series=(Series(say("whole.positions", language), tuple(points)),),
        show=_count,
    )


def distribution(found: Statistics, language: str) -> Figure:
    """How many positions are won, drawn and lost in how many plies."""
    series = []
    for name in DRAWN:
        counts = [(plies, getattr(each, name)) for plies, each in found.by_remoteness.items()]
        points = tuple(Point(plies, bare(count)) for plies, count in counts if count)
        if points:
            series.append(Series(say(f"whole.{name}", language), points))
    heights = [point.y.value or 1 for each in series for point in each.points]
    far = max(heights, default=1) > FAR_APART * min(heights, default=1)
    return Figure(
        key="distribution",
        title=say("whole.distribution", language),
        about=say("whole.distribution.about", language),
        kind="lines",
        x=Axis(say("whole.axis.plies", language)),
        y=Axis(say("whole.axis.positions", language), scale="log10" if far else "linear"),
        series=tuple(series),
        show=_count,
    )


def layers(found: Statistics, language: str) -> Table:
    """The same counts layer by layer."""
    names = [name for name in COUNTED if name != "cycle" or found.counts.cycle]
    columns = [
        Column("layer", say("whole.layer", language), formats.count),
        Column("positions", say("whole.positions", language), formats.count),
        *(Column(name, say(f"whole.{name}", language), formats.count) for name in names),
    ]
    return Table(
        "layers",
        say("whole.layers", language),
        tuple(columns),
        tuple((layer, *_cells(counts, names)) for layer, counts in found.by_layer.items()),
    )


def _cells(counts: Counts, names: list[str]) -> tuple[int, ...]:
    return counts.positions, *(getattr(counts, name) for name in names)


def _count(value: Interval, language: str) -> str:
    return formats.count(value.value, language)
