"""What a match is: who plays, how many games, from where. Tournaments are the same with other pairings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from spielbaum.documents import Count, Whole
from spielbaum.errors import BadInput
from spielbaum.experiments import options
from spielbaum.experiments.statistics import Sprt
from spielbaum.game import Game
from spielbaum.play import TimeControl, parse_player

#: How a match of several players shares out the seats: in every order, or moved on by one from game to game.
Seating = Literal["permutations", "rotations"]
#: Games where none are asked for; of several players a multiple of all permutations of up to five.
GAMES, GAMES_OF_SEVERAL = 100, 120
#: Nobody asks whether a player is stronger by more.
MOST_ELO = 4000
#: More players than any game has; their seatings are all listed.
MOST_SEATS = 8

Players = Annotated[tuple[str, ...], Meta(min_length=2, max_length=1000)]
Games = Annotated[int, Meta(ge=0, le=10**7)]
Elo = Annotated[float, Meta(ge=-1e4, le=1e4)]


@dataclass(frozen=True)
class MatchSettings:
    """A match between two players, or between as many as the game has.

    Each opening is played in every seating, so that no seat is an advantage: twice by two players.
    """

    #: Parts that old runs do not have, or have beside these.
    optional: ClassVar[tuple[str, ...]] = ("rules", "form", "seating")

    game: str = options.game()
    players: Players = options.players(("engine:nodes=5000", "mcts:playouts=1000"), most=MOST_SEATS)
    #: A multiple of the number of seatings; 0 until it is known how many players there are.
    games: Games = options.whole(0, least=2, most=10**7, most_online=2000, hint="100", step=2)
    openings: str = options.openings("random:4", parsed=False)
    seed: Whole = options.seed()
    clock: str = options.clock()
    sprt: tuple[Elo, Elo] | None = options.numbers(None, hint="0, 10", advanced=True)
    seating: Seating = options.choice("permutations", ("permutations", "rotations"), advanced=True)
    #: The digest of the source that the rules stand in.
    rules: str = ""
    opening_count: Count = 0
    #: A file of openings that has changed since shows here.
    opening_digest: str = ""

    @property
    def kind(self) -> str:
        return "match" if len(self.players) == 2 else "multiplayer"

    @property
    def test(self) -> Sprt | None:
        return None if self.sprt is None else Sprt(*self.sprt)

    def document(self) -> dict[str, Any]:
        found = stored(self, "round-robin", self.sprt)
        return found if len(self.players) == 2 else found | {"seating": self.seating}

    @cached_property
    def seatings(self) -> list[tuple[int, ...]]:
        """Which player of a pairing has each seat, in the games that an opening is played."""
        return seatings(len(self.players), self.seating)

    @cached_property
    def pairings(self) -> list[tuple[int, ...]]:
        return [tuple(range(len(self.players)))]

    @property
    def planned(self) -> int:
        return self.games * len(self.pairings)

    def pairing(self, number: int) -> tuple[int, ...]:
        return pairing(self, number)

    @property
    def unsound(self) -> str:
        """The setting that could not have been asked for; empty where all could."""
        if len(self.players) > MOST_SEATS or (len(self.players) > 2 and self.sprt is not None):
            return "players"
        if self.sprt is not None and not self.sprt[0] < self.sprt[1]:
            return "sprt"
        return "games" if not self.games or self.games % len(self.seatings) else ""


def stored(settings: Any, form: str, sprt: Any) -> dict[str, Any]:
    """The settings of a match or a tournament as JSON."""
    return {
        "kind": settings.kind,
        "game": settings.game,
        "rules": settings.rules,
        "players": list(settings.players),
        "games": settings.games,
        "openings": settings.openings,
        "opening_count": settings.opening_count,
        "opening_digest": settings.opening_digest,
        "seed": settings.seed,
        "clock": settings.clock,
        "form": form,
        "sprt": None if sprt is None else list(sprt),
    }


def seatings(players: int, seating: Seating = "permutations") -> list[tuple[int, ...]]:
    """The orders in which players sit down to an opening; the first is that in which they are named."""
    if seating == "permutations":
        return list(permutations(range(players)))
    return [tuple((seat + turn) % players for seat in range(players)) for turn in range(players)]


def pairing(settings: Any, number: int) -> tuple[int, ...]:
    """Who plays in game `number`, in the order of the seats."""
    unit, game = divmod(number, len(settings.seatings))
    players = settings.pairings[unit % len(settings.pairings)]
    return tuple(players[index] for index in settings.seatings[game])


def check(settings: MatchSettings, game: Game[Any, Any]) -> MatchSettings:
    if len(settings.players) != game.facts.players:
        fields = {"needed": game.facts.players, "given": len(settings.players)}
        raise BadInput("error.run.match_players", game=game.name, **fields)
    several = game.facts.players > 2
    games = settings.games or (GAMES_OF_SEVERAL if several else GAMES)
    unit = len(settings.seatings)
    if several:
        if games < unit or games % unit:
            raise BadInput("error.run.seatings", players=game.facts.players, unit=unit, given=games)
        if settings.sprt is not None:
            raise BadInput("error.run.sprt_two", game=game.name, players=game.facts.players)
        _check_allies(settings.players, game)
    elif games % 2:
        raise BadInput("error.run.games", given=games)
    if settings.sprt is not None and not _is_test(settings.sprt):
        raise BadInput("error.run.sprt", given=",".join(f"{elo:g}" for elo in settings.sprt))
    return replace(settings, games=games, **located(settings))


def _is_test(elos: Sequence[float]) -> bool:
    return len(elos) == 2 and -MOST_ELO <= elos[0] < elos[1] <= MOST_ELO


def located(settings: Any) -> dict[str, Any]:
    """Players and clock as workers need them: programs are found from any folder."""
    return {
        "players": tuple(str(parse_player(player).located()) for player in settings.players),
        "clock": str(TimeControl.parse(settings.clock)),
    }


def _check_allies(players: Sequence[str], game: Game[Any, Any]) -> None:
    for number, player in enumerate(players, start=1):
        ally = parse_player(player).options.get("with")
        if ally == number:
            raise BadInput("error.player.own_ally", player=player, number=number)
        if ally is not None and ally > game.facts.players:
            raise BadInput("error.player.ally", game=game.name, players=game.facts.players, given=ally)
