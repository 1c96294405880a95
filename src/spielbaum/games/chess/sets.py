"""What a network sees of a chess position: sets of squares, for each kind of piece and more.

Each player sees the board from their own side, with their king on the right wing: where he stands on the left
one the board is mirrored, which changes nothing but the right to castle. So White's and Black's pieces, and
both wings, are learned from the same games.
"""

from __future__ import annotations

from collections.abc import Iterator

from spielbaum.bits import flip_rows, popcount, shift_left, shift_right
from spielbaum.games.chess.board import A_FILE, LIGHT, RIGHTS_AT, State, bit
from spielbaum.games.chess.sides import below, neighbours, upward

#: Six kinds of pieces of each side, their passed pawns, and what is not about squares.
SETS = 15
#: The files e to h.
RIGHT_WING = 0xF0 * A_FILE - (1 << 64)
_ONES, _TWOS, _FOURS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
# The last set: rights to castle, bishops on both colours, and how many pieces there are besides pawns.
OWN_RIGHTS, THEIR_RIGHTS, OWN_BISHOPS, THEIR_BISHOPS, PIECES = 0, 2, 4, 5, 6
MOST_PIECES = 15


def mirrored(squares: int) -> int:
    """These squares with left and right exchanged."""
    squares = (shift_right(squares, 1) & _ONES) | shift_left(squares & _ONES, 1)
    squares = (shift_right(squares, 2) & _TWOS) | shift_left(squares & _TWOS, 2)
    return (shift_right(squares, 4) & _FOURS) | shift_left(squares & _FOURS, 4)


def feature_sets(s: State, side: int) -> Iterator[int]:
    """Who stands where as that player sees it, the own pieces first."""
    own, other = s.white, s.black
    pawns, knights, diagonal, straight, kings = s.pawns, s.knights, s.diagonal, s.straight, s.kings
    rights = s.status >> RIGHTS_AT
    if side:
        own, other = flip_rows(other), flip_rows(own)
        pawns, knights, kings = flip_rows(pawns), flip_rows(knights), flip_rows(kings)
        diagonal, straight = flip_rows(diagonal), flip_rows(straight)
        rights = (rights >> 2) & 3 | (rights & 3) << 2
    if not kings & own & RIGHT_WING:
        own, other = mirrored(own), mirrored(other)
        pawns, knights, kings = mirrored(pawns), mirrored(knights), mirrored(kings)
        diagonal, straight = mirrored(diagonal), mirrored(straight)
    queens = diagonal & straight
    bishops, rooks = diagonal ^ queens, straight ^ queens
    mine, theirs = pawns & own, pawns & other
    yield mine
    yield knights & own
    yield bishops & own
    yield rooks & own
    yield queens & own
    yield kings & own
    yield theirs
    yield knights & other
    yield bishops & other
    yield rooks & other
    yield queens & other
    yield kings & other
    ahead, behind = below(theirs), upward(shift_left(mine, 8))
    yield mine & ~below(mine) & ~ahead & ~neighbours(ahead)
    yield theirs & ~upward(shift_left(theirs, 8)) & ~behind & ~neighbours(behind)
    pieces = min(popcount(knights | diagonal | straight), MOST_PIECES)
    yield (
        (rights & 15) << OWN_RIGHTS
        | (1 if bishops & own & LIGHT and bishops & own & ~LIGHT else 0) << OWN_BISHOPS
        | (1 if bishops & other & LIGHT and bishops & other & ~LIGHT else 0) << THEIR_BISHOPS
        | bit(PIECES + pieces)
    )
