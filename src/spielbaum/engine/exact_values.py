"""Values and bounds of exact solving, and the entries of the table that hold them.

Values are from the side of player 0, in 1/SPAN points, as the position itself sees them: an end of the game
counts its pay-off less (or plus) one for being an end and one for each ply to it, where the game prefers
early wins; from SPAN // 2 − 1 on no more is taken off, so that a game of any length is rounded to the right
points. Where the plies to the end are not a matter of the position alone, SPAN is 1: `settle` plays moves
without counting them, and with `banked` and `rest` positions share an entry of which one is won and the
other lost.
"""

from __future__ import annotations

from typing import Any

from spielbaum.engine.slots import GREATEST, LEAST, SOLVED, SPAN, Int64Array, player, settle
from spielbaum.engine.solved import in_time, known_entry, solved_plies, solved_value
from spielbaum.engine.workspace import SOLUTION

#: Bits of a bound in the payload of an entry: 8 bits best child, 20 each for greatest and least value.
BOUND_BITS = 20
MOST_BOUND = 1 << (BOUND_BITS - 1)
NO_CHILD = 255

# What is known of a child: it decides the node, cannot decide it, or must be searched.
ENOUGH, TOO_LITTLE, OPEN = range(3)


def end_value(points: int) -> int:
    """The value of an end of the game as it sees itself."""
    value = points * SPAN
    if SPAN > 1:
        if value > 0:
            value -= 1
        elif value < 0:
            value += 1
    return value


def from_above(value: int) -> int:
    """A child's value as its parent sees it: one ply further away."""
    if SPAN > 1:
        if value > 0:
            if 0 < -value & (SPAN - 1) < SPAN // 2 - 1:
                return value - 1
        elif 0 < value & (SPAN - 1) < SPAN // 2 - 1:
            return value + 1
    return value


def goal_below(goal: int) -> int:
    """from_above(v) ≥ goal ⇔ v ≥ goal_below(goal), for all values that ends of games can have."""
    if SPAN > 1:
        if goal > 0:
            if 0 < -goal & (SPAN - 1) < SPAN // 2 - 1:
                return goal + 1
        elif 0 < goal & (SPAN - 1) <= SPAN // 2 - 1:
            return goal - 1
    return goal


def settled(info: Int64Array, s: Any) -> tuple[Any, int, int]:
    """`settle` with bounds in 1/SPAN points; they meet where a solution knows the position.

    No value is larger than that of an end of the game; a bound beyond it would not come nearer by a ply on
    its way up, and `goal_below` would lose its meaning.
    """
    after, low, high = settle(s)
    if SOLVED:
        entry = known_entry(info[SOLUTION], after)
        if entry != 0 and in_time(entry, after):
            value = solved_value(entry) * SPAN
            if SPAN > 1 and value != 0:
                off = min(1 + solved_plies(entry), SPAN // 2 - 1)
                value += -off if value > 0 else off
            value = value if player(after) == 0 else -value
            return after, value, value
    return after, end_value(low), end_value(high)


def pack_bounds(low: int, high: int, child: int) -> int:
    """The payload of an entry: least and greatest value for the mover, and the number of the best child."""
    return (((low << BOUND_BITS) | (high + MOST_BOUND)) << 8) | min(child, NO_CHILD)


def entry_bounds(data: int) -> tuple[int, int]:
    """The inverse, of an entry's data."""
    return data >> (24 + BOUND_BITS), ((data >> 24) & ((1 << BOUND_BITS) - 1)) - MOST_BOUND


def entry_child(data: int) -> int:
    return (data >> 16) & 255


def bounds_of(data: int, me: int, sure: int) -> tuple[int, int]:
    """(least, greatest) value for player 0 that an entry proves.

    Its own are for the mover, and without the points that are sure already.
    """
    if data == 0:
        return LEAST * SPAN, GREATEST * SPAN
    low, high = entry_bounds(data)
    if me == 0:
        return low + sure, high + sure
    return sure - high, sure - low


def least_for(low: int, high: int, me: int) -> int:
    """What a player has at least, of bounds for player 0."""
    return low if me == 0 else -high


def most_for(low: int, high: int, me: int) -> int:
    return high if me == 0 else -low


def fate_of(low: int, high: int, goal: int, me: int) -> int:
    """What bounds of a child mean to the mover: player 0 wants `goal` to be reached, player 1 does not."""
    reached, missed = low >= goal, high < goal
    if me != 0:
        reached, missed = missed, reached
    return ENOUGH if reached else TOO_LITTLE if missed else OPEN


FUNCTIONS = (
    end_value,
    from_above,
    goal_below,
    settled,
    pack_bounds,
    entry_bounds,
    entry_child,
    bounds_of,
    least_for,
    most_for,
    fate_of,
)
