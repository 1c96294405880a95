"""Endings of chess: a few men, anywhere on the board, without the count to fifty moves.

`chess:men=KRK` are all positions of White's king and rook against Black's king, and whatever they become by
captures and promotions, with either side to move. Positions do not end by fifty moves or by repetition, so
what a position is worth depends on nothing but the position, and the ending can be solved as a whole.
"""

from __future__ import annotations

import re

from spielbaum.bits import lowest_bit, popcount
from spielbaum.errors import BadInput
from spielbaum.games.chess.board import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    LAST_RANKS,
    NUMBER_AT,
    PAWN,
    PLACE,
    QUEEN,
    ROOK,
    WHITE,
    State,
    attackers,
    bit,
    castling_rights,
    kind_on,
    king_square,
    passant_square,
    side_to_move,
)
from spielbaum.games.chess.fen import LETTERS, read_fen
from spielbaum.games.chess.rules import over
from spielbaum.games.chess.rules import play as chess_play
from spielbaum.games.chess.rules import skip as chess_skip

#: Kings included.
MOST_MEN = 4
#: Squares of a king in an eighth of the board: a1, b1, c1, d1, b2, c2, d2, c3, d3, d4.
_EIGHTH = (0, 1, 2, 3, 9, 10, 11, 18, 19, 27)
#: In the number of a start: below where the men stand, above which they are, 3 bits kind and 1 colour each.
_MEN_AT = 32
#: Bits of a man in the key: 6 square, 3 kind, 1 whose.
_MAN = 10
#: How many placements are tried for a start to show, and how far apart: a prime, so that all are different.
_TRIES, _STEP = 500, 7919


# ----------------------------------------------------------------------------------------------- the rules


def unclocked(s: State) -> State:
    """The position at move 1, with no ply counted."""
    status = (s.status & PLACE) | (1 << NUMBER_AT)
    return State(s.white, s.black, s.pawns, s.knights, s.diagonal, s.straight, s.kings, status)


def play(s: State, move: int) -> State:
    return unclocked(chess_play(s, move))


def skip(s: State) -> State:
    return unclocked(chess_skip(s))


def read(text: str) -> State | None:
    """A position in FEN; its clocks do not count."""
    s = read_fen(text)
    return None if s is None else unclocked(s)


# ------------------------------------------------------------------------------------- equal positions


def men(s: State) -> int:
    return popcount(s.white | s.black)


def turned(square: int, flip: int, swap: bool) -> int:
    """A square after files or ranks were flipped and, then, swapped with each other."""
    square ^= flip
    return ((square & 7) << 3) | (square >> 3) if swap else square


def written(s: State, flip: int, swap: bool) -> int:
    """The men in the order of their squares on the turned board, and the en passant square, as one number."""
    side = side_to_move(s)
    own = s.black if side else s.white
    left = s.white | s.black
    there = 0
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        there |= bit(turned(square, flip, swap))
    number, shift = 0, 0
    while there:
        square = lowest_bit(there)
        there ^= bit(square)
        # Back to where the man stands: swapped back, then flipped back.
        origin = (((square & 7) << 3) | (square >> 3)) ^ flip if swap else square ^ flip
        whose = 0 if own & bit(origin) else 1
        number |= (square | (kind_on(s, origin) << 6) | (whose << 9)) << shift
        shift += _MAN
    passant = passant_square(s)
    if passant:
        number |= turned(passant, flip, swap) << (MOST_MEN * _MAN)
    return number


def solution_key(s: State) -> int:
    """Equal for positions that are the same but for symmetry; -1 with more men, or where somebody may castle.

    Colours are swapped so that the player to move moves up the board. Then the board is turned so that his
    king stands on the left and, without pawns, in the triangle a1-d1-d4; if he stands on its long side, the
    other king below it or on it; if both are on it, the other men decide.
    """
    if castling_rights(s) or men(s) > MOST_MEN:
        return -1
    side = side_to_move(s)
    flip = 56 if side else 0
    king = king_square(s, side) ^ flip
    if king & 4:
        flip ^= 7
        king ^= 7
    if s.pawns:
        return written(s, flip, False)
    if king & 32:
        flip ^= 56
        king ^= 56
    other = king_square(s, 1 - side) ^ flip
    above = (king >> 3) - (king & 7)
    if above == 0:
        above = (other >> 3) - (other & 7)
    if above == 0:
        return min(written(s, flip, False), written(s, flip, True))
    return written(s, flip, above > 0)


