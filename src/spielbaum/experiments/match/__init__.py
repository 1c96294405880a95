"""A match: two players, or as many as the game has, until it is known who is stronger."""

from __future__ import annotations

from spielbaum.experiments.kind import GAMES, Kind
from spielbaum.experiments.match.findings import findings, status
from spielbaum.experiments.match.settings import MatchSettings, check
from spielbaum.experiments.match.shares import ShareBoard
from spielbaum.experiments.match.summary import Scoreboard
from spielbaum.experiments.match.tasks import belongs, cores_each, played, prepare, tables
from spielbaum.play import Record as GameRecord


def _scoreboard(settings: MatchSettings) -> Scoreboard:
    return Scoreboard(settings) if len(settings.players) == 2 else ShareBoard(settings)


__all__ = ["KIND", "MatchSettings"]

KIND = Kind(
    name="match",
    stored_as=("multiplayer",),
    players=None,
    settings=MatchSettings,
    measurements=(GameRecord,),
    record=GAMES,
    check=check,
    prepare=prepare,
    belongs=belongs,
    accumulate=_scoreboard,
    findings=findings,
    status=status,
    played=played,
    tables=tables,
    cores_each=cores_each,
)
