"""What answers each move: the best line after it, found with the table that the search left behind."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from spielbaum.game import Position
from spielbaum.result import Line, Result

if TYPE_CHECKING:
    from spielbaum.engine import Engine

#: Positions looked at for the line after one move; the table knows most of what it needs.
LEAST, MOST = 500, 20_000


def with_replies(
    engine: Engine[Any, Any],
    position: Position[Any, Any],
    result: Result[Any],
    *,
    seconds: float = float("inf"),
    stop: Event | None = None,
) -> Result[Any]:
    """The result of a search of that engine with the best reply in the line of every move.

    For all moves together at most as many positions are looked at as the search did, or `LEAST` for each move
    where that is more, and no more than `seconds` suffice for at the speed of the search, so that every move
    has its share of them. What the moves are worth stays as it is: the lines were looked at no deeper. Moves
    are taken from the best on; should the time run out all the same, the last ones have no line, but one has.
    """
    if not result.lines:
        return result
    affordable = result.nodes * min(1.0, seconds / max(result.seconds, 1e-6))
    nodes = int(min(max(affordable / len(result.lines), LEAST), MOST))
    end = monotonic() + seconds
    answered = 0
    lines: list[Line[Any]] = []
    for line in result.lines:
        after = position.after(line.moves[0])
        late = (monotonic() >= end and answered > 0) or (stop is not None and stop.is_set())
        if line.move != result.move and not after.over and not late:
            reply = engine.search(after, depth=max((result.depth or 1) - 1, 1), nodes=nodes).moves
            lines.append(replace(line, moves=(line.moves[0], *reply)))
            answered += 1
        else:
            lines.append(line)
    return replace(result, lines=tuple(lines))