# ------------------------------------------------------------------------------------------ the starts


def read_men(text: str) -> tuple[str, str]:
    """The men of White and of Black: KRK is KR and K."""
    match = re.fullmatch(r"(K[QRBNP]*)(K[QRBNP]*)", text.upper())
    if match is None or len(text) > MOST_MEN:
        raise BadInput("error.chess.men", given=text, most=MOST_MEN)
    return match[1], match[2]


def starts_of(white: str, black: str) -> range:
    """The numbers of the starts: which men, and above that where they stand."""
    extra = [(letter, WHITE) for letter in white[1:]] + [(letter, BLACK) for letter in black[1:]]
    men_code = sum((LETTERS.index(letter) + 1 | side << 3) << 4 * i for i, (letter, side) in enumerate(extra))
    kings = 32 if "P" in white + black else len(_EIGHTH)
    first = men_code << _MEN_AT
    return range(first, first + 2 * kings * 64 ** (1 + len(extra)))


def start_of(number: int) -> State:
    """The placement with that number; two kings alone where it is no position.

    White's king stands on one of the squares that are different but for symmetry, everything else anywhere.
    One function for all endings, so that it is compiled once.
    """
    men_code, number = number >> _MEN_AT, number & ((1 << _MEN_AT) - 1)
    pawns = False
    left = men_code
    while left:
        pawns = pawns or left & 7 == PAWN + 1
        left >>= 4
    side, number = number & 1, number >> 1
    if pawns:
        white_king, number = ((number & 31) >> 2) * 8 + (number & 3), number >> 5
    else:
        white_king, number = _EIGHTH[number % len(_EIGHTH)], number // len(_EIGHTH)
    s = State(bit(white_king), 0, 0, 0, 0, 0, bit(white_king), side | (1 << NUMBER_AT))
    s = with_man(s, KING, BLACK, number & 63)
    number >>= 6
    while men_code:
        s = with_man(s, (men_code & 7) - 1, (men_code >> 3) & 1, number & 63)
        men_code, number = men_code >> 4, number >> 6
    if possible(s):
        return s
    kings = bit(0) | bit(63)
    return State(bit(0), bit(63), 0, 0, 0, 0, kings, 1 << NUMBER_AT)


def with_man(s: State, kind: int, side: int, square: int) -> State:
    """One more man; on an occupied square, one of both colours, which is no position."""
    here = bit(square)
    twice = (s.white | s.black) & here
    return State(
        s.white | twice | (here if side == WHITE else 0),
        s.black | twice | (here if side == BLACK else 0),
        s.pawns | (here if kind == PAWN else 0),
        s.knights | (here if kind == KNIGHT else 0),
        s.diagonal | (here if kind in (BISHOP, QUEEN) else 0),
        s.straight | (here if kind in (ROOK, QUEEN) else 0),
        s.kings | (here if kind == KING else 0),
        s.status,
    )


def first_start(starts: range) -> State:
    """A start to show: the men far from each other in the order of numbers, White to move with a choice."""
    tried = (start_of(starts[2 * (i * _STEP % (len(starts) // 2))]) for i in range(1, _TRIES))
    some = [s for s in tried if men(s) == 2 + _extra(starts)]
    return next((s for s in some if not over(s)), some[0])


def _extra(starts: range) -> int:
    """How many men there are besides the kings."""
    return ((starts[0] >> _MEN_AT).bit_length() + 3) // 4


def possible(s: State) -> bool:
    """Each man has a square, pawns not on the last ranks, and who has just moved is not in check."""
    if s.white & s.black or s.pawns & LAST_RANKS:
        return False
    side = side_to_move(s)
    own = s.black if side else s.white
    return attackers(s, king_square(s, 1 - side), s.white | s.black) & own == 0
