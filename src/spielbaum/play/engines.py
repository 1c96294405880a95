"""Engines on loan: made when they are needed, kept for the next one who asks."""

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

#: Seconds between two looks at a search; its end is noticed at once.
POLL = 0.05

Announce = Callable[[str], None]


class Engines:
    """Keeps up to `most` idle engines with their tables; lends each to one borrower at a time.

    A server gives the same one to all its players, so that memory does not grow with their number.
    """

    #: Called with the name of a game that has to be compiled first; a command line says so then.
    announce: ClassVar[Announce | None] = None

    def __init__(self, most: int = 1) -> None:
        self._most = most
        self._lock = Lock()
        #: Longest idle first. The game is kept beside its engine, so its identity stays its own.
        self._idle: list[tuple[Game[Any, Any], int, int, Engine[Any, Any]]] = []

    @contextmanager
    def lend(self, game: Game[Any, Any], threads: int = 1, table_mb: int = 64) -> Iterator[Engine[Any, Any]]:
        engine = self._take(game, threads, table_mb) or self._new(game, threads, table_mb)
        try:
            yield engine
        finally:
            with self._lock:
                self._idle.append((game, threads, table_mb, engine))
                del self._idle[: -self._most]

    def clear(self) -> None:
        """Forget the idle engines and what their tables know."""
        with self._lock:
            self._idle.clear()

    def _take(self, game: Game[Any, Any], threads: int, table_mb: int) -> Engine[Any, Any] | None:
        with self._lock:
            for index, (its_game, *rest, engine) in enumerate(self._idle):
                if its_game is game and rest == [threads, table_mb]:
                    del self._idle[index]
                    return engine
        return None

    def _new(self, game: Game[Any, Any], threads: int, table_mb: int) -> Engine[Any, Any]:
        from spielbaum.engine import Engine

        return Engine(game, threads=threads, table_mb=table_mb, announce=Engines.announce, book=True)


def think(
    engine: Engine[Any, Any],
    position: Position[Any, Any],
    turn: Turn,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    moves: bool = False,
) -> Result[Any]:
    """Search within the limits, report what is known, and answer at once when the turn is stopped."""
    return _follow(engine.start(position, seconds=seconds, depth=depth, nodes=nodes, moves=moves), turn)


def solve(
    engine: Engine[Any, Any],
    position: Position[Any, Any],
    turn: Turn,
    seconds: float | None,
    *,
    moves: bool = False,
) -> Result[Any] | None:
    """The exact answer, where it can be found in the time."""
    if position.game.repeats:
        return None
    result = _follow(engine.start_solving(position, moves=moves, seconds=seconds), turn)
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
