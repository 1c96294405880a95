"""What each feature of a chess position is worth, in hundredths of a pawn, in the opening and in the ending.

How the weights are stored and found; the numbers themselves stand in `numbers.py`.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

from spielbaum.games.chess.numbers import TABLE
from spielbaum.tables import table

#: How far the game is from its ending: one for each minor piece, two for a rook, four for a queen.
MOST_PHASE = 24
#: A pair of values in one word: the value in the ending stands above the one in the opening.
_PAIR = 32
#: No weight may be larger.
MOST_WEIGHT = 5_000


def pair(opening: int, ending: int) -> int:
    return opening + (ending << _PAIR)


def ending_part(value: int) -> int:
    return (value + (1 << (_PAIR - 1))) >> _PAIR


def opening_part(value: int) -> int:
    return value - (ending_part(value) << _PAIR)


class Places(NamedTuple):
    """Where the weights of a feature begin in the list of all; tables have several, one an entry."""

    # material
    pawn: int
    knight: int
    bishop: int
    rook: int
    queen: int
    knight_and_pawns: int
    rook_and_pawns: int
    bishop_pair: int
    # placement, by square and by the wings on which the kings stand
    pawn_square: int
    pawn_square_theirs: int
    knight_square: int
    knight_square_theirs: int
    bishop_square: int
    bishop_square_theirs: int
    rook_square: int
    rook_square_theirs: int
    queen_square: int
    queen_square_theirs: int
    king_square: int
    king_square_theirs: int
    # posts of the minor pieces
    knight_outpost: int
    bishop_outpost: int
    shielded: int
    bishop_and_pawns: int
    # mobility, by the number of squares
    knight_mobility: int
    bishop_mobility: int
    rook_mobility: int
    queen_mobility: int
    # pawns
    doubled: int
    isolated: int
    backward: int
    connected: int
    # passed pawns, by rank or by a king's distance
    protected_passed: int
    passed: int
    passed_blocked: int
    passed_free: int
    passed_own_king: int
    passed_their_king: int
    rook_behind: int
    # rooks
    open_file: int
    half_open_file: int
    # king safety
    castling: int
    shelter: int
    storm: int
    storm_stopped: int
    danger: int
    danger_without_queen: int
    # threats: of the player who is not to move, and who is
    pawn_hits_minor: int
    pawn_hits_rook: int
    pawn_hits_queen: int
    pawn_will_hit: int
    minor_hits_pawn: int
    minor_hits_minor: int
    minor_hits_rook: int
    minor_hits_queen: int
    rook_hits_pawn: int
    rook_hits_minor: int
    rook_hits_queen: int
    king_hits: int
    hanging: int
    hanging_pawn: int
    # tempo
    tempo: int


#: The features in groups, under the names that explanations give them.
GROUPS: dict[str, tuple[str, ...]] = {
    "material": ("pawn", "knight", "bishop", "rook", "queen", "knight_and_pawns", "rook_and_pawns"),
    "bishop_pair": ("bishop_pair",),
    "placement": (
        "pawn_square",
        "pawn_square_theirs",
        "knight_square",
        "knight_square_theirs",
        "bishop_square",
        "bishop_square_theirs",
        "rook_square",
        "rook_square_theirs",
        "queen_square",
        "queen_square_theirs",
        "king_square",
        "king_square_theirs",
        "knight_outpost",
        "bishop_outpost",
        "shielded",
        "bishop_and_pawns",
    ),
    "mobility": ("knight_mobility", "bishop_mobility", "rook_mobility", "queen_mobility"),
    "pawns": (
        "doubled",
        "isolated",
        "backward",
        "connected",
        "protected_passed",
        "passed",
        "passed_blocked",
        "passed_free",
        "passed_own_king",
        "passed_their_king",
        "rook_behind",
    ),
    "rooks": ("open_file", "half_open_file"),
    "king": ("castling", "shelter", "storm", "storm_stopped", "danger", "danger_without_queen"),
    "threats": (
        "pawn_hits_minor",
        "pawn_hits_rook",
        "pawn_hits_queen",
        "pawn_will_hit",
        "minor_hits_pawn",
        "minor_hits_minor",
        "minor_hits_rook",
        "minor_hits_queen",
        "rook_hits_pawn",
        "rook_hits_minor",
        "rook_hits_queen",
        "king_hits",
        "hanging",
        "hanging_pawn",
    ),
    "tempo": ("tempo",),
}

#: How many weights each feature has, for the opening and as many for the ending.
SIZES: dict[str, int] = {name: len(TABLE[name][0]) for name in Places._fields}
#: How many there are together.
COUNT = sum(SIZES.values())
AT = Places(*(end - size for end, size in zip(accumulate(SIZES.values()), SIZES.values(), strict=True)))
DANGERS, DANGERS_WITHOUT_QUEEN = SIZES["danger"], SIZES["danger_without_queen"]

#: All weights in a flat list: all openings, then all endings, in the order of `Places`.
WEIGHTS: tuple[int, ...] = tuple(
    weight for part in (0, 1) for name in Places._fields for weight in TABLE[name][part]
)
#: What each of them is called.
NAMES: tuple[str, ...] = tuple(
    f"{name}.{part}" if SIZES[name] == 1 else f"{name}.{entry}.{part}"
    for part in ("opening", "ending")
    for name in Places._fields
    for entry in range(SIZES[name])
)


def packed(weights: tuple[int, ...]) -> Any:
    """The flat list as pairs."""
    return table(pair(weights[i], weights[COUNT + i]) for i in range(COUNT))
