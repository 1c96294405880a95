"""Engines that live as long as they are useful: taken from a store, given back for whoever is next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar

from spielbaum.game import Game, Position
from spielbaum.play.player import Turn
from spielbaum.play.shipped import SHIPPED, shipped_network
from spielbaum.result import Result

if TYPE_CHECKING:
    from spielbaum.engine import Engine
    from spielbaum.engine.evaluation import Network
    from spielbaum.engine.wasm_module import WasmModule
    from spielbaum.solution import Loaded
    from spielbaum.solution.loading import Stamp

Announce = Callable[[str], None]
#: So many are remembered.
MOST_NETWORKS = 16


class EngineStore:
    """Keeps up to `most` idle engines with their tables, each for one user at a time.

    A new engine rewrites the rules and loads their machine code; one from the store does not, and once it is
    cleared it searches as a new one would. Tables are no larger than `most_table_mb`, where that is given.
    `interpreted` engines need no machine code, and find the same in some thousand times the time.
    """

    #: Called with the name of a game that has to be compiled first; a command line says so then.
    announce: ClassVar[Announce | None] = None
    #: What is solved of a game, if anything; a command line says where it is.
    solution: ClassVar[Callable[[Game[Any, Any]], Loaded | None] | None] = None
    #: What judges positions of a game where nothing else is said; the game itself where this is None.
    evaluation: ClassVar[Callable[[Game[Any, Any]], Network | None] | None] = None
    #: The WebAssembly module of a game, where engines run by one: a page says which there are.
    module: ClassVar[Callable[[Game[Any, Any]], WasmModule] | None] = None

    def __init__(self, most: int = 1, most_table_mb: int | None = None, *, interpreted: bool = False) -> None:
        self._most = most
        self._interpreted = interpreted
        self._most_table_mb = most_table_mb
        self._lock = Lock()
        #: Longest idle first.
        self._idle: list[Engine[Any, Any]] = []

    def take(
        self,
        game: Game[Any, Any],
        threads: int = 1,
        table_mb: int = 64,
        purpose: str | None = None,
        evaluation: Network | None = None,
    ) -> Engine[Any, Any]:
        """An engine for the game, with what it learnt before; new where none is idle.

        Searching and solving fill the table with different things: with a `purpose`, an engine whose table
        was filled by the other one is left to whoever needs it.
        """
        if evaluation is None and EngineStore.evaluation is not None:
            evaluation = EngineStore.evaluation(game)
        if self._most_table_mb is not None:
            table_mb = min(table_mb, self._most_table_mb)
        if self._interpreted:
            threads = 1  # plain Python does one thing at a time
        # What is solved is looked up by compiled code.
        solved = None if self._interpreted else EngineStore.solution
        solution = None if solved is None else solved(game)
        with self._lock:
            # Files of solutions come and go; an engine with others than there are now is of no use any more.
            self._idle = [one for one in self._idle if one.game is not game or _knows(one, solution)]
            for engine in self._idle:
                fits = engine.game is game and (engine.threads, engine.table_mb) == (threads, table_mb)
                fits = fits and engine.evaluation is evaluation
                if fits and (purpose is None or engine.purpose in ("", purpose)):
                    self._idle.remove(engine)
                    return engine
        from spielbaum.engine import Engine as NewEngine

        return NewEngine(
            game,
            threads=threads,
            table_mb=table_mb,
            interpreted=self._interpreted,
            announce=EngineStore.announce,
            book=True,
            solution=solution,
            evaluation=evaluation,
            module=None if EngineStore.module is None else EngineStore.module(game),
        )

    def give_back(self, engine: Engine[Any, Any]) -> None:
        """Keep the engine for whoever asks next; not one whose search nobody could end."""
        if engine.busy:
            return
        with self._lock:
            self._idle.append(engine)
            del self._idle[: -self._most]

    @contextmanager
    def lend(
        self,
        game: Game[Any, Any],
        threads: int = 1,
        table_mb: int = 64,
        purpose: str | None = None,
        evaluation: Network | None = None,
    ) -> Iterator[Engine[Any, Any]]:
        """An engine for as long as the block takes."""
        engine = self.take(game, threads, table_mb, purpose, evaluation)
        try:
            yield engine
        finally:
            self.give_back(engine)

    def clear(self) -> None:
        """Forget the idle engines and what their tables know."""
        with self._lock:
            self._idle.clear()


def _knows(engine: Engine[Any, Any], solution: Loaded | None) -> bool:
    return (engine.solution if engine.expected is None else engine.expected) is solution


#: Of all players of this process that have no other store. Two play each other, and each has two engines.
SHARED = EngineStore(4)


def solutions(
    path: Path | None = None, *, interpreted: bool = False
) -> Callable[[Game[Any, Any]], Loaded | None]:
    """What is solved of a game, read once: from the file or folder, else from the usual folder.

    It is read again where the files are others by then.
    """
    found: dict[int, tuple[Game[Any, Any], Stamp, Loaded | None]] = {}

    def solution(game: Game[Any, Any]) -> Loaded | None:
        from spielbaum.solution import load_solution, usual_solution
        from spielbaum.solution.loading import stamp_of, usual_folder

        stamp = stamp_of(usual_folder() if path is None else path)
        if id(game) not in found or found[id(game)][1] != stamp:
            loaded = (
                usual_solution(game, interpreted=interpreted)
                if path is None
                else load_solution(game, path, interpreted=interpreted)
            )
            found[id(game)] = game, stamp, loaded
        return found[id(game)][2]

    return solution


def evaluations(weights: str | Path | None) -> Callable[[Game[Any, Any]], Network | None]:
    """The learned evaluation for each game that asks: in the file, or `shipped`; None for none."""
    if not weights:
        return lambda _game: None
    if str(weights) == SHIPPED:
        return _shipped
    return _remembered(partial(_load, weights))


def _remembered(load: Callable[[Game[Any, Any]], Network]) -> Callable[[Game[Any, Any]], Network]:
    """The same network for the same game, so that engines which judge by it are found again."""
    found: dict[int, tuple[Game[Any, Any], Network]] = {}

    def network(game: Game[Any, Any]) -> Network:
        if id(game) not in found:
            loaded = load(game)
            if len(found) >= MOST_NETWORKS:
                del found[next(iter(found))]
            found[id(game)] = game, loaded
        return found[id(game)][1]

    return network


def _load(weights: str | Path, game: Game[Any, Any]) -> Network:
    from spielbaum.engine.evaluation import load_network

    return shipped_network(game) if str(weights) == SHIPPED else load_network(weights, game)


_shipped = _remembered(partial(_load, SHIPPED))


def think(
    engine: Engine[Any, Any],
    position: Position[Any, Any],
    turn: Turn,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    every_move: bool = False,
) -> Result[Any]:
    """Search within the limits, report what is known, and answer at once when the turn is stopped."""
    thinking = engine.start(position, seconds=seconds, depth=depth, nodes=nodes, every_move=every_move)
    return thinking.follow(turn.report, turn.stop.is_set)


def solve(
    engine: Engine[Any, Any],
    position: Position[Any, Any],
    turn: Turn,
    seconds: float | None,
    *,
    every_move: bool = False,
    nodes: int | None = None,
) -> Result[Any] | None:
    """The exact answer, where it can be found in the time, and with so many nodes.

    Where positions come again there is one only with chance, and if the engine has it already.
    """
    if position.game.facts.repeats and not engine.solved_ahead:
        return None
    thinking = engine.start_solving(position, every_move=every_move, seconds=seconds, nodes=nodes)
    result = thinking.follow(turn.report, turn.stop.is_set)
    return result if result.proven and result.move is not None else None
