"""What the evaluation of chess counts: features of each side, times their weights.

All is linear in the weights: given numbers they yield a value, given unit vectors the features themselves.
`w[AT.name + i]` is the weight of entry i of a table, `w[AT.name] * n` that of n such things.
"""

from __future__ import annotations

from typing import Any

from spielbaum.bits import flip_rows, lowest_bit, popcount, shift_left, shift_right
from spielbaum.games.chess.board import (
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LIGHT,
    State,
    bit,
    diagonal_attacks,
    side_to_move,
    straight_attacks,
)
from spielbaum.games.chess.king_safety import danger, shelter
from spielbaum.games.chess.sides import (
    NOT_A,
    NOT_H,
    Side,
    Sight,
    below,
    distance,
    files_of,
    neighbours,
    turned,
    upward,
    upwards,
    white_side,
)
from spielbaum.games.chess.weights import AT

#: Ranks four to six, where a piece that no pawn can drive away is strong.
_OUTPOSTS = (0xFF << 24) | (0xFF << 32) | (0xFF << 40)
_THIRD = 0xFF << 16
#: How much pieces that look at the squares around their king add to the danger that he is in.
_KNIGHT_FORCE, _BISHOP_FORCE, _ROOK_FORCE, _QUEEN_FORCE = 3, 3, 1, 2


# ------------------------------------------------------------------------------------------------- material


def material(w: Any, me: Side) -> Any:
    """What the pieces are worth by themselves, and with more or fewer pawns around them."""
    pawns, knights, rooks = popcount(me.pawns), popcount(me.knights), popcount(me.rooks)
    return (
        w[AT.pawn] * pawns
        + w[AT.knight] * knights
        + w[AT.bishop] * popcount(me.bishops)
        + w[AT.rook] * rooks
        + w[AT.queen] * popcount(me.queens)
        + w[AT.knight_and_pawns] * (knights * (pawns - 5))
        + w[AT.rook_and_pawns] * (rooks * (pawns - 5))
    )


def bishop_pair(w: Any, me: Side) -> Any:
    """Bishops on both colours."""
    return w[AT.bishop_pair] * (1 if me.bishops & LIGHT and me.bishops & ~LIGHT else 0)


# ----------------------------------------------------------------------------------- the pieces one by one


def wing(king: int) -> int:
    """What mirrors a square where the king stands on the left wing, so that he always stands on the right."""
    return 0 if king & 4 else 7


def pieces(w: Any, me: Side) -> Any:
    """Where the pieces stand and how many squares they can go to; with it, what they attack."""
    free = ~(me.own | me.their_pawn_attacks)
    ring = me.ring
    by_king = int(KING_ATTACKS[me.king])
    twice = (by_king & me.pawn_attacks) | (shift_left(me.pawns & NOT_A, 7) & shift_left(me.pawns & NOT_H, 9))
    anything = me.pawn_attacks | by_king
    force, hits = 0, 0
    mine, theirs = wing(me.king), wing(me.their_king)
    value = w[AT.king_square + (me.king ^ mine)] + w[AT.king_square_theirs + (me.king ^ theirs)]
    by_knights, left = 0, me.knights
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        attacks = int(KNIGHT_ATTACKS[square])
        value += w[AT.knight_square + (square ^ mine)] + w[AT.knight_square_theirs + (square ^ theirs)]
        value += w[AT.knight_mobility + popcount(attacks & free)]
        by_knights |= attacks
        twice |= anything & attacks
        anything |= attacks
        if attacks & ring:
            force += _KNIGHT_FORCE
            hits += popcount(attacks & ring)
    by_bishops, left = 0, me.bishops
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        attacks = diagonal_attacks(square, me.occupied & ~me.queens)
        value += w[AT.bishop_square + (square ^ mine)] + w[AT.bishop_square_theirs + (square ^ theirs)]
        value += w[AT.bishop_mobility + popcount(attacks & free)]
        by_bishops |= attacks
        twice |= anything & attacks
        anything |= attacks
        if attacks & ring:
            force += _BISHOP_FORCE
            hits += popcount(attacks & ring)
    by_rooks, left = 0, me.rooks
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        attacks = straight_attacks(square, me.occupied & ~(me.rooks | me.queens))
        value += w[AT.rook_square + (square ^ mine)] + w[AT.rook_square_theirs + (square ^ theirs)]
        value += w[AT.rook_mobility + popcount(attacks & free)]
        by_rooks |= attacks
        twice |= anything & attacks
        anything |= attacks
        if attacks & ring:
            force += _ROOK_FORCE
            hits += popcount(attacks & ring)
    by_queens, left = 0, me.queens
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        attacks = diagonal_attacks(square, me.occupied) | straight_attacks(square, me.occupied)
        value += w[AT.queen_square + (square ^ mine)] + w[AT.queen_square_theirs + (square ^ theirs)]
        value += w[AT.queen_mobility + popcount(attacks & free)]
        by_queens |= attacks
        twice |= anything & attacks
        anything |= attacks
        if attacks & ring:
            force += _QUEEN_FORCE
            hits += popcount(attacks & ring)
    without_king = me.pawn_attacks | by_knights | by_bishops | by_rooks | by_queens
    sight = Sight(by_knights, by_bishops, by_rooks, by_queens, anything, twice, without_king, force, hits)
    return value, sight


