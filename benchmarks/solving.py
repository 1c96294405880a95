"""Exact solving of Connect Four beside BitBully: CPU time a position, one thread, no book, empty tables."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

from benchmarks.options import Missing, Options, say
from benchmarks.positions import STAGES, Sample, samples
from benchmarks.report import Row, Target
from spielbaum.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game

TITLE = "Connect Four solved exactly"
#: Microseconds per position of the fastest program known on the same files: c4, c4, Pons' solver, a mix.
BEST_KNOWN = {"end_easy": 3.7, "middle_easy": 40.0, "begin_easy": 380.0, "begin_medium": 102_000.0}
#: Positions of each stage; how often all of them are solved, since the shortest times are the noisiest; and
#: in how many parts, after each of which the other program has its turn, so that both see the same machine.
COUNTS = {
    "end_easy": (1000, 5, 1),
    "middle_easy": (1000, 3, 1),
    "begin_easy": (1000, 1, 5),
    "begin_medium": (200, 1, 20),
}
QUICK = {
    "end_easy": (1000, 2, 1),
    "middle_easy": (200, 1, 1),
    "begin_easy": (60, 1, 2),
    "begin_medium": (6, 1, 2),
}
MODES = ("mtdf", "nullWindow")
TABLE_MB = 64


def run(options: Options) -> Iterator[Row]:
    try:
        from bitbully import bitbully_core
    except ImportError as error:
        raise Missing("BitBully is not installed") from error
    game = load_game("connect4")
    engine = Engine(game, table_mb=TABLE_MB)
    engine.warm("solve")
    peer = bitbully_core.BitBullyCore()
    for stage in STAGES:
        count, rounds, parts = (QUICK if options.quick else COUNTS)[stage]
        data = samples(options.positions, stage, count, options.seed)[:: options.every]
        say(f"{stage}: {len(data)} positions")
        ours, theirs, nodes, wrong = _stage(engine, peer, bitbully_core, data, rounds, parts)
        mode = min(theirs, key=lambda name: theirs[name])
        source = "from files" if options.positions else f"seed {options.seed}"
        note = f"{len(data)} positions {source}, {nodes:.0f} nodes each, {wrong} wrong"
        yield Row(
            "solving", stage, "µs", ours, f"BitBully {mode}", theirs[mode], ours / theirs[mode],
            Target(most=0.5), note,
        )  # fmt: skip
        if options.positions and not options.quick and options.every == 1:
            known = BEST_KNOWN[stage]
            yield Row(
                "solving", stage, "µs", ours, "best known, measured before", known, ours / known,
                Target(most=1.0), "same files, another day",
            )  # fmt: skip
    if options.empty:
        yield from _empty(game, bitbully_core)


def _stage(
    engine: Engine[Any, Any], peer: Any, core: Any, data: list[Sample], rounds: int, parts: int
) -> tuple[float, dict[str, float], float, int]:
    """Microseconds per position of both, our nodes per position, and how many scores are wrong or differ."""
    states = [Position.of(engine.game, sample.columns).state for sample in data]
    boards = []
    for sample in data:
        board = core.BoardCore()
        for column in sample.columns:
            board.play(int(column) - 1)
        boards.append(board)
    ours, nodes = 0.0, 0
    theirs = dict.fromkeys(MODES, 0.0)
    scores: list[int] = [0] * len(data)
    wrong = 0
    for first in range(parts):
        part = range(first, len(data), parts)
        for round_ in range(rounds):
            began = process_time()
            found = engine.values([states[i] for i in part], fresh=True)
            ours += process_time() - began
            if round_ == 0:
                nodes += engine.memory.nodes
                for i, score in zip(part, found, strict=True):
                    scores[i] = score
        for mode in MODES:
            for i in part:
                peer.resetTranspositionTable()
                began = process_time()
                score = peer.mtdf(boards[i], 0) if mode == "mtdf" else peer.nullWindow(boards[i])
                theirs[mode] += process_time() - began
                known = data[i].score
                wrong += score != scores[i] or (known is not None and known != score)
    scale = 1e6 / len(data)
    return ours * scale / rounds, {m: t * scale for m, t in theirs.items()}, nodes / len(data), wrong


def _empty(game: Any, core: Any) -> Iterator[Row]:
    """The empty board: minutes for the peer."""
    say("empty board: ours")
    engine = Engine(game, table_mb=256)
    engine.warm("solve")
    began = process_time()
    result = engine.solve(None, line=False)
    ours = process_time() - began
    say(f"empty board: {ours:.1f} s; now BitBully, some minutes")
    peer = core.BitBullyCore()
    began = process_time()
    score = peer.nullWindow(core.BoardCore())
    theirs = process_time() - began
    note = f"{result.nodes / 1e6:.1f} M nodes, 256 MB, {int(score != result.value)} wrong"
    yield Row(
        "solving",
        "empty board",
        "s",
        ours,
        "BitBully nullWindow",
        theirs,
        ours / theirs,
        Target(most=0.13),
        note,
    )
