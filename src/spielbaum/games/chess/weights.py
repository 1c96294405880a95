"""What each feature of a chess position is worth, in hundredths of a pawn, in the opening and in the ending.

The one table of the evaluation's numbers: `evaluation.py` says what is counted, `tune` may fit the numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

#: How far the game is from its ending: one for each minor piece, two for a rook, four for a queen.
MOST_PHASE = 24
#: A pair of values in one word: the value in the ending stands above the one in the opening.
_PAIR = 32


def pair(opening: int, ending: int) -> int:
    return opening + (ending << _PAIR)


def ending_part(value: int) -> int:
    return (value + (1 << (_PAIR - 1))) >> _PAIR


def opening_part(value: int) -> int:
    return value - (ending_part(value) << _PAIR)


class Weights(NamedTuple):
    """One weight a feature. Any: pairs for evaluating, vectors for listing the features themselves."""

    # material
    pawn: Any
    knight: Any
    bishop: Any
    rook: Any
    queen: Any
    bishop_pair: Any
    # placement: sums over squares
    pawn_advance: Any
    pawn_centre: Any
    knight_centre: Any
    bishop_centre: Any
    queen_centre: Any
    king_centre: Any
    king_advance: Any
    rook_seventh: Any
    outpost: Any
    # mobility: squares attacked
    knight_mobility: Any
    bishop_mobility: Any
    rook_mobility: Any
    queen_mobility: Any
    # pawns
    doubled: Any
    isolated: Any
    supported: Any
    passed: Any
    passed_blocked: Any
    passed_escort: Any
    # rooks
    open_file: Any
    half_open_file: Any
    # king safety
    shelter: Any
    bare_file: Any
    king_attack: Any
    # threats
    pawn_threat: Any
    loose_piece: Any
    # tempo
    tempo: Any


#: The features in groups, under the names that explanations give them.
GROUPS: dict[str, tuple[str, ...]] = {
    "material": ("pawn", "knight", "bishop", "rook", "queen"),
    "bishop_pair": ("bishop_pair",),
    "placement": (
        "pawn_advance",
        "pawn_centre",
        "knight_centre",
        "bishop_centre",
        "queen_centre",
        "king_centre",
        "king_advance",
        "rook_seventh",
        "outpost",
    ),
    "mobility": ("knight_mobility", "bishop_mobility", "rook_mobility", "queen_mobility"),
    "pawns": ("doubled", "isolated", "supported", "passed", "passed_blocked", "passed_escort"),
    "rooks": ("open_file", "half_open_file"),
    "king": ("shelter", "bare_file", "king_attack"),
    "threats": ("pawn_threat", "loose_piece"),
    "tempo": ("tempo",),
}

#: (opening, ending) of each feature.
TABLE: dict[str, tuple[int, int]] = {
    "pawn": (85, 105),
    "knight": (335, 310),
    "bishop": (350, 330),
    "rook": (480, 540),
    "queen": (1000, 980),
    "bishop_pair": (28, 48),
    "pawn_advance": (2, 5),
    "pawn_centre": (4, 0),
    "knight_centre": (7, 5),
    "bishop_centre": (4, 2),
    "queen_centre": (1, 4),
    "king_centre": (-12, 10),
    "king_advance": (-14, 3),
    "rook_seventh": (14, 20),
    "outpost": (20, 12),
    "knight_mobility": (4, 4),
    "bishop_mobility": (5, 5),
    "rook_mobility": (2, 4),
    "queen_mobility": (1, 3),
    "doubled": (-8, -18),
    "isolated": (-12, -14),
    "supported": (7, 6),
    "passed": (3, 8),
    "passed_blocked": (-6, -16),
    "passed_escort": (0, 4),
    "open_file": (26, 10),
    "half_open_file": (12, 8),
    "shelter": (10, 0),
    "bare_file": (-14, 0),
    "king_attack": (5, 1),
    "pawn_threat": (45, 30),
    "loose_piece": (14, 14),
    "tempo": (14, 8),
}

#: The same as a flat list: all openings, then all endings, in the order of `Weights`.
WEIGHTS: tuple[int, ...] = tuple(TABLE[name][part] for part in (0, 1) for name in Weights._fields)


#: What each of them is called.
NAMES: tuple[str, ...] = tuple(f"{name}.{part}" for part in ("opening", "ending") for name in Weights._fields)
#: No weight may be larger.
MOST_WEIGHT = 5_000


def packed(weights: tuple[int, ...]) -> Weights:
    """The flat list as pairs."""
    size = len(Weights._fields)
    return Weights(*(pair(weights[i], weights[size + i]) for i in range(size)))
