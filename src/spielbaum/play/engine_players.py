"""Players that think with the compiled engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from spielbaum.game import Game, Position
from spielbaum.play.engine_store import SHARED, EngineStore, evaluations, think
from spielbaum.play.judge import known_move, needs_solver
from spielbaum.play.player import Choice, Player, Turn, chance

if TYPE_CHECKING:
    from spielbaum.engine import Engine
    from spielbaum.engine import mcts as engine_mcts
    from spielbaum.engine.evaluation import Network

#: Positions of a game with chance that a perfect player solves before it begins, at most.
MOST_AHEAD = 3_000_000
#: Thinking time where neither the player's text nor a clock says anything.
SECONDS = 1.0
#: The part of its time in which a player tries to solve the position before it searches. A ply later solving
#: takes a third of the time, so a larger part would help one move earlier, and cost every move before.
SOLVING = 1 / 8


@dataclass
class _OnEngine(Player):
    """What the players with an engine share.

    A player keeps its engines from one game to the next, each of which begins with an empty table, and gives
    them back when it is closed: one that searches, and one that solves where it does both, as the tables are
    not the same. With `engines`, as on a server, it borrows one of those for every move instead, with what
    the table knows by then. `forgetful` players clear it before every move, wherever it comes from.
    """

    threads: int = 1
    table_mb: int = 64
    engines: EngineStore | None = field(default=None, repr=False)
    forgetful: bool = False
    #: The file of a learned evaluation, or `shipped`, or that itself; without one the game's own judges.
    weights: str = ""
    evaluation: Network | None = field(default=None, repr=False)
    #: By what they are for.
    _held: dict[str, Engine[Any, Any]] = field(default_factory=dict, repr=False)
    _kernels: ClassVar[tuple[str, ...]] = ("search",)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        if not game.fits_engine:
            game.require_two_player_zero_sum("engine", chance=True)
        self._warm(game, "search", self._kernels)

    def _warm(self, game: Game[Any, Any], purpose: str, kernels: tuple[str, ...]) -> None:
        with self._borrowed(game, purpose) as engine:
            engine.warm(*kernels)
            if self.engines is None:
                engine.clear()

    def close(self) -> None:
        while self._held:
            SHARED.give_back(self._held.popitem()[1])

    @contextmanager
    def _borrowed(self, game: Game[Any, Any], purpose: str = "search") -> Iterator[Engine[Any, Any]]:
        if self.weights and (self.evaluation is None or self.evaluation.game is not game):
            self.evaluation = evaluations(self.weights)(game)
        # What is proven does not depend on how positions are judged.
        judges = self.evaluation if purpose == "search" else None
        if self.engines is not None:
            # What a table is filled with does not matter where it is cleared: one engine does both.
            kept = None if self.forgetful else purpose
            with self.engines.lend(game, self.threads, self.table_mb, kept, judges) as engine:
                if self.forgetful:
                    engine.clear()
                yield engine
            return
        held = self._held.get(purpose)
        # An engine may still be at a search that its player was not waited for.
        if held is None or held.game is not game or held.busy:
            if held is not None:
                SHARED.give_back(self._held.pop(purpose))
            held = SHARED.take(game, self.threads, self.table_mb, purpose, judges)
            held.clear()
            self._held[purpose] = held
        if self.forgetful:
            held.clear()
        yield held


@dataclass
class EnginePlayer(_OnEngine):
    """The engine at full strength, within seconds, depth or nodes; with a clock never beyond its budget.

    Who plays by time plays what is known: the move of the opening book, or one that the exact solver proves
    best in a part of the time. A limit of depth or nodes asks for what the search itself finds; with one of
    nodes and one thread the moves depend on nothing but the game. `proof` is a number of positions that the
    solver may look at before such a search: then they still do, and what is known is played all the same.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    proof: int | None = None

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        super().prepare(game, seed)
        if self._solves(game):
            self._warm(game, "solve", ("solve",))

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        seconds = allowed(self.seconds, turn, default=self.depth is None and self.nodes is None)
        known = None
        if self._solves(position.game):
            with self._borrowed(position.game, "solve") as solver:
                known = known_move(
                    solver, position, turn, None if seconds is None else seconds * SOLVING, self.proof
                )
        if known is not None:
            return Choice(known.move, known)
        rest = seconds if seconds is None or not self._solves(position.game) else seconds * (1 - SOLVING)
        with self._borrowed(position.game) as engine:
            result = think(engine, position, turn, seconds=rest, depth=self.depth, nodes=self.nodes)
        return Choice(result.move, result)

    def _solves(self, game: Game[Any, Any]) -> bool:
        """Whether it plays what is known; with chance the search finds proofs itself."""
        asks = self.proof is not None or (self.depth is None and self.nodes is None)
        return asks and needs_solver(game) and not game.has_chance


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
            result = known_move(engine, position, turn, seconds / 2)
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
