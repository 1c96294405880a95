"""Players that think with the compiled engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from spielbaum.game import Game, Position
from spielbaum.play.engine_store import SHARED, EngineStore, evaluations, from_book, solve, think
from spielbaum.play.player import Choice, Player, Turn, chance

if TYPE_CHECKING:
    from spielbaum.engine import Engine
    from spielbaum.engine import mcts as engine_mcts
    from spielbaum.engine.evaluation import Network

#: Positions of a game with chance that a perfect player solves before it begins, at most.
MOST_AHEAD = 3_000_000
#: Thinking time where neither the player's text nor a clock says anything.
SECONDS = 1.0


@dataclass
class _OnEngine(Player):
    """What the players with an engine share.

    A player keeps an engine from one game to the next, each of which begins with an empty table, and gives
    it back when it is closed. With `engines`, as on a server, it borrows one of those for every move instead,
    with what the table knows by then; `forgetful` players clear that first.
    """

    threads: int = 1
    table_mb: int = 64
    engines: EngineStore | None = field(default=None, repr=False)
    forgetful: bool = False
    #: The file of a learned evaluation, or `shipped`, or that itself; without one the game's own judges.
    weights: str = ""
    evaluation: Network | None = field(default=None, repr=False)
    _engine: Engine[Any, Any] | None = field(default=None, repr=False)
    _kernels: ClassVar[tuple[str, ...]] = ("search",)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        if not game.fits_engine:
            game.require_two_player_zero_sum("engine", chance=True)
        with self._borrowed(game) as engine:
            engine.warm(*self._kernels)
            if self.engines is None:
                engine.clear()

    def close(self) -> None:
        if self._engine is not None:
            SHARED.give_back(self._engine)
            self._engine = None

    @contextmanager
    def _borrowed(self, game: Game[Any, Any]) -> Iterator[Engine[Any, Any]]:
        if self.weights and (self.evaluation is None or self.evaluation.game is not game):
            self.evaluation = evaluations(self.weights)(game)
        if self.engines is not None:
            with self.engines.lend(game, self.threads, self.table_mb, evaluation=self.evaluation) as engine:
                if self.forgetful:
                    engine.clear()
                yield engine
            return
        # An engine may still be at a search that its player was not waited for.
        if self._engine is None or self._engine.game is not game or self._engine.busy:
            self.close()
            self._engine = SHARED.take(game, self.threads, self.table_mb, evaluation=self.evaluation)
            self._engine.clear()
        yield self._engine


@dataclass
class EnginePlayer(_OnEngine):
    """The engine at full strength, within seconds, depth or nodes; with a clock never beyond its budget.

    With a limit of nodes and one thread the moves depend on nothing but the game. Who plays by time asks the
    opening book first; a limit of depth or nodes asks for what the search itself finds.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        seconds = allowed(self.seconds, turn, default=self.depth is None and self.nodes is None)
        with self._borrowed(position.game) as engine:
            known = from_book(engine, position) if self.depth is None and self.nodes is None else None
            result = known or think(
                engine, position, turn, seconds=seconds, depth=self.depth, nodes=self.nodes
            )
        return Choice(result.move, result)


@dataclass
class PerfectPlayer(_OnEngine):
    """Plays an exact best move where it can be found in half the time, else what the search thinks best.

    A game with chance that goes in circles is solved as a whole before the first move, unless it is large.
    """

    seconds: float | None = None
    _kernels: ClassVar[tuple[str, ...]] = ("search", "solve")

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        super().prepare(game, seed)
        if game.has_chance and game.facts.repeats:
            with self._borrowed(game) as engine:
                engine.solve_ahead(MOST_AHEAD)

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        seconds = allowed(self.seconds, turn)
        assert seconds is not None
        with self._borrowed(position.game) as engine:
            result = solve(engine, position, turn, seconds / 2)
            if result is None:
                result = think(engine, position, turn, seconds=seconds / 2)
        return Choice(result.move, result)


def allowed(seconds: float | None, turn: Turn, *, default: bool = True) -> float | None:
    """The thinking time: the player's own and the clock's, whichever is less."""
    limits = [limit for limit in (seconds, turn.budget) if limit is not None]
    return min(limits, default=SECONDS if default else None)


@dataclass
class MctsPlayer(Player):
    """Random games, steered by their results (UCT); for any game with two or more players.

    With a limit of playouts the moves depend on nothing but the seeds and the game.
    """

    seconds: float | None = None
    playouts: int | None = None
    seed: int | None = None
    _game_seed: int = 0
    _search: engine_mcts.Mcts | None = field(default=None, repr=False)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        from spielbaum.engine.mcts import Mcts

        self._game_seed = seed
        if self._search is None or self._search.game is not game:
            self._search = Mcts(game, announce=EngineStore.announce)
        self._search.warm()

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        if self._search is None:
            self.prepare(position.game, self._game_seed)
        assert self._search is not None
        result = self._search.search(
            position,
            seconds=allowed(self.seconds, turn, default=self.playouts is None),
            playouts=self.playouts,
            seed=chance(position, self._game_seed, self.seed).getrandbits(62),
            stop=turn.stop,
            report=turn.report,
        )
        return Choice(result.move, result)

    def close(self) -> None:
        self._search = None
