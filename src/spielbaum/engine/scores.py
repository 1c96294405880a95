"""Values inside the search, and what entries of the table say about them.

A value is from the side of the player to move, in 1/(UNIT · NEAR) points. A won end of the game `p` plies
from the root counts its pay-off less 1 + p, a lost one its pay-off plus 1 + p, where the game prefers early
wins (NEAR > 1); rounded to points this is the textbook's value, since rounding is monotone. Ends
farther away than NEAR // 2 − 2 plies count as equally far, so that a game of any length is rounded to the
right points: the table may know of an end farther away than any one search can see.

With a value go two bits of proof that hold for the true value of the game, whatever the depth: LOW, it is
at least that in points, and HIGH, it is at most that. Both rest on ends of games only, never on an estimate.
"""

from __future__ import annotations

from spielbaum.engine.slots import NEAR, UNIT

#: No value is as large as this.
INFINITY = 1 << 40

# Which side of a value is proven.
NOTHING, LOW, HIGH, BOTH = 0, 1, 2, 3

# Kinds of table entries: what the value says about the depth-limited one.
AT_MOST, AT_LEAST, EXACT = 1, 2, 3

#: Payload of an entry, from below: 8 bits move, 2 kind, 2 proof, 36 value.
NO_MOVE = 255


def sign_of(me: int) -> int:
    return 1 - 2 * me


def final_value(points: int, me: int, ply: int) -> int:
    """The value of an end of the game, `ply` plies from the root."""
    value = points * UNIT * NEAR * sign_of(me)
    if NEAR > 1:
        off = min(1 + ply, NEAR // 2 - 1)
        if value > 0:
            value -= off
        elif value < 0:
            value += off
    return value


def plies_off(value: int) -> int:
    """What a value has lost of its pay-off for being some plies away."""
    return (-value if value > 0 else value) & (NEAR - 1)


def from_node(value: int, ply: int) -> int:
    """A value as seen from the root, as the node itself sees it; for the table."""
    if NEAR > 1 and value & (NEAR - 1) != 0:
        if plies_off(value) == NEAR // 2 - 1:
            return value
        return value + ply if value > 0 else value - ply
    return value


def from_root(value: int, ply: int) -> int:
    """The inverse of `from_node`."""
    if NEAR > 1 and value & (NEAR - 1) != 0:
        ply = min(ply, NEAR // 2 - 1 - plies_off(value))
        return value - ply if value > 0 else value + ply
    return value


def in_points(value: int) -> int:
    """The value rounded to units of the evaluation: the part that ends of games give is near the top."""
    return (value + NEAR // 2) // NEAR


def turned(proof: int) -> int:
    """The proof from the other player's side: at least becomes at most."""
    return ((proof & LOW) << 1) | (proof >> 1)


def payload_of(value: int, proof: int, kind: int, index: int) -> int:
    return (((((value << 2) | proof) << 2) | kind) << 8) | min(index, NO_MOVE)


def lower_bound(data: int, depth: int, ply: int, graft: bool) -> tuple[int, int]:
    """What an entry says from below about a search of that depth: (value, proof); -INFINITY if nothing.

    A deeper or shallower search may give another value, so the depth must be the same; what is *proven*
    within fewer plies holds for every deeper search. With grafting, anything deeper is welcome.
    """
    kind, proof, searched = (data >> 24) & 3, (data >> 26) & 3, data & 255
    if kind & AT_LEAST and (
        searched == depth or (graft and searched > depth) or (proof & LOW and (graft or searched < depth))
    ):
        return from_root(data >> 28, ply), proof
    return -INFINITY, 0


def upper_bound(data: int, depth: int, ply: int, graft: bool) -> tuple[int, int]:
    """The same from above; INFINITY if nothing."""
    kind, proof, searched = (data >> 24) & 3, (data >> 26) & 3, data & 255
    if kind & AT_MOST and (
        searched == depth or (graft and searched > depth) or (proof & HIGH and (graft or searched < depth))
    ):
        return from_root(data >> 28, ply), proof
    return INFINITY, 0


FUNCTIONS = (
    sign_of,
    final_value,
    plies_off,
    from_node,
    from_root,
    in_points,
    turned,
    payload_of,
    lower_bound,
    upper_bound,
)
