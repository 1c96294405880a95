"""What the evaluation of chess counts around the kings; see `features.py` for how it is written."""

from __future__ import annotations

from typing import Any

from spielbaum.bits import lowest_bit, popcount, shift_left, shift_right
from spielbaum.games.chess.board import A_FILE, KNIGHT_ATTACKS, bit, diagonal_attacks, straight_attacks
from spielbaum.games.chess.sides import Side, Sight, files_of, neighbours, upward
from spielbaum.games.chess.weights import AT, DANGERS, DANGERS_WITHOUT_QUEEN

_UPPER_HALF = -1 << 32
#: What adds to the danger: safe checks by the kind of piece, others, pieces that shield the king, bare files.
_KNIGHT_CHECK, _BISHOP_CHECK, _ROOK_CHECK, _QUEEN_CHECK, _OTHER_CHECK = 8, 4, 9, 8, 1
_SHIELD, _BARE_FILE = 3, 2


def shelter(w: Any, me: Side) -> Any:
    """On the king's file and beside it: how far the next own pawn is, and how far theirs have come."""
    middle = min(max(me.king & 7, 1), 6)
    rank = me.king >> 3
    above = shift_left(-1, 8 * rank)
    value = w[AT.castling + me.castling] * 1
    for file in range(middle - 1, middle + 2):
        line = shift_left(A_FILE, file) & above
        own, other = line & me.pawns, line & me.their_pawns
        ahead = (lowest_bit(own) >> 3) - rank if own else 0
        value += w[AT.shelter + 8 * min(file, 7 - file) + ahead]
        if other:
            nearest = lowest_bit(other)
            value += w[
                (AT.storm_stopped if me.pawns & shift_right(bit(nearest), 8) else AT.storm)
                + (nearest >> 3)
                - rank
            ]
    return value


def danger(w: Any, me: Side, mine: Sight, theirs: Sight) -> Any:
    """Attacks on the squares around their king, on his wing, checks, pieces bound to shield him, open files.

    All are counted together, since an attack of several is worth more than its parts.
    """
    king = me.their_king
    straight, diagonal = straight_attacks(king, me.occupied), diagonal_attacks(king, me.occupied)
    checks = ~me.own & (
        (int(KNIGHT_ATTACKS[king]) & mine.knights) | (diagonal & mine.bishops) | (straight & mine.rooks)
    )
    safe = ~me.own & (~theirs.any | (mine.twice & ~theirs.without_king))
    count = mine.force + mine.hits + me.to_move
    if int(KNIGHT_ATTACKS[king]) & mine.knights & safe:
        count += _KNIGHT_CHECK
    if diagonal & mine.bishops & safe:
        count += _BISHOP_CHECK
    if straight & mine.rooks & safe:
        count += _ROOK_CHECK
    if (straight | diagonal) & mine.queens & safe:
        count += _QUEEN_CHECK
    if checks & ~safe:
        count += _OTHER_CHECK
    # What is attacked only once the pieces that stand next to the king on a line are gone.
    behind = straight_attacks(king, me.occupied & ~(straight & ~me.own)) & ~straight & (me.rooks | me.queens)
    behind |= (
        diagonal_attacks(king, me.occupied & ~(diagonal & ~me.own)) & ~diagonal & (me.bishops | me.queens)
    )
    near = bit(king & 7)
    near |= neighbours(near) & 0xFF
    wing_of_king = upward((near | neighbours(near)) & 0xFF) & _UPPER_HALF
    count += (
        _SHIELD * popcount(behind)
        + _BARE_FILE * popcount(near & ~files_of(me.their_pawns))
        + popcount(mine.twice & wing_of_king)
    )
    if me.queens:
        return w[AT.danger + min(count >> 1, DANGERS - 1)]
    return w[AT.danger_without_queen + min(count >> 1, DANGERS_WITHOUT_QUEEN - 1)]
