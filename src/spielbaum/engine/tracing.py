"""The events of a compiled search, in the words of `spielbaum.trace`."""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.engine import ordering, workspace
from spielbaum.engine.deepening import points
from spielbaum.engine.rules import Rules
from spielbaum.engine.scores import AT_LEAST, AT_MOST, BOTH, HIGH, INFINITY, LOW, claim_kind, claim_proof
from spielbaum.engine.workspace import EVENTS, Workspace
from spielbaum.game_space import GameSpace
from spielbaum.result import Bound, Proof, Value
from spielbaum.trace import Cutoff, Enter, Event, First, Iteration, Leaf, Leave, Path, TableHit, Trace, Update

_BOUNDS = {AT_MOST: Bound.AT_MOST, AT_LEAST: Bound.AT_LEAST}
#: The side of a value that a bound speaks of.
_PROVING = {Bound.AT_MOST: HIGH, Bound.AT_LEAST: LOW}
_WHY = {
    ordering.BY_TABLE_MOVE: "table",
    ordering.BY_LAST_ITERATION: "last",
    ordering.BY_OWN_ORDER: "order",
    ordering.BY_KILLER_MOVE: "killer",
    ordering.BY_ANSWER: "answer",
    ordering.BY_HISTORY: "history",
}


def _verdict(claim: int) -> tuple[Bound, Proof]:
    """What a value says and how sure that is, as the textbook's watch would tell it."""
    proof = claim_proof(claim)
    if proof == BOTH:
        return Bound.EXACT, Proof.PROVEN
    bound = _BOUNDS.get(claim_kind(claim), Bound.EXACT)
    return bound, Proof.BOUND if proof & _PROVING.get(bound, 0) else Proof.ESTIMATE


def trace_of(rules: Rules, state: Any, work: Workspace) -> Trace:
    """What the kernel wrote down; values are from the side of the player to move at the node."""
    events = tuple(_Reader(rules, state).read(work))
    return Trace(events, "engine", GameSpace(rules.game, state), "mover")


class _Reader:
    """Follows the events through the game, since the kernel only notes the numbers of moves."""

    def __init__(self, rules: Rules, state: Any) -> None:
        self.rules = rules
        self.game = rules.game
        #: For each ply: the state there, its legal moves, and the moves that led to it.
        self.states: list[Any] = [state]
        self.legal: list[list[Any]] = [self.game.legal(state)]
        self.path: list[Any] = []
        #: The moves that were entered from each ply.
        self.tried: list[set[Any]] = [set()]
        #: Who holds α and β at each ply, as in the textbook's recorder.
        self.holders: list[tuple[Path | None, Path | None]] = [(None, None)]

    def read(self, work: Workspace) -> list[Event]:
        events: list[Event] = []
        for words in work.events[: work.info[EVENTS]].tolist():
            events.extend(self._event(*words))
        return events[: len(work.events)]

    def _event(
        self, kind: int, ply: int, move: int, me: int, alpha: int, beta: int, value: int, more: int
    ) -> list[Event]:
        if kind == workspace.ITERATION:
            self._cut_back(0)
            root = self.game.player(self.states[0])
            return [Iteration(ply), Enter((), root, -inf, inf)]
        if kind == workspace.ENTER:
            self._cut_back(ply - 1)
            legal = self.legal[-1]
            step = legal[move] if move < len(legal) else None
            if step is None:
                return []
            swap = self.game.player(self.states[-1]) != me
            self.tried[-1].add(step)
            self.tried.append(set())
            self.path.append(step)
            self.states.append(self.game.play(self.states[-1], step))
            self.legal.append(self.game.legal(self.states[-1]))
            low, high = self.holders[-1]
            self.holders.append((high, low) if swap else (low, high))
            # A null window is narrower than a unit of the estimate: both ends are the same in points, here
            # as in the updates and cut-offs that follow.
            return [Enter(self._here, me, self._points(alpha), self._points(beta))]
        self._cut_back(ply)
        if kind == workspace.LEAF:
            return [Leaf(self._here, self._points(value), final=bool(more))]
        if kind == workspace.COMES_FIRST:
            return self._first(self.legal[-1][move], _WHY[more])
        if kind == workspace.UPDATE:
            self.holders[-1] = (self._here, self.holders[-1][1])
            return [
                Update(
                    self._here,
                    self.legal[-1][move],
                    self._points(value),
                    self._points(alpha),
                    self._points(beta),
                )
            ]
        if kind == workspace.CUT:
            skipped = tuple(move for move in self.legal[-1] if move not in self.tried[-1])
            holder = self.holders[-1][1]
            return [Cutoff(self._here, "beta", self._points(value), self._points(beta), holder, skipped)]
        if kind == workspace.HIT:
            return [TableHit(self._here, self._points(value), *_verdict(more))]
        return [Leave(self._here, self._points(value), *_verdict(more))]

    def _first(self, move: Any, why: str) -> list[Event]:
        if why == "order":
            why = self.game.reason_for_order(self.states[-1], move)
        return [First(self._here, move, why)]

    @property
    def _here(self) -> Path:
        return tuple(self.path)

    def _cut_back(self, ply: int) -> None:
        del self.path[ply:], self.states[ply + 1 :], self.legal[ply + 1 :]
        del self.tried[ply + 1 :], self.holders[ply + 1 :]

    def _points(self, value: int) -> Value:
        if abs(value) >= INFINITY:
            return inf if value > 0 else -inf
        return points(value, self.rules)
