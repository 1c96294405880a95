"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from spielbaum.show import Told

if TYPE_CHECKING:
    from spielbaum.trace import Trace

Value = int | float
#: The value of a position: a number for player 0, or one number a player.
Payoff = Value | tuple[Value, ...]


class Bound(StrEnum):
    """What a searched value says about the true one."""

    EXACT = "exact"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class Proof(StrEnum):
    """How sure a result is.

    Let t(s) be the value of a position with best play of everybody to the end of the game, v the value of the
    result, and s any position on its line, the one searched included:

    - PROVEN: t(s) = v. So the value is right, the move reaches it, and so does every move of the line for
      whoever makes it. There is a move unless the game is over.
    - BOUND: t(s) ≥ v where the bound is "at least", t(s) ≤ v where it is "at most".
    - ESTIMATE: nothing; an evaluation of positions where the game is not over is in the value or the line.

    Values of several players (max^n) rest on a rule for ties as well: of equally good moves the first.
    """

    PROVEN = "proven"
    BOUND = "bound"
    ESTIMATE = "estimate"


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure the value of one move is, and the plies to the end of the game where they are known."""

    proof: Proof
    bound: Bound = Bound.EXACT
    distance: int | None = None


@dataclass(frozen=True, slots=True)
class Result(Told):
    """The answer of a search, textbook or engine.

    `value` is in points of the game's pay-off, from the side of player `view`; a tuple holds one
    value a player and has no view. `move` is None only where the game is over.
    """

    algorithm: str
    value: Payoff
    move: Any
    line: tuple[Any, ...]
    proof: Proof
    view: int | None = 0
    bound: Bound = Bound.EXACT
    depth: int | None = None
    nodes: int = 0
    leaves: int = 0
    seconds: float = 0.0
    #: Plies until the game ends along `line`, where the line is known to its end.
    distance: int | None = None
    #: The value of every move from the same side, where it was asked for.
    moves: dict[Any, Payoff] = field(default_factory=dict)
    trace: Trace | None = None
    #: How sure each of these values is; a move that is not named is as sure as the result itself.
    sure: dict[Any, Certainty] = field(default_factory=dict)
    #: The best line after each of these moves, where it was asked for: what answers or refutes it.
    lines: dict[Any, tuple[Any, ...]] = field(default_factory=dict)

    @property
    def proven(self) -> bool:
        return self.proof is Proof.PROVEN

    def ranked(self) -> list[Any]:
        """The moves whose value is known, the best first; only where values are plain numbers."""
        return sorted(self.moves, key=lambda move: -_plain(self.moves[move]))

    def for_move(self, move: Any) -> Result:
        """What one of `moves` is worth, as an answer of its own: the distance still counts from here."""
        certainty = self.sure.get(move) or Certainty(self.proof, self.bound)
        best = move == self.move and self.moves[move] == self.value
        return replace(
            self,
            value=self.moves[move],
            move=move,
            line=self.line if best else (move, *self.lines.get(move, ())),
            proof=certainty.proof,
            bound=certainty.bound,
            distance=self.distance if best and self.distance is not None else certainty.distance,
            moves={},
            sure={},
            lines={},
        )

    def value_for(self, player: int) -> Value:
        """The value from that player's side."""
        if isinstance(self.value, tuple):
            return self.value[player]
        return self.value if player == self.view else -self.value


def _plain(value: Payoff) -> Value:
    assert not isinstance(value, tuple)
    return value
