"""What an ablation tells: what is each technique worth?"""

from __future__ import annotations

from spielbaum.experiments import formats
from spielbaum.experiments.ablate.settings import BARE
from spielbaum.experiments.ablate.summary import AblateSummary, Variant
from spielbaum.experiments.findings import Axis, Column, Figure, Findings, Measure, Point, Series, Table, bare
from spielbaum.experiments.formats import Show
from spielbaum.experiments.sentences import game_words
from spielbaum.language import say

#: Disagreements that are listed; the first ones are what one looks at.
LISTED = 5


def findings(summary: AblateSummary, language: str) -> Findings:
    named = {"game": game_words(summary.settings.game, language)}
    rated = [variant for variant in summary.variants if variant.ratio is not None]
    return Findings(
        title=say("report.ablate.title", language, **named),
        question=say("report.ablate.question", language, **named),
        answers=_answers(summary, rated, language),
        measures=tuple(Measure((each.name,), "ratio", bare(each.ratio)) for each in _worth(rated)),
        figures=(_figure(rated, language),) if rated else (),
        tables=(_table(summary, language),),
        statistics=say("report.ablate.statistics", language),
    )


def _worth(rated: list[Variant]) -> list[Variant]:
    """The one that says most first."""
    return sorted(rated, key=lambda each: each.name != BARE)


def _answers(summary: AblateSummary, rated: list[Variant], language: str) -> tuple[str, ...]:
    found = []
    whole = next((variant for variant in rated if variant.name == BARE), None)
    single = [variant for variant in rated if variant.sound and len(variant.off) == 1]
    most = max(single, key=lambda variant: variant.ratio or 0, default=None)
    for key, each in (("bare", whole), ("most", most)):
        if each is not None and each.ratio is not None and each.ratio > 1:
            fields = {
                "variant": formats.name(each.name, language),
                "ratio": formats.digits(2)(each.ratio, language),
            }
            found.append(say(f"report.ablate.{key}", language, **fields))
    if summary.agree:
        found.append(say("report.ablate.agree", language, compared=summary.compared))
    elif summary.agree is not None:
        listed = [
            say(
                "report.ablate.disagreement",
                language,
                position=each.position,
                variant=formats.name(each.variant, language),
                expected=f"{each.expected:g}",
                found=f"{each.found:g}",
            )
            for each in summary.disagreements[:LISTED]
        ]
        fields = {"count": str(len(summary.disagreements)), "listed": "; ".join(listed)}
        found.insert(0, say("report.ablate.differ", language, **fields))
    elif summary.state.complete:
        found.append(say("experiment.ablate.unknown", language))
    return tuple(found)


def _table(summary: AblateSummary, language: str) -> Table:
    shows: dict[str, tuple[str, Show | None]] = {
        "name": ("variant", formats.name),
        "off": ("", None),
        "on": ("", None),
        "sound": ("sound", formats.yes_no),
        "searched": ("", None),
        "complete": ("complete", formats.text),
        "nodes": ("nodes", formats.count),
        "ratio": ("ratio", formats.times),
        "branching": ("branching", formats.digits(3)),
        "seconds": ("seconds", formats.digits(3)),
        "compared": ("compared", formats.text),
        "same_value": ("same_value", formats.text),
        "same_move": ("same_move", formats.text),
    }
    columns = tuple(
        Column(key, say(f"report.column.{title}", language) if title else "", show)
        for key, (title, show) in shows.items()
    )
    rows = tuple(tuple(getattr(each, key) for key in shows) for each in summary.variants if each.searched)
    settings = summary.settings
    fields = {"positions": settings.positions.count, "depth": settings.depth}
    return Table("variants", say("experiment.ablate.title", language, **fields), columns, rows)


def _figure(rated: list[Variant], language: str) -> Figure:
    def bars(sound: bool) -> tuple[Point, ...]:
        return tuple(Point(row, bare(v.ratio)) for row, v in enumerate(rated) if v.sound == sound)

    series = [
        Series(say("plot.ablation.sound", language), bars(sound=True), "bar"),
        Series(say("plot.ablation.unsound", language), bars(sound=False), "hatched"),
    ]
    return Figure(
        "ablation",
        say("plot.ablation.title", language),
        say("experiments.figure.ablation.about", language),
        "rows",
        Axis(say("plot.ablation.axis", language), "log10", zero=1),
        Axis(say("report.column.variant", language)),
        tuple(each for each in series if each.points),
        formats.times,
        rows=tuple(formats.name(variant.name, language) for variant in rated),
    )
