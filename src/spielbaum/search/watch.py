"""Who looks over a searcher's shoulder: counts nodes, keeps the clock, records the events.

The searchers report to a watch and stay free of bookkeeping. `Watch` only counts;
`Recorder` also writes down every event and works out which ancestor holds a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Literal

from spielbaum.errors import TooLarge
from spielbaum.result import Bound, Payoff, Value
from spielbaum.trace import Cutoff, Enter, Event, Iteration, Leaf, Leave, Path, TableHit, Trace, Update


class OutOfTime(Exception):
    """The watch says that the time is up."""


@dataclass
class Watch:
    """Counts nodes and leaves and keeps the time limit."""

    deadline: float | None = None
    nodes: int = 0
    leaves: int = 0
    estimates: int = 0
    began: float = field(default_factory=perf_counter)

    @property
    def seconds(self) -> float:
        return perf_counter() - self.began

    def enter(self, move: Any, player: int, alpha: Value | None = None, beta: Value | None = None) -> None:
        """A node is entered by `move` (None at the root)."""
        self.nodes += 1
        if self.deadline is not None and perf_counter() >= self.deadline:
            raise OutOfTime

    def leaf(self, value: Payoff, *, final: bool = True) -> None:
        """The entered node is judged where it stands, and left."""
        self.leaves += 1
        self.estimates += not final

    def update(self, move: Any, value: Payoff, alpha: Value | None = None, beta: Value | None = None) -> None:
        """A child improved the value of the entered node."""

    def cutoff(
        self, bound: Literal["alpha", "beta"], value: Payoff, limit: Value, skipped: Sequence[Any]
    ) -> None:
        """The rest of the children of the entered node is skipped; no event where none is left."""

    def leave(self, value: Payoff, bound: Bound = Bound.EXACT) -> None:
        """The entered node is left."""

    def table_hit(self, value: Payoff, bound: Bound = Bound.EXACT) -> None:
        """The entered node is left with a remembered value."""

    def iteration(self, *, depth: int | None = None, guess: Value | None = None) -> None:
        """A new pass over the tree begins."""

    def restart(self) -> None:
        """Forget where the search was (it was interrupted)."""

    def trace(self, algorithm: str) -> Trace | None:
        return None


@dataclass
class _Frame:
    path: Path
    player: int
    #: Paths of the ancestors (or the node itself) that hold α and β; None: the window at the root.
    alpha_holder: Path | None = None
    beta_holder: Path | None = None
    alpha: Value | None = None
    beta: Value | None = None


@dataclass
class Recorder(Watch):
    """A watch that writes everything down, up to `limit` events."""

    view: Literal["first", "mover"] = "first"
    limit: int = 200_000
    events: list[Event] = field(default_factory=list)
    _stack: list[_Frame] = field(default_factory=list)

    def enter(self, move: Any, player: int, alpha: Value | None = None, beta: Value | None = None) -> None:
        if not self._stack:
            frame = _Frame((), player, alpha=alpha, beta=beta)
        else:
            above = self._stack[-1]
            holders = above.alpha_holder, above.beta_holder
            if self.view == "mover" and player != above.player:  # the window turns round: (-β, -α)
                holders = above.beta_holder, above.alpha_holder
            frame = _Frame((*above.path, move), player, *holders, alpha, beta)
        self._stack.append(frame)
        self._write(Enter(frame.path, player, alpha, beta))
        super().enter(move, player, alpha, beta)

    def leaf(self, value: Payoff, *, final: bool = True) -> None:
        super().leaf(value, final=final)
        self._write(Leaf(self._stack.pop().path, value, final))

    def update(self, move: Any, value: Payoff, alpha: Value | None = None, beta: Value | None = None) -> None:
        frame = self._stack[-1]
        if alpha != frame.alpha:
            frame.alpha, frame.alpha_holder = alpha, frame.path
        if beta != frame.beta:
            frame.beta, frame.beta_holder = beta, frame.path
        self._write(Update(frame.path, move, value, alpha, beta))

    def cutoff(
        self, bound: Literal["alpha", "beta"], value: Payoff, limit: Value, skipped: Sequence[Any]
    ) -> None:
        if not skipped:
            return
        frame = self._stack[-1]
        holder = frame.alpha_holder if bound == "alpha" else frame.beta_holder
        self._write(Cutoff(frame.path, bound, value, limit, holder, tuple(skipped)))

    def leave(self, value: Payoff, bound: Bound = Bound.EXACT) -> None:
        self._write(Leave(self._stack.pop().path, value, bound))

    def table_hit(self, value: Payoff, bound: Bound = Bound.EXACT) -> None:
        self._write(TableHit(self._stack.pop().path, value, bound))

    def iteration(self, *, depth: int | None = None, guess: Value | None = None) -> None:
        self._write(Iteration(depth, guess))

    def restart(self) -> None:
        self._stack.clear()

    def trace(self, algorithm: str) -> Trace:
        return Trace(tuple(self.events), algorithm, self.view)

    def _write(self, event: Event) -> None:
        if len(self.events) >= self.limit:
            raise TooLarge("error.trace.too_large", limit=self.limit)
        self.events.append(event)
