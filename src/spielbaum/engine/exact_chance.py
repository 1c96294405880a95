"""Exact solving of games with chance, for people: from what is known of expected values to results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spielbaum.engine.limits import Limits
from spielbaum.engine.searching import Question
from spielbaum.engine.threads import Unwanted
from spielbaum.errors import BadInput
from spielbaum.result import CHANCE, Bound, Line, Proof, Result

if TYPE_CHECKING:
    from spielbaum.engine.engine import Engine
    from spielbaum.engine.expected_graph import Expected, Reachable
    from spielbaum.engine.thinking import Thinking


class ExactChance:
    """The exact solver of an engine where nature moves.

    It is the search without a limit of depth. Where positions may come again that search need not end; there
    value iteration over all positions that can be reached gives the value up to a proven error
    (`expected_graph.py`).
    """

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self.engine = engine
        self.game = engine.game
        #: What value iteration found last, for the positions after it; where they were too many, nothing.
        self._reachable: Reachable | None = None
        self._unreachable = False

    def solve(self, thinking: Thinking[Any], state: Any, every_move: bool) -> Result[Any]:
        """The exact expected value of a position."""
        known = self.known(state)
        if known is not None:
            moves = self.game.legal(state)
            return self.looked_up(thinking, state, known, moves, len(moves) if every_move else 0)
        if self.game.facts.repeats:
            return self._by_iteration(thinking, state, every_move)
        left_out = [0] * len(self.game.legal(state))
        asked = Question(state, (), Limits(), left_out, every_move, to_the_end=True)
        result = self.engine.searching.search(thinking, asked)
        result = replace(
            result, depth=None, algorithm="solve",
            lines=tuple(replace(line, depth=None) for line in result.lines),
        )  # fmt: skip
        return result if result.proven else self._unsolved(result)

    def known(self, state: Any) -> Expected | None:
        """What the engine's solution of the whole game says."""
        return None if self.engine.expected is None else self.engine.expected.look(state)

    def looked_up(
        self, thinking: Thinking[Any], state: Any, found: Expected, moves: Sequence[Any], most: int
    ) -> Result[Any]:
        """What was known of a position before it was asked for."""
        thinking.begin()
        return self._worth(thinking, state, found, moves, most)

    # ---------------------------------------------------------------------------------- going in circles

    @property
    def solved_ahead(self) -> bool:
        return self._reachable is not None

    def solve_ahead(self, most: int) -> bool:
        if self._reachable is None and not self._unreachable:
            try:
                self._reachable = self.engine.code.solve_reachable(
                    self.game.start, self.engine.threads, lambda: True, lambda: None, most
                )
            except BadInput:  # also where players may go on for ever
                self._unreachable = True
        return self._reachable is not None

    def _by_iteration(self, thinking: Thinking[Any], state: Any, every_move: bool) -> Result[Any]:
        found = None if self._reachable is None else self._reachable.look(state)
        if found is not None:
            thinking.begin()
        else:
            try:
                self._reachable = self.engine.code.solve_reachable(
                    state, self.engine.threads, lambda: not thinking.stopped, thinking.begin
                )
            except Unwanted:
                view = self.engine.lines.view(state)
                return self._unsolved(Result(0, view, (), algorithm="solve", seconds=thinking.seconds))
            found = self._reachable.look(state)
            assert found is not None
        moves = self.game.legal(state)
        return self._worth(thinking, state, found, moves, len(moves) if every_move else 0)

    # ---------------------------------------------------------------------------------------- for people

    def _unsolved(self, result: Result[Any]) -> Result[Any]:
        """All that is known where an exact solution was stopped: no pay-off is less."""
        least, greatest = self.game.facts.values
        sure = -greatest if result.view == 1 else least
        return replace(result, value=sure, moves=(), proof=Proof.BOUND, bound=Bound.AT_LEAST, lines=())

    def _worth(
        self, thinking: Thinking[Any], state: Any, found: Expected, moves: Sequence[Any], most: int
    ) -> Result[Any]:
        """What a position is worth, with lines for the best `most` of these moves."""
        view = self.engine.lines.view(state)
        lines = [
            Line(found.moves[move], view, (move,), Proof.PROVEN, error=found.error)
            for move in sorted(moves, key=lambda move: -found.moves[move])
        ]
        nature = self.game.player(state) == CHANCE
        return Result(
            value=found.value if nature or not lines else lines[0].value,
            view=view,
            moves=() if nature or not lines else lines[0].moves,
            proof=Proof.PROVEN,
            nodes=found.positions,
            error=found.error,
            algorithm="solve",
            seconds=thinking.seconds,
            lines=tuple(lines[:most]),
        )
