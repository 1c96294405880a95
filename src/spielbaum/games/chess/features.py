"""What the evaluation of chess counts: features of each side, times their weights.

Each side is looked at as if it played upwards (Black's board is turned over), so every feature is written
once. All is linear in the weights: given numbers they yield a value, given unit vectors the features.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from spielbaum.bits import flip_rows, lowest_bit, popcount, shift_left, shift_right, times
from spielbaum.games.chess.board import (
    A_FILE,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LIGHT,
    State,
    bit,
    diagonal_attacks,
    side_to_move,
    straight_attacks,
)
from spielbaum.games.chess.weights import Weights

H_FILE = shift_left(A_FILE, 7)
_NOT_A, _NOT_H = ~A_FILE, ~H_FILE
_SEVENTH = 0xFF << 48
#: Ranks four to six, where a knight that no pawn can drive away is strong.
_OUTPOSTS = (0xFF << 24) | (0xFF << 32) | (0xFF << 40)
#: 0 on the rim of the board to 6 in the middle.
CENTRE = np.array([min(x, 7 - x) + min(y, 7 - y) for y in range(8) for x in range(8)], np.int64)
#: What a passed pawn promises, by its rank.
_PROMISE = np.array([0, 0, 1, 3, 6, 11, 17, 0], np.int64)


class Side(NamedTuple):
    """One side's pieces, playing upwards, and the other's."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    king: int
    own: int
    their_pawns: int
    their_king: int
    their_pieces: int
    occupied: int
    #: The squares that pawns attack.
    pawn_attacks: int
    their_pawn_attacks: int


def upwards(pawns: int) -> int:
    """What pawns that play upwards attack."""
    return shift_left(pawns & _NOT_A, 7) | shift_left(pawns & _NOT_H, 9)


def downwards(pawns: int) -> int:
    return ((pawns & _NOT_H) >> 7) | ((pawns & _NOT_A) >> 9)


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


def beside(squares: int) -> int:
    """The squares and their neighbours to the left and right."""
    return squares | shift_left(squares & _NOT_H, 1) | ((squares & _NOT_A) >> 1)


def white_side(s: State) -> Side:
    queens = s.diagonal & s.straight
    pawns, theirs = s.pawns & s.white, s.pawns & s.black
    return Side(
        pawns,
        s.knights & s.white,
        s.diagonal & s.white & ~queens,
        s.straight & s.white & ~queens,
        queens & s.white,
        lowest_bit(s.kings & s.white),
        s.white,
        theirs,
        lowest_bit(s.kings & s.black),
        s.black & ~theirs,
        s.white | s.black,
        upwards(pawns),
        downwards(theirs),
    )


def turned(s: State) -> State:
    """The colours exchanged and the board turned over; the clocks and who moves stay as they are."""
    return State(
        flip_rows(s.black),
        flip_rows(s.white),
        flip_rows(s.pawns),
        flip_rows(s.knights),
        flip_rows(s.diagonal),
        flip_rows(s.straight),
        flip_rows(s.kings),
        s.status,
    )


# ------------------------------------------------------------------------------ the features of one side


def material(w: Weights, me: Side) -> Any:
    """What the pieces are worth by themselves."""
    return (
        w.pawn * popcount(me.pawns)
        + w.knight * popcount(me.knights)
        + w.bishop * popcount(me.bishops)
        + w.rook * popcount(me.rooks)
        + w.queen * popcount(me.queens)
    )


def bishop_pair(w: Weights, me: Side) -> Any:
    """Bishops on both colours."""
    return w.bishop_pair * (1 if me.bishops & LIGHT and me.bishops & ~LIGHT else 0)


def placement(w: Weights, me: Side) -> Any:
    """Pieces near the centre, pawns ahead, rooks on the seventh, knights that no pawn can drive away."""
    value = (
        w.king_centre * int(CENTRE[me.king])
        + w.king_advance * (me.king >> 3)
        + w.rook_seventh * popcount(me.rooks & _SEVENTH)
    )
    advance, centre, left = 0, 0, me.pawns
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        advance += (square >> 3) - 1
        centre += int(CENTRE[square])
    value += w.pawn_advance * advance + w.pawn_centre * centre
    # Squares that a pawn of theirs attacks now or after advancing.
    in_reach = below(me.their_pawns)
    in_reach = shift_left(in_reach & _NOT_H, 1) | ((in_reach & _NOT_A) >> 1)
    value += w.outpost * popcount(me.knights & _OUTPOSTS & me.pawn_attacks & ~in_reach)
    return value


