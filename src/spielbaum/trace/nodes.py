"""What a trace says about every node in the end: its value, or that it was cut, or never looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from typing import TYPE_CHECKING

from spielbaum.result import Bound, Payoff, Proof, Value
from spielbaum.trace.events import Cutoff, Enter, Event, Iteration, Leaf, Leave, Path, TableHit

if TYPE_CHECKING:
    from spielbaum.trace.trace import Trace


class Status(StrEnum):
    """How a node came out of a search."""

    EXACT = "exact"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    #: Skipped by a cut-off at its parent.
    CUT = "cut"
    #: Entered, but neither valued nor cut: a traversal, or a search that was stopped.
    VISITED = "visited"
    #: Below a cut or beyond the depth limit.
    UNVISITED = "unvisited"


@dataclass(frozen=True, slots=True)
class NodeResult:
    """The last word of a trace on one node.

    `alpha` and `beta` are the window of the last visit when it was entered, None where there is none.
    `number` counts the nodes in the order in which they were first entered, from 1.
    """

    path: Path
    status: Status
    value: Payoff | None = None
    alpha: Value | None = None
    beta: Value | None = None
    number: int | None = None
    leaf: bool = False
    #: The value is an estimate or rests on one.
    estimate: bool = False


@dataclass(slots=True)
class _Account:
    """What is known of a node so far; several visits narrow it down."""

    number: int | None = None
    alpha: Value | None = None
    beta: Value | None = None
    low: Value = -inf
    high: Value = inf
    value: Payoff | None = None
    status: Status = Status.UNVISITED
    leaf: bool = False
    estimate: bool = False

    def take(self, value: Payoff, bound: Bound) -> None:
        if isinstance(value, tuple):
            self.value, self.status = value, Status(bound.value)
            return
        if bound is not Bound.AT_MOST:
            self.low = max(self.low, value)
        if bound is not Bound.AT_LEAST:
            self.high = min(self.high, value)
        if self.low >= self.high:
            self.value, self.status = value, Status.EXACT
        else:
            self.value, self.status = value, Status(bound.value)


def node_results(trace: Trace, events: Iterable[Event] | None = None) -> dict[Path, NodeResult]:
    """The results of all nodes that were entered or cut, by path; of `events` only, where given.

    Several visits to a node are put together: at least 3 and at most 3 is exactly 3. An iteration with
    another depth limit begins anew, for its values rest on other estimates: then a node may be unvisited
    although it has a number from an earlier iteration.
    """
    accounts: dict[Path, _Account] = {}
    entered = 0
    for event in trace.events if events is None else events:
        match event:
            case Iteration(depth=depth) if depth is not None:
                for account in accounts.values():
                    account.low, account.high, account.status = -inf, inf, Status.UNVISITED
                    account.leaf = account.estimate = False
            case Enter(path=path):
                account = accounts.setdefault(path, _Account())
                account.alpha, account.beta = event.alpha, event.beta
                if account.number is None:
                    entered += 1
                    account.number = entered
                if account.status in (Status.CUT, Status.UNVISITED):
                    account.status = Status.VISITED
            case Leaf(path=path, value=value):
                accounts[path].take(value, Bound.EXACT)
                accounts[path].leaf, accounts[path].estimate = True, not event.final
            case Leave(path=path, value=left) if left is not None:
                accounts[path].take(left, event.bound)
                accounts[path].estimate = event.proof is Proof.ESTIMATE
            case TableHit(path=path, value=value):
                accounts[path].take(value, event.bound)
                accounts[path].estimate = event.proof is Proof.ESTIMATE
            case Cutoff(path=path):
                for move in event.skipped:
                    account = accounts.setdefault((*path, move), _Account())
                    if account.status in (Status.UNVISITED, Status.VISITED):
                        account.status = Status.CUT
            case _:
                pass
    return {path: _result(path, account) for path, account in accounts.items()}


def _result(path: Path, account: _Account) -> NodeResult:
    valued = account.status in (Status.EXACT, Status.AT_LEAST, Status.AT_MOST)
    return NodeResult(
        path,
        account.status,
        account.value if valued else None,
        account.alpha,
        account.beta,
        account.number,
        account.leaf,
        account.estimate,
    )


def all_results(trace: Trace, limit: int) -> Iterator[NodeResult]:
    """The results of every node of the tree in the order of the rules, the unvisited ones too.

    What the search took as a leaf is one, also at the depth limit. Ends after `limit` nodes.
    """
    known = node_results(trace)
    stack: list[Path] = [()]
    count = 0
    while stack and count < limit:
        path = stack.pop()
        found = known.get(path) or NodeResult(path, Status.UNVISITED)
        beyond = trace.depth is not None and len(path) >= trace.depth and found.number is None
        moves = () if found.leaf or beyond else trace.scene.moves(path)
        yield found if moves else replace(found, leaf=True)
        count += 1
        stack.extend((*path, move) for move in reversed(moves))


def leaf_counts(trace: Trace, limit: int) -> tuple[int, int | None]:
    """How many different leaves were looked at and how many not; None where there are too many to count."""
    seen = skipped = count = 0
    for result in all_results(trace, limit):
        count += 1
        if result.leaf:
            seen += result.number is not None
            skipped += result.number is None
    if count >= limit:
        return sum(result.leaf for result in trace.results.values()), None
    return seen, skipped
