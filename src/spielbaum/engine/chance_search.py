"""Iterative deepening of games with chance: the kernel of `chance.py` depth by depth."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

from spielbaum.engine.deepening import Deepening, KernelResult
from spielbaum.engine.limits import MOST_PLIES
from spielbaum.engine.machine import number_of
from spielbaum.engine.scores import BOTH, HIGH, LOW, NOTHING, turned
from spielbaum.engine.workspace import (
    BAD_PAYOFF,
    BAD_WEIGHT,
    FAULT,
    FIRST,
    PARTIAL,
    ROWS_FULL,
    TOO_DEEP,
)
from spielbaum.errors import BrokenGame
from spielbaum.result import CHANCE

#: The depth of a search to the end of the game: more than any game has plies.
TO_THE_END = 1 << 20

_FAULTS = {
    BAD_WEIGHT: "engine.chance.weight",
    BAD_PAYOFF: "engine.chance.payoff",
    TOO_DEEP: "engine.solve.endless",
}


class ChanceDeepening(Deepening):
    """The iterations of one thread; values are real numbers, in 1/`unit` points.

    They are for the player to move, and for player 0 where nature moves. There no move is best, so the line
    of such a position is empty, and lines end where nature moves.
    """

    def _one(self, state: Any, depth: int, last: KernelResult | None) -> KernelResult | None:
        known: tuple[int, ...] = () if last is None else last.moves
        # So that an iteration that is cut short answers no worse than the last one.
        self.work.info[FIRST] = known[0] + 1 if known else 0
        value, proof = self._valued(state, self.rules.game.player(state), depth)
        line = self._line()
        if not self.halted:
            return KernelResult(depth, value, proof, line)
        if not line:
            return None
        partial = number_of(int(self.work.info[PARTIAL]))
        return KernelResult(depth - 1, partial, NOTHING, line, partial=True)

    def _every_move(self, state: Any, depth: int) -> KernelResult | None:
        """One iteration in which each move, or outcome, gets its exact value."""
        game = self.rules.game
        me = game.player(state)
        legal = game.legal(state)
        begin = int(self.offset * len(legal))
        self.work.info[FIRST] = 0
        lines: dict[int, KernelResult] = {}
        below: dict[int, tuple[int, ...]] = {}
        for index in (*range(begin, len(legal)), *range(begin)):
            value, proof = self._valued(game.play(state, legal[index]), me, depth - 1)
            if self.halted:
                return None
            lines[index] = KernelResult(depth, value, proof, (index,))
            below[index] = self._line()
        in_order = [lines[index] for index in range(len(legal))]
        if me == CHANCE:
            return self._average(state, depth, in_order)
        # Of equally good moves a proven one, else the first.
        best = max(in_order, key=lambda one: (one.value, one.proof & LOW))
        whole = replace(best, moves=(*best.moves, *below[best.moves[0]]))
        others = sorted((one for one in in_order if one is not best), key=lambda one: -one.value)
        proof = (best.proof & LOW) | (HIGH if all(one.proof & HIGH for one in in_order) else 0)
        return KernelResult(depth, best.value, proof, whole.moves, (whole, *others))

    def _average(self, state: Any, depth: int, outcomes: list[KernelResult]) -> KernelResult:
        """The value of a position where nature moves, from those of its outcomes."""
        game = self.rules.game
        assert game.weight is not None
        weights = [int(game.weight(state, move)) for move in game.legal(state)]
        total = sum(weight * one.value for weight, one in zip(weights, outcomes, strict=True))
        proof = BOTH
        for one in outcomes:
            proof &= one.proof
        return KernelResult(depth, total / sum(weights), proof, (), tuple(outcomes))

    def _valued(self, state: Any, me: int, depth: int) -> tuple[float, int]:
        """The value of a position from that player's side, and its proof."""
        low, high, proof = self._bounds(state, depth)
        assert low == high or self.halted
        return (-low, turned(proof)) if me == 1 else (low, proof)

    def _bounds(self, state: Any, depth: int) -> tuple[float, float, int]:
        while True:
            self.place(state)
            low, high, proof = self.kernel(self.work, depth, -inf, inf)
            fault = int(self.work.info[FAULT])
            if fault in _FAULTS:
                raise BrokenGame(_FAULTS[fault], game=self.rules.game.name, plies=MOST_PLIES)
            if fault != ROWS_FULL:
                return float(low), float(high), int(proof)
            self.work = self.grow(self.work)
