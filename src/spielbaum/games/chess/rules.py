"""The rules of chess: which moves are legal, what they do, when the game is over.

A move is a number: the square it leaves, 64 times the square it reaches, and 4096 times the piece that a
pawn becomes (KNIGHT to QUEEN). A castling king moves two squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from spielbaum.bits import lowest_bit, popcount, shift_left
from spielbaum.games.chess.board import (
    BLACK_LONG,
    BLACK_SHORT,
    CLOCK_AT,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    LAST_RANKS,
    LIGHT,
    NUMBER_AT,
    PASSANT_AT,
    PAWN_ATTACKS,
    PLACE,
    QUEEN,
    WHITE_LONG,
    WHITE_SHORT,
    State,
    attackers,
    between,
    bit,
    castling_rights,
    clock,
    diagonal_attacks,
    king_square,
    line_through,
    move_number,
    passant_square,
    side_to_move,
    status_of,
    straight_attacks,
)

#: The game is drawn after so many plies without a capture or a pawn move.
FIFTY_MOVES = 100

# The squares between king and rook; the king passes the nearer two of them.
_SHORT_GAP, _LONG_GAP = bit(5) | bit(6), bit(1) | bit(2) | bit(3)

#: The castling rights that end when a piece leaves the square or reaches it.
_ENDS_RIGHTS = np.zeros(64, np.int64)
_ENDS_RIGHTS[[0, 4, 7]] = WHITE_LONG, WHITE_LONG | WHITE_SHORT, WHITE_SHORT
_ENDS_RIGHTS[[56, 60, 63]] = BLACK_LONG, BLACK_LONG | BLACK_SHORT, BLACK_SHORT


def move_of(origin: int, target: int, becomes: int) -> int:
    return origin | (target << 6) | (becomes << 12)


def origin_of(move: int) -> int:
    return move & 63


def target_of(move: int) -> int:
    return (move >> 6) & 63


def becomes(move: int) -> int:
    """The kind of piece that the pawn becomes; 0 where it stays one."""
    return move >> 12


# ------------------------------------------------------------------------------------------ legal moves


class Sight(NamedTuple):
    """What the player to move has to know before moving a piece."""

    side: int
    own: int
    other: int
    occupied: int
    king: int
    checkers: int
    #: Own pieces that may move only on the line through the king.
    pinned: int
    #: Where pieces other than the king may go: not onto own ones, and in check only where that ends it.
    allowed: int


def sight(s: State) -> Sight:
    side = side_to_move(s)
    own, other = (s.black, s.white) if side else (s.white, s.black)
    occupied = own | other
    king = lowest_bit(s.kings & own)
    checkers = attackers(s, king, occupied) & other
    # Pieces that would attack the king if own pieces were not there.
    snipers = (
        (diagonal_attacks(king, other) & s.diagonal) | (straight_attacks(king, other) & s.straight)
    ) & other
    snipers &= ~checkers
    pinned = 0
    while snipers:
        sniper = lowest_bit(snipers)
        snipers ^= bit(sniper)
        shield = between(king, sniper) & own
        if popcount(shield) == 1:
            pinned |= shield
    allowed = ~own
    if checkers:
        allowed = 0
        if popcount(checkers) == 1:
            allowed = checkers | between(king, lowest_bit(checkers))
    return Sight(side, own, other, occupied, king, checkers, pinned, allowed)


def targets(s: State, v: Sight, square: int) -> int:
    """Where the own piece on this square may go."""
    here = bit(square)
    if here & s.kings:
        return _king_targets(s, v)
    reached = 0
    if here & s.pawns:
        reached = _pawn_targets(v, square)
    elif here & s.knights:
        reached = int(KNIGHT_ATTACKS[square])
    else:
        if here & s.diagonal:
            reached = diagonal_attacks(square, v.occupied)
        if here & s.straight:
            reached |= straight_attacks(square, v.occupied)
    reached &= v.allowed
    if here & v.pinned:
        reached &= line_through(v.king, square)
    passant = passant_square(s)
    if passant and here & s.pawns and passant_legal(s, v.side, square, passant):
        reached |= bit(passant)
    return reached


def _pawn_targets(v: Sight, square: int) -> int:
    here = bit(square)
    if v.side:
        step = (here >> 8) & ~v.occupied
        double = ((step & (0xFF << 40)) >> 8) & ~v.occupied
    else:
        step = shift_left(here, 8) & ~v.occupied
        double = ((step & (0xFF << 16)) << 8) & ~v.occupied
    return step | double | (int(PAWN_ATTACKS[64 * v.side + square]) & v.other)


def passant_legal(s: State, side: int, square: int, passant: int) -> bool:
    """Whether the pawn of `side` on `square` may capture en passant on `passant`.

    Two pawns leave their squares at once, so neither pins nor checks say enough: look at the king after it.
    """
    if not int(PAWN_ATTACKS[64 * side + square]) & bit(passant):
        return False
    taken = bit(passant ^ 8)
    after = ((s.white | s.black) & ~(bit(square) | taken)) | bit(passant)
    other = (s.white if side else s.black) & ~taken
    return attackers(s, king_square(s, side), after) & other == 0


def _king_targets(s: State, v: Sight) -> int:
    reached = 0
    left = int(KING_ATTACKS[v.king]) & ~v.own
    without_king = v.occupied & ~bit(v.king)
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        if attackers(s, square, without_king) & v.other == 0:
            reached |= bit(square)
    rights = (castling_rights(s) >> (2 * v.side)) & 3
    if rights and v.checkers == 0:
        # The square that the king passes is among those just tested.
        row = 56 * v.side
        if rights & WHITE_SHORT and v.occupied & shift_left(_SHORT_GAP, row) == 0:
            if reached & bit(v.king + 1) and attackers(s, v.king + 2, v.occupied) & v.other == 0:
                reached |= bit(v.king + 2)
        if rights & WHITE_LONG and v.occupied & shift_left(_LONG_GAP, row) == 0:
            if reached & bit(v.king - 1) and attackers(s, v.king - 2, v.occupied) & v.other == 0:
                reached |= bit(v.king - 2)
    return reached


def moves(s: State) -> Iterator[int]:
    v = sight(s)
    pieces = v.own if popcount(v.checkers) < 2 else s.kings & v.own
    while pieces:
        origin = lowest_bit(pieces)
        pieces ^= bit(origin)
        reached = targets(s, v, origin)
        promotes = bit(origin) & s.pawns and reached & LAST_RANKS
        while reached:
            target = lowest_bit(reached)
            reached ^= bit(target)
            kind = QUEEN if promotes else 0
            yield move_of(origin, target, kind)
            while kind > KNIGHT:
                kind -= 1
                yield move_of(origin, target, kind)


def can_move(s: State) -> bool:
    v = sight(s)
    pieces = v.own
    while pieces:
        square = lowest_bit(pieces)
        pieces ^= bit(square)
        if targets(s, v, square):
            return True
    return False


def in_check(s: State) -> bool:
    side = side_to_move(s)
    return attackers(s, king_square(s, side), s.white | s.black) & (s.white if side else s.black) != 0


# ----------------------------------------------------------------------------------------- playing them


def play(s: State, move: int) -> State:
    origin, target, kind = origin_of(move), target_of(move), becomes(move)
    here, there = bit(origin), bit(target)
    side = side_to_move(s)
    own, other = (s.black, s.white) if side else (s.white, s.black)
    pawns, knights, diagonal, straight, kings = s.pawns, s.knights, s.diagonal, s.straight, s.kings
    quiet = True
    passant = 0

    # 1. What is captured leaves the board.
    taken = there & other
    if here & pawns:
        quiet = False
        if target == passant_square(s) and target:
            taken = bit(target ^ 8)
    if taken:
        quiet = False
        other &= ~taken
        pawns &= ~taken
        knights &= ~taken
        diagonal &= ~taken
        straight &= ~taken

    # 2. The piece moves.
    moved = here | there
    own ^= moved
    if here & pawns:
        if kind:
            pawns ^= here
            if kind == KNIGHT:
                knights |= there
            elif kind == QUEEN:
                diagonal |= there
                straight |= there
            elif kind == KNIGHT + 1:
                diagonal |= there
            else:
                straight |= there
        else:
            pawns ^= moved
            if (origin ^ target) == 16:
                passant = (origin + target) >> 1
    elif here & knights:
        knights ^= moved
    elif here & kings:
        kings ^= moved
        if abs(target - origin) == 2:  # castling: the rook jumps over the king
            rook = bit(target + 1 if target > origin else target - 2) | bit((origin + target) >> 1)
            own ^= rook
            straight ^= rook
    else:
        if here & diagonal:
            diagonal ^= moved
        if here & straight:
            straight ^= moved

    # 3. The other player is next.
    rights = castling_rights(s)
    if rights:
        rights &= ~(int(_ENDS_RIGHTS[origin]) | int(_ENDS_RIGHTS[target]))
    since = min(clock(s) + 1, 255) if quiet else 0
    status = status_of(1 - side, rights, 0, since, move_number(s) + side)
    white, black = (other, own) if side else (own, other)
    after = State(white, black, pawns, knights, diagonal, straight, kings, status)
    if passant:
        after = with_passant(after, passant)
    return after


def with_passant(s: State, passant: int) -> State:
    """The state with that en passant square, where the player to move can capture there."""
    side = side_to_move(s)
    # The squares from which a pawn captures are those that a pawn of the other side there attacks.
    near = int(PAWN_ATTACKS[64 * (1 - side) + passant]) & s.pawns & (s.black if side else s.white)
    while near:
        square = lowest_bit(near)
        near ^= bit(square)
        if passant_legal(s, side, square, passant):
            status = s.status | (passant << PASSANT_AT)
            return State(s.white, s.black, s.pawns, s.knights, s.diagonal, s.straight, s.kings, status)
    return s


def skip(s: State) -> State:
    """A null move; the state as it is where that is not allowed (check) or may help (only pawns left)."""
    side = side_to_move(s)
    own = s.black if side else s.white
    if (s.knights | s.diagonal | s.straight) & own == 0 or in_check(s):
        return s
    status = ((s.status ^ 1) & (PLACE >> (CLOCK_AT - PASSANT_AT))) | (s.status & ~PLACE)
    status += (1 << CLOCK_AT) if clock(s) < 255 else 0
    status += side << NUMBER_AT
    return State(s.white, s.black, s.pawns, s.knights, s.diagonal, s.straight, s.kings, status)


# ------------------------------------------------------------------------------------------- the end


def insufficient(s: State) -> bool:
    """Neither side can ever give mate: bare kings, one minor piece, or bishops on one colour only."""
    if s.pawns | s.straight:
        return False
    if popcount(s.knights | s.diagonal) <= 1:
        return True
    return s.knights == 0 and (s.diagonal & LIGHT == 0 or s.diagonal & ~LIGHT == 0)


def over(s: State) -> bool:
    return clock(s) >= FIFTY_MOVES or insufficient(s) or not can_move(s)


def utility(s: State) -> int:
    """±1 for checkmate, which counts even on the last move of the fifty; else a draw."""
    if in_check(s) and not can_move(s):
        return 1 if side_to_move(s) else -1
    return 0


def key(s: State) -> tuple[int, int, int, int, int, int, int]:
    """All but the clocks. The kings are what the other sets leave over."""
    return (s.white, s.black, s.pawns, s.knights, s.diagonal, s.straight, s.status & PLACE)
