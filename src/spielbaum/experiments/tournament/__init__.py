"""A tournament: many players against each other, with ratings and a cross table."""

from __future__ import annotations

from dataclasses import replace

from spielbaum.experiments.match import KIND as MATCH
from spielbaum.experiments.tournament.findings import findings
from spielbaum.experiments.tournament.settings import TournamentSettings, check
from spielbaum.experiments.tournament.summary import RatingBoard

__all__ = ["KIND", "TournamentSettings"]

#: Games, their record and its tables are those of a match.
KIND = replace(
    MATCH,
    name="tournament",
    stored_as=(),
    players=2,
    settings=TournamentSettings,
    check=check,
    accumulate=RatingBoard,
    findings=findings,
    status=lambda _summary, _language: "",
)
