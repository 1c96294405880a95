"""What a sweep is asked for, and what it measures: strength against thinking time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from spielbaum.documents import Count, Duration, Index, Real, Whole
from spielbaum.errors import BadInput
from spielbaum.experiments import options
from spielbaum.experiments.algorithm_names import ALGORITHMS, OF_ANY, OF_TWO
from spielbaum.experiments.openings import Positions
from spielbaum.game import Game

Limit = Literal["seconds", "nodes", "depth"]
Row = tuple[Whole, ...]
Names = tuple[str, ...]
#: The least and the greatest of each limit, and the ladder that is climbed where none is given.
RANGES: dict[str, tuple[float, float]] = {"seconds": (0.001, 3600), "nodes": (1, 10**12), "depth": (1, 100)}
LADDERS: dict[str, tuple[float, ...]] = {
    "seconds": (0.01, 0.02, 0.04, 0.08),
    "nodes": (1000, 2000, 4000, 8000),
    "depth": (2, 4, 6, 8),
}
#: Positions that are searched in one go: enough for the way to a worker to cost nothing beside them.
BATCH = 10
#: Textbook searchers reach less.
DEPTHS_OF_MORE = (1, 2, 3, 4)
#: Who plays where nobody is named: with two players and zero sum, and else.
USUAL: Names = ("engine",)
USUAL_OF_MORE: Names = ("maxn",)


@dataclass(frozen=True, slots=True)
class SweepSettings:
    """Strength as a function of thinking time."""

    kind: ClassVar[str] = "sweep"
    #: What old runs do not have.
    optional: ClassVar[tuple[str, ...]] = ("seats",)

    game: str = options.game()
    limit: Limit = options.choice("seconds", ("seconds", "nodes", "depth"))
    #: Seconds, nodes or plies per move, ascending.
    ladder: tuple[Duration, ...] = options.numbers(
        (), most=100, most_online=16, hint="0.01, 0.02, 0.04, 0.08"
    )
    #: Whose neighbours on the ladder play `games` games per step; none: `USUAL` or `USUAL_OF_MORE`.
    players: Names = options.names((), ALGORITHMS, most=8, for_two=OF_TWO)
    #: A multiple of the seats of most games.
    games: Count = options.whole(60, least=0, most=10**7, most_online=2000)
    openings: Positions = options.openings("random:4")
    #: Whose moves in `positions` are compared with perfect play; none: all for two players.
    algorithms: Names = options.names((), ALGORITHMS, most=len(ALGORITHMS), for_two=OF_TWO)
    positions: Positions = options.positions(40, "random:8-16", least=0)
    #: How long a position may take to be solved; None where the game cannot be solved.
    solve_seconds: Duration | None = options.decimal(
        10.0, least=0.01, most=86_400, most_online=60, advanced=True
    )
    seed: Whole = options.seed()
    #: The digest of the source that the rules stand in.
    rules: str = ""
    #: How many players the game has: one of them has more of the limit, all others have less.
    seats: Annotated[int, Meta(ge=2, le=64)] = 2

    @property
    def parts(self) -> tuple[int, int, int]:
        """How many positions are solved, how many batches of moves chosen, how many games played."""
        positions = self.positions.count
        batches = -(-positions // BATCH)
        return (
            0 if self.solve_seconds is None else positions,
            len(self.algorithms) * len(self.ladder) * batches,
            len(self.players) * (len(self.ladder) - 1) * self.games,
        )

    @property
    def planned(self) -> int:
        return sum(self.parts)

    @property
    def unsound(self) -> str:
        if self.games % self.seats:
            return "games"
        enough = len(self.ladder) >= (2 if self.players else 1) and self.ladder[0] > 0
        return "" if enough and all(low < high for low, high in pairwise(self.ladder)) else "ladder"


@dataclass(frozen=True, slots=True)
class Solved:
    """The truth about a position, for the player to move. Empty where it was not found in time."""

    kind: ClassVar[str] = "solved"
    position: Index
    value: Real | None
    #: The legal moves, those that keep win, draw or loss, and those that no other is better than.
    legal: tuple[str, ...]
    keeping: tuple[str, ...]
    best: tuple[str, ...]
    seconds: Duration


@dataclass(frozen=True, slots=True)
class Choices:
    """What an algorithm played in positions `first`, `first` + 1, …, each from an empty table."""

    kind: ClassVar[str] = "choices"
    algorithm: str
    rung: Index
    first: Index
    moves: tuple[str, ...]
    depths: Row
    nodes: Row
    seconds: tuple[Duration, ...]

    def rows_of(self) -> Iterator[dict[str, Any]]:
        columns = zip(self.moves, self.depths, self.nodes, self.seconds, strict=True)
        for position, cells in enumerate(columns, start=self.first):
            row = {"algorithm": self.algorithm, "rung": self.rung, "position": position}
            yield row | dict(zip(("move", "depth", "nodes", "seconds"), cells, strict=True))


def check(settings: SweepSettings, game: Game[Any, Any]) -> SweepSettings:
    two = game.two_player_zero_sum
    usual = LADDERS[settings.limit] if two or settings.limit != "depth" else DEPTHS_OF_MORE
    ladder = settings.ladder or usual
    check_ladder(settings.limit, ladder)
    games, positions = settings.games, settings.positions.count
    if games % game.facts.players:
        if game.facts.players == 2:
            raise BadInput("error.run.games", given=games)
        raise BadInput("error.sweep.games", game=game.name, players=game.facts.players, given=games)
    players = tuple(dict.fromkeys(settings.players)) or (USUAL if two else USUAL_OF_MORE)
    algorithms = tuple(dict.fromkeys(settings.algorithms)) or _compared(settings.limit, two=two)
    players, algorithms = players if games else (), algorithms if positions else ()
    if not players and not algorithms:
        raise BadInput("error.sweep.nothing")
    for name in (*players, *algorithms):
        check_algorithm(name, game)
    if players and len(ladder) < 2:
        raise BadInput("error.sweep.short", limit=settings.limit)
    if settings.limit == "depth" and "mcts" in (*players, *algorithms):
        raise BadInput("error.sweep.mcts")
    return replace(
        settings,
        ladder=tuple(map(float if settings.limit == "seconds" else int, ladder)),
        players=players,
        games=games if players else 0,
        algorithms=algorithms,
        positions=replace(settings.positions, count=positions if algorithms else 0),
        solve_seconds=settings.solve_seconds if algorithms and two and not game.facts.repeats else None,
        seats=game.facts.players,
    )


def _compared(limit: str, *, two: bool) -> Names:
    """Whose moves are compared where nobody is named: there is no perfect play of more than two players."""
    if not two:
        return ()
    return OF_TWO if limit == "depth" else (*OF_TWO, "mcts")


def check_algorithm(name: str, game: Game[Any, Any]) -> None:
    """Raise where the algorithm is not for such a game."""
    if name in OF_TWO and not game.two_player_zero_sum:
        raise BadInput("error.sweep.unfit", algorithm=name, game=game.name, known=", ".join(OF_ANY))
    if name == "alliance" and game.two_player_zero_sum:
        raise BadInput("error.player.zero_sum_ally", game=game.name)


def check_ladder(limit: str, ladder: Sequence[float]) -> None:
    least, most = RANGES[limit]
    whole = limit == "seconds" or all(float(rung).is_integer() for rung in ladder)
    given = ", ".join(f"{rung:g}" for rung in ladder)
    if not whole or not all(least <= rung <= most for rung in ladder):
        raise BadInput(f"error.sweep.{limit}", least=f"{least:g}", most=f"{most:g}", given=given)
    if any(low >= high for low, high in pairwise(ladder)):
        raise BadInput("error.sweep.ascending", given=given)
