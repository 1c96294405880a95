"""The rules of chess: what a move does, and when the game is over."""

from __future__ import annotations

from spielbaum.bits import lowest_bit, popcount
from spielbaum.games.chess.board import (
    BISHOP,
    BLACK_LONG,
    BLACK_SHORT,
    CHESS960,
    CHESS960_AT,
    CLOCK_AT,
    KNIGHT,
    LIGHT,
    NUMBER_AT,
    PASSANT_AT,
    PAWN_ATTACKS,
    PLACE,
    QUEEN,
    WHITE_LONG,
    WHITE_SHORT,
    State,
    bit,
    castling_rights,
    castling_rook,
    clock,
    is_chess960,
    move_number,
    passant_square,
    side_to_move,
    status_of,
)
from spielbaum.games.chess.legal import (
    becomes,
    can_move,
    castled,
    in_check,
    origin_of,
    passant_legal,
    target_of,
)
from spielbaum.tables import table

#: The game is drawn after this many plies without a capture or a pawn move.
FIFTY_MOVES = 100
#: Up to this clock no search of ordinary depth sees that end.
PATIENT = 60

#: The castling rights that end when a piece leaves the square or reaches it.
_RIGHTS_AT = {
    0: WHITE_LONG, 4: WHITE_LONG | WHITE_SHORT, 7: WHITE_SHORT,
    56: BLACK_LONG, 60: BLACK_LONG | BLACK_SHORT, 63: BLACK_SHORT,
}  # fmt: skip
_ENDS_RIGHTS = table(_RIGHTS_AT.get(square, 0) for square in range(64))


# ----------------------------------------------------------------------------------------- playing them


def play(s: State, move: int) -> State:
    origin, target, kind = origin_of(move), target_of(move), becomes(move)
    here, there = bit(origin), bit(target)
    side = side_to_move(s)
    own, other = (s.black, s.white) if side else (s.white, s.black)
    if there & own:
        return castle(s, origin, target)
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
            elif kind == BISHOP:
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
    rights, special = castling_rights(s), 0
    if rights and is_chess960(s):
        rights, special = rights_left(s, origin, target)
    elif rights:
        rights &= ~(int(_ENDS_RIGHTS[origin]) | int(_ENDS_RIGHTS[target]))
    since = min(clock(s) + 1, 255) if quiet else 0
    status = status_of(1 - side, rights, 0, since, move_number(s) + side) | special
    white, black = (other, own) if side else (own, other)
    after = State(white, black, pawns, knights, diagonal, straight, kings, status)
    if passant:
        after = with_passant(after, passant)
    return after


def rights_left(s: State, origin: int, target: int) -> tuple[int, int]:
    """In Chess960, the castling rights after such a move, and the bits of `status` about its rooks."""
    rights, special = castling_rights(s), s.status & CHESS960
    for number in range(4):
        rook = castling_rook(s, number)
        moved = bit(origin) & s.kings and side_to_move(s) == number >> 1
        if moved or rook == origin or rook == target:  # noqa: SIM109, PLR1714 - compiled
            rights &= ~(1 << number)
        if not (rights >> number) & 1:  # so that equal positions are equal numbers
            special &= ~(7 << (CHESS960_AT + 1 + 3 * number))
    return rights, special if rights else 0


def castle(s: State, king: int, rook: int) -> State:
    """Castling in Chess960: the king goes to its rook, and both to where they stand after usual castling."""
    side = side_to_move(s)
    king_to, rook_to = castled(king, rook)
    left, reached = bit(king) | bit(rook), bit(king_to) | bit(rook_to)
    own = ((s.black if side else s.white) & ~left) | reached
    rights, special = rights_left(s, king, rook)
    status = status_of(1 - side, rights, 0, min(clock(s) + 1, 255), move_number(s) + side) | special
    return State(
        s.white if side else own,
        own if side else s.black,
        s.pawns,
        s.knights,
        s.diagonal,
        (s.straight & ~bit(rook)) | bit(rook_to),
        (s.kings & ~bit(king)) | bit(king_to),
        status,
    )


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
    status = (s.status ^ 1) & ~(63 << PASSANT_AT)
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


def unclaimed(s: State) -> State:
    """The position as if the count to fifty moves began here, for those who play on."""
    status = s.status & ~(255 << CLOCK_AT)
    return State(s.white, s.black, s.pawns, s.knights, s.diagonal, s.straight, s.kings, status)


def over(s: State) -> bool:
    return clock(s) >= FIFTY_MOVES or insufficient(s) or not can_move(s)


def plays_on(s: State) -> bool:
    """Whether the game is over only for those who claim the draw by fifty moves."""
    return clock(s) >= FIFTY_MOVES and not insufficient(s) and can_move(s)


def utility(s: State) -> int:
    """±1 for checkmate, which counts even on the last move of the fifty; else a draw."""
    if in_check(s) and not can_move(s):
        return 1 if side_to_move(s) else -1
    return 0


def ending(s: State) -> str:
    """Why the game is over, as the key of a sentence."""
    if not can_move(s):
        return "chess.ending.checkmate" if in_check(s) else "chess.ending.stalemate"
    return "chess.ending.material" if insufficient(s) else "chess.ending.fifty"


def key(s: State) -> tuple[int, int, int, int, int]:
    """All but the clocks: White's squares, and which piece stands on each square, a binary digit per word.

    Pawn 001, knight 010, bishop 011, rook 100, king 101, queen 111. Every word has to be hashed: five words
    instead of the seven sets.
    """
    ones = s.pawns | s.diagonal | s.kings
    twos = s.knights | s.diagonal
    fours = s.straight | s.kings
    return (s.white, ones, twos, fours, s.status & PLACE)


def moment(s: State) -> int:
    """How near the draw by fifty moves is; until then equal positions are worth the same."""
    return max(clock(s) - PATIENT, 0)


def clock_left(s: State) -> int:
    """Plies before the game is drawn by fifty moves; mate with the last of them still counts."""
    return FIFTY_MOVES - clock(s)
