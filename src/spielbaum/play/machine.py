"""Players that think with the compiled engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from spielbaum.game import Game, Position
from spielbaum.play.engines import Engines, think
from spielbaum.play.player import Choice, Player, Turn

#: Thinking time where neither the player's text nor a clock says anything.
SECONDS = 1.0


@dataclass
class Machine(Player):
    """The engine at full strength, within seconds, depth or nodes; with a clock never beyond its budget.

    With a limit of nodes and one thread the moves depend on nothing but the game: each game begins with an
    empty table (unless `engines` are shared).
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    threads: int = 1
    table_mb: int = 64
    engines: Engines | None = field(default=None, repr=False)
    _own: Engines = field(default_factory=Engines, repr=False)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        game.two_player_zero_sum("engine")
        self._own.clear()
        with self._lend(game) as engine:
            engine.warm()

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        with self._lend(position.game) as engine:
            result = think(
                engine, position, turn, seconds=self._seconds(turn), depth=self.depth, nodes=self.nodes
            )
        return Choice(result.move, result)

    def close(self) -> None:
        self._own.clear()

    def _seconds(self, turn: Turn) -> float | None:
        return allowed(self.seconds, turn, default=self.depth is None and self.nodes is None)

    def _lend(self, game: Game[Any, Any]) -> Any:
        return (self.engines or self._own).lend(game, self.threads, self.table_mb)


def allowed(seconds: float | None, turn: Turn, *, default: bool = True) -> float | None:
    """The thinking time: the player's own and the clock's, whichever is less."""
    limits = [limit for limit in (seconds, turn.budget) if limit is not None]
    return min(limits, default=SECONDS if default else None)


@dataclass
class Perfect(Player):
    """Plays the exact value where it can be found in the time, else the best move the search knows.

    Of moves with the same value it takes the quickest win and the longest defence.
    """

    seconds: float | None = None
    threads: int = 1
    table_mb: int = 64
    engines: Engines | None = field(default=None, repr=False)
    _own: Engines = field(default_factory=Engines, repr=False)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        game.two_player_zero_sum("perfect")
        self._own.clear()
        with self._lend(game) as engine:
            engine.warm()

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        raise NotImplementedError

    def close(self) -> None:
        self._own.clear()

    def _lend(self, game: Game[Any, Any]) -> Any:
        return (self.engines or self._own).lend(game, self.threads, self.table_mb)


@dataclass
class Mcts(Player):
    """Random games, steered by their results (UCT); for any game with two or more players."""

    seconds: float | None = None
    playouts: int | None = None
    seed: int | None = None
    _game_seed: int = 0

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        self._game_seed = seed

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        raise NotImplementedError
