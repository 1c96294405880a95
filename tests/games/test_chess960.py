"""Chess960: published counts of games, and python-chess as judge of castling, its texts and its positions."""

from __future__ import annotations

import io
import random

import chess as oracle
import chess.pgn as oracle_pgn
import pytest

from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.games.chess import exchange, legal, rules
from spielbaum.games.chess.board import State, castling_rights, is_chess960, move_number, side_to_move
from spielbaum.games.chess.fen import START, read_fen, write_fen
from spielbaum.games.chess.moves_text import read_uci, san_text, uci_text
from spielbaum.games.chess.pgn import read_pgn, write_pgn
from spielbaum.games.chess.typed import read_move

#: Numbers of games of 1, 2, 3 plies, as the Chess Programming Wiki has them (Chess960 perft results).
PUBLISHED = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12189]),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", [21, 807, 18002]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", [20, 479, 10471]),
    ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", [22, 593, 13440]),
    ("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", [28, 1120, 31058]),
]


def fen(text: str, *, chess960: bool = False) -> State:
    state = read_fen(text, chess960=chess960)
    assert state is not None
    return state


def count(s: State, depth: int) -> int:
    if depth == 1:
        return len(list(legal.moves(s)))
    return sum(count(rules.play(s, move), depth - 1) for move in legal.moves(s))


@pytest.mark.parametrize(("text", "counts"), PUBLISHED)
def test_published_counts(text: str, counts: list[int]) -> None:
    assert [count(fen(text), depth) for depth in (1, 2)] == counts[:2]


