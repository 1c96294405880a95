"""The algorithms that experiments compare, from plain minimax to the full engine, each as a player.

    minimax     textbook, plain Python
    alphabeta   textbook, moves as the rules list them
    ordered     textbook alpha-beta, moves ordered by the game's partial evaluator and killers
    compiled    alpha-beta as machine code with every technique of the engine off
    table       the same with ordered moves and a table
    engine      everything the engine has
    mcts        random games, steered by their results; for any number of players, as those below
    maxn        textbook, everybody looks after their own pay-off
    paranoid    textbook, all others against one
    alliance    max^n that counts half the pay-off of the next player as well

All deepen iteratively where seconds or nodes are the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache, partial
from threading import local
from typing import TYPE_CHECKING, Any

from spielbaum.engine import Techniques
from spielbaum.errors import BadInput, UnknownName
from spielbaum.experiments.algorithm_names import ALLY_WEIGHT, ally_of, limit_key
from spielbaum.game import Game, Position
from spielbaum.play import EngineStore, Player
from spielbaum.play.engine_players import EnginePlayer, MctsPlayer, allowed
from spielbaum.play.engine_store import think
from spielbaum.play.player import Choice, Turn
from spielbaum.play.textbook import AlliancePlayer, TextbookPlayer

if TYPE_CHECKING:
    from spielbaum.engine import Engine

#: Nothing but alpha-beta. What counts as a draw by repetition belongs to the rules and stays.
BARE = replace(Techniques(**{each.name: False for each in fields(Techniques)}), repetition=True)
WITH_TABLE = replace(BARE, order=True, killers=True, history=True, table=True)


@dataclass
class Compiled(Player):
    """The compiled search with some of its techniques; each game begins with an empty table."""

    techniques: Techniques
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    _engine: Engine[Any, Any] | None = field(default=None, repr=False)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        from spielbaum.engine import Engine

        if self._engine is None or self._engine.game is not game:
            self._engine = Engine(game, techniques=self.techniques, announce=EngineStore.announce)
        self._engine.warm("search")
        self._engine.clear()

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        if self._engine is None:
            self.prepare(position.game)
        assert self._engine is not None
        seconds = allowed(self.seconds, turn, default=self.depth is None and self.nodes is None)
        result = think(self._engine, position, turn, seconds=seconds, depth=self.depth, nodes=self.nodes)
        if not self.techniques.table and not result.proven and result.depth not in (0, self.depth):
            # Without a table the last best move is not tried first, so the best move so far of an iteration
            # that was cut short says nothing: what counts is the last one that was completed.
            self._engine.clear()
            completed = think(self._engine, position, turn, depth=result.depth)
            result = replace(completed, nodes=result.nodes, seconds=result.seconds)
        return Choice(result.move, result)

    def close(self) -> None:
        self._engine = None


ALGORITHMS: Mapping[str, Callable[..., Player]] = {
    "minimax": partial(TextbookPlayer, "minimax"),
    "alphabeta": partial(TextbookPlayer, "alphabeta"),
    "ordered": partial(TextbookPlayer, "alphabeta", arguments={"order": "evaluator+killers"}),
    "compiled": partial(Compiled, BARE),
    "table": partial(Compiled, WITH_TABLE),
    "engine": EnginePlayer,
    "mcts": MctsPlayer,
    "maxn": partial(TextbookPlayer, "maxn"),
    "paranoid": partial(TextbookPlayer, "paranoid"),
    "alliance": partial(AlliancePlayer, "alliance", weight=ALLY_WEIGHT),
}


def known_algorithm(name: str) -> str:
    if name not in ALGORITHMS:
        raise UnknownName("algorithm", name, ALGORITHMS)
    return name


def make_algorithm(name: str, limit: str, rung: float, seat: int = 0, seats: int = 2) -> Player:
    """The algorithm as a player with that limit; random games count instead of nodes for `mcts`."""
    if name == "mcts" and limit == "depth":
        raise BadInput("error.sweep.mcts")
    value = rung if limit == "seconds" else int(rung)
    ally = {"ally": ally_of(seat, seats)} if name == "alliance" else {}
    return ALGORITHMS[known_algorithm(name)](**{limit_key(name, limit): value}, **ally)


class _Kept(local):
    """Players of this thread, kept for its next task; two in one game have different seats."""

    def __init__(self) -> None:
        self.player = lru_cache(maxsize=8)(make_algorithm)
        self.engines: dict[str, Engine[Any, Any]] = {}

    def engine_for(self, game: Game[Any, Any], kernel: str) -> Engine[Any, Any]:
        from spielbaum.engine import Engine

        engine = self.engines.get(kernel)
        if engine is None or engine.game is not game:
            engine = Engine(game, announce=EngineStore.announce, book=kernel == "solve")
            engine.warm(kernel)
            self.engines[kernel] = engine
        return engine


_kept = _Kept()


def kept_algorithm(name: str, limit: str, rung: float, seat: int = 0, seats: int = 2) -> Player:
    """The player of this thread in that seat."""
    return _kept.player(name, limit, rung, seat, seats)


def kept_engine(game: Game[Any, Any]) -> Engine[Any, Any]:
    """An engine of this thread, ready to search; who borrows it sets its techniques and clears its table."""
    return _kept.engine_for(game, "search")


def kept_solver(game: Game[Any, Any]) -> Engine[Any, Any]:
    """An engine of this thread, ready to solve."""
    return _kept.engine_for(game, "solve")