def posts(w: Any, me: Side) -> Any:
    """Knights and bishops that no pawn can drive away or that a pawn shields; bishops beside own pawns."""
    # Squares that a pawn of theirs attacks now or after advancing.
    safe = _OUTPOSTS & me.pawn_attacks & ~neighbours(below(me.their_pawns))
    light = popcount(me.pawns & LIGHT)
    dark = popcount(me.pawns) - light
    hemmed = popcount(me.bishops & LIGHT) * light + popcount(me.bishops & ~LIGHT) * dark
    return (
        w[AT.knight_outpost] * popcount(me.knights & safe)
        + w[AT.bishop_outpost] * popcount(me.bishops & safe)
        + w[AT.shielded] * popcount((me.knights | me.bishops) & shift_right(me.pawns | me.their_pawns, 8))
        + w[AT.bishop_and_pawns] * hemmed
    )


def rooks(w: Any, me: Side) -> Any:
    """Rooks on files without pawns, or without own ones."""
    own_files, their_files = files_of(me.pawns), files_of(me.their_pawns)
    without_own = upward(~own_files & 0xFF)
    without_any = upward(~(own_files | their_files) & 0xFF)
    return w[AT.open_file] * popcount(me.rooks & without_any) + w[AT.half_open_file] * popcount(
        me.rooks & without_own & ~without_any
    )


# ---------------------------------------------------------------------------------------------------- pawns


def pawns(w: Any, me: Side) -> Any:
    """Weak pawns (doubled, isolated, backward), connected ones by rank, and where all of them stand."""
    own = me.pawns
    helped = neighbours(upward(own))
    isolated = own & ~helped & ~neighbours(below(own))
    backward = own & ~helped & ~isolated & shift_right(me.their_pawn_attacks, 8)
    connected = own & (me.pawn_attacks | neighbours(own))
    value = (
        w[AT.doubled] * popcount(own & below(own))
        + w[AT.isolated] * popcount(isolated)
        + w[AT.backward] * popcount(backward)
    )
    mine, theirs = wing(me.king), wing(me.their_king)
    left = own
    while left:
        square = lowest_bit(left)
        left ^= bit(square)
        value += w[AT.pawn_square + (square ^ mine)] + w[AT.pawn_square_theirs + (square ^ theirs)]
        if connected & bit(square):
            value += w[AT.connected + (square >> 3)]
    return value


def passed(w: Any, me: Side, theirs: int) -> Any:
    """Pawns that no pawn can stop: by rank, whether the way is free, and which king is nearer."""
    in_reach = below(me.their_pawns)
    passers = me.pawns & ~below(me.pawns) & ~(in_reach | neighbours(in_reach))
    value = w[AT.protected_passed] * popcount(passers & me.pawn_attacks)
    while passers:
        square = lowest_bit(passers)
        passers ^= bit(square)
        rank = square >> 3
        step = square + 8
        value += w[AT.passed + rank]
        if me.occupied & bit(step):
            value += w[AT.passed_blocked + rank]
        elif not theirs & bit(step):
            value += w[AT.passed_free + rank]
        if rank >= 3:
            value += (
                w[AT.passed_own_king + distance(me.king, step)]
                + w[AT.passed_their_king + distance(me.their_king, step)]
            )
            if straight_attacks(square, me.occupied) & below(bit(square)) & me.rooks:
                value += w[AT.rook_behind]
    return value


