"""The match at the end of a run that learns or fits: the new against the old."""

from __future__ import annotations

from spielbaum.experiments import formats
from spielbaum.experiments.contest import Step
from spielbaum.experiments.findings import Column, Table
from spielbaum.experiments.formats import Wld
from spielbaum.experiments.sentences import duel_words
from spielbaum.experiments.statistics import Tally
from spielbaum.language import say


def match_words(match: Step | None, kind: str, language: str) -> list[str]:
    """Who is stronger, in the words of that kind of run; nothing where no match was played."""
    if match is None:
        return []
    tally = Tally(match.wins, match.losses, match.draws, match.pairs)
    new, old = (say(f"report.{kind}.{side}", language) for side in ("new", "old"))
    return [duel_words(tally, new, old, language)]


def match_facts(match: Step | None, language: str) -> tuple[tuple[str, str], ...]:
    if match is None:
        return ()
    found = {"wld": formats.wld(_wld(match), language), "elo": formats.elo(match.elo, language)}
    return tuple((say(f"experiments.result.{key}", language), text) for key, text in found.items())


def match_table(match: Step | None, title: str, language: str) -> tuple[Table, ...]:
    if match is None:
        return ()
    columns = (
        Column("", say("report.column.wins", language), formats.wld),
        Column("score", say("report.column.score", language), formats.percent),
        Column("elo", say("report.column.elo", language), formats.elo),
    )
    return (Table("match", title, columns, ((_wld(match), match.score, match.elo),)),)


def _wld(match: Step) -> Wld:
    return Wld(match.wins, match.losses, match.draws)
