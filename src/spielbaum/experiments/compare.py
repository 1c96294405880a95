"""Several runs side by side: what each came to, in few numbers with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from spielbaum.errors import BadInput
from spielbaum.experiments.folder import read_settings
from spielbaum.experiments.measurements import SETTINGS, AblateSummary, GrowthSummary, SweepSummary
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.plots.plot import Plot
from spielbaum.experiments.plots.style import rows_height
from spielbaum.experiments.plots.tournament import rating_dots
from spielbaum.experiments.scoreboard import read_run
from spielbaum.experiments.shares import ShareBoard
from spielbaum.experiments.statistics import Interval
from spielbaum.experiments.words import elo_words, fixed, standing
from spielbaum.language import say

#: What is measured, in the order of the table: Elo of a match, of a tournament, the share of a player in a
#: multiplayer match, Elo of each doubling (of time or nodes) and of each ply; the factor by which nodes grow
#: with each ply, and by which techniques change them.
Measure = Literal["elo", "rating", "share", "doubling", "ply", "branching", "ratio"]
MEASURES: tuple[Measure, ...] = ("elo", "rating", "share", "doubling", "ply", "branching", "ratio")


@dataclass(frozen=True, slots=True)
class Headline:
    """One number of a run."""

    run: str
    what: str
    measure: Measure
    value: Interval


def headlines(folders: Sequence[Path], language: str = "en") -> list[Headline]:
    """The main numbers of the runs, those of one measure together."""
    found = [each for folder in folders for each in _headlines(folder, language)]
    return sorted(found, key=lambda each: MEASURES.index(each.measure))


def headline_words(headline: Headline, language: str) -> str:
    """`+12.3 ± 4.5`, `2.41 (2.35 … 2.47)`, `6.46`."""
    value = headline.value
    if headline.measure in ("elo", "rating", "doubling", "ply"):
        return elo_words(value, language)
    if value.value is None:
        return "–"
    text = fixed(value.value, 2, language)
    if value.low is None or value.high is None:
        return text
    return f"{text} ({fixed(value.low, 2, language)} … {fixed(value.high, 2, language)})"


def comparison(found: Sequence[Headline], language: str = "en") -> Plot:
    """The numbers of the first measure that two or more have in common, as a figure."""
    for measure in MEASURES:
        rows = [each for each in found if each.measure == measure and each.value != _UNKNOWN]
        if len(rows) > 1:
            break
    else:
        raise BadInput("error.compare.nothing")
    names = [f"{each.run}: {each.what}" for each in rows]
    values = [each.value for each in rows]
    axis = say(f"compare.{measure}", language)
    facts = "; ".join(f"{n} {headline_words(h, language)}" for n, h in zip(names, rows, strict=True))
    title = say("compare.title", language)
    return Plot(
        "compare",
        title,
        say("plot.about", language, title=f"{title}, {axis}", facts=facts),
        lambda ax: rating_dots(names, values, title=title, axis=axis, ax=ax, language=language),
        rows_height(len(rows)),
    )


_UNKNOWN = Interval(None, None, None)


def _headlines(folder: Path, language: str) -> Iterator[Headline]:
    run = str(folder)
    kind = read_settings(folder).get("kind")
    if kind in ("match", "tournament", "multiplayer"):
        board = read_run(folder)
        names = [name_words(player, language) for player in board.plan.players]
        if isinstance(board, ShareBoard):
            for player in board.order:
                yield Headline(run, names[player], "share", board.share(player))
        elif kind == "match":
            what = say("run.match.players", language, first=names[0], second=names[1])
            yield Headline(run, what, "elo", board.tallies[0, 1].elo)
        else:
            rated, order, _ = standing(board)
            for player in order:
                yield Headline(run, names[player], "rating", rated[player])
        return
    if kind not in SETTINGS:
        raise BadInput("error.run.foreign", path=folder, why=BadInput("error.document.wrong", where="kind"))
    from spielbaum.experiments.experiments import read_experiment

    summary = read_experiment(folder)
    if isinstance(summary, SweepSummary):
        measure: Measure = "ply" if summary.settings.limit == "depth" else "doubling"
        for each in summary.strength:
            yield Headline(run, name_words(each.player, language), measure, each.per_doubling)
    elif isinstance(summary, GrowthSummary):
        for curve in summary.curves:
            if curve.fit is not None:
                yield Headline(run, name_words(curve.algorithm, language), "branching", curve.fit.branching)
    elif isinstance(summary, AblateSummary):
        for variant in summary.variants:
            if variant.ratio is not None:
                value = Interval(variant.ratio, None, None)
                yield Headline(run, name_words(variant.name, language), "ratio", value)
    elif summary.match is not None:
        yield Headline(run, say("compare.weights", language), "elo", summary.match.elo)
