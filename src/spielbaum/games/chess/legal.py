"""The legal moves of chess.

A move is a number: the square it leaves, 64 times the square it reaches, and 4096 times the piece that a
pawn becomes (KNIGHT to QUEEN). A castling king moves two squares, in Chess960 to the square of its rook.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum.bits import lowest_bit, popcount, shift_left
from spielbaum.games.chess.board import (
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    LAST_RANKS,
    PAWN_ATTACKS,
    QUEEN,
    WHITE_LONG,
    WHITE_SHORT,
    State,
    attackers,
    between,
    bit,
    castling_rights,
    castling_rook,
    diagonal_attacks,
    is_chess960,
    king_square,
    line_through,
    passant_square,
    side_to_move,
    straight_attacks,
)

# The squares between king and rook; the king passes the nearer two of them.
_SHORT_GAP, _LONG_GAP = bit(5) | bit(6), bit(1) | bit(2) | bit(3)


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


def king_steps(s: State, v: Sight, among: int) -> int:
    """Which of these squares the king can step to."""
    reached = 0
    left = int(KING_ATTACKS[v.king]) & among
    without_king = v.occupied & ~bit(v.king)
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        if attackers(s, square, without_king) & v.other == 0:
            reached |= bit(square)
    return reached


def _king_targets(s: State, v: Sight) -> int:
    reached = king_steps(s, v, ~v.own)
    rights = (castling_rights(s) >> (2 * v.side)) & 3
    if rights and v.checkers == 0 and is_chess960(s):
        for far in range(2):
            if rights & (WHITE_LONG if far else WHITE_SHORT) and can_castle(
                s, v, castling_rook(s, 2 * v.side + far)
            ):
                reached |= bit(castling_rook(s, 2 * v.side + far))
    elif rights and v.checkers == 0:
        # The square that the king passes is among those just tested.
        row = 56 * v.side
        if rights & WHITE_SHORT and v.occupied & shift_left(_SHORT_GAP, row) == 0:
            if reached & bit(v.king + 1) and attackers(s, v.king + 2, v.occupied) & v.other == 0:
                reached |= bit(v.king + 2)
        if rights & WHITE_LONG and v.occupied & shift_left(_LONG_GAP, row) == 0:
            if reached & bit(v.king - 1) and attackers(s, v.king - 2, v.occupied) & v.other == 0:
                reached |= bit(v.king - 2)
    return reached


def castled(king: int, rook: int) -> tuple[int, int]:
    """In Chess960, where king and rook come to stand: where they do in usual chess, wherever they began."""
    row = king & 56
    return (row + 6, row + 5) if rook > king else (row + 2, row + 3)


def can_castle(s: State, v: Sight, rook: int) -> bool:
    """Whether the king, who is not in check, may castle with that rook in Chess960.

    All squares that either of them passes or reaches must be empty but for these two, and the king must not
    pass or reach one that is attacked, also not because its own rook has left.
    """
    king_to, rook_to = castled(v.king, rook)
    others = v.occupied & ~(bit(v.king) | bit(rook))
    king_path = between(v.king, king_to) | bit(king_to)
    if others & (king_path | between(rook, rook_to) | bit(rook_to)):
        return False
    left = king_path & ~bit(king_to) & ~bit(v.king)
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        if attackers(s, square, v.occupied & ~bit(v.king)) & v.other:
            return False
    return attackers(s, king_to, others | bit(rook_to)) & v.other == 0


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
