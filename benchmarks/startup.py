"""From the shell to the first answer: by the clock, in new processes."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator

from benchmarks.apart import Done, python, timed
from benchmarks.options import Options, say
from benchmarks.report import Row, Target
from spielbaum.games.register import entries

TITLE = "Start-up"
MOVE = """
import sys
from spielbaum.engine import Engine
from spielbaum.games import load_game
game = load_game(sys.argv[1])
Engine(game).search(depth=2)
"""
SOLVE = """
import sys
from spielbaum.engine import Engine
from spielbaum.games import load_game
Engine(load_game(sys.argv[1])).warm("search", "solve")
"""

#: Seconds with a warm and with a cold cache; chess has the longest rules.
TARGETS = {"chess": (2.0, 25.0)}
UNSOLVABLE = ("chess",)


def run(options: Options) -> Iterator[Row]:
    times = 2 if options.quick else 7
    command = [sys.executable, "-m", "spielbaum", "--help"]
    yield _row("spielbaum --help", [timed(command) for _ in range(times)], 0.25)
    games = [entry.name for entry in entries() if entry.name != "trio"]  # three players: no engine
    for name in ["connect4"] if options.quick else games:
        say(name)
        with tempfile.TemporaryDirectory() as cache:
            cold = python(MOVE, name, cache=cache)
            warm = [python(MOVE, name, cache=cache) for _ in range(times)]
            both = cold if name in UNSOLVABLE else python(SOLVE, name, cache=cache)
        warm_target, cold_target = TARGETS.get(name, (1.5, 15.0))
        yield _row(f"{name}: first move, warm cache", warm, warm_target)
        yield _row(f"{name}: first move, cold cache", [cold], cold_target)
        if name not in UNSOLVABLE:
            yield _row(f"{name}: solver compiled as well", [both], cold_target)


def _row(case: str, done: list[Done], most: float) -> Row:
    """The middle of the times; on a busy machine the CPU time tells more than the clock."""
    seconds = sorted(each.seconds for each in done)[len(done) // 2]
    cpu = sorted(each.cpu for each in done)[len(done) // 2]
    note = f"CPU {cpu:.2f} s" + (f", middle of {len(done)}" if len(done) > 1 else "")
    return Row("startup", case, "s", seconds, target=Target(most=most), note=note)
