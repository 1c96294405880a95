"""The solution of a whole game as findings, so that all painters of figures and tables can show it."""

from __future__ import annotations

from dataclasses import asdict

from spielbaum.experiments import formats
from spielbaum.experiments.findings import Axis, Column, Figure, Findings, Point, Series, Table, bare
from spielbaum.experiments.statistics import Interval
from spielbaum.language import say
from spielbaum.play.describe import game_title
from spielbaum.solution import Solution
from spielbaum.solution.statistics import Counts, Statistics, statistics_of
from spielbaum.solution.wording import entry_words

#: Draws by cycle have no remoteness, so they are not in the figure.
DRAWN = ("won", "drawn", "lost")
COUNTED = ("won", "drawn", "cycle", "lost")
#: Where the greatest count is that many times the least, only a logarithmic axis shows both.
FAR_APART = 50


def solution_findings(solution: Solution, language: str) -> Findings:
    """Counts in all, by remoteness as a figure, by layer as a table."""
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
        remarks=(say("whole.folded" if solution.facts.folded else "whole.unfolded", language),),
        facts=tuple(facts),
        figures=(distribution(found, language),),
        tables=(layers(found, language),) if found.by_layer else (),
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
