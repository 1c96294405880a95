"""A game whose rules misbehave, for tests of what a server must survive. Move 1 is harmless."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from spielbaum.game import Game
from spielbaum.game_fields import Presentation


class State(NamedTuple):
    left: int
    player: int


def trap(left: int = 8) -> Game[State, int]:
    """Take one in turn; looking at move 2 raises, at move 3 never ends, at move 4 kills the process."""

    def moves(s: State) -> Iterator[int]:
        # Only one trap at a time: which one depends on how many are left.
        if s.left > 0:
            yield 1
        if s.left in (5, 6, 7):
            yield s.left - 3

    def play(s: State, move: int) -> State:
        if move == 2:
            print("in between")
            raise RuntimeError("<b>secret</b> path of the server")
        while move == 3:
            pass
        if move == 4:
            os._exit(7)
        return State(s.left - move, 1 - s.player)

    return Game(
        "trap",
        start=State(left, 0),
        moves=moves,
        play=play,
        utility=lambda s: 1 if s.player else -1,
        presentation=Presentation(
            title="<img src=x onerror=alert(1)>",
            rules="<script>document.title = 'broken'</script>",
            player_names=("<b>One</b>", "Two & Co."),
        ),
    )
