"""What a growth is asked for, and what it measures: nodes against depth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from spielbaum.documents import Duration, Index, Natural, Real, Whole
from spielbaum.experiments import options
from spielbaum.experiments.algorithm_names import SEARCHERS
from spielbaum.experiments.openings import Positions
from spielbaum.experiments.portable_rules import require_two
from spielbaum.game import Game

DEFAULT = ("minimax", "alphabeta", "ordered", "perfect", "engine")


@dataclass(frozen=True, slots=True)
class GrowthSettings:
    """Nodes against depth."""

    kind: ClassVar[str] = "growth"

    game: str = options.game()
    depth: Index = options.whole(12, least=1, most=100, most_online=60)
    #: Nodes per search at most.
    nodes: Natural = options.whole(300_000, least=1, most=10**15, most_online=10**8)
    algorithms: tuple[str, ...] = options.names(DEFAULT, SEARCHERS, least=1, most=8)
    positions: Positions = options.positions(1, "start")
    seed: Whole = options.seed()
    #: The digest of the source that the rules stand in.
    rules: str = ""

    @property
    def planned(self) -> int:
        return self.positions.count * len(self.algorithms)

    @property
    def unsound(self) -> str:
        return "" if options.each_once(self.algorithms, SEARCHERS) else "algorithms"


@dataclass(frozen=True, slots=True)
class Series:
    """Searches of depth 1, 2, …, as far as the limit of nodes allowed; a number for each depth.

    `nodes` counts all nodes visited, `leaves` those that were judged, `held` how many were in memory at a
    time (0 where that was not counted: the engine has a table of fixed size).
    """

    kind: ClassVar[str] = "series"
    algorithm: str
    position: Index
    nodes: tuple[Natural, ...]
    leaves: tuple[Natural, ...]
    held: tuple[Natural, ...]
    seconds: tuple[Duration, ...]
    values: tuple[Real, ...]

    def rows_of(self) -> Iterator[dict[str, Any]]:
        names = ("nodes", "leaves", "held", "seconds", "value")
        columns = zip(self.nodes, self.leaves, self.held, self.seconds, self.values, strict=True)
        for depth, cells in enumerate(columns, start=1):
            row = {"algorithm": self.algorithm, "position": self.position, "depth": depth}
            yield row | dict(zip(names, cells, strict=True))


def check(settings: GrowthSettings, game: Game[Any, Any]) -> GrowthSettings:
    require_two("growth", game)
    return replace(settings, algorithms=tuple(dict.fromkeys(settings.algorithms)))
