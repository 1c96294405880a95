"""What a run is to play: a list of numbered games that follows from a few settings and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any, Literal

from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.lab.openings import Opening, choose_openings
from spielbaum.lab.rules import Rules
from spielbaum.lab.statistics import Sprt
from spielbaum.play import TimeControl, make_player, parse_player
from spielbaum.play.players import Human

Kind = Literal["match", "tournament"]
Form = Literal["round-robin", "gauntlet"]

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
    """The settings of a match or a tournament, and the openings that follow from them."""

    kind: Kind
    rules: Rules
    players: tuple[str, ...]
    #: Games of each pairing; even, since each opening is played twice.
    games: int
    opening_text: str
    openings: tuple[Opening, ...] = field(repr=False)
    seed: int = 0
    time: str = ""
    form: Form = "round-robin"
    sprt: Sprt | None = None

    @property
    def game(self) -> str:
        return self.rules.spec

    @property
    def settings(self) -> dict[str, Any]:
        """What makes a run this one and no other, as JSON."""
        listed = json.dumps([[o.start, *o.moves] for o in self.openings])
        return {
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

    @cached_property
    def pairings(self) -> list[tuple[int, int]]:
        if self.form == "gauntlet":
            return [(0, other) for other in range(1, len(self.players))]
        return list(combinations(range(len(self.players)), 2))

    @property
    def total(self) -> int:
        return self.games * len(self.pairings)

    def pairing(self, number: int) -> tuple[int, int]:
        """Who plays in game `number`, in the order of the seats."""
        first, second = self.pairings[number // 2 % len(self.pairings)]
        return (first, second) if number % 2 == 0 else (second, first)

    def task(self, number: int) -> Task:
        """Game `number`: 2k and 2k + 1 are a pair; all pairings play an opening before the next one comes."""
        opening = number // 2 // len(self.pairings)
        return Task(
            number,
            self.rules,
            tuple(self.players[player] for player in self.pairing(number)),
            self.openings[opening % len(self.openings)],
            Random(f"{self.seed}/game/{number}").getrandbits(62),
            self.time,
        )


def make_plan(
    kind: Kind,
    game: str,
    players: list[str],
    *,
    games: int,
    openings: str = "random:4",
    seed: int = 0,
    clock: str = "",
    form: Form = "round-robin",
    sprt: Sprt | None = None,
) -> Plan:
    """A plan with everything checked that can be known beforehand; compiles what the players need."""
    sources = Rules.of(game)
    rules = sources.load()
    if rules.players != 2:
        raise BadInput("error.lab.two_players", game=rules.name, players=rules.players)
    if len(players) < 2:
        raise BadInput("error.lab.players", given=len(players))
    if games < 2 or games % 2:
        raise BadInput("error.lab.games", given=games)
    if sprt is not None and not sprt.elo0 < sprt.elo1:
        raise BadInput("error.lab.sprt", given=f"{sprt.elo0:g},{sprt.elo1:g}")
    # Programs are found from any folder, so that workers find them too.
    written = tuple(str(parse_player(player).located()) for player in players)
    time = TimeControl.parse(clock)
    chosen = choose_openings(rules, openings, games // 2, seed)
    _prepare(rules, written)
    return Plan(kind, sources, written, games, openings, tuple(chosen), seed, str(time), form, sprt)


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
