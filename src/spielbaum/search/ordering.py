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
from spielbaum.search.watch import Watch
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
        if self.evaluator and self.game.hints.order is not None:
            order = self.game.hints.order
            moves = sorted(moves, key=lambda move: 0 if move is None else -order(state, move))
        if self.killers and (killers := self._killers.get(len(path))):
            moves = sorted(moves, key=lambda move: move not in killers)
        if self.learnt and (values := self._last.get(path)):
            # What the last iteration cut or never saw comes behind what it valued.
            moves = sorted(moves, key=lambda move: -values[move] if move in values else float("inf"))
        return moves

    def report(self, watch: Watch, path: Path, state: Any, moves: list[Any]) -> None:
        """Report to the watch why the first one of the arranged moves comes first."""
        if watch.records and len(moves) > 1 and (reason := self._reason(path, state, moves)) is not None:
            watch.first(path, moves[0], *reason)

    def _reason(self, path: Path, state: Any, moves: list[Any]) -> tuple[str, Value | None] | None:
        """Why the first move comes first and, where that is learnt, its value for MAX.

        None where the rules list it first and nothing else speaks for it.
        """
        first = moves[0]
        if first is None:  # to stand pat is no move
            return None
        if self.learnt and first in (values := self._last.get(path, {})):
            return "learnt", values[first] if self.game.player(state) == 0 else -values[first]
        if self.killers and first in self._killers.get(len(path), ()):
            return "killer", None
        if self.evaluator and (order := self.game.hints.order) is not None:
            ranks = [order(state, move) for move in moves if move is not None]
            if max(ranks) > min(ranks):
                return self.game.reason_for_order(state, first), None
        return None

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
