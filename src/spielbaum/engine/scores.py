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

from spielbaum.engine.slots import GREATEST, LEAST, NEAR, UNIT

#: No value is as large as this.
INFINITY = 1 << 40

# Which side of a value is proven.
NOTHING, LOW, HIGH, BOTH = 0, 1, 2, 3

# Kinds of table entries: what the value says about the depth-limited one.
AT_MOST, AT_LEAST, EXACT = 1, 2, 3

#: In place of the number of a move in an entry.
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


def extreme(value: int, me: int) -> int:
    """What needs no proof: no pay-off is above the greatest one, nor below the least."""
    most, least = (GREATEST, LEAST) if me == 0 else (-LEAST, -GREATEST)
    proof = NOTHING
    if in_points(value) >= most * UNIT:
        proof |= HIGH
    if in_points(value) <= least * UNIT:
        proof |= LOW
    return proof


def turned(proof: int) -> int:
    """The proof from the other player's side: at least becomes at most."""
    return ((proof & LOW) << 1) | (proof >> 1)


# An entry's data, from below: 8 bits depth and 8 generation (see `table.py`), then the payload: 8 bits move,
# 2 kind, 2 proof, 36 value.


def pack_claim(kind: int, proof: int) -> int:
    """What a value says, in one number: its kind, and which side of it is proven; also for the trace."""
    return (proof << 2) | kind


def claim_kind(claim: int) -> int:
    return claim & 3


def claim_proof(claim: int) -> int:
    return claim >> 2


def pack_entry(value: int, proof: int, kind: int, index: int) -> int:
    """The payload of an entry; the table adds generation and depth."""
    return (((value << 4) | pack_claim(kind, proof)) << 8) | min(index, NO_MOVE)


def entry_depth(data: int) -> int:
    return data & 255


def entry_move(data: int) -> int:
    """The number of the best move; NO_MOVE where there was none, or its number is larger."""
    return (data >> 16) & 255


def entry_claim(data: int) -> int:
    return (data >> 24) & 15


def entry_kind(data: int) -> int:
    return claim_kind(entry_claim(data))


def entry_proof(data: int) -> int:
    return claim_proof(entry_claim(data))


def entry_value(data: int) -> int:
    """The value as the node itself sees it."""
    return data >> 28


def lower_bound(data: int, depth: int, ply: int, deeper: bool) -> tuple[int, int]:
    """What an entry says from below about a search of that depth: (value, proof); -INFINITY if nothing.

    A deeper or shallower search may give another value, so the depth must be the same; what is *proven*
    within fewer plies holds for every deeper search. Where `deeper` entries count, any of them will do.
    """
    searched, proof = entry_depth(data), entry_proof(data)
    if entry_kind(data) & AT_LEAST and (
        searched == depth or (deeper and searched > depth) or (proof & LOW and (deeper or searched < depth))
    ):
        return from_root(entry_value(data), ply), proof
    return -INFINITY, 0


def upper_bound(data: int, depth: int, ply: int, deeper: bool) -> tuple[int, int]:
    """The same from above; INFINITY if nothing."""
    searched, proof = entry_depth(data), entry_proof(data)
    if entry_kind(data) & AT_MOST and (
        searched == depth or (deeper and searched > depth) or (proof & HIGH and (deeper or searched < depth))
    ):
        return from_root(entry_value(data), ply), proof
    return INFINITY, 0


FUNCTIONS = (
    sign_of,
    final_value,
    plies_off,
    from_node,
    from_root,
    in_points,
    extreme,
    turned,
    pack_claim,
    claim_kind,
    claim_proof,
    pack_entry,
    entry_depth,
    entry_move,
    entry_claim,
    entry_kind,
    entry_proof,
    entry_value,
    lower_bound,
    upper_bound,
)
