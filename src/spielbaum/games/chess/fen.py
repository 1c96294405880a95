"""Forsyth-Edwards notation: a position in one line, read and written.

What cannot be a position of a game of chess is refused, and said why.
"""

from __future__ import annotations

import re

from spielbaum.bits import popcount
from spielbaum.errors import BadInput
from spielbaum.games.chess.board import (
    BLACK,
    CHESS960_AT,
    LAST_RANKS,
    RIGHTS_AT,
    WHITE,
    State,
    attackers,
    bit,
    castling_rights,
    castling_rook,
    clock,
    is_chess960,
    kind_on,
    king_square,
    move_number,
    passant_square,
    side_to_move,
    status_of,
)
from spielbaum.games.chess.rules import with_passant

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#: Letters of the kinds of pieces, PAWN to KING.
LETTERS = "PNBRQK"
SIDES = "wb"
MOST_CLOCK = 255


def square_name(square: int) -> str:
    return f"{'abcdefgh'[square & 7]}{(square >> 3) + 1}"


def square_of(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def piece_letter(s: State, square: int) -> str | None:
    """K for White's king, k for Black's; None where the square is empty."""
    here = bit(square)
    if not (s.white | s.black) & here:
        return None
    letter = LETTERS[kind_on(s, square)]
    return letter.lower() if s.black & here else letter


def write_fen(s: State) -> str:
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(piece_letter(s, 8 * rank + file) or "." for file in range(8))
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
    rights = (
        "".join(_right_letter(s, number) for number in range(4) if castling_rights(s) >> number & 1) or "-"
    )
    passant = square_name(passant_square(s)) if passant_square(s) else "-"
    return f"{'/'.join(rows)} {SIDES[side_to_move(s)]} {rights} {passant} {clock(s)} {move_number(s)}"


def _right_letter(s: State, number: int) -> str:
    """K, Q, k or q; in Chess960, where another rook stands further outside, the file of the one meant."""
    letter = "KQkq"[number]
    if not is_chess960(s) or castling_rook(s, number) == _outermost(s, number):
        return letter
    file = "abcdefgh"[castling_rook(s, number) & 7]
    return file if letter.islower() else file.upper()


def _outermost(s: State, number: int) -> int | None:
    """The outermost rook of that side on its first rank, to the right or left of its king."""
    side, far = divmod(number, 2)
    own, king = (s.black if side else s.white), king_square(s, side)
    rooks = own & s.straight & ~s.diagonal
    row = 56 * side
    beside = range(row, king) if far else range(row + 7, king, -1)
    return next((square for square in beside if rooks & bit(square)), None) if king >> 3 == row >> 3 else None


def read_fen(text: str, *, chess960: bool = False) -> State | None:
    """The position; None where the text is no FEN at all. Fields left out at the end are - - 0 1.

    Castling rights are read as usual, as files (Shredder-FEN: HAha) or mixed (X-FEN: K is the outermost one).
    Where king and rooks stand elsewhere than in usual chess, castling is that of Chess960; with `chess960` it
    always is.
    """
    fields = text.split()
    if not fields or "/" not in fields[0]:
        return None
    if not 2 <= len(fields) <= 6:
        raise BadInput("error.chess.fen.fields", text=text, count=len(fields))
    board, side_text, rights_text, passant_text, clock_text, number_text = [
        *fields,
        *["-", "-", "0", "1"][len(fields) - 2 :],
    ]
    sets = _read_rows(board, text)
    if side_text not in SIDES or len(side_text) != 1:
        raise BadInput("error.chess.fen.side", text=text, given=side_text)
    side = SIDES.index(side_text)
    if not re.fullmatch(r"\d{1,5}", clock_text) or int(clock_text) > MOST_CLOCK:
        raise BadInput("error.chess.fen.clock", text=text, given=clock_text, most=MOST_CLOCK)
    if not re.fullmatch(r"\d{1,6}", number_text):
        raise BadInput("error.chess.fen.number", text=text, given=number_text)
    number = max(int(number_text), 1)  # some programs count from 0
    s = State._make([*sets, status_of(side, 0, 0, int(clock_text), number)])
    _check_pieces(s, text)
    s = _with_rights(s, rights_text, text, chess960)
    _check_kings(s, text)
    return s if passant_text == "-" else _passant(s, passant_text, text)


def _read_rows(board: str, text: str) -> list[int]:
    """white, black, pawns, knights, diagonal, straight, kings."""
    rows = board.split("/")
    # The letters first: `isdigit` is true of more than the ten digits.
    known = re.fullmatch(r"[PNBRQKpnbrqk1-8/]+", board)
    if not known or len(rows) != 8 or any(_width(row) != 8 for row in rows):
        raise BadInput("error.chess.fen.rows", text=text)
    sets = [0] * 7
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            here = bit(8 * rank + file)
            sets[WHITE if letter.isupper() else BLACK] |= here
            for at in {"P": (2,), "N": (3,), "B": (4,), "R": (5,), "Q": (4, 5), "K": (6,)}[letter.upper()]:
                sets[at] |= here
            file += 1
    return sets


def _width(row: str) -> int:
    return sum(int(letter) if letter.isdigit() else 1 for letter in row)


def _check_pieces(s: State, text: str) -> None:
    white, black = popcount(s.kings & s.white), popcount(s.kings & s.black)
    if (white, black) != (1, 1):
        raise BadInput("error.chess.fen.kings", text=text, white=white, black=black)
    for own in (s.white, s.black):
        pawns = popcount(s.pawns & own)
        queens = s.diagonal & s.straight
        promoted = (
            max(popcount(s.knights & own) - 2, 0)
            + max(popcount(s.diagonal & own & ~queens) - 2, 0)
            + max(popcount(s.straight & own & ~queens) - 2, 0)
            + max(popcount(queens & own) - 1, 0)
        )
        if pawns + promoted > 8:
            raise BadInput("error.chess.fen.pieces", text=text)
    if s.pawns & LAST_RANKS:
        raise BadInput("error.chess.fen.pawns", text=text)


def _with_rights(s: State, rights: str, text: str, chess960: bool) -> State:
    """The state with these castling rights, each of which needs its king and its rook."""
    if rights == "-":
        return s
    if not re.fullmatch(r"[KQA-Hkqa-h]{1,4}", rights):
        raise BadInput("error.chess.fen.castling", text=text, given=rights)
    rooks: dict[int, int] = {}
    usual = True
    for letter in rights:
        side, row = int(letter.islower()), 56 * letter.islower()
        king = king_square(s, side)
        if letter in "KQkq":
            number = "KQkq".index(letter)
            rook, home = _outermost(s, number), row + (0 if number & 1 else 7)
            places = {"king": square_name(row + 4), "rook": square_name(home)}
        else:
            rook = row + "abcdefgh".index(letter.lower())
            number = 2 * side + (rook < king)
            places = {"king": square_name(king), "rook": square_name(rook)}
        own = (s.black if side else s.white) & s.straight & ~s.diagonal
        if rook is None or king >> 3 != row >> 3 or not own & bit(rook):
            raise BadInput("error.chess.fen.rights", text=text, right=letter, **places)
        if number in rooks:
            raise BadInput("error.chess.fen.castling", text=text, given=rights)
        rooks[number] = rook
        usual = usual and king == row + 4 and rook == row + (0 if number & 1 else 7)
    status = s.status | sum(1 << (RIGHTS_AT + number) for number in rooks)
    if chess960 or not usual:
        status |= 1 << CHESS960_AT
        status |= sum((rook & 7) << (CHESS960_AT + 1 + 3 * number) for number, rook in rooks.items())
    return s._replace(status=status)


def _check_kings(s: State, text: str) -> None:
    side = side_to_move(s)
    own, other = (s.black, s.white) if side else (s.white, s.black)
    if attackers(s, king_square(s, 1 - side), s.white | s.black) & own:
        raise BadInput("error.chess.fen.check", text=text)
    if popcount(attackers(s, king_square(s, side), s.white | s.black) & other) > 2:
        raise BadInput("error.chess.fen.checkers", text=text)


def _passant(s: State, name: str, text: str) -> State:
    """The square just passed by a pawn; kept only where that pawn can be taken, as in the rules."""
    side = side_to_move(s)
    rank = "3" if side else "6"
    if not re.fullmatch(f"[a-h]{rank}", name):
        raise BadInput("error.chess.fen.passant", text=text, given=name, rank=rank)
    square = square_of(name)
    pawn = bit(square - 8 if side == WHITE else square + 8)
    origin = bit(square + 8 if side == WHITE else square - 8)
    other = s.black if side == WHITE else s.white
    if not pawn & s.pawns & other or (origin | bit(square)) & (s.white | s.black):
        raise BadInput("error.chess.fen.double", text=text, given=name)
    return with_passant(s, square)
