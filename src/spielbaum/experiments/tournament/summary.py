"""What the games of a tournament say: a rating for each player."""

from __future__ import annotations

from typing import Any

from spielbaum.experiments.match.summary import Scoreboard, interval_document, points_of, tally_document
from spielbaum.experiments.ratings import ratings
from spielbaum.experiments.statistics import Interval, Tally


class RatingBoard(Scoreboard):
    """Tallies of all pairings, and the ratings that follow."""

    def standing(self) -> tuple[list[Interval], list[int], dict[tuple[int, int], Tally]]:
        """The rating of each player, players from the strongest on, and the results of each against each."""
        players = len(self.settings.players)
        rated = ratings(players, self.tallies)
        order = sorted(range(players), key=lambda player: -(rated[player].value or 0))
        against: dict[tuple[int, int], Tally] = {}
        for (first, second), tally in self.tallies.items():
            against[first, second], against[second, first] = tally, -tally
        return rated, order, against

    def document(self) -> dict[str, Any]:
        settings, document = self.settings, self._facts()
        rated = ratings(len(settings.players), self.tallies)
        document["form"] = settings.form
        document["ratings"] = [
            {"player": player, "elo": interval_document(rating)} | points_of(self, index)
            for index, (player, rating) in enumerate(zip(settings.players, rated, strict=True))
        ]
        document["pairings"] = [
            {"first": first, "second": second} | tally_document(tally)
            for (first, second), tally in self.tallies.items()
        ]
        return document
