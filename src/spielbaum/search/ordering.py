"""In which order moves are searched: the better the order, the more alpha-beta cuts.

    rules       as the rules list them, or as a tree was written: from left to right
    evaluator   by the game's partial evaluator `order`: captures, bonus moves, threats first
    killers     moves that caused a cut-off elsewhere at the same depth first (Akl and Newborn 1977)
    learnt      by the values that the last iteration gave the moves of the same node

What is learnt goes before killers, killers before the evaluator; equal moves stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from spielbaum.errors import UnknownName
from spielbaum.game import Game
from spielbaum.result import Value
from spielbaum.trace import Path

ORDERS = ("rules", "evaluator", "killers", "learnt")
#: Killer moves remembered for each ply.
KILLERS = 2


@dataclass
class Ordering:
    """An order that may learn while the search runs."""

    game: Game[Any, Any]
    evaluator: bool = False
    killers: bool = False
    learnt: bool = False
    _killers: dict[int, list[Any]] = field(default_factory=dict)
    #: The values of the moves at a node from the side of its mover: of the last iteration, of this one.
    _last: dict[Path, dict[Any, Value]] = field(default_factory=dict)
    _now: dict[Path, dict[Any, Value]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game[Any, Any], order: str | Iterable[str]) -> Ordering:
        """The order of these names, as in "evaluator+killers"."""
        names = order.split("+") if isinstance(order, str) else list(order)
        for name in names:
            if name not in ORDERS:
                raise UnknownName("order", name, ORDERS)
        return cls(game, "evaluator" in names, "killers" in names, "learnt" in names)

    def arrange(self, path: Path, state: Any, moves: list[Any]) -> list[Any]:
        """The moves, the most promising first."""
        if self.evaluator and self.game.order is not None:
            order = self.game.order
            moves = sorted(moves, key=lambda move: 0 if move is None else -order(state, move))
        if self.killers and (killers := self._killers.get(len(path))):
            moves = sorted(moves, key=lambda move: move not in killers)
        if self.learnt and (values := self._last.get(path)):
            # What the last iteration cut or never saw comes behind what it valued.
            moves = sorted(moves, key=lambda move: -values[move] if move in values else float("inf"))
        return moves

    def valued(self, path: Path, move: Any, value: Value) -> None:
        """The search gave the move this value, from the side of the mover."""
        if self.learnt:
            self._now.setdefault(path, {})[move] = value

    def caused_cutoff(self, path: Path, move: Any) -> None:
        if self.killers and move is not None:
            killers = self._killers.setdefault(len(path), [])
            if move not in killers:
                killers.insert(0, move)
                del killers[KILLERS:]

    def next_iteration(self) -> None:
        """What this iteration learnt holds for the next."""
        self._last, self._now = self._now, {}
