"""Two threads on one table against one: time by the clock, on hard Connect Four positions."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter, process_time

from benchmarks.options import Options, say
from benchmarks.report import Row, Target
from spielbaum.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game

TITLE = "Two threads"
#: Positions near the start that take seconds each.
HARD = ("1", "44", "3333", "4442")
TABLE_MB = 256


def run(options: Options) -> Iterator[Row]:
    game = load_game("connect4")
    positions = [Position.of(game, text) for text in (HARD[-2:] if options.quick else HARD)]
    engines = {threads: Engine(game, table_mb=TABLE_MB, threads=threads) for threads in (1, 2)}
    wall = {1: 0.0, 2: 0.0}
    cpu = {1: 0.0, 2: 0.0}
    nodes = {1: 0, 2: 0}
    for engine in engines.values():
        engine.warm("solve")
        engine.table[:] = 0  # so that neither pays for the first use of its memory
    for number, position in enumerate(positions):
        values = set()
        for threads in (1, 2) if number % 2 else (2, 1):
            engine = engines[threads]
            engine.clear()
            began, used = perf_counter(), process_time()
            result = engine.solve(position, line=False)
            wall[threads] += perf_counter() - began
            cpu[threads] += process_time() - used
            nodes[threads] += result.nodes
            values.add(result.value)
        say(f"{number + 1} of {len(positions)}: {wall[1]:.1f} s, {wall[2]:.1f} s")
        if len(values) > 1:
            raise AssertionError(f"values differ: {values}")
    cores = cpu[2] / wall[2]
    note = f"{len(positions)} positions, nodes × {nodes[2] / nodes[1]:.2f}, two threads got {cores:.2f} cores"
    yield Row(
        "threads", "hard positions, two threads", "s", wall[2], "one thread", wall[1], wall[1] / wall[2],
        Target(least=1.6), note,
    )  # fmt: skip
