"""Moves as people and programs write them: standard algebraic notation (Nf3) and UCI (g1f3).

Read are also the German letters (Sf3), figurines (♘f3), small letters (nf3, e8=q) where they are no file,
castling with zeros, and moves without `x` or `+`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from spielbaum.games.chess.board import (
    KING,
    PAWN,
    State,
    attackers,
    bit,
    is_chess960,
    kind_on,
    side_to_move,
)
from spielbaum.games.chess.fen import LETTERS, square_name, square_of
from spielbaum.games.chess.legal import (
    becomes,
    can_move,
    castled,
    in_check,
    move_of,
    moves,
    origin_of,
    sight,
    target_of,
    targets,
)
from spielbaum.games.chess.rules import play

_SAN = re.compile(
    r"(?P<kind>[NBRQK])?(?P<file>[a-h])?(?P<rank>[1-8])?[-x:]?(?P<target>[a-h][1-8])"
    r"(?:=?\(?(?P<becomes>[NBRQnbrq])\)?)?"
)
_UCI = re.compile(r"(?P<origin>[a-h][1-8])(?P<target>[a-h][1-8])(?P<becomes>[nbrqNBRQ])?")
#: Small letters of pieces, English and German, that are no files.
_SMALL = "nrqkslt"
#: Letters of other languages and figures, in English: Springer, Läufer, Turm, Dame.
_OTHER_LETTERS = str.maketrans("SLTD♔♕♖♗♘♚♛♜♝♞", "NBRQKQRBNKQRBN", "♙♟")


def uci_text(move: int) -> str:
    """g1f3, e7e8q; castling is written as the king's move, in Chess960 to its rook."""
    letter = LETTERS[becomes(move)].lower() if becomes(move) else ""
    return square_name(origin_of(move)) + square_name(target_of(move)) + letter


def san_text(s: State, move: int) -> str:
    """Nf3, exd5, e8=Q+, O-O-O, Qh7#; the piece's file or rank is given where two could go there."""
    origin, target, kind = origin_of(move), target_of(move), kind_on(s, origin_of(move))
    after = play(s, move)
    end = ("+" if can_move(after) else "#") if in_check(after) else ""
    if castles(s, move):
        return ("O-O" if target > origin else "O-O-O") + end
    captures = (s.white | s.black) & bit(target) or (kind == PAWN and (origin - target) % 8)
    takes = "x" if captures else ""
    if kind == PAWN:
        piece = square_name(origin)[0] if takes else ""
    else:
        piece = LETTERS[kind] + _told_apart(s, move, kind)
    promotion = f"={LETTERS[becomes(move)]}" if becomes(move) else ""
    return piece + takes + square_name(target) + promotion + end


def _told_apart(s: State, move: int, kind: int) -> str:
    """The file, the rank or the square that tells this piece from others of its kind that may go there."""
    origin, target = origin_of(move), target_of(move)
    own = s.black if side_to_move(s) else s.white
    near = attackers(s, target, s.white | s.black) & own & ~bit(origin)
    rivals = [square for square in range(64) if near & bit(square) and kind_on(s, square) == kind]
    if rivals:
        v = sight(s)
        rivals = [rival for rival in rivals if targets(s, v, rival) & bit(target)]
    if not rivals:
        return ""
    name = square_name(origin)
    if all(rival % 8 != origin % 8 for rival in rivals):
        return name[0]
    return name[1] if all(rival // 8 != origin // 8 for rival in rivals) else name


def read_uci(s: State, text: str) -> int | None:
    """The legal move; None where the text is no UCI move or the move is not legal.

    Also where the game is drawn already: programs go on until somebody claims that.
    """
    match = _UCI.fullmatch(text)
    if match is None:
        return None
    kind = LETTERS.index(match["becomes"].upper()) if match["becomes"] else 0
    move = move_of(square_of(match["origin"]), square_of(match["target"]), kind)
    if move in moves(s):
        return move
    # Castling as the other way of writing has it: e1g1 in Chess960, e1h1 in usual chess.
    written = [other for other in moves(s) if castles(s, other) and _otherwise(s, other) == move]
    return written[0] if len(written) == 1 else None


def _otherwise(s: State, castling: int) -> int:
    king, target = origin_of(castling), target_of(castling)
    if is_chess960(s):
        return move_of(king, castled(king, target)[0], 0)
    return move_of(king, (king & 56) + (7 if target > king else 0), 0)


@dataclass(frozen=True)
class TypedMove:
    """What a text says about the move: the piece, parts of the squares, what a pawn becomes."""

    kind: int
    target: str
    #: A file, a rank, or both.
    origin: str = ""
    becomes: int | None = None
    #: Castling to the right (1) or to the left (-1); 0 for every other move.
    castles: int = 0

    def fits(self, s: State, move: int) -> bool:
        origin, target = origin_of(move), target_of(move)
        if self.castles or castles(s, move):
            return castles(s, move) and self.castles == (1 if target > origin else -1)
        return (
            kind_on(s, origin) == self.kind
            and square_name(target) == self.target
            and self.origin in square_name(origin)
            and self.becomes in (None, becomes(move))
        )


def read_typed(s: State, text: str) -> TypedMove | None:
    """None where the text is no move of chess, legal or not."""
    core = re.sub(r"(\s*e\.?p\.?)?[+#!?]*$", "", text)
    castling = re.fullmatch(r"[O0o](-?[O0o])(-?[O0o])?", core)
    if castling:
        row = "8" if side_to_move(s) else "1"
        return TypedMove(KING, ("c" if castling[2] else "g") + row, castles=-1 if castling[2] else 1)
    if core[:1] in tuple(_SMALL):
        core = core[0].upper() + core[1:]
    match = _SAN.fullmatch(core.translate(_OTHER_LETTERS))
    if match is None:
        return None
    return TypedMove(
        LETTERS.index(match["kind"]) if match["kind"] else PAWN,
        match["target"],
        (match["file"] or "") + (match["rank"] or ""),
        LETTERS.index(match["becomes"].upper()) if match["becomes"] else None,
    )


def castles(s: State, move: int) -> bool:
    origin, target = origin_of(move), target_of(move)
    if kind_on(s, origin) != KING:
        return False
    own = s.black if side_to_move(s) else s.white
    return bool(own & bit(target)) or (not is_chess960(s) and abs(target - origin) == 2)
