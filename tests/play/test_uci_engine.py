"""`spielbaum uci` as chess programs use it: driven by python-chess, compiled, over real pipes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter

import chess
import chess.engine
import pytest

from tests.support.patience import PATIENCE

COMMAND = [sys.executable, "-m", "spielbaum", "uci"]
#: Rules may have to be compiled first, on a busy machine.

pytestmark = pytest.mark.xdist_group("chess")


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE) as engine:
        engine.ping()
        engine.timeout = PATIENCE
        yield engine


def test_it_says_who_it_is(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"].startswith("Spielbaum ")
    assert {"Hash", "Threads", "MultiPV", "Move Overhead", "UCI_Elo", "Ponder"} <= set(engine.options)


def play(
    engine: chess.engine.SimpleEngine, seconds: float, increment: float, plies: int
) -> dict[bool, float]:
    """A game of the engine against itself, by the clock: the least time that either had left.

    python-chess raises where a move is illegal.
    """
    board = chess.Board()
    left = {chess.WHITE: seconds, chess.BLACK: seconds}
    least = dict(left)
    while not board.is_game_over(claim_draw=True) and board.ply() < plies:
        limit = chess.engine.Limit(
            white_clock=left[chess.WHITE],
            black_clock=left[chess.BLACK],
            white_inc=increment,
            black_inc=increment,
        )
        began = perf_counter()
        move = engine.play(board, limit, game="one").move
        left[board.turn] -= perf_counter() - began
        least[board.turn] = min(left[board.turn], least[board.turn])
        left[board.turn] = max(left[board.turn], 0.01) + increment
        assert move is not None
        board.push(move)
    assert board.ply() > 10
    return least


def test_a_game_by_the_clock_without_an_illegal_move(engine: chess.engine.SimpleEngine) -> None:
    play(engine, 2, 0.02, plies=50)


@pytest.mark.long
def test_games_by_the_clock_without_a_time_loss(engine: chess.engine.SimpleEngine) -> None:
    for seconds, increment in [(60.0, 0.0), (5.0, 0.1), (1.0, 0.1)]:
        assert min(play(engine, seconds, increment, plies=400).values()) > 0


@pytest.mark.parametrize(
    "limit",
    [
        chess.engine.Limit(depth=5),
        chess.engine.Limit(nodes=5000),
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(white_clock=0.05, black_clock=0.05),
        chess.engine.Limit(white_clock=0.5, black_clock=0.5, remaining_moves=1),
    ],
    ids=str,
)
def test_limits(engine: chess.engine.SimpleEngine, limit: chess.engine.Limit) -> None:
    result = engine.play(chess.Board(), limit, info=chess.engine.INFO_ALL)
    assert result.move in list(chess.Board().legal_moves)
    assert result.info["nodes"] > 0
    if limit.depth:
        assert result.info["depth"] == limit.depth


def test_analysis_of_several_moves(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    infos = engine.analyse(board, chess.engine.Limit(depth=4), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert infos[0]["pv"][0].uci() == "f3f7"
    assert infos[0]["score"].relative == chess.engine.Mate(1)
    scores = [info["score"].relative for info in infos]
    assert scores == sorted(scores, reverse=True)
    assert len({info["pv"][0] for info in infos}) == 3


def test_root_moves(engine: chess.engine.SimpleEngine) -> None:
    moves = [chess.Move.from_uci(text) for text in ("a2a3", "h2h3")]
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), root_moves=moves)
    assert info["pv"][0] in moves


def test_a_mate_in_two_is_told_in_moves(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=6))
    assert info["score"].white() == chess.engine.Mate(2)
    for move in info["pv"]:
        board.push(move)
    assert board.is_checkmate()
    lost = chess.Board("7k/R7/1R6/8/8/8/8/6K1 b - - 0 1")
    assert engine.analyse(lost, chess.engine.Limit(depth=4))["score"].relative == chess.engine.Mate(-1)


def test_analysis_goes_on_until_it_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
        analysis.stop()
        assert analysis.wait().move in list(chess.Board().legal_moves)
    assert engine.play(chess.Board(), chess.engine.Limit(depth=2)).move is not None


def test_pondering(engine: chess.engine.SimpleEngine) -> None:
    """The expected reply is made: `ponderhit`. Another one is made: `stop` and a new search."""
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=20, black_clock=20)
    for hit in (True, False):
        result = engine.play(board, limit, ponder=True, game="ponder")
        assert result.move is not None
        assert result.ponder is not None
        board.push(result.move)
        other = next(move for move in board.legal_moves if move != result.ponder)
        board.push(result.ponder if hit else other)
    assert engine.play(board, limit, game="ponder").move in list(board.legal_moves)


def test_strength_and_tables_can_be_set(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 900, "Hash": 8, "Threads": 2})
    for _ in range(10):
        result = engine.play(chess.Board(), chess.engine.Limit(time=1), info=chess.engine.INFO_ALL)
        assert result.move is not None
        assert result.info.get("nodes", 0) < 2000
    engine.configure({"UCI_LimitStrength": False, "Hash": 64, "Threads": 1, "Clear Hash": None})


def test_the_end_of_the_input_is_the_end() -> None:
    done = subprocess.run(
        COMMAND,
        input="uci\nposition startpos\ngo infinite\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout.splitlines()[0].startswith("id name Spielbaum")
    assert "uciok" in done.stdout
    assert done.stderr == ""
