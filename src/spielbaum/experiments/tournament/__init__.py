"""A tournament: many players against each other, with ratings and a cross table."""

from __future__ import annotations

from spielbaum.experiments.kind import GAMES, Kind
from spielbaum.experiments.match.tasks import belongs, cores_each, played, prepare, tables
from spielbaum.experiments.tournament.findings import findings
from spielbaum.experiments.tournament.settings import TournamentSettings, check
from spielbaum.experiments.tournament.summary import RatingBoard
from spielbaum.play import Record as GameRecord

__all__ = ["KIND", "TournamentSettings"]

KIND = Kind(
    name="tournament",
    settings=TournamentSettings,
    measurements=(GameRecord,),
    record=GAMES,
    check=check,
    prepare=prepare,
    planned=lambda settings: settings.total,
    sound=lambda settings: not settings.unsound,
    belongs=belongs,
    accumulate=RatingBoard,
    findings=findings,
    played=played,
    tables=tables,
    cores_each=cores_each,
)
