"""What a trace says about every node in the end: its value, or that it was cut, or never looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from spielbaum.result import Payoff, Value
from spielbaum.trace.events import Path

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
    #: The node where this position is already known: there it was looked at.
    again: Path | None = None


def all_results(trace: Trace, limit: int) -> Iterator[NodeResult]:
    """The results of every node of the tree in the order of the rules, the unvisited ones too.

    What the search took as a leaf is one, also at the depth limit. Ends after `limit` nodes.
    """
    known = trace.results
    stack: list[Path] = [()]
    count = 0
    while stack and count < limit:
        path = stack.pop()
        found = known.get(path) or NodeResult(path, Status.UNVISITED)
        beyond = trace.depth is not None and len(path) >= trace.depth and found.number is None
        moves = () if found.leaf or found.again is not None or beyond else trace.space.legal_moves(path)
        yield found if moves or found.again is not None else replace(found, leaf=True)
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
