"""Runs that measure several things in each of some positions: variants of a search, algorithms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielbaum.experiments.kind import Record, Task
from spielbaum.experiments.openings import Opening
from spielbaum.experiments.portable_rules import PortableRules


@dataclass(frozen=True, slots=True)
class PositionTask:
    """One position under one of the names; whoever inherits from it says how it is measured."""

    number: int
    rules: PortableRules
    name: str
    position: int
    opening: Opening
    depth: int
    nodes: int


@dataclass(frozen=True)
class PerPosition:
    """Tasks in the order of the positions, all names on one before the next.

    The settings have `depth` and `nodes`, the limits of a search.
    """

    settings: Any
    rules: PortableRules
    positions: tuple[Opening, ...]
    names: tuple[str, ...]
    make_task: Callable[..., Task]
    cost_of: Callable[[str], float] = lambda _name: 1.0

    @property
    def stages(self) -> tuple[int, ...]:
        return (len(self.positions) * len(self.names),)

    def task(self, number: int, record: Record) -> Task:
        position, name = divmod(number, len(self.names))
        return self.make_task(
            number, self.rules, self.names[name], position, self.positions[position],
            self.settings.depth, self.settings.nodes,
        )  # fmt: skip

    def cost(self, number: int) -> float:
        return self.cost_of(self.names[number % len(self.names)])