# -------------------------------------------------------------------------------------------------- threats


def threats(w: Any, me: Side, mine: Sight, theirs: Sight) -> Any:
    """Pieces attacked by pawns or by lesser pieces, and pieces that nothing protects well enough."""
    large = me.their_minors | me.their_rooks | me.their_queens
    guarded = me.their_pawn_attacks | (theirs.twice & ~mine.twice)
    weak = (large | me.their_pawns) & ~guarded & mine.any
    minors = mine.knights | mine.bishops
    steps = shift_left(me.pawns, 8) & ~me.occupied
    steps |= shift_left(steps & _THIRD, 8) & ~me.occupied
    steps &= ~me.their_pawn_attacks & (mine.any | ~theirs.any)
    return (
        w[AT.pawn_hits_minor + me.to_move] * popcount(me.pawn_attacks & me.their_minors)
        + w[AT.pawn_hits_rook + me.to_move] * popcount(me.pawn_attacks & me.their_rooks)
        + w[AT.pawn_hits_queen + me.to_move] * popcount(me.pawn_attacks & me.their_queens)
        + w[AT.pawn_will_hit + me.to_move] * popcount(upwards(steps) & large & ~me.pawn_attacks)
        + w[AT.minor_hits_pawn + me.to_move] * popcount(minors & weak & me.their_pawns)
        + w[AT.minor_hits_minor + me.to_move] * popcount(minors & weak & me.their_minors)
        + w[AT.minor_hits_rook + me.to_move] * popcount(minors & me.their_rooks)
        + w[AT.minor_hits_queen + me.to_move] * popcount(minors & me.their_queens)
        + w[AT.rook_hits_pawn + me.to_move] * popcount(mine.rooks & weak & me.their_pawns)
        + w[AT.rook_hits_minor + me.to_move] * popcount(mine.rooks & weak & me.their_minors)
        + w[AT.rook_hits_queen + me.to_move] * popcount(mine.rooks & me.their_queens)
        + w[AT.king_hits + me.to_move] * popcount(int(KING_ATTACKS[me.king]) & weak)
        + w[AT.hanging + me.to_move] * popcount(weak & large & ~theirs.any)
        + w[AT.hanging_pawn + me.to_move] * popcount(weak & me.their_pawns & ~theirs.any)
    )


# ------------------------------------------------------------------------------------------------- together


NOTHING_SEEN = Sight(0, 0, 0, 0, 0, 0, 0, 0, 0)


def seen_from_above(sight: Sight) -> Sight:
    """The other side's, on this side's board."""
    return Sight(
        flip_rows(sight.knights),
        flip_rows(sight.bishops),
        flip_rows(sight.rooks),
        flip_rows(sight.queens),
        flip_rows(sight.any),
        flip_rows(sight.twice),
        flip_rows(sight.without_king),
        sight.force,
        sight.hits,
    )


def one_side(w: Any, me: Side, mine: Sight, theirs: Sight) -> Any:
    return (
        material(w, me)
        + bishop_pair(w, me)
        + posts(w, me)
        + rooks(w, me)
        + pawns(w, me)
        + passed(w, me, theirs.any)
        + shelter(w, me)
        + danger(w, me, mine, theirs)
        + threats(w, me, mine, theirs)
    )


def balance(w: Any, s: State) -> Any:
    """White's features less Black's, weighed; the player to move is a tempo ahead.

    Loops instead of two calls, since every call is a copy of the whole code and doubles the time to compile:
    with the sides exchanged and the value negated after each turn, White comes first and Black second.
    """
    me, other = white_side(s), white_side(turned(s))
    value = w[AT.tempo] * (1 - 2 * side_to_move(s))
    mine, theirs = NOTHING_SEEN, NOTHING_SEEN
    for _ in range(2):
        placed, sight = pieces(w, me)
        value = -(value + placed)
        me, other = other, me
        mine, theirs = theirs, sight
    # Now `theirs` is what Black sees and `mine` what White does.
    for _ in range(2):
        value = -(value + one_side(w, me, mine, seen_from_above(theirs)))
        me, other = other, me
        mine, theirs = theirs, mine
    return value
