"""How long a search may take."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from spielbaum.errors import BadInput

#: No search is deeper than this many plies, nor longer than this many seconds or nodes.
MOST_DEPTH = 250
MOST_SECONDS = 1e7
MOST_NODES = 1 << 60
#: Deeper than this no game with chance goes that anybody would solve; a ply takes a few hundred bytes of the
#: stack.
MOST_PLIES = 1 << 12


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, depth in plies, nodes: the search ends at whichever comes first."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            _check("seconds", self.seconds, 0, MOST_SECONDS)
        if self.depth is not None:
            _check("depth", self.depth, 1, MOST_DEPTH, whole=True)
        if self.nodes is not None:
            _check("nodes", self.nodes, 1, MOST_NODES, whole=True)

    @property
    def any(self) -> bool:
        return self.seconds is not None or self.depth is not None or self.nodes is not None


def _check(name: str, given: float, least: float, most: float, *, whole: bool = False) -> None:
    good = isinstance(given, int if whole else (int, float)) and not isinstance(given, bool)
    if not good or not isfinite(given) or not least <= given <= most:
        kind = "engine.limit.whole" if whole else "engine.limit.number"
        raise BadInput(kind, name=name, least=f"{least:g}", most=f"{most:g}", given=given)
