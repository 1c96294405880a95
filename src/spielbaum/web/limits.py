"""What one request, and all of them together, may cost the server."""

from __future__ import annotations

import os
from dataclasses import dataclass

from spielbaum.errors import TooLarge


class Busy(TooLarge):
    """More people ask than can be answered in time; HTTP status 503, and the client asks again."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps; whatever asks for more is refused with a sentence that names the cap.

    The queue's promise: a search begins at most `wait` seconds after it was asked for. While others
    wait, a running search may be stopped before its time (it answers the best move so far), but never
    before it had `share` seconds. So only so many are let into the queue as can be served in that time
    on this machine, as busy as it is.
    """

    workers: int = max(1, min(os.cpu_count() or 1, 16))
    seconds: float = 60.0
    depth: int = 100
    nodes: int = 10**10
    table_mb: int = 32
    threads: int = max(1, min(os.cpu_count() or 1, 8))
    wait: float = 5.0
    share: float = 0.05
    #: Searches one page may have in the queue at the same time.
    per_client: int = 4
    #: How long a search may take to obey a stop before its process is ended.
    grace: float = 5.0
    #: How long the first use of a game may take to be compiled.
    preparation: float = 180.0
    body_bytes: int = 64 * 1024
    moves: int = 1000
    #: The greatest number that a parameter of a game may have.
    parameter: int = 100
    #: Places of a board.
    cells: int = 1024
    #: Seconds a position of a finished game is looked at in the review.
    review_seconds: float = 2.0

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
