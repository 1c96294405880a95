"""The lines after each move: how the positions that may be looked at are shared among them."""

from __future__ import annotations

from typing import Any, cast

import pytest

from spielbaum.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play.replies import LEAST, MOST, with_replies
from spielbaum.result import Proof, Result

CHESS = load_game("chess")
START = Position(CHESS, CHESS.start)
MOVES = CHESS.legal(CHESS.start)


class Counting:
    """An engine that only notes how many positions it may look at."""

    def __init__(self) -> None:
        self.nodes: list[int] = []

    def search(self, position: Position[Any, Any], *, depth: int, nodes: int) -> Result:
        self.nodes.append(nodes)
        return Result("test", 0, None, (CHESS.legal(position.state)[0],), Proof.ESTIMATE, nodes=nodes)


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
    found = Result(
        "test", 0, MOVES[0], (MOVES[0],), Proof.ESTIMATE,
        view=0, depth=3, nodes=searched, seconds=took, moves=dict.fromkeys(MOVES, 0),
    )  # fmt: skip
    engine = Counting()
    told = with_replies(cast("Engine[Any, Any]", engine), START, found, seconds=given)
    assert engine.nodes == [each] * (len(MOVES) - 1)
    assert told.lines.keys() == set(MOVES)
    # However late it is, one answer is told.
    told = with_replies(cast("Engine[Any, Any]", engine), START, found, seconds=-1.0)
    assert told.lines.keys() == set(MOVES[:2])
