"""What a person may ask in a game: a good move, and the value of every move."""

from __future__ import annotations

from typing import Any

from spielbaum.game import Game, Position
from spielbaum.play.engines import Engines
from spielbaum.play.player import Turn
from spielbaum.result import Result


class Insight:
    """Answers questions about positions of one game, as deep as the time allows."""

    def __init__(self, game: Game[Any, Any], engines: Engines | None = None) -> None:
        self.game = game
        self._engines = engines or Engines()

    def best(self, position: Position[Any, Any], seconds: float, turn: Turn) -> Result:
        """The best move that can be found in the time."""
        raise NotImplementedError

    def values(self, position: Position[Any, Any], seconds: float, turn: Turn) -> Result:
        """The same with `moves` filled: the value of every legal move, from the mover's side."""
        raise NotImplementedError

    def close(self) -> None:
        self._engines.clear()
