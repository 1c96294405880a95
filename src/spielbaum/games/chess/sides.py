"""One side of a chess position as the evaluation sees it.

It always plays upwards (Black's board is turned over), so every feature is written once.
`Side` holds the pieces, `Sight` what they attack.
"""

from __future__ import annotations

from typing import NamedTuple

from spielbaum.bits import flip_rows, lowest_bit, shift_left, shift_right
from spielbaum.games.chess.board import A_FILE, KING_ATTACKS, RIGHTS_AT, State, bit

H_FILE = shift_left(A_FILE, 7)
NOT_A, NOT_H = ~A_FILE, ~H_FILE


class Side(NamedTuple):
    """One side's pieces, and the other's."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    king: int
    own: int
    #: May still castle: short 1, long 2.
    castling: int
    #: 1 for the player to move.
    to_move: int
    their_pawns: int
    their_minors: int
    their_rooks: int
    their_queens: int
    their_king: int
    occupied: int
    #: The squares that pawns attack.
    pawn_attacks: int
    their_pawn_attacks: int
    #: The squares around their king, and those one step before these.
    ring: int


class Sight(NamedTuple):
    """What one side's pieces attack, and how much of it lies around the other king."""

    knights: int
    bishops: int
    rooks: int
    queens: int
    #: What anything attacks, pawns and king as well; what two attack; what anything but the king attacks.
    any: int
    twice: int
    without_king: int
    #: How strong the pieces are that look at the squares around their king, and how often they do.
    force: int
    hits: int


def white_side(s: State) -> Side:
    queens = s.diagonal & s.straight
    pawns, theirs = s.pawns & s.white, s.pawns & s.black
    their_king = lowest_bit(s.kings & s.black)
    around = int(KING_ATTACKS[their_king]) | bit(their_king)
    return Side(
        pawns,
        s.knights & s.white,
        s.diagonal & s.white & ~queens,
        s.straight & s.white & ~queens,
        queens & s.white,
        lowest_bit(s.kings & s.white),
        s.white,
        (s.status >> RIGHTS_AT) & 3,
        1 - (s.status & 1),
        theirs,
        (s.knights | (s.diagonal & ~queens)) & s.black,
        s.straight & s.black & ~queens,
        queens & s.black,
        their_king,
        s.white | s.black,
        upwards(pawns),
        downwards(theirs),
        around | shift_right(around, 8),
    )


def turned(s: State) -> State:
    """The colours exchanged and the board turned over, with White's castling where Black's was.

    The clocks and who moves stay as they are.
    """
    return State(
        flip_rows(s.black),
        flip_rows(s.white),
        flip_rows(s.pawns),
        flip_rows(s.knights),
        flip_rows(s.diagonal),
        flip_rows(s.straight),
        flip_rows(s.kings),
        (s.status & ~(3 << RIGHTS_AT) ^ 1) | ((s.status >> 2) & (3 << RIGHTS_AT)),
    )


# ------------------------------------------------------------------------------------------ sets of squares


def upwards(pawns: int) -> int:
    """What pawns that play upwards attack."""
    return shift_left(pawns & NOT_A, 7) | shift_left(pawns & NOT_H, 9)


def downwards(pawns: int) -> int:
    return ((pawns & NOT_H) >> 7) | ((pawns & NOT_A) >> 9)


def files_of(squares: int) -> int:
    """The files with one of these squares, as eight bits. No square may be h8."""
    squares |= squares >> 32
    squares |= squares >> 16
    return (squares | (squares >> 8)) & 0xFF


def below(squares: int) -> int:
    """All squares below these on their files. No square may be h8."""
    squares >>= 8
    squares |= squares >> 8
    squares |= squares >> 16
    return squares | (squares >> 32)


def upward(squares: int) -> int:
    """These squares and all above them on their files."""
    squares |= shift_left(squares, 8)
    squares |= shift_left(squares, 16)
    return squares | shift_left(squares, 32)


def neighbours(squares: int) -> int:
    """The squares to the left and right of these."""
    return shift_left(squares & NOT_H, 1) | shift_right(squares & NOT_A, 1)


def distance(one: int, other: int) -> int:
    """How many moves a king needs."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))
