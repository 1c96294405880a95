"""What a multiplayer match says: each player's share of the points, with its interval.

A game is worth one point, which its winners share: with three players 1, ½ each for two winners, ⅓ each in a
draw. So the shares of all players sum to 1, and 1/n is an equal share. (Elo is a matter of two players and is
not used here.) An opening is played in every seating; its games are not independent, so an opening is one
unit, its score the mean of its games, and the interval is that of `statistics.Units` over these units.

Who plays *with* somebody may help others to points of their own: an alliance therefore has a share as well,
that of its members together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from statistics import fmean
from typing import Any

from spielbaum.experiments.kind import Finished
from spielbaum.experiments.match.settings import MatchSettings
from spielbaum.experiments.match.summary import Scoreboard, interval_document
from spielbaum.experiments.statistics import Interval, Units
from spielbaum.play import parse_player


class ShareBoard(Scoreboard):
    """The scores of all players of a multiplayer match, game by game and opening by opening."""

    def __init__(self, settings: MatchSettings) -> None:
        super().__init__(settings)
        #: Points and pay-offs of each player; of games that ended by the rules only for pay-offs.
        self._points: dict[int, tuple[float, ...] | None] = {}
        self._payoffs: dict[int, tuple[float, ...]] = {}

    def add(self, finished: Finished) -> None:
        seats = self.settings.pairing(finished.number)
        outcome = self._outcome(finished)
        self._points[finished.number] = None if outcome is None else _by_player(outcome.scores, seats)
        if outcome is not None and outcome.payoffs is not None:
            self._payoffs[finished.number] = _by_player(outcome.payoffs, seats)

    @property
    def played(self) -> int:
        return len(self._points)

    @property
    def games_each(self) -> int:
        return self.played

    @property
    def scored(self) -> list[tuple[float, ...]]:
        """The points of all players in each game, in the order of the games."""
        return [points for _, points in sorted(self._points.items()) if points is not None]

    @property
    def units(self) -> list[tuple[float, ...]]:
        """The mean points of all players in each opening played in all seatings; else in each game."""
        size = len(self.settings.seatings)
        found = []
        for unit in range(self.settings.planned // size):
            games = [self._points.get(number) for number in range(unit * size, (unit + 1) * size)]
            whole = [points for points in games if points is not None]
            if len(whole) == size:
                found.append(tuple(map(fmean, zip(*whole, strict=True))))
        return found or self.scored

    def share(self, *players: int) -> Interval:
        """The share of the points of some players together."""
        return Units.of(sum(points[player] for player in players) for points in self.units).share()

    @property
    def shares(self) -> list[Interval]:
        return [self.share(player) for player in range(len(self.settings.players))]

    @property
    def order(self) -> list[int]:
        """The players from the largest share on."""
        return sorted(range(len(self.settings.players)), key=lambda player: -(self.shares[player].value or 0))

    def wins(self, player: int) -> int:
        """Games that the player won alone."""
        return sum(points[player] == 1 for points in self.scored)

    def payoff(self, player: int) -> float | None:
        """The mean pay-off in games that ended by the rules."""
        return fmean(pay[player] for pay in self._payoffs.values()) if self._payoffs else None

    @property
    def seats(self) -> list[float | None]:
        """The share of each seat, whoever had it: how much it is worth to be first."""
        found: list[list[float]] = [[] for _ in self.settings.players]
        for number, points in self._points.items():
            if points is not None:
                for seat, player in enumerate(self.settings.pairing(number)):
                    found[seat].append(points[player])
        return [fmean(points) if points else None for points in found]

    @cached_property
    def alliances(self) -> list[tuple[int, int]]:
        """Who plays with whom by their own texts; each alliance once."""
        found: dict[tuple[int, int], None] = {}
        for player, text in enumerate(self.settings.players):
            options = parse_player(text).options
            if options.get("with") is not None and options.get("weight", 1) > 0:
                ally = int(options["with"]) - 1
                found[min(player, ally), max(player, ally)] = None
        return list(found)

    def document(self) -> dict[str, Any]:
        settings = self.settings
        return self._facts() | {
            "seating": settings.seating,
            "games_per_opening": len(settings.seatings),
            "equal_share": round(1 / len(settings.players), 4),
            "shares": [
                {
                    "player": text,
                    "share": interval_document(self.share(player), 4),
                    "wins": self.wins(player),
                    "points": round(sum(points[player] for points in self.scored), 4),
                    "games": len(self.scored),
                    "payoff": _rounded(self.payoff(player)),
                }
                for player, text in enumerate(settings.players)
            ],
            "seats": [_rounded(share) for share in self.seats],
            "alliances": [
                {
                    "players": [player + 1 for player in allied],
                    "share": interval_document(self.share(*allied), 4),
                }
                for allied in self.alliances
            ],
        }


def _by_player(values: Sequence[float], seats: Sequence[int]) -> tuple[float, ...]:
    """What each seat got, in the order of the players."""
    found = dict(zip(seats, values, strict=True))
    return tuple(found[player] for player in sorted(found))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4) + 0.0
