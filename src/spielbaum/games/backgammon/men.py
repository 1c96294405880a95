"""The men of a player, and a step of one of them.

Each player counts the points from 24 down to 1, bears off behind 1, and enters from the bar, place 25. The
men of a player are two words, four bits per place:

    low     bits 0–3 point 1, 4–7 point 2, … 44–47 point 12
    high    bits 0–3 point 13, … 44–47 point 24, 48–51 the bar

What stands nowhere is borne off. The other player's name of point p is 25 − p.
"""

from __future__ import annotations

from typing import NamedTuple

POINTS, BAR, HOME = 24, 25, 6
#: Places in the lower word.
LOW = 12


class Side(NamedTuple):
    """The men of a player, as drawn above."""

    low: int
    high: int


class Both(NamedTuple):
    """The men as the player to move sees them, while a move is made step by step."""

    mine: Side
    theirs: Side


def count(side: Side, place: int) -> int:
    """How many men stand on a point or on the bar."""
    if place <= LOW:
        return (side.low >> (4 * (place - 1))) & 15
    return (side.high >> (4 * (place - 1 - LOW))) & 15


def added(side: Side, place: int, men: int) -> Side:
    """The men with so many more (or, below 0, fewer) on a place."""
    if place <= LOW:
        return Side(side.low + (men << (4 * (place - 1))), side.high)
    return Side(side.low, side.high + (men << (4 * (place - 1 - LOW))))


def none_left(side: Side) -> bool:
    return side.low == 0 and side.high == 0


def pips(side: Side) -> int:
    """How many points all men together still have to go."""
    return sum(place * count(side, place) for place in range(1, BAR + 1))


def on_board(side: Side) -> int:
    """How many men are not borne off."""
    men = 0
    for place in range(1, BAR + 1):
        men += count(side, place)
    return men


def may_step(b: Both, origin: int, die: int) -> bool:
    """Whether a man of the player to move may go from there by the number of a die."""
    if count(b.mine, origin) == 0 or (origin != BAR and count(b.mine, BAR)):
        return False
    target = origin - die
    if target >= 1:
        return count(b.theirs, BAR - target) < 2
    at_home = b.mine.high == 0 and (b.mine.low >> (4 * HOME)) == 0
    # A man may bear off with more than it needs only where nobody stands behind it.
    return at_home and (target == 0 or (b.mine.low >> (4 * origin)) == 0)


def step(b: Both, origin: int, die: int) -> Both:
    """The men after a step."""
    mine, theirs, target = added(b.mine, origin, -1), b.theirs, origin - die
    if target >= 1:
        mine = added(mine, target, 1)
        if count(theirs, BAR - target) == 1:
            theirs = added(added(theirs, BAR - target, -1), BAR, 1)
    return Both(mine, theirs)


def rear(side: Side) -> int:
    """The place of the man that has the farthest to go; 0 where there is none."""
    place = BAR
    while place > 0 and count(side, place) == 0:
        place -= 1
    return place
