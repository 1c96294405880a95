"""What a network sees of a chess position: sets of squares, for each kind of piece and more.

Each player sees the board from their own side, with their king on the right wing: where he stands on the left
one the board is mirrored, which changes nothing but the right to castle. So White's and Black's pieces, and
both wings, are learned from the same games.
"""

from __future__ import annotations

from collections.abc import Iterator

from spielbaum.bits import popcount, shift_left
from spielbaum.games.chess.board import A_FILE, LIGHT, RIGHTS_AT, State
from spielbaum.games.chess.sides import below, neighbours, upward

#: Of each side six kinds of pieces, passed pawns, and what is not about squares.
SETS = 2 * 8
#: The files e to h.
RIGHT_WING = 0xF0 * A_FILE - (1 << 64)
#: What turns a square over, and what mirrors it.
OVER, MIRRORED = 56, 7
#: In the last set, the place after the numbers of pieces: bishops on both colours.
PAIR = 15


def everywhere(number: int) -> int:
    """A set for a number below 16 that is the same however a player looks at the board."""
    both = 1 << (number & 3) | 128 >> (number & 3)
    row = number >> 2
    return shift_left(both, 8 * row) | shift_left(both, 56 - 8 * row)


def army(pieces: int, bishops: int) -> int:
    """How many pieces there are besides pawns and king, and whether bishops stand on both colours.

    Values of pieces change as pieces leave the board, which a network finds hard to see by itself.
    """
    found = everywhere(min(popcount(pieces), PAIR - 1))
    if bishops & LIGHT and bishops & ~LIGHT:
        found |= everywhere(PAIR)
    return found


def feature_sets(s: State) -> Iterator[int]:
    """How White and Black look at the board, and White's and Black's squares."""
    yield 0 if s.kings & s.white & RIGHT_WING else MIRRORED
    yield OVER if s.kings & s.black & RIGHT_WING else OVER ^ MIRRORED
    queens = s.diagonal & s.straight
    bishops, rooks = s.diagonal ^ queens, s.straight ^ queens
    white, black = s.pawns & s.white, s.pawns & s.black
    # A pawn is passed where no other is before it, nor one of theirs beside that way. The first and the last
    # rank are free in this set, and have the right to castle where the rook stands for it.
    rights = s.status >> RIGHTS_AT
    reached = below(black)
    passed = white & ~below(white) & ~reached & ~neighbours(reached)
    yield white
    yield s.knights & s.white
    yield bishops & s.white
    yield rooks & s.white
    yield queens & s.white
    yield s.kings & s.white
    yield passed | (rights & 1) << 7 | (rights >> 1 & 1)
    yield army((s.knights | s.diagonal | s.straight) & s.white, bishops & s.white)
    reached = upward(shift_left(white, 8))
    passed = black & ~upward(shift_left(black, 8)) & ~reached & ~neighbours(reached)
    yield black
    yield s.knights & s.black
    yield bishops & s.black
    yield rooks & s.black
    yield queens & s.black
    yield s.kings & s.black
    yield passed | shift_left(rights >> 2 & 1, 63) | shift_left(rights >> 3 & 1, 56)
    yield army((s.knights | s.diagonal | s.straight) & s.black, bishops & s.black)
