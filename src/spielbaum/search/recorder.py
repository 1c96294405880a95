"""A watch that writes every event down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from spielbaum.errors import TooLarge
from spielbaum.result import Bound, Payoff, Proof, Value
from spielbaum.search.watch import Watch
from spielbaum.trace import (
    Again,
    Cutoff,
    Enter,
    Event,
    First,
    Iteration,
    Leaf,
    Leave,
    Narrow,
    Outcome,
    Path,
    Reason,
    Settle,
    TableHit,
    Update,
)


@dataclass(slots=True)
class _Window:
    """The window of an open node, and which nodes on the way to it hold its ends (None: the caller)."""

    player: int
    alpha: Value | None
    beta: Value | None
    alpha_holder: Path | None = None
    beta_holder: Path | None = None
    #: The best value of the node so far.
    value: Payoff | None = None


@dataclass
class Recorder(Watch):
    """Records up to `limit` events, and works out which ancestor holds a bound."""

    records: ClassVar[bool] = True

    limit: int = 200_000
    events: list[Event] = field(default_factory=list)
    _windows: list[_Window] = field(default_factory=list)

    def enter(self, path: Path, player: int, alpha: Value | None = None, beta: Value | None = None) -> None:
        super().enter(path, player, alpha, beta)
        self._write(Enter(path, player, alpha, beta))
        if self.nested:
            self._windows.append(self._window(path, player, alpha, beta))

    def _window(self, path: Path, player: int, alpha: Value | None, beta: Value | None) -> _Window:
        if not path:
            return _Window(player, alpha, beta)
        above = self._windows[-1]
        ends = above.alpha, above.beta
        holders = above.alpha_holder, above.beta_holder
        if self.view == "mover" and player != above.player:  # the window turns round: (−β, −α)
            ends = _minus(above.beta), _minus(above.alpha)
            holders = above.beta_holder, above.alpha_holder
        # A null window (α, α + 1) is the parent's question: is it better than what I have?
        asked = path[:-1]
        return _Window(
            player,
            alpha,
            beta,
            holders[0] if alpha == ends[0] else asked,
            holders[1] if beta == ends[1] else asked,
        )

    def first(self, path: Path, move: Any, why: str, value: Payoff | None = None) -> None:
        self._write(First(path, move, why, value))

    def leaf(self, path: Path, value: Payoff, *, final: bool = True, unknown: bool = False) -> None:
        super().leaf(path, value, final=final, unknown=unknown)
        self._write(Leaf(path, value, final, unknown))
        self._pop()

    def update(
        self, path: Path, move: Any, value: Payoff, alpha: Value | None = None, beta: Value | None = None
    ) -> None:
        super().update(path, move, value, alpha, beta)
        surer = False
        if self.nested:
            window = self._windows[-1]
            surer, window.value = self.sides and value == window.value, value
            if alpha != window.alpha:
                window.alpha, window.alpha_holder = alpha, path
            if beta != window.beta:
                window.beta, window.beta_holder = beta, path
        self._write(Update(path, move, value, alpha, beta, surer))

    def cutoff(
        self,
        path: Path,
        reason: Reason,
        value: Payoff,
        limit: Value,
        skipped: Sequence[Any],
        against: Path | None = None,
        extreme: Value | None = None,
    ) -> None:
        super().cutoff(path, reason, value, limit, skipped, against, extreme)
        if not skipped:
            return
        if reason in ("alpha", "average-alpha", "probe-alpha"):
            against = self._windows[-1].alpha_holder
        elif reason in ("beta", "average-beta", "probe-beta"):
            against = self._windows[-1].beta_holder
        self._write(Cutoff(path, reason, value, limit, against, tuple(skipped), extreme))

    def outcome(
        self,
        path: Path,
        move: Any,
        value: Payoff,
        low: Value | None = None,
        high: Value | None = None,
        *,
        probe: bool = False,
    ) -> None:
        probability = self._open[-1].probabilities[move]
        self._write(Outcome(path, move, probability, value, low, high, probe))

    def leave(self, path: Path, value: Payoff | None, bound: Bound | None = None) -> tuple[Bound, Proof]:
        bound, proof = super().leave(path, value, bound)
        self._write(Leave(path, value, bound, None if value is None else proof))
        self._pop()
        return bound, proof

    def table_hit(self, path: Path, value: Payoff, bound: Bound) -> Proof:
        proof = super().table_hit(path, value, bound)
        self._write(TableHit(path, value, bound, proof))
        self._pop()
        return proof

    def again(self, path: Path, known: Path) -> None:
        self._write(Again(path, known))

    def settle(self, settled: Settle) -> None:
        self._write(settled)

    def narrow(self, narrowed: Narrow) -> None:
        self._write(narrowed)

    def iteration(self, *, depth: int | None = None, guess: Value | None = None) -> None:
        super().iteration(depth=depth, guess=guess)
        self._windows.clear()
        self._write(Iteration(depth, guess))

    def _pop(self) -> None:
        if self.nested:
            self._windows.pop()

    def _write(self, event: Event) -> None:
        if len(self.events) >= self.limit:
            raise TooLarge("error.trace.too_large", limit=self.limit)
        self.events.append(event)


def _minus(value: Value | None) -> Value | None:
    return None if value is None else -value
