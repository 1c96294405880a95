"""What a tournament is: many players, in pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, Literal

from spielbaum.documents import Count, Whole
from spielbaum.errors import BadInput
from spielbaum.experiments import options
from spielbaum.experiments.match.settings import Games, Players, located, pairing, seatings, stored
from spielbaum.game import Game

Form = Literal["round-robin", "gauntlet"]


@dataclass(frozen=True)
class TournamentSettings:
    """Everybody against everybody, or the first against all others; each opening twice by each pairing."""

    kind: ClassVar[str] = "tournament"
    #: Parts that old runs do not have, or have beside these.
    optional: ClassVar[tuple[str, ...]] = ("rules", "sprt")

    game: str = options.game()
    players: Players = options.players(
        ("engine:nodes=5000", "mcts:playouts=1000", "alphabeta:depth=3", "random"),
        most=1000,
        most_online=12,
    )
    #: Of each pairing.
    games: Games = options.whole(20, least=2, most=10**7, most_online=2000, step=2)
    openings: str = options.openings("random:4", parsed=False)
    form: Form = options.choice("round-robin", ("round-robin", "gauntlet"), advanced=True)
    seed: Whole = options.seed()
    clock: str = options.clock()
    #: The digest of the source that the rules stand in.
    rules: str = ""
    opening_count: Count = 0
    #: A file of openings that has changed since shows here.
    opening_digest: str = ""

    def document(self) -> dict[str, Any]:
        return stored(self, self.form, None)

    @cached_property
    def seatings(self) -> list[tuple[int, ...]]:
        return seatings(2)

    @cached_property
    def pairings(self) -> list[tuple[int, ...]]:
        if self.form == "gauntlet":
            return [(0, other) for other in range(1, len(self.players))]
        return list(combinations(range(len(self.players)), 2))

    @property
    def planned(self) -> int:
        return self.games * len(self.pairings)

    def pairing(self, number: int) -> tuple[int, ...]:
        return pairing(self, number)

    @property
    def unsound(self) -> str:
        """The setting that could not have been asked for; empty where all could."""
        return "games" if not self.games or self.games % 2 else ""


def check(settings: TournamentSettings, game: Game[Any, Any]) -> TournamentSettings:
    if game.facts.players != 2:
        raise BadInput("error.run.two_players", game=game.name, players=game.facts.players)
    if len(settings.players) < 2:
        raise BadInput("error.run.players", given=len(settings.players))
    if settings.games < 2 or settings.games % 2:
        raise BadInput("error.run.games", given=settings.games)
    return replace(settings, **located(settings))
