"""Moves that people type: read, or refused in one sentence that names only what may have been meant."""

from __future__ import annotations

import re
from dataclasses import replace

from spielbaum.errors import IllegalMove
from spielbaum.games.chess.board import KING, KING_ATTACKS, PAWN, State, bit, kind_on
from spielbaum.games.chess.fen import square_name, square_of
from spielbaum.games.chess.legal import Sight, moves, origin_of, sight, target_of, targets
from spielbaum.games.chess.moves_text import TypedMove, read_typed, read_uci, san_text
from spielbaum.games.chess.rules import over, plays_on

#: Legal moves that are named at most.
MOST_NEAR = 5


def read_move(s: State, text: str) -> int:
    """The legal move that the text names, in either notation."""
    text = text.strip()
    if over(s) and not plays_on(s):
        raise IllegalMove("error.move.over", move=text, game="chess")
    move = read_uci(s, text)
    if move is not None:
        return move
    typed = _any_piece(s, read_typed(s, text))
    found = [] if typed is None else [m for m in moves(s) if typed.fits(s, m)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(san_text(s, m) for m in found)
        raise IllegalMove("error.move.ambiguous", move=text, candidates=names)
    raise refusal(s, text, typed)


def refusal(s: State, text: str, typed: TypedMove | None) -> IllegalMove:
    """What is wrong with a text that names no legal move; `typed` is what was read, None for nothing."""
    if not text:
        return IllegalMove("error.move.empty")
    if typed is None:
        promotes = re.fullmatch(r"[a-h]?[1-8]?[-x:]?[a-h][18](?:=?\(?[A-Za-z]\)?)[+#]?", text)
        return IllegalMove("error.move.promotion" if promotes else "error.move.unreadable", move=text)
    if typed.castles:
        return IllegalMove("error.move.castling", move=text)
    v = sight(s)
    if len(typed.origin) == 2 and not v.own & bit(square_of(typed.origin)):
        return _illegal(s, "error.move.nothing_there", text, typed, square=typed.origin)
    plain = [move for move in moves(s) if replace(typed, becomes=None).fits(s, move)]
    if plain:  # all but what the piece is to become
        return IllegalMove("error.move.promoted", move=text, plain=", ".join(san_text(s, m) for m in plain))
    if any(_reaches(s, v, typed, square) for square in range(64) if v.own & bit(square)):
        return _illegal(s, "error.move.check" if v.checkers else "error.move.exposed", text, typed)
    return _illegal(s, "error.move.far", text, typed)


def _any_piece(s: State, typed: TypedMove | None) -> TypedMove | None:
    """From square to square: whatever stands there is meant."""
    if typed is None or typed.kind != PAWN or len(typed.origin) < 2:
        return typed
    square = square_of(typed.origin)
    return replace(typed, kind=kind_on(s, square)) if sight(s).own & bit(square) else typed


def _reaches(s: State, v: Sight, typed: TypedMove, square: int) -> bool:
    """Whether a piece that was meant gets to its target when the safety of the king is ignored."""
    if kind_on(s, square) != typed.kind or typed.origin not in square_name(square):
        return False
    if typed.kind == KING:
        reached = int(KING_ATTACKS[square]) & ~v.own
    else:
        reached = targets(s, v._replace(pinned=0, allowed=~v.own), square)
    return bool(reached & bit(square_of(typed.target)))


def _illegal(s: State, key: str, text: str, typed: TypedMove, **fields: object) -> IllegalMove:
    near = [san_text(s, move) for move in _near(s, typed)]
    return IllegalMove(key if near else f"{key}.alone", move=text, near=", ".join(near), **fields)


def _near(s: State, typed: TypedMove) -> list[int]:
    """Legal moves of such a piece, those that end near the target first, then others to the target."""
    target = square_of(typed.target)

    def distance(move: int) -> tuple[bool, int]:
        there = target_of(move)
        off = max(abs(there % 8 - target % 8), abs(there // 8 - target // 8))
        return typed.origin not in square_name(origin_of(move)), off

    legal = list(moves(s))
    same_kind = sorted((m for m in legal if kind_on(s, origin_of(m)) == typed.kind), key=distance)
    if typed.kind == PAWN:  # there are many: those of the same file
        same_kind = [m for m in same_kind if origin_of(m) % 8 == target % 8 or target_of(m) == target]
    to_target = [m for m in legal if target_of(m) == target and m not in same_kind]
    room = max(MOST_NEAR - len(to_target), 2)
    return [*same_kind[:room], *to_target][:MOST_NEAR]
