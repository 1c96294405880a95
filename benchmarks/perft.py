"""Positions per second when all games of a length are counted: the speed of the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from benchmarks.options import Options, say
from benchmarks.report import Row
from spielbaum.engine import Engine
from spielbaum.games import load_game

TITLE = "Perft"
#: Game, depth, published count of the last ply where there is one.
CASES: tuple[tuple[str, int, int | None], ...] = (
    ("connect4", 8, 5_673_234),
    ("kalah", 9, 2_763_490),
    ("othello", 8, 390_216),
    ("tictactoe", 9, 127_872),
    ("nim", 8, None),
    ("mnk:width=5,height=5,k=4", 5, None),
    ("takeaway:matches=40,most=3", 14, None),
)


def run(options: Options) -> Iterator[Row]:
    for spec, full_depth, published in CASES:
        depth = full_depth - 2 if options.quick else full_depth
        known = None if options.quick else published
        engine = Engine(load_game(spec), table_mb=0.001)
        engine.warm("perft")
        say(f"{spec}, depth {depth}")
        began = process_time()
        counts = engine.perft(depth=depth)
        seconds = process_time() - began
        right = "" if known is None else f", {'as' if counts[-1] == known else 'NOT as'} published"
        note = f"depth {depth}: {counts[-1]}{right}"
        yield Row("perft", spec, "positions/s", sum(counts) / seconds, note=note)
