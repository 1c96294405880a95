"""A trace played step by step: what is known of each node after each event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from spielbaum.result import Bound, Payoff, Proof, Value
from spielbaum.trace import Cutoff, Enter, Event, Iteration, Leaf, Leave, Path, TableHit, Trace, Update

#: α and β; α is None where the search has only an upper limit (the merit of SSS*).
Window = tuple[Value | None, Value | None]
State = Literal["unvisited", "open", "done", "cut"]
#: What a value says of the true one: equal, at least, at most, an estimate (of a bound), only the best so
#: far, or nothing, for it only stands for one that nobody knows.
Relation = Literal["", "≥", "≤", "≈", "≥≈", "≤≈", "…", "?"]

_RELATIONS: dict[Bound, Relation] = {Bound.EXACT: "", Bound.AT_LEAST: "≥", Bound.AT_MOST: "≤"}
_DOUBTFUL: dict[Relation, Relation] = {"": "≈", "≥": "≥≈", "≤": "≤≈"}
_SURE: dict[Relation, Relation] = {"?": "", "≈": "", "≥≈": "≥", "≤≈": "≤"}
_TURNED: dict[Relation, Relation] = {"≥": "≤", "≤": "≥", "": "", "…": "…"}


@dataclass(frozen=True, slots=True)
class Look:
    """What is known of a node at a step of the search."""

    state: State = "unvisited"
    value: Payoff | None = None
    relation: Relation = ""
    #: The current window, and the one the node was entered with.
    window: Window | None = None
    entered: Window | None = None
    #: The node is the n-th to be entered, more than once where it is searched again.
    visits: tuple[int, ...] = ()
    #: The move to the best child so far.
    best: Any = None
    player: int | None = None


UNSEEN = Look()


@dataclass(frozen=True, slots=True)
class Step:
    """What one event changed, and the node it is about."""

    event: Event
    current: Path | None
    changes: dict[Path, Look]


def replay(trace: Trace) -> Iterator[Step]:
    """The steps of the search in their order."""
    looks: dict[Path, Look] = {}
    visits = 0
    for event in trace.events:
        changes: dict[Path, Look] = {}
        current = getattr(event, "path", None)
        if isinstance(event, Iteration):  # the search begins anew; what it remembers is not on the tree
            changes = dict.fromkeys(looks, UNSEEN)
            visits = 0
        elif current is not None:
            before = looks.get(current, UNSEEN)
            if isinstance(event, Enter):
                visits += 1
                changes[current] = _entered(event, before, visits)
            elif isinstance(event, Update):
                child = looks.get((*event.path, event.move), UNSEEN)
                changes[current] = _updated(event, before, child, trace)
            elif isinstance(event, Cutoff):
                for move in event.skipped:
                    changes[*current, move] = replace(looks.get((*current, move), UNSEEN), state="cut")
            elif isinstance(event, Leaf):
                relation: Relation = "" if event.final else "?" if event.unknown else "≈"
                changes[current] = _finished(before, event.value, relation)
            elif isinstance(event, (Leave, TableHit)):
                relation = _RELATIONS[event.bound]
                if event.proof is Proof.ESTIMATE:
                    relation = _DOUBTFUL[relation]
                changes[current] = _finished(before, event.value, relation)
        looks |= changes
        yield Step(event, current, changes)


def _window(event: Enter | Update) -> Window | None:
    return None if event.alpha is None and event.beta is None else (event.alpha, event.beta)


def _entered(event: Enter, before: Look, number: int) -> Look:
    window = _window(event)
    return Look("open", None, "", window, window, (*before.visits, number), None, event.player)


def _updated(event: Update, before: Look, child: Look, trace: Trace) -> Look:
    window = _window(event) or before.window
    relation = _so_far(event.value, before, child, trace)
    return replace(before, value=event.value, relation=relation, window=window, best=event.move)


def _so_far(value: Payoff, node: Look, child: Look, trace: Trace) -> Relation:
    """What the best child so far proves: MAX has at least its value, unless that is an upper bound itself."""
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


def _finished(before: Look, value: Payoff | None, relation: Relation) -> Look:
    return replace(before, state="done", value=value, relation=relation, window=before.entered)


def chosen_line(looks: dict[Path, Look]) -> list[Path]:
    """The nodes of the best line so far, the root first; empty where nothing is known yet."""
    line: list[Path] = []
    path: Path = ()
    while (look := looks.get(path)) is not None and look.best is not None and path not in line:
        line.append(path)
        path = (*path, look.best)
    return [*line, path] if line else []
