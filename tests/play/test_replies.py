"""The lines after each move: how the positions that may be looked at are shared among them."""

from __future__ import annotations

from typing import Any, cast

import pytest

from spielbaum.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play.replies import LEAST, MOST, with_replies
from spielbaum.result import Line, Result

CHESS = load_game("chess")
START = Position(CHESS, CHESS.start)
MOVES = CHESS.legal(CHESS.start)


class Counting:
    """An engine that only notes how many positions it may look at."""

    def __init__(self) -> None:
        self.nodes: list[int] = []

    def search(self, position: Position[Any, Any], *, depth: int, nodes: int) -> Result[int]:
        self.nodes.append(nodes)
        return Result(0, 0, (CHESS.legal(position.state)[0],), nodes=nodes, algorithm="test")


@pytest.mark.parametrize(
    ("searched", "took", "given", "each"),
    [
        (1_000_000, 4.0, float("inf"), MOST),
        (200_000, 4.0, float("inf"), 10_000),
        (200_000, 4.0, 60.0, 10_000),
        (200_000, 4.0, 1.0, 2_500),  # a quarter of the time, a quarter of the positions
        (200_000, 4.0, 0.1, LEAST),
        (40, 0.0, float("inf"), LEAST),
    ],
)
def test_every_move_has_its_share(searched: int, took: float, given: float, each: int) -> None:
    best = (MOVES[0], 0)
    lines = (Line(0, 0, best), *(Line(0, 0, (move,)) for move in MOVES[1:]))
    found = Result(0, 0, best, depth=3, nodes=searched, algorithm="test", seconds=took, lines=lines)
    engine = Counting()
    told = with_replies(cast("Engine[Any, Any]", engine), START, found, seconds=given)
    assert engine.nodes == [each] * (len(MOVES) - 1)
    assert [line.move for line in told.lines if len(line.moves) > 1] == list(MOVES)
    # However late it is, one answer is told.
    told = with_replies(cast("Engine[Any, Any]", engine), START, found, seconds=-1.0)
    assert [line.move for line in told.lines if len(line.moves) > 1] == list(MOVES[:2])
