"""The scene of a trace of a game, for the textbook's searchers and for the engine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from spielbaum.game import Game
from spielbaum.language import in_language
from spielbaum.result import Payoff
from spielbaum.trace import Path
from spielbaum.tree import path_name


@dataclass(frozen=True)
class GameScene:
    """Names the nodes of a game by the moves that lead to them."""

    game: Game[Any, Any]
    start: Any

    @property
    def players(self) -> int:
        return self.game.players

    @cached_property
    def _states(self) -> dict[Path, Any]:
        return {(): self.start}

    def state(self, path: Path) -> Any:
        """The state at the node; remembered, for neighbours in a trace share their way."""
        known = self._states
        depth = len(path)
        while path[:depth] not in known:
            depth -= 1
        for i in range(depth, len(path)):
            known[path[: i + 1]] = self.game.play(known[path[:i]], path[i])
        return known[path]

    def label(self, path: Path) -> str:
        texts = [self.move_text(path[:i], move) for i, move in enumerate(path)]
        return path_name(texts, self.game.move_width)

    def move_text(self, path: Path, move: Any) -> str:
        return self.game.move_name(self.state(path), move)

    def move_key(self, path: Path, move: Any) -> int | str:
        return self.move_text(path, move)

    def moves(self, path: Path) -> tuple[Any, ...]:
        return tuple(self.game.legal(self.state(path)))

    def player(self, path: Path) -> int:
        return self.game.player(self.state(path))

    def player_name(self, player: int, language: str) -> str:
        names = self.game.player_names
        return in_language(names[player], language) if player < len(names) else ""

    def value(self, path: Path) -> Payoff | None:
        state = self.state(path)
        return self.game.utility(state) if self.game.ended(state) else None
