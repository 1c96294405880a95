"""Do searches end when they should? By the clock, with the machine to ourselves and with both cores busy."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from benchmarks.options import Options, say
from benchmarks.report import Row, Target
from spielbaum.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game

TITLE = "Time limits"
SHORTEST, LONGEST = 0.02, 2.0
GAMES = ("connect4", "kalah", "othello", "mnk:width=7,height=7,k=5")


def run(options: Options) -> Iterator[Row]:
    searches = 24 if options.quick else 200
    longest = 0.2 if options.quick else LONGEST
    engines = []
    for spec in GAMES:
        engine = Engine(load_game(spec))
        engine.search(depth=1)
        engines.append(engine)
    for case, busy, allowed in (("otherwise idle", 0, 0.020), ("both cores busy", 2, 0.100)):
        say(f"{searches} searches, {case}")
        with burners(busy):
            late = sorted(_lateness(engines, searches, longest))
        share = 100 * sum(each <= allowed for each in late) / len(late)
        middle, most = 1000 * late[len(late) // 2], 1000 * late[-1]
        spread = f"late by {middle:.1f} ms in the middle, {most:.1f} ms at most"
        note = f"{searches} searches of {SHORTEST:g} to {longest:g} s; {spread}"
        yield Row(
            "limits",
            f"{case}: within {1000 * allowed:.0f} ms",
            "%",
            share,
            target=Target(least=99),
            note=note,
        )


def _lateness(engines: list[Engine[object, object]], searches: int, longest: float) -> Iterator[float]:
    """Seconds after the limit at which the answer was there."""
    for number in range(searches):
        engine = engines[number % len(engines)]
        seconds = SHORTEST * (longest / SHORTEST) ** (number / max(searches - 1, 1))
        began = perf_counter()
        engine.search(Position.of(engine.game), seconds=seconds)
        yield perf_counter() - began - seconds


@contextmanager
def burners(count: int) -> Iterator[None]:
    """So many processes that do nothing but use a core each."""
    code = "while True: pass"
    running = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(count)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()
