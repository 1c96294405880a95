"""What a search did, as a list of events: for the protocol in words, drawings, steppers, graders.

Nodes are named by their path, the moves from the root. Every searcher produces the same closed set
of events, so whoever reads traces needs to know nothing about the algorithm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal

from spielbaum.result import Bound, Payoff, Value

Path = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Enter:
    """The search comes to a node with a window; α and β are None for searches without one."""

    path: Path
    player: int
    alpha: Value | None = None
    beta: Value | None = None


@dataclass(frozen=True, slots=True)
class Leaf:
    """The node is judged without looking further: the game is over (`final`), or it is estimated."""

    path: Path
    value: Payoff
    final: bool = True


@dataclass(frozen=True, slots=True)
class Update:
    """The child reached by `move` improved the node's value."""

    path: Path
    move: Any
    value: Payoff
    alpha: Value | None = None
    beta: Value | None = None


@dataclass(frozen=True, slots=True)
class Cutoff:
    """The remaining children cannot matter: the value passed the bound that `against` holds."""

    path: Path
    bound: Literal["alpha", "beta"]
    value: Payoff
    limit: Value
    #: The ancestor that holds the bound; None where the bound is the window the search began with.
    against: Path | None
    skipped: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """The search is done with the node."""

    path: Path
    value: Payoff
    bound: Bound = Bound.EXACT


@dataclass(frozen=True, slots=True)
class TableHit:
    """The value of the node is known from an earlier visit."""

    path: Path
    value: Payoff
    bound: Bound = Bound.EXACT


@dataclass(frozen=True, slots=True)
class Iteration:
    """A new pass over the tree begins: with a depth limit, or with a guess (MTD(f))."""

    depth: int | None = None
    guess: Value | None = None


Event = Enter | Leaf | Update | Cutoff | Leave | TableHit | Iteration


def event_json(event: Event, move_name: Callable[[Path, Any], str]) -> dict[str, object]:
    """An event as JSON: paths become lists of move texts."""

    def names(path: Path) -> list[str]:
        return [move_name(path[:i], move) for i, move in enumerate(path)]

    document: dict[str, object] = {"event": type(event).__name__.lower()}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in ("path", "against") and value is not None:
            value = names(value)
        elif field.name == "move" and isinstance(event, Update):
            value = move_name(event.path, value)
        elif field.name == "skipped" and isinstance(event, Cutoff):
            value = [move_name(event.path, move) for move in value]
        elif field.name in ("alpha", "beta", "limit") and value in (float("inf"), float("-inf")):
            value = "inf" if value > 0 else "-inf"
        document[field.name] = value
    return document


@dataclass(frozen=True, slots=True)
class Trace:
    """The events of one search.

    Values and windows are from the side of player 0, or, where `view` is "mover", from the side of
    the player to move at the node, as the negamax form writes them.
    """

    events: tuple[Event, ...]
    algorithm: str
    view: Literal["first", "mover"] = "first"

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __getitem__(self, step: int) -> Event:
        return self.events[step]
