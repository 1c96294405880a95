"""What a run is to play: a list of numbered games that follows from a few settings and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations
from random import Random
from typing import Any, Literal

from spielbaum.errors import BadInput
from spielbaum.experiments.openings import Opening, choose_openings
from spielbaum.experiments.rules import Rules
from spielbaum.experiments.statistics import Sprt
from spielbaum.game import Game
from spielbaum.play import TimeControl, make_player, parse_player
from spielbaum.play.players import Human

Kind = Literal["match", "tournament", "multiplayer"]
Form = Literal["round-robin", "gauntlet"]
#: How a multiplayer match shares out the seats: in every order, or moved on by one from game to game.
Seating = Literal["permutations", "rotations"]

#: Games where none are asked for; of several players a multiple of all permutations of up to five.
GAMES, MULTIPLAYER_GAMES = 100, 120

#: Players that think for a second a move where nothing limits them otherwise.
_THINKERS = {"engine", "perfect", "mcts", "bot", "uci"}
_COUNTED = {"depth", "nodes", "playouts", "level"}


@dataclass(frozen=True, slots=True)
class Task:
    """One game, with all that is needed to play it anywhere; `players` in the order of the seats."""

    number: int
    rules: Rules
    players: tuple[str, ...]
    opening: Opening
    seed: int
    time: str


@dataclass(frozen=True)
class Plan:
    """The settings of a match or a tournament, and the openings that follow from them.

    Each opening is played by each pairing in every seating, so that no seat is an advantage: twice by two
    players. A multiplayer match has one pairing, of all its players.
    """

    kind: Kind
    rules: Rules
    players: tuple[str, ...]
    #: Games of each pairing; a multiple of the number of seatings.
    games: int
    opening_text: str
    openings: tuple[Opening, ...] = field(repr=False)
    seed: int = 0
    time: str = ""
    form: Form = "round-robin"
    sprt: Sprt | None = None
    seating: Seating = "permutations"

    @property
    def game(self) -> str:
        return self.rules.spec

    @property
    def settings(self) -> dict[str, Any]:
        """What makes a run this one and no other, as JSON."""
        listed = json.dumps([[o.start, *o.moves] for o in self.openings])
        found: dict[str, Any] = {
            "kind": self.kind,
            "game": self.game,
            "rules": self.rules.digest,
            "players": list(self.players),
            "games": self.games,
            "openings": self.opening_text,
            "opening_count": len(self.openings),
            # A file of openings that has changed since shows here.
            "opening_digest": hashlib.sha256(listed.encode()).hexdigest()[:16],
            "seed": self.seed,
            "clock": self.time,
            "form": self.form,
            "sprt": None if self.sprt is None else [self.sprt.elo0, self.sprt.elo1],
        }
        return found | {"seating": self.seating} if self.kind == "multiplayer" else found

    @cached_property
    def seatings(self) -> list[tuple[int, ...]]:
        """Which player of a pairing has each seat, in the games that an opening is played."""
        if self.kind == "multiplayer":
            return seatings(len(self.players), self.seating)
        return seatings(2)

    @cached_property
    def pairings(self) -> list[tuple[int, ...]]:
        if self.kind == "multiplayer":
            return [tuple(range(len(self.players)))]
        if self.form == "gauntlet":
            return [(0, other) for other in range(1, len(self.players))]
        return list(combinations(range(len(self.players)), 2))

    @property
    def total(self) -> int:
        return self.games * len(self.pairings)

    def pairing(self, number: int) -> tuple[int, ...]:
        """Who plays in game `number`, in the order of the seats."""
        unit, game = divmod(number, len(self.seatings))
        players = self.pairings[unit % len(self.pairings)]
        return tuple(players[index] for index in self.seatings[game])

    def seat_of_first(self, number: int) -> int:
        """Where the first player of the pairing sits in game `number`."""
        return self.seatings[number % len(self.seatings)].index(0)

    def task(self, number: int) -> Task:
        """Game `number`: 2k and 2k + 1 are a pair; all pairings play an opening before the next one comes."""
        opening = number // len(self.seatings) // len(self.pairings)
        seats = self.pairing(number)
        return Task(
            number,
            self.rules,
            tuple(_seated(self.players[player], seats) for player in seats),
            self.openings[opening % len(self.openings)],
            Random(f"{self.seed}/game/{number}").getrandbits(62),
            self.time,
        )


def seatings(players: int, seating: Seating = "permutations") -> list[tuple[int, ...]]:
    """The orders in which players sit down to an opening; the first is that in which they are named."""
    if seating == "permutations":
        return list(permutations(range(players)))
    return [tuple((seat + turn) % players for seat in range(players)) for turn in range(players)]


def _seated(player: str, seats: Sequence[int]) -> str:
    """The player as this game knows it: whoever it names by place in the list is named by seat."""
    spec = parse_player(player)
    if "with" not in spec.options:
        return player
    seat = list(seats).index(int(spec.options["with"]) - 1) + 1
    return str(replace(spec, options={**spec.options, "with": seat}))


def make_plan(
    kind: Kind,
    game: str,
    players: list[str],
    *,
    games: int | None = None,
    openings: str = "random:4",
    seed: int = 0,
    clock: str = "",
    form: Form = "round-robin",
    sprt: Sprt | None = None,
    seating: Seating = "permutations",
) -> Plan:
    """A plan with everything checked that can be known beforehand; compiles what the players need.

    A match of a game for three or more becomes a multiplayer match.
    """
    sources = Rules.of(game)
    rules = sources.load()
    if kind == "match" and rules.players > 2:
        kind = "multiplayer"
    if games is None:
        games = MULTIPLAYER_GAMES if kind == "multiplayer" else GAMES
    if kind == "multiplayer":
        _check_multiplayer(rules, players, games, sprt, seating)
        unit = len(seatings(rules.players, seating))
    else:
        _check_pairs(kind, rules, players, games)
        unit = 2
    if sprt is not None and not sprt.elo0 < sprt.elo1:
        raise BadInput("error.run.sprt", given=f"{sprt.elo0:g},{sprt.elo1:g}")
    # Programs are found from any folder, so that workers find them too.
    written = tuple(str(parse_player(player).located()) for player in players)
    time = TimeControl.parse(clock)
    chosen = choose_openings(rules, openings, games // unit, seed)
    _prepare(rules, written)
    return Plan(kind, sources, written, games, openings, tuple(chosen), seed, str(time), form, sprt, seating)


def _check_pairs(kind: Kind, rules: Game[Any, Any], players: list[str], games: int) -> None:
    if rules.players != 2:
        raise BadInput("error.run.two_players", game=rules.name, players=rules.players)
    if len(players) < 2 or (kind == "match" and len(players) > 2):
        key = "error.run.match_players" if kind == "match" else "error.run.players"
        raise BadInput(key, game=rules.name, needed=2, given=len(players))
    if games < 2 or games % 2:
        raise BadInput("error.run.games", given=games)


def _check_multiplayer(
    rules: Game[Any, Any], players: list[str], games: int, sprt: Sprt | None, seating: Seating
) -> None:
    if len(players) != rules.players:
        fields = {"needed": rules.players, "given": len(players)}
        raise BadInput("error.run.match_players", game=rules.name, **fields)
    unit = len(seatings(rules.players, seating))
    if games < unit or games % unit:
        raise BadInput("error.run.seatings", players=rules.players, unit=unit, given=games)
    if sprt is not None:
        raise BadInput("error.run.sprt_two", game=rules.name, players=rules.players)
    for number, player in enumerate(players, start=1):
        ally = parse_player(player).options.get("with")
        if ally == number:
            raise BadInput("error.player.own_ally", player=player, number=number)
        if ally is not None and ally > rules.players:
            raise BadInput("error.player.ally", game=rules.name, players=rules.players, given=ally)


def _prepare(rules: Game[Any, Any], players: tuple[str, ...]) -> None:
    """Every player once, here: what does not fit is refused now, and workers find compiled code."""
    for text in dict.fromkeys(players):
        player = make_player(text)
        if isinstance(player, Human):
            raise BadInput("error.player.human")
        player.prepare(rules, 0)
        player.close()


def cores_each(plan: Plan) -> int:
    """The cores a game needs for itself so that thinking times mean something; 0 where time is no matter."""
    return cores_for(plan.players, clock=bool(plan.time))


def cores_for(players: Sequence[str], *, clock: bool = False) -> int:
    """The same for some players."""
    specs = [parse_player(player) for player in players]
    timed = clock or any(
        "seconds" in spec.options or (spec.name in _THINKERS and not _COUNTED & spec.options.keys())
        for spec in specs
    )
    return max(int(spec.options.get("threads", 1)) for spec in specs) if timed else 0