def counted_by_oracle(board: oracle.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += counted_by_oracle(board, depth - 1)
        board.pop()
    return total


@pytest.mark.long
@pytest.mark.parametrize(("text", "counts"), PUBLISHED)
def test_published_counts_one_deeper(text: str, counts: list[int]) -> None:
    assert count(fen(text), 3) == counts[2]
    board = oracle.Board(text, chess960=True)
    assert [counted_by_oracle(board, depth) for depth in (1, 2, 3)] == counts


def agree(board: oracle.Board, s: State) -> None:
    assert sorted(map(uci_text, legal.moves(s))) == sorted(move.uci() for move in board.legal_moves)
    assert write_fen(s) == board.fen(en_passant="legal")
    for text in (board.fen(en_passant="legal"), board.shredder_fen(en_passant="legal")):
        assert fen(text, chess960=True) == s


def played(seed: int, games: int, plies: int) -> int:
    """Random games in which castling comes often; how often it came."""
    dice, castlings = random.Random(seed), 0
    for _ in range(games):
        board = oracle.Board.from_chess960_pos(dice.randrange(960))
        s = fen(board.fen(), chess960=True)
        for _ in range(plies):
            agree(board, s)
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                break
            castling = [move for move in moves if board.is_castling(move)]
            castlings += len(castling)
            chosen = dice.choice(castling if castling and dice.random() < 0.3 else moves)
            move = read_uci(s, chosen.uci())
            assert move is not None
            assert san_text(s, move) == board.san(chosen)
            assert read_move(s, board.san(chosen)) == move
            if chosen in castling:
                assert exchange.order(s, move) == 0  # it takes nothing, though it ends on a piece
                assert exchange.captured_kind(s, move) == -1
            board.push(chosen)
            s = rules.play(s, move)
    return castlings


def test_random_games() -> None:
    assert played(1, 8, 50) > 10


@pytest.mark.long
def test_many_random_games() -> None:
    assert played(2, 200, 120) > 300


def test_usual_chess_is_what_it_was() -> None:
    """The same positions, bit by bit, and castling by two squares; either way of writing is read."""
    s = fen(START)
    assert not is_chess960(s)
    assert fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1") == s
    ready = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    usual, special = fen(ready), fen(ready, chess960=True)
    assert not is_chess960(usual)
    assert {uci_text(move) for move in legal.moves(usual)} >= {"e1g1", "e1c1"}
    assert {uci_text(move) for move in legal.moves(special)} >= {"e1h1", "e1a1"}
    for state, written in ((usual, "e1g1"), (special, "e1h1")):
        for text in ("e1g1", "e1h1"):
            move = read_uci(state, text)
            assert move is not None
            assert uci_text(move) == written
            assert write_fen(rules.play(state, move)).startswith("r3k2r/8/8/8/8/8/8/R4RK1 b kq")
        assert read_uci(state, "e1f1") is not None
    # The king's own step to g1 is none of the two.
    inside = fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1")
    step, castling = read_uci(inside, "f1g1"), read_uci(inside, "f1h1")
    assert step is not None
    assert castling is not None
    assert write_fen(rules.play(inside, step)).startswith("4k3/8/8/8/8/8/8/6KR b -")
    assert write_fen(rules.play(inside, castling)).startswith("4k3/8/8/8/8/8/8/5RK1 b -")
    assert san_text(inside, castling) == "O-O"


@pytest.mark.parametrize(
    ("text", "castles"),
    [
        ("4k3/8/8/8/8/8/8/1R1K3R w HB - 0 1", {"d1h1", "d1b1"}),
        ("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", set()),  # the rook that leaves b1 has shielded the king
        ("2r1k3/8/8/8/8/8/8/1R1K4 w B - 0 1", set()),  # c1 is attacked
        ("1r2k3/8/8/8/8/8/8/1R1K4 w B - 0 1", {"d1b1"}),  # only the rook is
        ("4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", set()),  # d1, where the rook goes to, is not free
        ("4k3/8/8/8/8/8/8/RKR5 w CA - 0 1", {"b1c1"}),  # to the left c1 is not free
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", {"c1b1"}),  # the king stays where it is
        ("4k3/8/8/8/8/8/8/RR1K4 w B - 0 1", {"d1b1"}),  # the inner of two rooks
    ],
)
def test_castling(text: str, castles: set[str]) -> None:
    s, board = fen(text), oracle.Board(text, chess960=True)
    found = {uci_text(move) for move in legal.moves(s) if san_text(s, move).startswith("O-O")}
    assert found == {move.uci() for move in board.legal_moves if board.is_castling(move)} == castles
    assert write_fen(s) == board.fen()


def test_clocks_and_null_moves_keep_who_may_castle() -> None:
    s = fen("1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w KQkq - 7 30")
    passed = rules.skip(s)
    assert (move_number(passed), side_to_move(passed)) == (30, 1)
    assert write_fen(passed) == "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R b KQkq - 8 30"
    assert rules.key(s) != rules.key(s._replace(status=s.status & ((1 << 40) - 1)))
    # Nobody may castle any more: a position like any other.
    for text in ("c1d1", "c8d8"):
        move = read_uci(s, text)
        assert move is not None
        s = rules.play(s, move)
    assert castling_rights(s) == 0
    assert not is_chess960(s)


@pytest.mark.parametrize("rights", ["KK", "KH", "C", "Z", "KQkqK", "G"])
def test_rights_that_cannot_be(rights: str) -> None:
    with pytest.raises(BadInput) as found:
        read_fen(f"4k3/8/8/8/8/8/8/R3K2R w {rights} - 0 1")
    assert found.value.key in ("error.chess.fen.rights", "error.chess.fen.castling")
    assert found.value.sentence()


def test_pgn() -> None:
    """Written so that others know what castling means, and read as others write it."""
    game = load_game("chess")
    position = Position(game, fen("4k3/8/8/8/8/8/8/1RK5 w B - 0 1")).play("O-O-O").play("Ke7")
    text = write_pgn(position)
    assert '[Variant "Chess960"]' in text
    other = oracle_pgn.read_game(io.StringIO(text))
    assert other is not None
    assert [move.uci() for move in other.mainline_moves()] == ["c1b1", "e8e7"]
    assert not other.errors
    (again,) = read_pgn(str(other))
    assert again.position.state == position.state
