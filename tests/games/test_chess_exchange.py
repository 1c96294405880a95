"""Exchanges on one square, against a plain recursion on python-chess's boards."""

from __future__ import annotations

import chess as oracle
import pytest

from spielbaum.games.chess import exchange, legal, rules
from spielbaum.games.chess.fen import read_fen
from spielbaum.games.chess.moves_text import uci_text
from spielbaum.games.chess.typed import read_move
from tests.games.test_chess_rules import PUBLISHED, fen, random_games

WORTH = dict(zip(oracle.PIECE_TYPES, map(int, exchange.WORTH), strict=True))


def gain(board: oracle.Board, move: oracle.Move) -> int:
    """What the move wins on its target square if both sides take with their least piece while it pays."""
    victim = oracle.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    won = WORTH[victim] if victim else 0
    after = board.copy(stack=False)
    piece = after.remove_piece_at(move.from_square)
    assert piece is not None
    if board.is_en_passant(move):
        after.remove_piece_at(move.to_square ^ 8)
    kind = move.promotion or piece.piece_type
    won += WORTH[kind] - WORTH[piece.piece_type]
    after.set_piece_at(move.to_square, oracle.Piece(kind, piece.color))
    after.turn = not board.turn
    takers = sorted(
        after.attackers(after.turn, move.to_square), key=lambda at: WORTH[after.piece_type_at(at) or 1]
    )
    if not takers:
        return won
    reply = oracle.Move(takers[0], move.to_square)
    king = after.piece_type_at(takers[0]) == oracle.KING
    if king and after.attackers(board.turn, move.to_square):
        return won
    return won - max(0, gain(after, reply))


def agree(board: oracle.Board) -> int:
    s = fen(board.fen())
    seen = 0
    for number in legal.moves(s):
        move = oracle.Move.from_uci(uci_text(number))
        if board.is_castling(move):
            continue
        expected = gain(board, move)
        for least in (expected, expected + 1, 0, 1, -99):
            assert exchange.gains(s, number, least) == (expected >= least), (
                board.fen(),
                move,
                expected,
                least,
            )
        seen += 1
    return seen


def test_random_games() -> None:
    seen = 0
    for text, _ in PUBLISHED:
        for board in random_games(seed=5, games=2, start=text, most=80):
            if len(board.move_stack) % 9 == 0:
                seen += agree(board)
    assert seen > 500


@pytest.mark.parametrize(
    ("text", "move", "won"),
    [
        ("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", 100),
        ("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", 100 - 500),
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100),  # the second rook stands behind the first
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100 - 500),
        ("8/3k4/8/3q4/8/4N3/8/4K3 w - - 0 1", "Nxd5", 950),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", 850),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+", 320 + 850),
    ],
)
def test_examples(text: str, move: str, won: int) -> None:
    s = fen(text)
    number = read_move(s, move)
    assert exchange.gains(s, number, won)
    assert not exchange.gains(s, number, won + 1)
    assert gain(oracle.Board(text), oracle.Move.from_uci(uci_text(number))) == won


def test_noisy_moves_are_the_good_captures_and_queens() -> None:
    for text, _ in PUBLISHED:
        for board in random_games(seed=6, games=1, start=text, most=60):
            s = read_fen(board.fen())
            assert s is not None
            if rules.over(s):
                continue
            wanted = {
                number
                for number in legal.moves(s)
                if (exchange.captured_kind(s, number) >= 0 or legal.becomes(number) == 4)
                and legal.becomes(number) in (0, 4)
                and exchange.gains(s, number, 0)
            }
            assert set(exchange.noisy(s)) == wanted
            assert exchange.dynamic(s) == bool(wanted)
            for number in legal.moves(s):
                rank = exchange.order(s, number)
                assert (rank > 0) == (number in wanted)
                assert abs(rank) < 2000
