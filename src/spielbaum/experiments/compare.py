"""Several runs side by side: what each came to, in few numbers with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from spielbaum.errors import BadInput
from spielbaum.experiments import formats
from spielbaum.experiments.findings import UNKNOWN, Axis, Figure, Measure, row_figure
from spielbaum.experiments.folder import read_summary
from spielbaum.experiments.formats import MEASURES
from spielbaum.experiments.registry import kind_of
from spielbaum.language import say


@dataclass(frozen=True, slots=True)
class Headline:
    """One number of a run."""

    run: str
    measure: Measure

    def what(self, language: str) -> str:
        return measure_name(self.measure, language)

    def value(self, language: str) -> str:
        return MEASURES[self.measure.measure](self.measure.value, language)


def measure_name(measure: Measure, language: str) -> str:
    names = [formats.name(each, language) for each in measure.what]
    return f" {say('experiments.against', language)} ".join(names)


def headline(measures: Sequence[Measure], language: str) -> str:
    """The main number of a run in a few words; empty where there is none yet."""
    for measure in measures:
        if measure.value != UNKNOWN:
            title = say(f"compare.{measure.measure}", language)
            name = "" if len(measure.what) > 1 else f"{measure_name(measure, language)}: "
            return f"{name}{MEASURES[measure.measure](measure.value, language)} ({title})"
    return ""


def headlines(folders: Sequence[Path], language: str = "en") -> list[Headline]:
    """The main numbers of the runs, those of one measure together."""
    found = []
    for folder in folders:
        summary = read_summary(folder)
        measures = kind_of(summary.settings).tell(summary, language).measures
        found += [Headline(str(folder), measure) for measure in measures]
    order = list(MEASURES)
    return sorted(found, key=lambda each: order.index(each.measure.measure))


def comparison(found: Sequence[Headline], language: str = "en") -> Figure:
    """The numbers of the first measure that two or more have in common, as a figure."""
    for measure in MEASURES:
        rows = [each for each in found if each.measure.measure == measure and each.measure.value != UNKNOWN]
        if len(rows) > 1:
            break
    else:
        raise BadInput("error.compare.nothing")
    axis = Axis(
        say(f"compare.{measure}", language),
        percent=measure == "share",
        signed=MEASURES[measure] is formats.elo,
    )
    named = [(f"{each.run}: {each.what(language)}", each.measure.value) for each in rows]
    return row_figure(
        "compare",
        say("compare.title", language),
        axis.title,
        axis,
        say("compare.run", language),
        named,
        MEASURES[measure],
    )
