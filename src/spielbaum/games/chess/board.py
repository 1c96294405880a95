"""The chess board in 64-bit words, and what a piece on a square attacks.

    8 | 56 57 58 59 60 61 62 63
    7 | 48 49 50 51 52 53 54 55
    6 | 40 41 42 43 44 45 46 47
    5 | 32 33 34 35 36 37 38 39
    4 | 24 25 26 27 28 29 30 31
    3 | 16 17 18 19 20 21 22 23
    2 |  8  9 10 11 12 13 14 15
    1 |  0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h

Words are signed (see `spielbaum.bits`): h8 is the sign. Bishops, rooks and queens look up what they attack
along a line by the occupied squares of that line, which one multiplication gathers into six bits
("kindergarten bitboards", Gerd Isenberg, 2007). That needs 8 kB of tables, small enough to be compiled in.
"""

from __future__ import annotations

from typing import NamedTuple

from spielbaum.bits import lowest_bit, shift_left, shift_right, times
from spielbaum.tables import words

WHITE, BLACK = 0, 1
# Kinds of pieces, as moves and tables number them.
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 0, 1, 2, 3, 4, 5


class State(NamedTuple):
    """Which squares hold what. Queens stand in two sets; what is left over are the kings.

    `status`, from the lowest bit: 1 bit side to move, 4 castling rights (K Q k q), 6 en passant square (0:
    none), 8 plies since the last capture or pawn move, 21 the number of the move. In Chess960, as long as
    somebody may castle, there follow a bit that says so and 3 bits for the file of each castling rook, in the
    order of the rights; in usual chess these are 0.
    """

    white: int
    black: int
    pawns: int
    knights: int
    #: Bishops and queens.
    diagonal: int
    #: Rooks and queens.
    straight: int
    kings: int
    status: int


RIGHTS_AT, PASSANT_AT, CLOCK_AT, NUMBER_AT, CHESS960_AT = 1, 5, 11, 19, 40
MOST_NUMBER = (1 << (CHESS960_AT - NUMBER_AT)) - 1
#: That there may be castling as in Chess960, and between which squares.
CHESS960 = ((1 << 13) - 1) << CHESS960_AT
#: The part of `status` that tells positions apart: all but the two clocks.
PLACE = ((1 << CLOCK_AT) - 1) | CHESS960
WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG = 1, 2, 4, 8


def status_of(side: int, rights: int, passant: int, clock: int, number: int) -> int:
    return (
        side | (rights << RIGHTS_AT) | (passant << PASSANT_AT) | (clock << CLOCK_AT) | (number << NUMBER_AT)
    )


def side_to_move(s: State) -> int:
    return s.status & 1


def castling_rights(s: State) -> int:
    return (s.status >> RIGHTS_AT) & 15


def passant_square(s: State) -> int:
    """Where a pawn can be taken en passant, legally; 0 for nowhere."""
    return (s.status >> PASSANT_AT) & 63


def clock(s: State) -> int:
    """Plies since the last capture or pawn move."""
    return (s.status >> CLOCK_AT) & 255


def move_number(s: State) -> int:
    return (s.status >> NUMBER_AT) & MOST_NUMBER


def is_chess960(s: State) -> bool:
    """Whether somebody may castle as in Chess960: such moves go from the king to its rook."""
    return s.status >> CHESS960_AT != 0


def castling_rook(s: State, number: int) -> int:
    """In Chess960, the square of the rook of a castling right, 0 to 3 for K Q k q."""
    return ((s.status >> (CHESS960_AT + 1 + 3 * number)) & 7) + 56 * (number >> 1)


# --------------------------------------------------------------------------------- tables, made once

A_FILE = 0x0101010101010101
B_FILE = A_FILE << 1
#: From c2 to h7: gathers the squares of the a-file as `B_FILE` gathers those of the other lines.
C2_TO_H7 = 0x0080402010080400
FIRST_RANK = 0xFF
LAST_RANKS = FIRST_RANK | (-1 << 56)
#: d4, e5, f6 … and e4, d5 …: the squares of one colour.
LIGHT = 0x55AA55AA55AA55AA


def _steps(square: int, steps: tuple[tuple[int, int], ...], far: int = 1, blocked: int = 0) -> int:
    """The squares reached by repeating each step up to `far` times, as far as the first blocked one."""
    reached = 0
    for dx, dy in steps:
        for n in range(1, far + 1):
            x, y = square % 8 + n * dx, square // 8 + n * dy
            if not (0 <= x < 8 and 0 <= y < 8):
                break
            reached |= 1 << (8 * y + x)
            if (blocked >> (8 * y + x)) & 1:
                break
    return reached


_KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_KING_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

KNIGHT_ATTACKS = words(lambda square: _steps(square, _KNIGHT_STEPS), 64)
KING_ATTACKS = words(lambda square: _steps(square, _KING_STEPS), 64)
#: Where a pawn of White, from 64 on of Black, captures.
PAWN_ATTACKS = words(lambda i: _steps(i % 64, ((-1, -1), (1, -1)) if i >= 64 else ((-1, 1), (1, 1))), 128)

# The lines through a square, without the square.
FILES = words(lambda square: _steps(square, ((0, 1), (0, -1)), 7), 64)
RANKS = words(lambda square: _steps(square, ((1, 0), (-1, 0)), 7), 64)
DIAGONALS = words(lambda square: _steps(square, ((1, 1), (-1, -1)), 7), 64)
ANTIDIAGONALS = words(lambda square: _steps(square, ((1, -1), (-1, 1)), 7), 64)

#: [64 · file + occupied inner squares]: what is attacked along a rank, on every rank.
_ALONG_RANK = words(
    lambda i: A_FILE * _steps(i // 64, ((1, 0), (-1, 0)), 7, (i % 64) << 1),
    512,
)


def _along_file(index: int) -> int:
    """As above, along the a-file; the number of a set of inner squares is what the product makes of it."""
    for inner in range(64):
        squares = sum(1 << (8 * (n + 1)) for n in range(6) if (inner >> n) & 1)
        if (squares * C2_TO_H7 >> 58) & 63 == index % 64:
            return _steps(8 * (index // 64), ((0, 1), (0, -1)), 7, squares)
    raise AssertionError


#: [64 · rank + occupied inner squares]: what is attacked along the a-file.
_ALONG_FILE = words(_along_file, 512)


# --------------------------------------------------------------------------------------------- attacks


def bit(square: int) -> int:
    return shift_left(1, square)


def _along(line: int, square: int, occupied: int) -> int:
    """What is attacked along a rank or a diagonal."""
    inner = shift_right(times(line & occupied, B_FILE), 58)
    return line & int(_ALONG_RANK[((square & 7) << 6) | inner])


def diagonal_attacks(square: int, occupied: int) -> int:
    return _along(int(DIAGONALS[square]), square, occupied) | _along(
        int(ANTIDIAGONALS[square]), square, occupied
    )


def straight_attacks(square: int, occupied: int) -> int:
    file = square & 7
    inner = shift_right(times((occupied >> file) & A_FILE, C2_TO_H7), 58)
    along_file = shift_left(int(_ALONG_FILE[((square >> 3) << 6) | inner]), file)
    return along_file | _along(int(RANKS[square]), square, occupied)


def attackers(s: State, square: int, occupied: int) -> int:
    """All pieces of both sides that attack the square, on a board with these squares occupied."""
    return (
        (int(PAWN_ATTACKS[64 + square]) & s.pawns & s.white)
        | (int(PAWN_ATTACKS[square]) & s.pawns & s.black)
        | (int(KNIGHT_ATTACKS[square]) & s.knights)
        | (int(KING_ATTACKS[square]) & s.kings)
        | (diagonal_attacks(square, occupied) & s.diagonal)
        | (straight_attacks(square, occupied) & s.straight)
    )


def line_through(one: int, other: int) -> int:
    """The whole line through two squares, without the first; 0 where there is none."""
    there = bit(other)
    line = int(DIAGONALS[one])
    if not line & there:
        line = int(ANTIDIAGONALS[one])
    if not line & there:
        line = int(RANKS[one])
    if not line & there:
        line = int(FILES[one])
    return line if line & there else 0


def between(one: int, other: int) -> int:
    """The squares between two squares of one line; 0 where they are not on one."""
    here, there = bit(one), bit(other)
    if (int(DIAGONALS[one]) | int(ANTIDIAGONALS[one])) & there:
        return diagonal_attacks(one, there) & diagonal_attacks(other, here)
    if (int(RANKS[one]) | int(FILES[one])) & there:
        return straight_attacks(one, there) & straight_attacks(other, here)
    return 0


def king_square(s: State, side: int) -> int:
    return lowest_bit(s.kings & (s.black if side else s.white))


def kind_on(s: State, square: int) -> int:
    """What stands on an occupied square, PAWN to KING."""
    here = bit(square)
    if s.pawns & here:
        return PAWN
    if s.knights & here:
        return KNIGHT
    if s.kings & here:
        return KING
    if not s.diagonal & here:
        return ROOK
    return QUEEN if s.straight & here else BISHOP
