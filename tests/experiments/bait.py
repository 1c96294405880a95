"""A game of three with a bait: everybody in turn takes now or later, and who takes now pays for it.

Taking now looks better by one point at once and is worse by two points in the end, so a search of one ply
takes the bait and a search of two does not. The result of every game between them can be worked out by hand.
"""

from __future__ import annotations

from typing import NamedTuple

from spielbaum.game import Game
from spielbaum.game_fields import Facts

NOW, LATER = 0, 1


class State(NamedTuple):
    #: What is settled, and how many moves were made: each of the three chooses, then settles.
    points: tuple[int, int, int]
    chosen: int
    plies: int


def bait() -> Game[State, int]:
    """Who takes now has −1 point in the end, who takes later +1."""

    def player(s: State) -> int:
        return min(s.plies // 2, 2)

    def moves(s: State) -> tuple[int, ...]:
        if s.plies == 6:
            return ()
        return (NOW, LATER) if s.plies % 2 == 0 else (0,)

    def play(s: State, move: int) -> State:
        gain = (1 if move == NOW else 0) if s.plies % 2 == 0 else (-2 if s.chosen == NOW else 1)
        points = tuple(each + gain * (seat == player(s)) for seat, each in enumerate(s.points))
        return State((points[0], points[1], points[2]), move, s.plies + 1)

    return Game(
        "bait",
        start=State((0, 0, 0), NOW, 0),
        moves=moves,
        play=play,
        player=player,
        utility=lambda s: s.points,
        evaluate=lambda s: s.points,
        facts=Facts(
            players=3,
            zero_sum=False,
            values=(-1, 1),
            longest=6,
        ),
    )
