"""What a trace happens on: how its nodes are called and what lies below them."""

from __future__ import annotations

from typing import Any, Protocol

from spielbaum.result import Payoff
from spielbaum.trace.events import Path

#: How the root is called in documents where it has no name of its own.
ROOT = "root"


class SearchSpace(Protocol):
    """The tree or game that was searched, as far as readers of a trace need to know it."""

    @property
    def players(self) -> int: ...

    def label(self, path: Path) -> str:
        """What people call the node: its name, or the way to it; empty at a root without a name."""

    def move_text(self, path: Path, move: Any) -> str:
        """What people call the move at the node."""

    def move_key(self, path: Path, move: Any) -> int | str:
        """The move as JSON: the number of the child from 1 in a tree, the text of the move in a game."""

    def legal_moves(self, path: Path) -> tuple[Any, ...]:
        """The moves at the node in the order of the rules; empty at the end of the game."""

    def player(self, path: Path) -> int: ...

    def player_name(self, player: int, language: str) -> str:
        """The player's own name, where the game gives one; else empty."""

    def value(self, path: Path) -> Payoff | None:
        """The pay-off, where the game is over."""
