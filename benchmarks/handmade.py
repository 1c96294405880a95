"""What being generic costs: the engine beside kernels written by hand for one game, on the same search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from benchmarks import handmade_dots, handmade_mnk
from benchmarks.nodes import PLAIN
from benchmarks.options import Options, say
from benchmarks.report import Row, Target
from spielbaum.engine import Engine, Techniques
from spielbaum.games import load_game

TITLE = "Generic against handmade"
#: The best of so many: each takes some hundredths of a second, and the machine may be busy.
TURNS = 60
#: What the handmade kernels do, too.
SAME = replace(PLAIN, order=True)
DOTS = Path(__file__).parent.parent / "examples" / "dots.py"

#: From a depth to (value, nodes); the value in units of the game's estimate.
Search = Callable[[int], tuple[int, int]]


def run(options: Options) -> Iterator[Row]:
    yield from _compare(
        "tutorial's Dots and Boxes 3 × 3",
        load_game(f"{DOTS}:width=3,height=3"),
        5 if options.quick else 7,
        handmade_dots.searcher(3, 3),
    )
    nearness = np.array([handmade_mnk.centre(5, 5)(cell) for cell in range(5 * 6)])
    yield from _compare(
        "mnk 5 × 5, 4 in a row",
        load_game("mnk:width=5,height=5,k=4").with_hints(order=lambda _s, cell: nearness[cell]),
        5 if options.quick else 7,
        handmade_mnk.searcher(5, 5, 4),
    )


def _compare(name: str, game: Any, depth: int, handmade: Search) -> Iterator[Row]:
    """Both on the start of the game: the same tree, node for node; who walks it faster?"""
    say(f"{name}, depth {depth}")
    engine = _engine(game, SAME)
    handmade(2)
    best = {"engine": float("inf"), "hand": float("inf")}
    nodes = 0
    for _ in range(TURNS):
        began = process_time()
        result = engine.search(depth=depth)
        best["engine"] = min(best["engine"], process_time() - began)
        began = process_time()
        found, nodes = handmade(depth)
        best["hand"] = min(best["hand"], process_time() - began)
        if nodes != result.nodes or abs(found / game.facts.unit - result.value) > 1e-9:
            raise AssertionError(
                f"{name}: the engine finds {result.value} in {result.nodes} nodes, "
                f"the handmade search {found / game.facts.unit} in {nodes}"
            )
    speed = {key: nodes / best[key] / 1e6 for key in best}
    yield Row(
        "handmade", f"{name}, the same {nodes} nodes", "M nodes/s", speed["engine"], "by hand", speed["hand"],
        speed["hand"] / speed["engine"], Target(most=2.0), f"depth {depth}, alpha-beta with an order",
    )  # fmt: skip


def _engine(game: Any, techniques: Techniques) -> Engine[Any, Any]:
    engine = Engine(game, table_mb=1, techniques=techniques)
    engine.search(depth=2)
    return engine
