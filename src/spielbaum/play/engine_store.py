"""Engines that live as long as they are useful: taken from a store, given back for whoever is next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar

from spielbaum.game import Game, Position
from spielbaum.play.player import Turn
from spielbaum.result import Result

if TYPE_CHECKING:
    from spielbaum.engine import Engine, Thinking
    from spielbaum.engine.solved_table import SolvedPositions

#: Seconds between two looks at a search; its end is noticed at once.
POLL = 0.05

Announce = Callable[[str], None]


class EngineStore:
    """Keeps up to `most` idle engines with their tables, each for one user at a time.

    A new engine rewrites the rules and loads their machine code; one from the store does not, and once it is
    cleared it searches as a new one would. Tables are no larger than `most_table_mb`, where that is given.
    """

    #: Called with the name of a game that has to be compiled first; a command line says so then.
    announce: ClassVar[Announce | None] = None
    #: What is solved of a game, if anything; a command line says where it is.
    solution: ClassVar[Callable[[Game[Any, Any]], SolvedPositions | None] | None] = None

    def __init__(self, most: int = 1, most_table_mb: int | None = None) -> None:
        self._most = most
        self._most_table_mb = most_table_mb
        self._lock = Lock()
        #: Longest idle first.
        self._idle: list[Engine[Any, Any]] = []

    def take(self, game: Game[Any, Any], threads: int = 1, table_mb: int = 64) -> Engine[Any, Any]:
        """An engine for the game, with what it learnt before; new where none is idle."""
        if self._most_table_mb is not None:
            table_mb = min(table_mb, self._most_table_mb)
        with self._lock:
            for engine in self._idle:
                if engine.game is game and (engine.threads, engine.table_mb) == (threads, table_mb):
                    self._idle.remove(engine)
                    return engine
        from spielbaum.engine import Engine as NewEngine

        solution = None if EngineStore.solution is None else EngineStore.solution(game)
        return NewEngine(
            game,
            threads=threads,
            table_mb=table_mb,
            announce=EngineStore.announce,
            book=True,
            solution=solution,
        )

    def give_back(self, engine: Engine[Any, Any]) -> None:
        """Keep the engine for whoever asks next; not one whose search nobody could end."""
        if engine.busy:
            return
        with self._lock:
            self._idle.append(engine)
            del self._idle[: -self._most]

    @contextmanager
    def lend(self, game: Game[Any, Any], threads: int = 1, table_mb: int = 64) -> Iterator[Engine[Any, Any]]:
        """An engine for as long as the block takes."""
        engine = self.take(game, threads, table_mb)
        try:
            yield engine
        finally:
            self.give_back(engine)

    def clear(self) -> None:
        """Forget the idle engines and what their tables know."""
        with self._lock:
            self._idle.clear()


#: Of all players of this process that have no other store. Two: as many as play each other.
SHARED = EngineStore(2)


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
    return _follow(
        engine.start(position, seconds=seconds, depth=depth, nodes=nodes, every_move=every_move), turn
    )


def solve(
    engine: Engine[Any, Any],
    position: Position[Any, Any],
    turn: Turn,
    seconds: float | None,
    *,
    every_move: bool = False,
) -> Result[Any] | None:
    """The exact answer, where it can be found in the time."""
    if position.game.facts.repeats:
        return None
    result = _follow(engine.start_solving(position, every_move=every_move, seconds=seconds), turn)
    return result if result.proven and result.move is not None else None


def _follow(thinking: Thinking[Any], turn: Turn) -> Result[Any]:
    shown = None
    while True:
        try:
            return thinking.result(timeout=POLL)
        except TimeoutError:
            if turn.stop.is_set():
                thinking.stop()
            info = thinking.info
            if info is not None and info != shown:
                shown = info
                turn.report(info)
