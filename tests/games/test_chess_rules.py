"""The rules of chess: published counts of games, and python-chess as judge on random games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess as oracle
import pytest

from spielbaum.engine import Engine
from spielbaum.games import load_game
from spielbaum.games.chess import legal, rules
from spielbaum.games.chess.board import State, castling_rights, clock, side_to_move
from spielbaum.games.chess.fen import START, read_fen, write_fen
from spielbaum.games.chess.moves_text import san_text, uci_text
from tests.support.quick import some

#: Numbers of games of 1, 2, 3 … plies (perft).
PUBLISHED = [
    (START, [20, 400, 8902, 197281, 4865609, 119060324]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2039, 97862, 4085603, 193690690],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238, 674624, 11030083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [6, 264, 9467, 422333, 15833292],
    ),
]


def fen(text: str) -> State:
    state = read_fen(text)
    assert state is not None
    return state


@pytest.mark.parametrize(("text", "counts"), PUBLISHED)
def test_published_counts_interpreted(text: str, counts: list[int]) -> None:
    def count(s: State, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(count(rules.play(s, move), depth - 1) for move in legal.moves(s))

    assert [count(fen(text), depth) for depth in (1, 2)] == counts[:2]


@pytest.mark.parametrize(("text", "counts"), PUBLISHED)
def test_published_counts_compiled(text: str, counts: list[int]) -> None:
    assert Engine(load_game("chess")).perft(fen(text), len(counts) - 2) == counts[:-2]


@pytest.mark.long
@pytest.mark.parametrize(("text", "counts"), PUBLISHED)
def test_published_counts_deepest(text: str, counts: list[int]) -> None:
    assert Engine(load_game("chess")).perft(fen(text), len(counts)) == counts


# ------------------------------------------------------------------------------- python-chess as judge


def random_games(seed: int, games: int, start: str = START, most: int = 300) -> Iterator[oracle.Board]:
    """The positions of random games; captures and pawn moves are played rather often."""
    dice = random.Random(seed)
    for _ in range(games):
        board = oracle.Board(start)
        while len(board.move_stack) < most:
            yield board
            legal = list(board.legal_moves)
            if not legal or board.is_insufficient_material() or board.is_fifty_moves():
                break
            lively = [move for move in legal if board.is_zeroing(move)]
            board.push(dice.choice(lively if lively and dice.random() < 0.3 else legal))


def agree(board: oracle.Board) -> None:
    """Everything that python-chess knows about a position."""
    s = fen(board.fen())
    assert write_fen(s) == board.fen()
    assert {uci_text(move) for move in legal.moves(s)} == {move.uci() for move in board.legal_moves}
    assert legal.in_check(s) == board.is_check()
    assert rules.insufficient(s) == board.is_insufficient_material()
    ended = board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material()
    assert rules.over(s) == (ended or board.is_fifty_moves())
    if rules.over(s):
        mated = {True: -1, False: 1}[board.turn] if board.is_checkmate() else 0
        assert rules.utility(s) == mated


def agree_on_moves(board: oracle.Board) -> None:
    """Each legal move by its name, and the position it leads to."""
    s = fen(board.fen())
    for number in legal.moves(s):
        move = oracle.Move.from_uci(uci_text(number))
        assert san_text(s, number) == board.san(move)
        board.push(move)
        assert write_fen(rules.play(s, number)) == board.fen()
        board.pop()


def test_random_games() -> None:
    for board in random_games(seed=1, games=6):
        agree(board)
        if len(board.move_stack) % 20 == 0:
            agree_on_moves(board)


@pytest.mark.parametrize("text", some([text for text, _ in PUBLISHED[1:]], 3))
def test_random_games_from_lively_positions(text: str) -> None:
    for board in random_games(seed=2, games=8, start=text, most=30):
        agree(board)
        if len(board.move_stack) % 7 == 0:
            agree_on_moves(board)


@pytest.mark.long
def test_many_random_games() -> None:
    for number, (text, _) in enumerate(PUBLISHED):
        for board in random_games(seed=number, games=100, start=text):
            agree(board)
            if len(board.move_stack) % 5 == 0:
                agree_on_moves(board)


def test_interpreted_is_compiled() -> None:
    """The engine counts what the plain rules count, on positions of a random game."""
    engine = Engine(load_game("chess"))
    for board in random_games(seed=3, games=2, most=60):
        if len(board.move_stack) % 6 == 0:
            s = fen(board.fen())
            if not rules.over(s):
                replies = [rules.play(s, move) for move in legal.moves(s)]
                seconds = sum(len(list(legal.moves(r))) for r in replies if not rules.over(r))
                assert engine.perft(s, 2) == [len(replies), seconds]


# ---------------------------------------------------------------------------------------- single rules


def uci(text: str) -> set[str]:
    return {uci_text(move) for move in legal.moves(fen(text))}


@pytest.mark.parametrize(
    ("text", "castles"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"e1g1", "e1c1"}),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", {"e8g8", "e8c8"}),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", {"e1g1"}),
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", set()),  # in check
        ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", {"e1c1"}),  # f1 is attacked
        ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", {"e1c1"}),  # g1 is attacked
        ("4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),  # only the rook passes b1
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", set()),
    ],
)
def test_castling(text: str, castles: set[str]) -> None:
    assert uci(text) & {"e1g1", "e1c1", "e8g8", "e8c8"} == castles


def test_rights_end_with_king_and_rooks() -> None:
    s = fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    after = {uci_text(m): castling_rights(rules.play(s, m)) for m in legal.moves(s)}
    assert after["e1d1"] == 0b1100
    assert after["h1g1"] == 0b1110
    assert after["a1a8"] == 0b0101  # takes a rook with a rook
    assert after["a1b1"] == 0b1101


def test_en_passant_would_open_the_rank() -> None:
    """Both pawns leave the rank of the king at once."""
    s = fen("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")
    assert "e4d3" not in {uci_text(m) for m in legal.moves(s)}
    assert write_fen(s).split()[3] == "-"  # only where it can be taken
    taken = fen("8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1")
    assert "e4d3" in {uci_text(m) for m in legal.moves(taken)}
    assert write_fen(taken).split()[3] == "d3"


def test_fifty_moves_and_mate() -> None:
    drawn = fen("7k/8/8/8/8/8/R7/K7 b - - 100 80")
    assert rules.over(drawn)
    assert rules.utility(drawn) == 0
    mated = fen("R6k/6pp/8/8/8/8/8/K7 b - - 100 80")
    assert rules.over(mated)
    assert rules.utility(mated) == 1  # mate comes first
    assert not rules.over(fen("7k/8/8/8/8/8/R7/K7 b - - 99 80"))


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", True),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", True),  # both on dark squares
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", False),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", False),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", False),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", False),
    ],
)
def test_insufficient_material(text: str, dead: bool) -> None:
    assert rules.insufficient(fen(text)) == dead
    assert oracle.Board(text).is_insufficient_material() == dead


def test_keys_leave_the_clocks_out() -> None:
    one, two = fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), fen("4k3/8/8/8/8/8/P7/4K3 w - - 30 40")
    assert one != two
    assert rules.key(one) == rules.key(two)
    assert rules.key(one) != rules.key(fen("4k3/8/8/8/8/8/P7/4K3 b - - 0 1"))
    # After 1 e4 nobody can take en passant, so the square makes no difference.
    after = fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    assert rules.key(after) == rules.key(fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"))


def test_null_move() -> None:
    s = fen("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3")
    after = rules.skip(s)
    assert side_to_move(after) == 0
    assert write_fen(after) == "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 4"
    assert clock(after) == 1
    for text in (
        "4k3/8/8/8/8/8/P3r3/4K2R w K - 0 1",  # in check
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",  # only pawns: moving may be what hurts
    ):
        assert rules.skip(fen(text)) == fen(text)
