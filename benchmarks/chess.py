"""Chess: the rules beside python-chess, nodes per second of the search, and tactics at a second per move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.options import Options, say
from benchmarks.report import Row, Target
from spielbaum import Position, load_game
from spielbaum.engine import Engine

TITLE = "Chess"
TURNS = 3
#: An opening, two middle games and an ending.
POSITIONS = (
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2rq1rk1/pb2bppp/1pn1pn2/3p4/3P1B2/2NBPN2/PP3PPP/2RQ1RK1 w - - 0 12",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)
#: Made by `tools/tactics.py`: a position, and the one move that wins.
TACTICS = Path(__file__).parent / "tactics.txt"
SECONDS = 1.0


def run(options: Options) -> Iterator[Row]:
    game = load_game("chess")
    engine = Engine(game)
    engine.warm("perft", "search")
    yield _perft(engine, options)
    yield _nodes(engine, options)
    yield _tactics(engine, options)


def _perft(engine: Engine[Any, Any], options: Options) -> Row:
    """Both count the games from the start; the last ply is only counted, not played, by both."""
    ours, theirs = (4, 3) if options.quick else (5, 4)
    spent = {"ours": 0.0, "theirs": 0.0}
    found = {"ours": 0, "theirs": 0}
    try:
        import chess
    except ImportError:
        chess = None  # type: ignore[assignment]

    def count(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    say(f"perft {ours} against python-chess {theirs}")
    for _ in range(TURNS):
        began = process_time()
        found["ours"] += engine.perft(depth=ours)[-1]
        spent["ours"] += process_time() - began
        if chess is not None:
            began = process_time()
            found["theirs"] += count(chess.Board(), theirs)
            spent["theirs"] += process_time() - began
    rate = found["ours"] / spent["ours"]
    if chess is None:
        return Row("chess", "perft", "positions/s", rate, "python-chess: not installed")
    peer = found["theirs"] / spent["theirs"]
    note = f"depth {ours} against {theirs}"
    return Row(
        "chess", "perft", "positions/s", rate, "python-chess", peer, rate / peer, Target(least=40), note
    )


def _nodes(engine: Engine[Any, Any], options: Options) -> Row:
    depth = 9 if options.quick else 12
    nodes, spent = 0, 0.0
    for fen in POSITIONS:
        say(f"depth {depth}: {fen}")
        engine.clear()
        began = process_time()
        nodes += engine.search(Position.of(engine.game, fen), depth=depth).nodes
        spent += process_time() - began
    note = f"{len(POSITIONS)} positions to depth {depth} in {spent:.1f} s, one thread"
    return Row("chess", "search", "nodes/s", nodes / spent, target=Target(least=500_000), note=note)


def tactics() -> list[tuple[str, str]]:
    """Positions as FEN, and the move that wins as SAN."""
    lines = TACTICS.read_text(encoding="ascii").splitlines()
    return [(fen, move) for fen, move in (line.split("; ") for line in lines)]


def _tactics(engine: Engine[Any, Any], options: Options) -> Row:
    """By the clock: on a busy machine the engine has less than its second."""
    asked = tactics()[:: 10 if options.quick else 1]
    solved = 0
    for number, (fen, wanted) in enumerate(asked, start=1):
        position = Position.of(engine.game, fen)
        engine.clear()
        found = engine.search(position, seconds=SECONDS).move
        right = engine.game.move_name(position.state, found) == wanted
        solved += right
        say(f"{number} of {len(asked)}: {'found' if right else 'missed'} {wanted}")
    note = f"{solved} of {len(asked)} positions, {SECONDS:g} s per move, one thread"
    return Row("chess", "tactics", "%", 100 * solved / len(asked), note=note)
