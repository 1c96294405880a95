"""What a kernel found, for people: points for its values, moves for their numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from spielbaum.engine.deepening import KernelResult, bound_of, distance, points, proof_of
from spielbaum.engine.scores import BOTH
from spielbaum.game import Game
from spielbaum.result import Line, Payoff, Proof, Value

if TYPE_CHECKING:
    from spielbaum.engine.solved_table import SolvedPositions

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True)
class Lines(Generic[S, M]):
    """Tells the lines of one game."""

    game: Game[S, M]
    #: What the kernels find by name (`Rules`); also those of a WebAssembly module.
    rules: Any
    solution: SolvedPositions | None

    def view(self, state: S) -> int:
        """From whose side values are told: the mover's, and player 0's where nature moves."""
        return max(self.game.player(state), 0)

    def line(self, state: S, found: KernelResult) -> Line[M]:
        """The line from a position; where a solution knows the position after it, to the end of the game."""
        moves = self._moves(state, found.moves)
        if self.solution is not None and found.proof == BOTH:
            after = state
            for move in moves:
                after = self.game.play(after, move)
            moves = (*moves, *self.solution.line(after))
        value, proof = self._points(found.value), proof_of(found.proof)
        return Line(
            value,
            self.view(state),
            moves,
            proof,
            bound_of(found.proof),
            self._distance(state, found, moves),
            found.depth,
            cycle=None if not moves else self.cycle(self.game.play(state, moves[0]), proof, value),
        )

    def cycle(self, state: S, proof: Proof, value: Payoff) -> bool | None:
        """Of a proven draw: whether it is one by cycle, where a solution knows."""
        if self.solution is None or proof is not Proof.PROVEN or value != 0:
            return None
        known = self.solution.look(state)
        return None if known is None else known.cycle

    def _points(self, value: Value) -> Value:
        if not self.game.has_chance:
            return points(int(value), self.rules)
        exact = value / self.game.facts.unit
        return int(exact) if exact == int(exact) else exact

    def _distance(self, state: S, found: KernelResult, line: tuple[M, ...]) -> int | None:
        """Plies to the end of the game: told by the value, or by a proven line that goes that far."""
        plies = None if self.game.has_chance else distance(found.value, int(self.rules.names["NEAR"]))
        if plies is None and found.proof == BOTH and self._ends(state, line):
            plies = len(line)
        return plies

    def _moves(self, state: S, line: Iterable[int]) -> tuple[M, ...]:
        """The moves with those numbers, one after the other; ends where a number fits no move."""
        played: list[M] = []
        for index in line:
            legal = self.game.legal(state)
            if index >= len(legal):
                break
            played.append(legal[index])
            state = self.game.play(state, legal[index])
        return tuple(played)

    def _ends(self, state: S, line: Iterable[M]) -> bool:
        for move in line:
            state = self.game.play(state, move)
        return self.game.ended(state)
