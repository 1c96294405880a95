"""Captures: who wins an exchange, which moves come first, which are worth a look beyond the depth limit."""

from __future__ import annotations

from collections.abc import Iterator

from spielbaum.bits import lowest_bit
from spielbaum.games.chess.board import (
    BISHOP,
    KING,
    KNIGHT,
    LAST_RANKS,
    PAWN,
    QUEEN,
    ROOK,
    State,
    attackers,
    bit,
    diagonal_attacks,
    kind_on,
    passant_square,
    side_to_move,
    straight_attacks,
)
from spielbaum.games.chess.legal import becomes, king_steps, move_of, origin_of, sight, target_of, targets
from spielbaum.tables import table

#: What the kinds of pieces are worth in an exchange, PAWN to KING. A king is never given up.
WORTH = table([100, 320, 330, 500, 950, 30_000])

#: Among the moves to be searched first, captures of large pieces by small ones; last, what loses material.
_GOOD, _BAD = 1_000, -1_000


def captured_kind(s: State, move: int) -> int:
    """The kind of piece that the move takes; -1 for none."""
    target = target_of(move)
    # Of the other side: in Chess960 a king castles by moving to its rook.
    if (s.white if side_to_move(s) else s.black) & bit(target):
        return kind_on(s, target)
    return PAWN if target == passant_square(s) and target and s.pawns & bit(origin_of(move)) else -1


def _least(s: State, some: int) -> int:
    """The kind of the least valuable among these pieces."""
    if some & s.pawns:
        return PAWN
    if some & s.knights:
        return KNIGHT
    if some & s.diagonal & ~s.straight:
        return BISHOP
    if some & s.straight & ~s.diagonal:
        return ROOK
    return QUEEN if some & s.diagonal else KING


def _of_kind(s: State, kind: int) -> int:
    if kind == PAWN:
        return s.pawns
    if kind == KNIGHT:
        return s.knights
    if kind == KING:
        return s.kings
    if kind == QUEEN:
        return s.diagonal & s.straight
    return s.diagonal & ~s.straight if kind == BISHOP else s.straight & ~s.diagonal


def gains(s: State, move: int, least: int) -> bool:
    """Static exchange evaluation: whether the mover comes out at least `least` ahead on the target square.

    Both sides take with the least valuable piece and stop when going on would cost them; pins are ignored.
    """
    origin, target, kind = origin_of(move), target_of(move), becomes(move)
    victim, piece = captured_kind(s, move), kind_on(s, origin)
    surplus = (int(WORTH[victim]) if victim >= 0 else 0) - least
    if kind:
        surplus += int(WORTH[kind]) - int(WORTH[PAWN])
        piece = kind
    if surplus < 0:  # not even if nothing takes back
        return False
    # What the player who has just taken falls short of his aim if his piece is taken now.
    risk = int(WORTH[piece]) - surplus
    if risk <= 0:
        return True
    occupied = ((s.white | s.black) & ~bit(origin)) | bit(target)
    if victim == PAWN and target == passant_square(s):
        occupied &= ~bit(target ^ 8)
    around = attackers(s, target, occupied) & occupied
    side = side_to_move(s)
    mover_wins = True
    while True:
        side = 1 - side
        takers = around & (s.black if side else s.white)
        if not takers:
            return mover_wins
        mover_wins = not mover_wins
        kind = _least(s, takers)
        if kind == KING and around & (s.white if side else s.black):
            return not mover_wins  # a king may not take what is defended
        risk = int(WORTH[kind]) - risk
        # The mover wins at a gain of exactly `least`, so equality counts for him.
        if risk < 0 or (risk == 0 and mover_wins):
            return mover_wins
        occupied &= ~bit(lowest_bit(takers & _of_kind(s, kind)))
        if kind in (PAWN, BISHOP, QUEEN):
            around |= diagonal_attacks(target, occupied) & s.diagonal
        if kind in (ROOK, QUEEN):
            around |= straight_attacks(target, occupied) & s.straight
        around &= occupied


def order(s: State, move: int) -> int:
    """Captures of large pieces by small ones first; what loses material last; the others are equal.

    Equal, so that what the search learns about quiet moves decides there.
    """
    victim, kind = captured_kind(s, move), becomes(move)
    if victim < 0 and kind == 0:
        return 0
    if kind and kind != QUEEN:
        return _BAD
    piece = kind_on(s, origin_of(move))
    rank = 16 * (victim + 1 + kind) - piece
    if (victim < 0 or WORTH[piece] > WORTH[victim]) and not gains(s, move, 0):
        return _BAD + rank
    return _GOOD + rank


def order_reason(s: State, move: int) -> str:
    """What `order` sees in a move."""
    if becomes(move):
        return "promotion"
    return "capture" if captured_kind(s, move) >= 0 else ""


def noisy(s: State) -> Iterator[int]:
    """Captures and promotions to a queen that do not lose material."""
    v = sight(s)
    pieces = v.own
    while pieces:
        origin = lowest_bit(pieces)
        pieces ^= bit(origin)
        # The king's other steps are left out before they are tested for attacks.
        reached = king_steps(s, v, v.other) if origin == v.king else targets(s, v, origin)
        kind = 0
        if bit(origin) & s.pawns:
            passant = passant_square(s)
            reached &= v.other | LAST_RANKS | (bit(passant) if passant else 0)
            kind = QUEEN if reached & LAST_RANKS else 0
        else:
            reached &= v.other
        while reached:
            target = lowest_bit(reached)
            reached ^= bit(target)
            move = move_of(origin, target, kind)
            if gains(s, move, 0):
                yield move


def dynamic(s: State) -> bool:
    """There is such a move."""
    for _ in noisy(s):
        return True
    return False
