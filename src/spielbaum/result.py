"""What a search answers: lines of play with their values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from spielbaum.show import HtmlRepr

if TYPE_CHECKING:
    from spielbaum.trace import Trace

M = TypeVar("M")

#: The player at a position where nature moves: throws dice, turns a spinner, draws a tile.
CHANCE = -1

Value = int | float
#: The value of a position: a number for player 0, or one number per player.
Payoff = Value | tuple[Value, ...]


def payoff_for(value: Payoff, player: int, view: int | None = 0) -> Value:
    """What a player gets of a pay-off; a single number is from the side of `view`, and zero-sum."""
    if isinstance(value, tuple):
        return value[player]
    return value if player == view else -value


class Bound(StrEnum):
    """What a searched value says about the true one."""

    EXACT = "exact"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class Proof(StrEnum):
    """How sure a result is.

    Let t(s) be the value of a position with best play of everybody to the end of the game, v the value of the
    result, and s any position on its line, the one searched included:

    - PROVEN: t(s) = v, up to the `error` of the line where it has one. So the value is right, the move
      reaches it, and so does every move of the line for whoever makes it. There is a move unless the game is
      over or nature moves.
    - BOUND: t(s) ≥ v where the bound is "at least", t(s) ≤ v where it is "at most".
    - ESTIMATE: nothing; an evaluation of positions where the game is not over is in the value or the line.

    Values of several players (max^n) rest on a rule for ties as well: of equally good moves the first.
    """

    PROVEN = "proven"
    BOUND = "bound"
    ESTIMATE = "estimate"


@dataclass(frozen=True)
class Line(Generic[M]):
    """Moves that are expected to follow each other, and what they are worth."""

    #: In points of the game's pay-off, from the side of player `view`; a tuple holds one value per player
    #: and has no view.
    value: Payoff
    view: int | None
    #: The moves; none where the game is over or no move is known that keeps the value.
    moves: tuple[M, ...]
    #: How sure that is; see `Proof`.
    proof: Proof = Proof.ESTIMATE
    bound: Bound = Bound.EXACT
    #: Plies until the game ends with these moves, where that is known.
    distance: int | None = None
    #: How deep it was searched, in plies.
    depth: int | None = None
    #: Positions that were looked at to find it; 0 where they were not counted for this line alone.
    nodes: int = 0
    #: Of a proven draw: whether neither side can force an end (by cycle) or one can force a drawn one (by
    #: rule); None where the search does not say.
    cycle: bool | None = None
    #: How far the true value may be from this one at most, which is proven; 0 where it is exact, or where
    #: nothing of the kind is known.
    error: float = 0.0

    @property
    def move(self) -> M | None:
        """The first move."""
        return self.moves[0] if self.moves else None

    @property
    def proven(self) -> bool:
        """Whether the value is proven, and that the moves keep it."""
        return self.proof is Proof.PROVEN

    @property
    def points(self) -> Value:
        """The value as one number, which it is between two players with zero sum."""
        assert not isinstance(self.value, tuple)
        return self.value

    def value_for(self, player: int) -> Value:
        """The value from that player's side."""
        return payoff_for(self.value, player, self.view)

    def in_words(self, texts: Iterable[str]) -> Line[str]:
        """The same line with its moves as texts."""
        return Line(
            self.value, self.view, tuple(texts), self.proof, self.bound, self.distance, self.depth,
            self.nodes, self.cycle, self.error,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Result(HtmlRepr, Line[M]):
    """The answer of a search, textbook or engine: its best line, and the others that were asked for.

    Also what a search knows while it goes on.
    """

    algorithm: str
    #: Leaves that were evaluated, each visit counted.
    leaves: int = 0
    seconds: float = 0.0
    #: A line for every move, or for the best few, where that was asked for; the best first. The promises of
    #: `Proof` hold for the positions after the first move of each.
    lines: tuple[Line[M], ...] = ()
    trace: Trace | None = None

    @property
    def best(self) -> Line[M]:
        """The best line by itself."""
        return Line(
            self.value, self.view, self.moves, self.proof, self.bound, self.distance, self.depth, self.nodes,
            self.cycle, self.error,
        )  # fmt: skip

    @property
    def move_values(self) -> dict[M, Payoff]:
        """What each move that begins one of `lines` is worth."""
        return {line.moves[0]: line.value for line in self.lines}

    @property
    def nodes_per_second(self) -> float:
        """How fast it searched."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def line_of(self, move: M) -> Line[M]:
        """The one of `lines` that begins with the move."""
        return next(line for line in self.lines if line.moves[0] == move)


def final_line(value: Payoff) -> Line[Any]:
    """The line of a position where the game is over with that pay-off."""
    return Line(value, None if isinstance(value, tuple) else 0, (), Proof.PROVEN, distance=0, depth=0)


def ranked(lines: Iterable[Line[M]], player: int, best: M | None = None) -> tuple[Line[M], ...]:
    """The lines: first the one that begins with the move `best`, then by their value for that player."""
    return tuple(sorted(lines, key=lambda line: (line.move != best, -line.value_for(player))))


def number_json(value: Any) -> Any:
    """A number, a pay-off or nothing, as JSON; what JSON has no numbers for is text: "inf", "7/3"."""
    if isinstance(value, tuple):
        return [number_json(part) for part in value]
    if value in (inf, -inf):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, Fraction):
        return str(value)
    return value


def line_json(line: Line[str]) -> dict[str, Any]:
    """A line as JSON: the one form that records, commands and the server have in common.

    `view` counts players from 0, as everywhere in documents about games. `cycle` is there only where the
    search tells a draw by cycle from one by rule, and `error` only where the value is proven up to it.
    """
    document: dict[str, Any] = {
        "value": number_json(line.value),
        "view": line.view,
        "proof": line.proof.value,
        "bound": line.bound.value,
        "depth": line.depth,
        "distance": line.distance,
        "nodes": line.nodes,
        "line": list(line.moves),
    }
    if line.cycle is not None:
        document["cycle"] = line.cycle
    if line.error:
        document["error"] = line.error
    return document
