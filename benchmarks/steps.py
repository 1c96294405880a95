"""What each optional function of Connect Four is worth to the exact solver: from the bare rules upwards."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

from benchmarks.options import Options, say
from benchmarks.positions import samples
from benchmarks.report import Row
from spielbaum.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game

TITLE = "Connect Four solved exactly, step by step"
STAGE = "middle_easy"
#: What is left out of the game in each step.
STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the rules alone", {"key": None, "order": None, "settle": None, "candidates": None}),
    ("and `key`: mirror images are one", {"order": None, "settle": None, "candidates": None}),
    ("and `order`: threats first", {"settle": None, "candidates": None}),
    ("and `settle`, `candidates`: forced moves played out, bounds", {}),
)


def run(options: Options) -> Iterator[Row]:
    count = 10 if options.quick else 100
    full = load_game("connect4")
    data = samples(options.positions, STAGE, count, options.seed)
    states = [Position.of(full, sample.columns).state for sample in data]
    expected: list[int] | None = None
    for name, without in STEPS:
        say(name)
        engine = Engine(full.with_hints(**without), table_mb=1)  # without exact keys all of it is cleared
        engine.warm("solve")
        began = process_time()
        values = engine.values(states, fresh=True)
        seconds = process_time() - began
        expected = values if expected is None else expected  # the rules alone are right
        note = f"{STAGE}, {len(states)} positions, {engine.memory.nodes / len(states):.0f} nodes each, "
        note += f"{sum(a != b for a, b in zip(values, expected, strict=True))} values differ"
        yield Row("steps", name, "µs", 1e6 * seconds / len(states), note=note)
