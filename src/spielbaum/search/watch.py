"""Who looks over a searcher's shoulder: counts, keeps the clock, and knows what is proven.

The searchers report what they do and stay free of bookkeeping. From the reports a watch works out, for
every node, two intervals by the rule max[l, h] = [max l, max h] over the children (min likewise):

    claim   l ≤ m ≤ h, where m is the minimax value of the tree as searched, estimates taken as given
    proof   l ≤ t ≤ h, where t is the true value of the game; an estimate says nothing about it

A child that was cut counts as [least, greatest]. So a value is exact where the claim is a point, and
proven where the proof is: also when the search is depth-limited, but no estimate can matter any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Any, Literal

from spielbaum.result import Bound, Payoff, Value
from spielbaum.trace import Path, Reason

#: Claim and proof: (least, greatest, least proven, greatest proven).
Known = tuple[Value, Value, Value, Value]


class OutOfTime(Exception):
    """The watch says that the time, or the number of nodes, is used up."""


@dataclass(slots=True)
class _Frame:
    player: int
    children: dict[Any, Known] = field(default_factory=dict)
    #: Some children were not looked at: cut (both intervals), or not noisy (only the proof).
    cut: bool = False
    partial: bool = False
    #: Cut because the parent will not choose it (max^n): what is not known of it does not matter there.
    refused: bool = False


@dataclass
class Watch:
    """Counts nodes and leaves, keeps the limits and the intervals."""

    #: When to stop: a time of `perf_counter`, a number of nodes.
    deadline: float | None = None
    most_nodes: int | None = None
    nodes: int = 0
    leaves: int = 0
    estimates: int = 0
    #: The most nodes that were kept in memory at a time.
    held: int = 0
    began: float = field(default_factory=perf_counter)
    #: The last improvement at the root: all that an interrupted search leaves behind.
    best: tuple[Any, Payoff] | None = None
    #: What the last finished pass claims of the root, and what all passes together prove.
    known: Known = (-inf, inf, -inf, inf)

    # --- Set by the searcher in `begin`.
    #: Whose side values are from; MAX is that player, or player 0 in the negamax form.
    view: int | Literal["mover"] = 0
    sides: bool = True
    least: Value = -inf
    greatest: Value = inf
    #: A search that jumps about in the tree (SSS*, breadth first) says itself what its values mean.
    nested: bool = True
    #: What earlier passes know of each node, for a search with a table.
    memory: dict[Path, Known] | None = None

    _open: list[_Frame] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        return perf_counter() - self.began

    def begin(
        self,
        *,
        view: int | Literal["mover"] = 0,
        sides: bool = True,
        values: tuple[Value, Value] = (-inf, inf),
        nested: bool = True,
    ) -> None:
        """What kind of search this is, and between which values the true one lies in any case."""
        self.view, self.sides, self.nested = view, sides, nested
        self.least, self.greatest = values
        self.known = (-inf, inf, -inf, inf)

    def enter(self, path: Path, player: int, alpha: Value | None = None, beta: Value | None = None) -> None:
        """The search comes to a node."""
        if self.deadline is not None and perf_counter() >= self.deadline:
            raise OutOfTime
        if self.most_nodes is not None and self.nodes >= self.most_nodes:
            raise OutOfTime
        self.nodes += 1
        if self.nested:
            self._open.append(_Frame(player))
            self.hold(len(self._open) + len(self.memory or ()))

    def hold(self, nodes: int) -> None:
        """The search keeps that many nodes in memory now."""
        self.held = max(self.held, nodes)

    def leaf(self, path: Path, value: Payoff, *, final: bool = True) -> None:
        """The entered node is judged where it stands, and left."""
        self.leaves += 1
        self.estimates += not final
        if self.nested:
            frame = self._open.pop()
            v = self._first(value, frame.player)
            known = (v, v, v, v) if final else (v, v, self.least, self.greatest)
            if self.memory is not None:
                self.memory[path] = known
            self._close(path, known)

    def stand(self, path: Path, value: Payoff) -> None:
        """The entered node is also judged as it stands; only noisy moves are looked at."""
        self.estimates += 1
        frame = self._open[-1]
        v = self._first(value, frame.player)
        frame.children[None] = (v, v, -inf, inf)
        frame.partial = True

    def update(
        self, path: Path, move: Any, value: Payoff, alpha: Value | None = None, beta: Value | None = None
    ) -> None:
        """A child improved the value of the node."""
        if not path:
            self.best = move, value

    def cutoff(
        self,
        path: Path,
        reason: Reason,
        value: Payoff,
        limit: Value,
        skipped: Sequence[Any],
        against: Path | None = None,
    ) -> None:
        """The rest of the children is skipped; nothing happens where none is left."""
        if skipped and self.nested and reason != "most":
            self._open[-1].cut = True
            self._open[-1].refused = reason == "share"

    def leave(self, path: Path, value: Payoff | None, bound: Bound | None = None) -> Bound:
        """The search is done with the node; what its value means follows from the children."""
        if not self.nested or value is None:
            if self.nested:
                self._open.pop()
            return bound or Bound.EXACT
        frame = self._open.pop()
        known = self._fold(frame)
        if self.memory is not None:
            known = self.memory[path] = _meet(known, self.memory.get(path, known))
        if frame.refused:
            frame.cut = False
            self._close(path, (0, 0, *self._fold(frame)[2:]))
        else:
            self._close(path, known)
        return meaning(value, self.from_side(frame.player, known))

    def table_hit(self, path: Path, value: Payoff, bound: Bound) -> None:
        """The entered node is left with what `memory` knows of it."""
        self._open.pop()
        assert self.memory is not None
        self._close(path, self.memory[path])

    def iteration(self, *, depth: int | None = None, guess: Value | None = None) -> None:
        """A new pass over the tree begins."""
        self._open.clear()
        self.best = None

    @property
    def proven(self) -> tuple[Value, Value]:
        """Between which values the true value of the root lies, from the side of MAX."""
        return self.known[2], self.known[3]

    # ----------------------------------------------------------------- intervals

    def _first(self, value: Payoff, player: int) -> Value:
        """The value from the side of MAX. Of several pay-offs only the exactness is kept: all are 0."""
        if isinstance(value, tuple):
            return 0
        return -value if self.view == "mover" and player != 0 else value

    def _fold(self, frame: _Frame) -> Known:
        if not self.sides:
            low, high = _hull, _hull_high
        elif frame.player == (0 if self.view == "mover" else self.view):
            low = high = max
        else:
            low = high = min
        columns = list(zip(*frame.children.values(), strict=True)) or [(-inf,), (inf,), (-inf,), (inf,)]
        a, b, c, d = low(columns[0]), high(columns[1]), low(columns[2]), high(columns[3])
        if frame.cut:
            a, b = low((a, -inf)), high((b, inf))
        if frame.cut or frame.partial:
            c, d = low((c, self.least)), high((d, self.greatest))
        return a, b, c, d

    def _close(self, path: Path, known: Known) -> None:
        if path:
            # A node can be searched again with a wider window (principal variation search).
            children = self._open[-1].children
            children[path[-1]] = _meet(known, children.get(path[-1], known))
        else:
            proof = _meet(known, self.known)
            self.known = (known[0], known[1], proof[2], proof[3])

    def from_side(self, player: int, known: Known) -> Known:
        """The intervals from the side that the values of this player's nodes are told from."""
        if self.view != "mover" or player == 0:
            return known
        a, b, c, d = known
        return -b, -a, -d, -c


def meaning(value: Payoff, known: Known) -> Bound:
    """What a value says about the tree that was searched."""
    low, high = known[:2]
    if isinstance(value, tuple):
        return Bound.EXACT if low == high else Bound.AT_LEAST
    if low == high == value:
        return Bound.EXACT
    return Bound.AT_MOST if high <= value else Bound.AT_LEAST


_hull: Callable[..., Value] = min
_hull_high: Callable[..., Value] = max


def _meet(one: Known, other: Known) -> Known:
    return max(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), min(one[3], other[3])