def pieces(w: Weights, me: Side) -> Any:
    """Mobility, placement of the pieces, their attack on the king, and what they attack undefended."""
    free = ~(me.own | me.their_pawn_attacks)
    ring = int(KING_ATTACKS[me.their_king])
    ring |= shift_right(ring, 8)
    knight_moves, bishop_moves, rook_moves, queen_moves = 0, 0, 0, 0
    knight_centre, bishop_centre, queen_centre = 0, 0, 0
    attackers, force, all_attacks = 0, 0, 0
    left = me.knights
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        attacks = int(KNIGHT_ATTACKS[square])
        knight_moves += popcount(attacks & free) - 4
        knight_centre += int(CENTRE[square])
        all_attacks |= attacks
        if attacks & ring:
            attackers += 1
            force += 2
    left = me.bishops
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        attacks = diagonal_attacks(square, me.occupied & ~me.queens)
        bishop_moves += popcount(attacks & free) - 6
        bishop_centre += int(CENTRE[square])
        all_attacks |= attacks
        if attacks & ring:
            attackers += 1
            force += 2
    left = me.rooks
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        attacks = straight_attacks(square, me.occupied & ~(me.rooks | me.queens))
        rook_moves += popcount(attacks & free) - 7
        all_attacks |= attacks
        if attacks & ring:
            attackers += 1
            force += 3
    left = me.queens
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        attacks = diagonal_attacks(square, me.occupied) | straight_attacks(square, me.occupied)
        queen_moves += popcount(attacks & free) - 13
        queen_centre += int(CENTRE[square])
        all_attacks |= attacks
        if attacks & ring:
            attackers += 1
            force += 5
    return (
        w.knight_mobility * knight_moves
        + w.bishop_mobility * bishop_moves
        + w.rook_mobility * rook_moves
        + w.queen_mobility * queen_moves
        + w.knight_centre * knight_centre
        + w.bishop_centre * bishop_centre
        + w.queen_centre * queen_centre
        # Two attackers are more than twice one.
        + w.king_attack * (force * attackers if attackers > 1 else 0)
        + w.loose_piece * popcount(all_attacks & me.their_pieces & ~me.their_pawn_attacks)
    )


def pawns(w: Weights, me: Side) -> Any:
    """Weak pawns (doubled, isolated) and supported ones; passed ones by rank, and which king is nearer."""
    own = me.pawns
    files = files_of(own)
    lonely = ~((files << 1) | (files >> 1)) & 0xFF
    value = (
        w.doubled * popcount(own & below(own))
        + w.isolated * popcount(own & times(A_FILE, lonely))
        + w.supported * popcount(own & (me.pawn_attacks | shift_left(own & _NOT_H, 1)))
    )
    ahead_free = own & ~below(own) & ~beside(below(me.their_pawns))
    promise, blocked, escort = 0, 0, 0
    while ahead_free:
        square = lowest_bit(ahead_free)
        ahead_free ^= bit(square)
        rank = square >> 3
        step = square + 8
        promise += int(_PROMISE[rank])
        if me.occupied & bit(step):
            blocked += rank - 1
        escort += (_distance(me.their_king, step) - _distance(me.king, step)) * (rank - 1)
    return value + w.passed * promise + w.passed_blocked * blocked + w.passed_escort * escort


def _distance(one: int, other: int) -> int:
    """How many moves a king needs."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def rooks(w: Weights, me: Side) -> Any:
    """Rooks on files without pawns, or without own ones."""
    own_files, their_files = files_of(me.pawns), files_of(me.their_pawns)
    without_own = times(A_FILE, ~own_files & 0xFF)
    without_any = times(A_FILE, ~(own_files | their_files) & 0xFF)
    return w.open_file * popcount(me.rooks & without_any) + w.half_open_file * popcount(
        me.rooks & without_own & ~without_any
    )


def king(w: Weights, me: Side) -> Any:
    """Own pawns in front of the king, and files beside him that have none."""
    front = beside(bit(me.king))
    front = shift_left(front, 8) | shift_left(front, 16)
    near = beside(bit(me.king & 7)) & 0xFF
    return w.shelter * popcount(front & me.pawns) + w.bare_file * popcount(near & ~files_of(me.pawns))


def threats(w: Weights, me: Side) -> Any:
    """Pieces that a pawn attacks."""
    return w.pawn_threat * popcount(me.pawn_attacks & me.their_pieces)


def one_side(w: Weights, me: Side) -> Any:
    return (
        material(w, me)
        + bishop_pair(w, me)
        + placement(w, me)
        + pieces(w, me)
        + pawns(w, me)
        + rooks(w, me)
        + king(w, me)
        + threats(w, me)
    )


def balance(w: Weights, s: State) -> Any:
    """White's features less Black's, weighed; the player to move is a tempo ahead."""
    white, black = one_side(w, white_side(s)), one_side(w, white_side(turned(s)))
    return white - black + w.tempo * (1 - 2 * side_to_move(s))
