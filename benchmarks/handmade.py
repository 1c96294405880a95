"""What being generic costs: the engine beside kernels written by hand for one game, on the same search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks import handmade_dots, handmade_mnk
from benchmarks.nodes import PLAIN
from benchmarks.options import Options, say
from benchmarks.report import Row, Target
from spielbaum.engine import Engine, Techniques
from spielbaum.games import load_game

TITLE = "Generic against handmade"
TURNS = 3
TABLE_MB = 16
#: What the handmade kernels do, too.
SAME = replace(PLAIN, table=True, order=True)
DOTS = Path(__file__).parent.parent / "examples" / "dots.py"

#: From a depth to (value, nodes); the value in units of the game's estimate.
Search = Callable[[int], tuple[int, int]]


def run(options: Options) -> Iterator[Row]:
    dots = handmade_dots.searcher(3, 3, TABLE_MB)
    yield from _compare(
        "tutorial's Dots and Boxes 3 × 3", f"{DOTS}:width=3,height=3", 6 if options.quick else 9, dots
    )
    line = handmade_mnk.searcher(5, 5, 4, TABLE_MB)
    yield from _compare("mnk 5 × 5, 4 in a row", "mnk:width=5,height=5,k=4", 5 if options.quick else 8, line)


def _compare(name: str, spec: str, depth: int, handmade: Search) -> Iterator[Row]:
    """Both on the start of the game, to a depth at which no game is over."""
    say(f"{name}, depth {depth}")
    game = load_game(spec)
    engines = {"same": _engine(game, SAME), "full": _engine(game, Techniques())}
    handmade(2)
    spent = {"same": 0.0, "full": 0.0, "hand": 0.0}
    nodes = dict.fromkeys(spent, 0)
    for _ in range(TURNS):
        values: dict[str, Any] = {}
        for key, engine in engines.items():
            began = process_time()
            engine.table[:] = 0  # as the handmade ones do
            engine.clear()
            result = engine.search(depth=depth)
            spent[key] += process_time() - began
            nodes[key], values[key] = result.nodes, result.value
        began = process_time()
        found, nodes["hand"] = handmade(depth)
        spent["hand"] += process_time() - began
        if abs(found / game.unit - values["same"]) > 1e-9:
            raise AssertionError(f"{name}: the engine finds {values['same']}, the handmade search {found}")
    each = {key: spent[key] / TURNS for key in spent}
    for key, case in (("same", "same search"), ("full", "all techniques on")):
        counts = " against ".join(
            f"{nodes[k]} nodes at {nodes[k] / each[k] / 1e6:.1f} M/s" for k in (key, "hand")
        )
        yield Row(
            "handmade", f"{name}, {case}", "ms", 1000 * each[key], "by hand", 1000 * each["hand"],
            each[key] / each["hand"], Target(most=2.0) if key == "same" else None, f"depth {depth}, {counts}",
        )  # fmt: skip


def _engine(game: Any, techniques: Techniques) -> Engine[Any, Any]:
    engine = Engine(game, table_mb=TABLE_MB, techniques=techniques)
    engine.search(depth=2)
    return engine
