"""A trace played event by event: what is known of each node after each of them.

The steps of a trace, the last word on every node and the figures of `spielbaum.draw` are all read off here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from spielbaum.expectation import middle
from spielbaum.result import Bound, Payoff, Proof, Value
from spielbaum.trace.events import (
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
    Settle,
    TableHit,
    Update,
)
from spielbaum.trace.node_results import NodeResult, Status

if TYPE_CHECKING:
    from spielbaum.trace.trace import Trace

#: α and β; α is None where the search has only an upper limit (the merit of SSS*).
Window = tuple[Value | None, Value | None]
Phase = Literal["unvisited", "open", "done", "cut"]
#: What a value says of the true one: equal, at least, at most, an estimate (of a bound), only the best so
#: far, or nothing, for it only stands for one that nobody knows.
Relation = Literal["", "≥", "≤", "≈", "≥≈", "≤≈", "…", "?"]

_RELATIONS: dict[Bound, Relation] = {Bound.EXACT: "", Bound.AT_LEAST: "≥", Bound.AT_MOST: "≤"}
_DOUBTFUL: dict[Relation, Relation] = {"": "≈", "≥": "≥≈", "≤": "≤≈"}
_SURE: dict[Relation, Relation] = {"?": "", "≈": "", "≥≈": "≥", "≤≈": "≤"}
_TURNED: dict[Relation, Relation] = {"≥": "≤", "≤": "≥", "": "", "…": "…"}


@dataclass(frozen=True, slots=True)
class NodeState:
    """What is known of a node at a step of the search.

    All but `result` is about the last visit, in this iteration.
    """

    phase: Phase = "unvisited"
    value: Payoff | None = None
    relation: Relation = ""
    #: The window now, and the one the node was entered with; None where the search has none.
    window: Window | None = None
    entered: Window | None = None
    #: The node is the n-th to be entered, more than once where it is searched again.
    visits: tuple[int, ...] = ()
    #: The move to the best child so far.
    best: Any = None
    player: int | None = None
    #: All visits together; None where no event was about the node.
    result: NodeResult | None = None


UNSEEN = NodeState()


@dataclass(frozen=True, slots=True)
class Replayed:
    """One event: the node it is about, the nodes it changed, and what was counted up to here."""

    event: Event
    path: Path | None
    changes: dict[Path, NodeState]
    #: Nodes entered and leaves evaluated, each visit counted; children cut.
    nodes: int
    leaves: int
    cuts: int


def replay(trace: Trace, events: Iterable[Event] | None = None) -> Iterator[Replayed]:
    """The events of a trace, or the first of them, one after the other."""
    fold = _Fold(trace)
    for event in trace.events if events is None else events:
        changes = fold.apply(event)
        path = None if isinstance(event, Iteration) else event.path
        yield Replayed(event, path, changes, fold.nodes, fold.leaves, fold.cuts)


def node_results(trace: Trace, events: Iterable[Event] | None = None) -> dict[Path, NodeResult]:
    """The results of all nodes that were entered or cut, by path; of `events` only, where given.

    Several visits to a node are put together: at least 3 and at most 3 is exactly 3. An iteration with
    another depth limit begins anew, for its values rest on other estimates: then a node may be unvisited
    although it has a number from an earlier iteration.
    """
    fold = _Fold(trace)
    for event in trace.events if events is None else events:
        fold.apply(event)
    return {path: state.result for path, state in fold.states.items() if state.result is not None}


def chosen_line(states: dict[Path, NodeState]) -> list[Path]:
    """The nodes of the best line so far, the root first; empty where nothing is known yet."""
    line: list[Path] = []
    path: Path = ()
    while (state := states.get(path)) is not None and state.best is not None and path not in line:
        line.append(path)
        path = (*path, state.best)
    return [*line, path] if line else []


class _Fold:
    """The states of all nodes after the events so far."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.states: dict[Path, NodeState] = {}
        self.nodes = self.leaves = self.cuts = 0
        #: Nodes entered in this iteration, and nodes that have a number.
        self._visits = self._numbered = 0
        #: Between which values a node lies by all visits together.
        self._bounds: dict[Path, tuple[Value, Value]] = {}
        #: Where a position comes again, by the node at which it is known.
        self._same: dict[Path, list[Path]] = {}

    def apply(self, event: Event) -> dict[Path, NodeState]:
        """Take the event in; the states that it changed."""
        changes: dict[Path, NodeState] = {}
        match event:
            case Iteration():  # what the search remembers of earlier ones is not on the tree
                changes = {path: self._begun_anew(path, event) for path in self.states}
                self._visits = 0
                if event.depth is not None:
                    self._bounds.clear()
            case Enter(path=path):
                changes[path] = self._entered(event)
            case Update(path=path):
                changes[path] = self._updated(event)
            case Cutoff(path=path):
                self.cuts += len(event.skipped)
                changes = {(*path, move): self._cut((*path, move)) for move in event.skipped}
            case Leaf(path=path):
                self.leaves += 1
                relation: Relation = "" if event.final else "?" if event.unknown else "≈"
                changes[path] = self._left(path, event.value, Bound.EXACT, relation, leaf=True)
            case Leave(path=path) | TableHit(path=path):
                relation = _RELATIONS[event.bound]
                if event.proof is Proof.ESTIMATE:
                    relation = _DOUBTFUL[relation]
                changes[path] = self._left(path, event.value, event.bound, relation)
            case Settle(path=path):
                relation = "≈" if event.proof is Proof.ESTIMATE else ""
                left = self._left(path, event.value, Bound.EXACT, relation)
                changes[path] = replace(left, best=event.move)
            case Narrow(path=path):
                changes[path] = self._narrowed(event)
            case Again(path=path, known=known):
                self._same.setdefault(known, []).append(path)
                there = self.states.get(known, UNSEEN)
                result = replace(self._result(path), again=known)
                changes[path] = NodeState(there.phase, there.value, there.relation, result=result)
            case First() | Outcome():
                pass
        for path, state in list(changes.items()):  # a position looks the same wherever it comes again
            for other in self._same.get(path, ()):
                changes[other] = replace(
                    self.states[other], phase=state.phase, value=state.value, relation=state.relation
                )
        self.states |= changes
        return changes

    def _result(self, path: Path) -> NodeResult:
        return self.states.get(path, UNSEEN).result or NodeResult(path, Status.UNVISITED)

    def _begun_anew(self, path: Path, event: Iteration) -> NodeState:
        result = self._result(path)
        if event.depth is not None:
            result = replace(result, status=Status.UNVISITED, value=None, leaf=False, estimate=False)
        return NodeState(result=result)

    def _entered(self, event: Enter) -> NodeState:
        self.nodes += 1
        self._visits += 1
        result = self._result(event.path)
        if result.number is None:
            self._numbered += 1
            result = replace(result, number=self._numbered)
        visited = result.status in (Status.CUT, Status.UNVISITED)
        result = replace(
            result,
            alpha=event.alpha,
            beta=event.beta,
            status=Status.VISITED if visited else result.status,
        )
        window = _window(event)
        visits = (*self.states.get(event.path, UNSEEN).visits, self._visits)
        return NodeState("open", None, "", window, window, visits, None, event.player, result)

    def _narrowed(self, event: Narrow) -> NodeState:
        """Exact where both bounds meet; else the middle between them, and both as the window."""
        if event.low == event.high:
            left = self._left(event.path, event.low, Bound.EXACT, "")
            return replace(left, window=None, best=event.move)
        left = self._left(event.path, middle(event.low, event.high), Bound.EXACT, "≈")
        return replace(left, window=(event.low, event.high), best=event.move)

    def _updated(self, event: Update) -> NodeState:
        before = self.states.get(event.path, UNSEEN)
        child = self.states.get((*event.path, event.move), UNSEEN)
        return replace(
            before,
            value=event.value,
            relation=self._so_far(event.value, before, child),
            window=_window(event) or before.window,
            best=event.move,
        )

    def _so_far(self, value: Payoff, node: NodeState, child: NodeState) -> Relation:
        """What the best child so far proves: MAX has at least its value, unless that is an upper bound."""
        trace = self.trace
        if isinstance(value, tuple) or not trace.sides or node.player is None:
            return "…"
        turned = trace.view == "mover" and child.player != node.player
        doubtful = child.relation in _SURE
        proved = _SURE.get(child.relation, child.relation)
        proved = _TURNED[proved] if turned else proved
        wanted: Relation = "≥" if trace.view == "mover" or trace.maximises(node.player) else "≤"
        if proved not in ("", wanted):
            return "…"
        return _DOUBTFUL[wanted] if doubtful else wanted

    def _cut(self, path: Path) -> NodeState:
        result = self._result(path)
        if result.status in (Status.UNVISITED, Status.VISITED):
            result = replace(result, status=Status.CUT)
        return replace(self.states.get(path, UNSEEN), phase="cut", result=result)

    def _left(
        self, path: Path, value: Payoff | None, bound: Bound, relation: Relation, *, leaf: bool = False
    ) -> NodeState:
        before, result = self.states.get(path, UNSEEN), self._result(path)
        if value is not None:
            status = self._status(path, value, bound)
            estimate = relation in _SURE
            result = replace(result, value=value, status=status, leaf=result.leaf or leaf, estimate=estimate)
        return replace(before, phase="done", value=value, relation=relation, result=result)

    def _status(self, path: Path, value: Payoff, bound: Bound) -> Status:
        """What all visits together say of the value."""
        if isinstance(value, tuple):
            return Status(bound.value)
        low, high = self._bounds.get(path, (-inf, inf))
        if bound is not Bound.AT_MOST:
            low = max(low, value)
        if bound is not Bound.AT_LEAST:
            high = min(high, value)
        self._bounds[path] = low, high
        return Status.EXACT if low >= high else Status(bound.value)


def _window(event: Enter | Update) -> Window | None:
    return None if event.alpha is None and event.beta is None else (event.alpha, event.beta)
