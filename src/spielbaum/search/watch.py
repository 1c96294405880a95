"""Who looks over a searcher's shoulder: counts, keeps the clock, and knows what is proven.

The searchers report what they do and stay free of bookkeeping. From the reports a watch works out three
intervals for every node, the first two by the rule max[l, h] = [max l, max h] over the children (min
likewise):

    claim   l ≤ m ≤ h, where m is the minimax value of the tree as searched, estimates taken as given
    proof   l ≤ t ≤ h, where t is the true value of the game; an estimate says nothing about it
    line    l ≤ t ≤ h for the node and for every node of the line that the search chose below it

Where nature moves the intervals are averages, and the line is all of them together: nobody chooses there.

A child that was cut counts as [least, greatest]. So a value is exact where the claim is a point, and it
is proven, with the move and the line that reach it, where the line's interval is: also when the search
is depth-limited, but no estimate can matter any more. What that promises stands in `Proof`.

A node whose proof is the point v has a child whose proof is the point v: MAX's lower bound comes from a
child, and no child has a larger upper bound. Of moves with equal values the searchers take the first one,
unless it rests on an estimate and a later one is proven to reach the value: that they ask with `surer`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from time import perf_counter
from typing import Any, ClassVar, Literal, NamedTuple

from spielbaum.expectation import mean
from spielbaum.result import CHANCE, Bound, Payoff, Proof, Value
from spielbaum.trace import Narrow, Path, Reason, Settle

Interval = tuple[Value, Value]
ANY: Interval = (-inf, inf)


class Known(NamedTuple):
    """What is known of a node: intervals of values from the side of MAX; see above."""

    claim: Interval = ANY
    proof: Interval = ANY
    line: Interval = ANY


UNKNOWN = Known()


class OutOfTime(Exception):
    """The watch says that the time, or the number of nodes, is used up."""


@dataclass(slots=True)
class _Frame:
    player: int
    children: dict[Any, Known] = field(default_factory=dict)
    #: The best move so far; None is to stand pat, and what is written before there is one.
    chosen: Any = None
    #: Some children were not looked at: cut (both intervals), or not noisy (only the proof).
    cut: bool = False
    partial: bool = False
    #: Cut because the parent will not choose it (max^n): what is not known of it does not matter there.
    refused: bool = False
    #: Where nature moves: the probability of each outcome, and between which values all of them lie.
    probabilities: dict[Any, Fraction] = field(default_factory=dict)
    bounds: Interval = ANY


@dataclass
class Watch:
    """Counts nodes and leaves, keeps the limits and the intervals."""

    #: Whether events are written down: reasons that cost time are worked out only for that.
    records: ClassVar[bool] = False

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
    #: What the last finished pass claims of the root and proves of its line, and what all passes together
    #: prove of the root.
    known: Known = UNKNOWN
    #: The depth limit kept the search from looking further at some node.
    limited: bool = False

    # --- Set by `start_search`.
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
    #: Where the search jumps about: the nodes above a leaf that was estimated.
    _doubtful: set[Path] = field(default_factory=set)

    @property
    def seconds(self) -> float:
        return perf_counter() - self.began

    def start(
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
        self.known = UNKNOWN
        self.limited = False

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

    def first(self, path: Path, move: Any, why: str, value: Payoff | None = None) -> None:
        """The moves of the entered node were put in order; this one comes first, for that reason."""

    def leaf(self, path: Path, value: Payoff, *, final: bool = True, unknown: bool = False) -> None:
        """The entered node is judged where it stands, and left; `unknown`: with a 0 that is no estimate."""
        self.leaves += 1
        self.estimates += not final
        if self.nested:
            frame = self._open.pop()
            v = self._first(value, frame.player)
            proof = (v, v) if final else (self.least, self.greatest)
            known = Known((v, v), proof, proof)
            if self.memory is not None:
                self.memory[path] = known
            self._close(path, known)
        elif not final:
            self._doubtful.update(path[:length] for length in range(len(path) + 1))

    def stand_pat(self, path: Path, value: Payoff) -> None:
        """The entered node is also judged as it stands; only noisy moves are looked at."""
        self.estimates += 1
        self.limited = True
        frame = self._open[-1]
        v = self._first(value, frame.player)
        frame.children[None] = Known((v, v))
        frame.partial = True

    def surer(self, move: Any, value: Value) -> bool:
        """Whether this move, as good as the best one so far, is proven to reach the value and that is not."""
        frame = self._open[-1]
        v = self._first(value, frame.player)
        best = frame.children.get(frame.chosen, UNKNOWN)
        return frame.children[move].line == (v, v) != best.line

    def update(
        self, path: Path, move: Any, value: Payoff, alpha: Value | None = None, beta: Value | None = None
    ) -> None:
        """A child improved the value of the node, or is proven to reach it where the best so far is not."""
        if self.nested:
            self._open[-1].chosen = move
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
        extreme: Value | None = None,
    ) -> None:
        """The rest of the children is skipped; nothing happens where none is left."""
        if skipped and self.nested and reason != "most":
            self._open[-1].cut = True
            self._open[-1].refused = reason == "share"

    def chance(self, path: Path, probabilities: dict[Any, Fraction], bounds: Interval = ANY) -> None:
        """The entered node is one where nature moves; the values of all outcomes lie within the `bounds`."""
        if self.nested:
            self._open[-1].probabilities, self._open[-1].bounds = probabilities, bounds

    def probed(self, path: Path) -> None:
        """Only the first move of the entered node was looked at, and the others are left for later."""
        self._open[-1].cut = True

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
        """An outcome of a chance node has this value; its average is from `low` to `high`."""

    def leave(self, path: Path, value: Payoff | None, bound: Bound | None = None) -> tuple[Bound, Proof]:
        """The search is done with the node; what its value means follows from the children."""
        if not self.nested or value is None:
            if self.nested:
                self._open.pop()
            bound = bound or Bound.EXACT
            return bound, Proof.ESTIMATE if path in self._doubtful else _sure(bound)
        frame = self._open.pop()
        known = self._fold(frame)
        if self.memory is not None:
            known = _meet(known, self.memory.get(path, known))
            # The line is found when the search is over: it may go through what earlier passes proved.
            known = self.memory[path] = known._replace(line=known.proof)
        if not frame.refused:
            self._close(path, known)
            return self.verdict(value, frame.player, known)
        frame.cut = False
        proof = self._fold(frame).proof
        self._close(path, Known((0, 0), proof, proof))
        return Bound.AT_LEAST, Proof.BOUND if proof[0] == proof[1] else Proof.ESTIMATE

    def verdict(
        self, value: Payoff, player: int, known: Known, bound: Bound | None = None
    ) -> tuple[Bound, Proof]:
        """What a value of this player's node says, and how sure that is; `Proof` says what it promises."""
        known = self.from_side(player, known)
        bound = bound or meaning(value, known)
        low, high = known.line
        if low == high and (isinstance(value, tuple) or low == value):
            return Bound.EXACT, Proof.PROVEN  # "at least 1" is exact where nobody can get more than 1
        if not isinstance(value, tuple) and (
            (bound is Bound.AT_LEAST and low >= value) or (bound is Bound.AT_MOST and high <= value)
        ):
            return bound, Proof.BOUND
        return bound, Proof.ESTIMATE

    def table_hit(self, path: Path, value: Payoff, bound: Bound) -> Proof:
        """The entered node is left with what `memory` knows of it."""
        frame = self._open.pop()
        assert self.memory is not None
        known = self.memory[path]
        self._close(path, known)
        return self.verdict(value, frame.player, known, bound)[1]

    def remembered(self, line: Sequence[Any]) -> Interval:
        """Between which values all nodes of the line lie, by what a search with a table remembers of them."""
        assert self.memory is not None
        proofs = [self.memory[tuple(line[:length])].proof for length in range(len(line) + 1)]
        return min(low for low, _ in proofs), max(high for _, high in proofs)

    def again(self, path: Path, known: Path) -> None:
        """The node is a position that is known already."""

    def settle(self, settled: Settle) -> None:
        """The value of a position follows from what its moves lead to."""

    def narrow(self, narrowed: Narrow) -> None:
        """A sweep has found better bounds of a position."""

    def iteration(self, *, depth: int | None = None, guess: Value | None = None) -> None:
        """A new pass over the tree begins."""
        self._open.clear()
        self.best = None
        self.limited = False

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
        elif frame.player == CHANCE:
            return self._average(frame)
        else:
            low = high = min
        children = frame.children.values()
        claim = low(known.claim[0] for known in children), high(known.claim[1] for known in children)
        proof = low(known.proof[0] for known in children), high(known.proof[1] for known in children)
        if frame.cut:
            claim = low((claim[0], -inf)), high((claim[1], inf))
        if frame.cut or frame.partial:
            proof = low((proof[0], self.least)), high((proof[1], self.greatest))
        if frame.player == CHANCE:
            return Known(claim, proof, proof)  # no line goes on from here: all outcomes count
        line = frame.children[frame.chosen].line if frame.chosen in frame.children else ANY
        return Known(claim, proof, (min(proof[0], line[0]), max(proof[1], line[1])))

    def _average(self, frame: _Frame) -> Known:
        """The average of the intervals; an outcome not looked at may be anything within the bounds."""
        unseen = Known(frame.bounds, (self.least, self.greatest), (self.least, self.greatest))

        def averaged(part: Callable[[Known], Interval], within: Interval) -> Interval:
            intervals = [
                (share, _narrower(part(frame.children.get(move, unseen)), within))
                for move, share in frame.probabilities.items()
            ]
            return (
                mean((share, low) for share, (low, _) in intervals),
                mean((share, high) for share, (_, high) in intervals),
            )

        true = self.least, self.greatest
        return Known(
            averaged(lambda known: known.claim, frame.bounds),
            averaged(lambda known: known.proof, true),
            averaged(lambda known: known.line, true),
        )

    def _close(self, path: Path, known: Known) -> None:
        if path:
            # A node can be searched again with a wider window (principal variation search).
            children = self._open[-1].children
            children[path[-1]] = _meet(known, children.get(path[-1], known))
        else:
            self.known = known._replace(proof=_narrower(known.proof, self.known.proof))

    def from_side(self, player: int, known: Known) -> Known:
        """The intervals from the side that the values of this player's nodes are told from."""
        if self.view != "mover" or player == 0:
            return known
        return Known(*((-high, -low) for low, high in known))


def meaning(value: Payoff, known: Known) -> Bound:
    """What a value says about the tree that was searched."""
    low, high = known.claim
    if isinstance(value, tuple):
        return Bound.EXACT if low == high else Bound.AT_LEAST
    if low == high == value:
        return Bound.EXACT
    return Bound.AT_MOST if high <= value else Bound.AT_LEAST


def _sure(bound: Bound) -> Proof:
    return Proof.PROVEN if bound is Bound.EXACT else Proof.BOUND


_hull: Callable[..., Value] = min
_hull_high: Callable[..., Value] = max


def _narrower(one: Interval, other: Interval) -> Interval:
    return max(one[0], other[0]), min(one[1], other[1])


def _meet(new: Known, old: Known) -> Known:
    """Both visits to a node together; the line is that of the new one."""
    return Known(_narrower(new.claim, old.claim), _narrower(new.proof, old.proof), new.line)
