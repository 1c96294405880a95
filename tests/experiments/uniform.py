"""A game whose tree is uniform: `branching` moves everywhere, over after `depth` plies."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from spielbaum.game import Game
from spielbaum.game_fields import Facts


class State(NamedTuple):
    path: int
    plies: int
    player: int


def uniform(branching: int = 3, depth: int = 6) -> Game[State, int]:
    """Values are different in all nodes with near certainty, as theory supposes."""

    def value(s: State) -> int:
        digest = hashlib.sha256(f"{s.plies}/{s.path}".encode()).digest()
        return int.from_bytes(digest[:4]) - 2**31

    return Game(
        "uniform",
        start=State(0, 0, 0),
        moves=lambda s: () if s.plies == depth else range(branching),
        play=lambda s, move: State(s.path * branching + move, s.plies + 1, 1 - s.player),
        utility=value,
        evaluate=lambda s: value(s) // 2**17,
        facts=Facts(
            values=(-(2**31), 2**31),
            most_moves=branching,
            longest=depth,
        ),
    )
