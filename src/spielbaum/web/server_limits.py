"""What one request, one visitor, and all of them together may cost the server."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from spielbaum.errors import TooLarge
from spielbaum.game import Game

_CORES = os.cpu_count() or 1


class Busy(TooLarge):
    """More people ask than can be answered in time; HTTP status 503, and the client asks again."""

    status = 503
    #: Seconds after which it is worth asking again.
    retry_after = 1


class TooMany(Busy):
    """One visitor asks for more than its share; HTTP status 429, and the client asks again."""

    status = 429


class Compiling(Busy):
    """Too many games wait to be compiled."""

    retry_after = 10


def _connections() -> int:
    """Connections that leave enough of the files that a process may have open for everything else."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return 400
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 800 if soft == resource.RLIM_INFINITY else max(50, min(800, soft * 3 // 4))


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Caps; whatever asks for more is refused with a sentence that names the cap.

    The queue's promise: an answer comes within the thinking time plus `wait` seconds. While others wait,
    a search may be given less time than it asked for (it answers the best move so far), but never less than
    `share` seconds. So only as many are let into the queue as can be served in that time on this machine,
    as busy as it is; the others are told at once that it is full.
    """

    workers: int = max(1, min(_CORES, 16))
    seconds: float = 60.0
    depth: int = 100
    nodes: int = 10**10
    table_mb: int = 32
    #: Megabytes of solved positions that the engines of one process look up, of each game.
    solution_mb: int = 512
    threads: int = max(1, min(_CORES, 8))
    wait: float = 5.0
    #: The part of `wait` that is kept for the way to the worker and back.
    reserve: float = 1.0
    share: float = 0.05
    #: Searches one page may have in the queue at the same time.
    per_client: int = 4
    #: Analyses that may wait, and the seconds after which one gives its worker to another.
    background: int = 200
    turn: float = 2.0
    #: How long a search may take to obey a stop before its process is ended.
    grace: float = 3.0
    #: How long the rules of a game may take to build a position.
    rules: float = 3.0
    #: How long the first use of a game may take to be compiled.
    preparation: float = 180.0
    #: Games that are compiled at the same time, and those that may wait to be.
    compilers: int = max(1, min(_CORES // 2, 4))
    compilations: int = 16
    #: How long a figure, a sheet or a report may wait to be begun, and how long it may take.
    drawing_wait: float = 20.0
    drawing: float = 60.0
    #: Positions of a game that is solved as a whole because somebody wants to look at it, and the seconds
    #: within which they must be found.
    solved_positions: int = 10_000
    solved_seconds: float = 5.0
    body_bytes: int = 128 * 1024
    #: Moves of a game that may go round in circles, and of one that its rules or its dice end.
    moves: int = 1000
    moves_to_an_end: int = 10_000
    #: The greatest number that a parameter of a game may have.
    parameter: int = 100
    #: Places of a board.
    cells: int = 1024
    #: Connections of all visitors; where there are too many, whoever has the most loses one.
    connections: int = _connections()
    #: Seconds within which a request must have come in as a whole, and an answer must move on.
    request: float = 20.0
    stalled: float = 60.0
    #: Requests per second of one address over a long time, and at once after a quiet one.
    rate: float = 200.0
    burst: int = 2000
    #: Pages that may watch the runs: of one address, and of all.
    watchers_per_address: int = 100
    watchers: int = 500

    def moves_of(self, game: Game[Any, Any]) -> int:
        """Moves of this game that are read, at most."""
        circles = game.facts.repeats and not game.has_chance
        return self.moves if circles else self.moves_to_an_end

    @property
    def begin(self) -> float:
        """Seconds within which a job that was let in begins."""
        return self.wait - self.reserve

    def of_option(self, option: str) -> float | None:
        """The cap of an option of a player, where there is one."""
        caps: dict[str, float] = {
            "seconds": self.seconds,
            "depth": self.depth,
            "nodes": self.nodes,
            "playouts": self.nodes,
            "table": self.table_mb,
            "table_mb": self.table_mb,
            "threads": self.threads,
        }
        return caps.get(option)
