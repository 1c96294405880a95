"""Traces as JSON documents, written and read.

A path is a list: numbers of children from 1 in a tree, texts of moves in a game. Infinite ends of a
window are written "inf" and "-inf" and fractions "7/3", for JSON has no such numbers; players are counted
from 1, and 0 is chance.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from math import inf
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.result import Bound, Payoff, Proof, number_json
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
from spielbaum.trace.node_results import NodeResult, all_results
from spielbaum.trace.search_space import ROOT, SearchSpace
from spielbaum.trace.trace import Step, Trace

#: How many nodes a document lists at most.
MOST_NODES = 100_000

#: Fields that older documents do not have.
_ADDED = ("surer", "proof", "unknown", "extreme")

_NUMBERS = frozenset({"value", "limit", "alpha", "beta", "guess", "extreme", "probability", "low", "high"})

_KINDS: dict[str, type[Any]] = {
    kind.__name__.lower(): kind
    for kind in (
        Enter,
        First,
        Leaf,
        Update,
        Outcome,
        Cutoff,
        Leave,
        TableHit,
        Again,
        Settle,
        Narrow,
        Iteration,
    )
}


def path_json(space: SearchSpace, path: Path) -> list[int | str]:
    return [space.move_key(path[:i], move) for i, move in enumerate(path)]


def _number(item: Any) -> Any:
    if isinstance(item, list):
        return tuple(map(_number, item))
    if not isinstance(item, str):
        return item
    return {"inf": inf, "-inf": -inf}.get(item) or Fraction(item)


def event_json(event: Event, space: SearchSpace) -> dict[str, Any]:
    """An event as JSON; `event_from_json` reads it back."""
    document: dict[str, Any] = {"event": type(event).__name__.lower()}
    if not isinstance(event, Iteration):
        document["node"] = space.label(event.path) or ROOT
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in ("path", "against", "known", "successor"):
            value = None if value is None else path_json(space, value)
        elif isinstance(event, First | Update | Outcome | Settle | Narrow) and field.name == "move":
            value = None if value is None else space.move_key(event.path, value)
        elif isinstance(event, Cutoff) and field.name == "skipped":
            value = [space.move_key(event.path, move) for move in value]
        elif field.name in ("player", "forcing"):
            value = None if value is None else value + 1
        elif field.name in _NUMBERS:
            value = number_json(value)
        document[field.name] = value
    return document


def event_from_json(document: Any) -> Event:
    """The event of such a document; children of trees are counted from 0 in its paths again."""
    kind = _KINDS.get(str(document.get("event"))) if isinstance(document, dict) else None
    if kind is None:
        raise BadInput("error.trace.document", item=str(document)[:80])
    try:
        arguments = {
            field.name: _field(field.name, document[field.name])
            for field in fields(kind)
            if field.name in document or field.name not in _ADDED
        }
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput("error.trace.document", item=str(document)[:80]) from error
    event: Event = kind(**arguments)
    return event


def _move(item: Any) -> Any:
    return item - 1 if isinstance(item, int) else item


def _field(name: str, item: Any) -> Any:
    match name:
        case "path" | "skipped" | "known":
            return tuple(map(_move, item))
        case "against" | "successor":
            return None if item is None else tuple(map(_move, item))
        case "move":
            return _move(item)
        case "player" | "forcing":
            return None if item is None else int(item) - 1
        case "bound":
            return Bound(item) if item in set(Bound) else str(item)
        case "proof":
            return None if item is None else Proof(item)
        case "surer" | "unknown" | "probe":
            return bool(item)
        case _:
            return _number(item) if name in _NUMBERS else item


def node_json(result: NodeResult, space: SearchSpace) -> dict[str, Any]:
    """What became of a node, as JSON."""
    return {
        "path": path_json(space, result.path),
        "label": space.label(result.path) or ROOT,
        "player": space.player(result.path) + 1,
        "status": result.status.value,
        "value": number_json(result.value),
        "alpha": number_json(result.alpha),
        "beta": number_json(result.beta),
        "number": result.number,
        "leaf": result.leaf,
        "estimate": result.estimate,
    }


def step_json(step: Step, language: str = "en") -> dict[str, Any]:
    """A step with its sentence, for a page that shows it."""
    return {
        "number": step.number,
        "event": event_json(step.event, step.trace.space),
        "node": step.node(language),
        "role": step.role(language),
        "line": step.line,
        "alpha": number_json(step.alpha),
        "beta": number_json(step.beta),
        "value": number_json(step.value),
        "nodes": step.nodes,
        "leaves": step.leaves,
        "cuts": step.cuts,
        "sentence": step.sentence(language),
    }


def trace_to_json(trace: Trace, limit: int = MOST_NODES) -> dict[str, Any]:
    """The whole trace; `nodes` lists every node of the tree, also those that were never looked at."""
    return {
        "algorithm": trace.algorithm,
        "players": trace.space.players,
        "view": trace.view if trace.view == "mover" else trace.view + 1,
        "sides": trace.sides,
        "strict": trace.strict,
        "fail_hard": trace.fail_hard,
        "depth": trace.depth,
        "principal_variation": None if trace.line is None else path_json(trace.space, trace.line),
        "events": [event_json(event, trace.space) for event in trace.events],
        "nodes": [node_json(result, trace.space) for result in all_results(trace, limit)],
    }


def trace_from_json(document: Any) -> Trace:
    """The trace of such a document. Moves of games stay the texts they were written as."""
    try:
        space = _ReadSpace.of(document)
        view, line = document["view"], document.get("principal_variation")
        return Trace(
            tuple(event_from_json(item) for item in document["events"]),
            str(document["algorithm"]),
            space,
            "mover" if view == "mover" else int(view) - 1,
            bool(document["sides"]),
            bool(document["strict"]),
            bool(document["fail_hard"]),
            document["depth"],
            None if line is None else _field("path", line),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput("error.trace.document", item=str(document)[:80]) from error


@dataclass(frozen=True)
class _ReadSpace:
    """What a document tells of the tree."""

    players: int
    labels: dict[Path, str]
    movers: dict[Path, int]
    values: dict[Path, Payoff]
    below: dict[Path, tuple[Any, ...]]

    @classmethod
    def of(cls, document: Any) -> _ReadSpace:
        space = cls(int(document["players"]), {}, {}, {}, {})
        for item in document["nodes"]:
            path = _field("path", item["path"])
            space.labels[path] = "" if not path and item["label"] == ROOT else str(item["label"])
            space.movers[path] = int(item["player"]) - 1
            if item["leaf"] and item["value"] is not None:
                space.values[path] = _number(item["value"])
            if path:
                space.below[path[:-1]] = (*space.below.get(path[:-1], ()), path[-1])
        return space

    def label(self, path: Path) -> str:
        return self.labels.get(path) or ".".join(str(self.move_key(path, move)) for move in path)

    def move_text(self, path: Path, move: Any) -> str:
        return str(self.move_key(path, move))

    def move_key(self, _path: Path, move: Any) -> int | str:
        return move + 1 if isinstance(move, int) else str(move)

    def legal_moves(self, path: Path) -> tuple[Any, ...]:
        return self.below.get(path, ())

    def player(self, path: Path) -> int:
        return self.movers.get(path, 0)

    def player_name(self, _player: int, _language: str) -> str:
        return ""

    def value(self, path: Path) -> Payoff | None:
        return self.values.get(path)
