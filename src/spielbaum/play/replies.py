"""What answers each move: the best line after it, found with the table that the search left behind."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from spielbaum.game import Position
from spielbaum.result import Result

if TYPE_CHECKING:
    from spielbaum.engine import Engine

#: Positions looked at for the line after one move; the table knows most of what it needs.
LEAST, MOST = 500, 20_000


def with_replies(
    engine: Engine[Any, Any],
    position: Position[Any, Any],
    result: Result,
    *,
    seconds: float = float("inf"),
    stop: Event | None = None,
) -> Result:
    """The result of a search of that engine with `lines` filled.

    For all moves together at most as many positions are looked at as the search did, or `LEAST` for each move
    where that is more, and no more than `seconds` suffice for at the speed of the search, so that every move
    has its share of them. What the moves are worth stays as it is: the lines were looked at no deeper. Moves
    are taken from the best on; should the time run out all the same, the last ones have no line, but one has.
    """
    if not result.moves:
        return result
    affordable = result.nodes * min(1.0, seconds / max(result.seconds, 1e-6))
    nodes = int(min(max(affordable / len(result.moves), LEAST), MOST))
    end = monotonic() + seconds
    lines = {result.move: tuple(result.line[1:])}
    for move in result.ranked():
        after = position.after(move)
        if move in lines or after.over:
            continue
        if (monotonic() >= end and len(lines) > 1) or (stop is not None and stop.is_set()):
            break
        lines[move] = engine.search(after, depth=max((result.depth or 1) - 1, 1), nodes=nodes).line
    return replace(result, lines=lines)
