"""The WebAssembly module of a game beside the engine: the same search, the same positions, CPU time.

Deno runs the module, as Chromium and Node would: all three have the same machine for it, V8.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from benchmarks.options import Missing, Options, say
from benchmarks.positions import samples
from benchmarks.report import Row, Target
from spielbaum.engine import Engine
from spielbaum.engine.wasm import build
from spielbaum.engine.wasm_package import driver
from spielbaum.game import Game, Position
from spielbaum.games import load_game

TITLE = "WebAssembly against machine code"
DENO = Path(sys.executable).parent / "deno"
TURNS = Path(__file__).parent / "wasm_turns.js"
DOTS = Path(__file__).parent.parent / "examples" / "dots.py"
CASES = {
    "Connect Four": "connect4",
    "chess": "chess",
    "Kalah": "kalah",
    "tutorial's Dots and Boxes": str(DOTS),
}
#: Both have so many turns, one after the other, so that both see the same machine.
ROUNDS = 5


def run(options: Options) -> Iterator[Row]:
    if not DENO.is_file():
        raise Missing("Deno is not installed")
    for title, name in CASES.items():
        say(title)
        yield _searching(title, load_game(name), 300_000 if options.quick else 3_000_000)
    yield _solving(options)


def _searching(title: str, game: Game[Any, Any], nodes: int) -> Row:
    engine = Engine(game, table_mb=64)
    engine.search(nodes=nodes)
    spent = {"native": 0.0, "wasm": 0.0}
    counted = 0
    with _module(game) as ask:
        ask({"kind": "search", "nodes": nodes})  # V8 compiles what is used much once more, better
        for _ in range(ROUNDS):
            engine.clear()
            began = process_time()
            found = engine.search(nodes=nodes)
            spent["native"] += process_time() - began
            answer, seconds = ask({"kind": "search", "nodes": nodes})
            spent["wasm"] += seconds
            assert answer == [found.nodes, found.value, found.depth], (answer, found)
            counted += found.nodes
    ours, theirs = counted / spent["wasm"], counted / spent["native"]
    return Row(
        "wasm", title, "nodes/s", ours, "machine code", theirs, ours / theirs, Target(least=0.75),
        f"{nodes} nodes per search",
    )  # fmt: skip


def _solving(options: Options) -> Row:
    """The positions of a stage, each with an empty table."""
    game = load_game("connect4")
    positions = samples(options.positions, "begin_easy", 40 if options.quick else 1000, options.seed)
    parts = [positions[i::ROUNDS] for i in range(ROUNDS)]
    engine = Engine(game, table_mb=64)
    engine.warm("solve")
    spent = {"native": 0.0, "wasm": 0.0}
    with _module(game) as ask:
        ask(_task(parts[0]))
        for part in parts:
            states = [Position.of(game, sample.columns) for sample in part]
            began = process_time()
            values = engine.values(states, fresh=True)
            spent["native"] += process_time() - began
            answer, seconds = ask(_task(part))
            spent["wasm"] += seconds
            assert answer == values
    ours, theirs = (spent[who] / len(positions) * 1e6 for who in ("wasm", "native"))
    return Row(
        "wasm", "Connect Four, begin_easy", "µs", ours, "machine code", theirs, ours / theirs,
        Target(most=1.5), f"{len(positions)} positions",
    )  # fmt: skip


def _task(part: list[Any]) -> dict[str, Any]:
    return {"kind": "values", "positions": [[int(c) - 1 for c in sample.columns] for sample in part]}


@contextmanager
def _module(game: Game[Any, Any]) -> Iterator[Any]:
    """Deno with the module of the game; a function that hands it a task."""
    with TemporaryDirectory() as folder:
        for file, content in {"game.wasm": build(game), **driver()}.items():
            (Path(folder) / file).parent.mkdir(exist_ok=True)
            (Path(folder) / file).write_bytes(content)
        files = [f"{folder}/spielbaum.js", f"{folder}/game.wasm"]
        command = [
            DENO,
            "run",
            "--no-check",
            "--no-prompt",
            "--quiet",
            f"--allow-read={folder}",
            TURNS,
            *files,
        ]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        env = os.environ | {"DENO_DIR": folder, "DENO_NO_UPDATE_CHECK": "1"}
        with subprocess.Popen(command, env=env, text=True, **pipes) as deno:  # type: ignore[call-overload]

            def ask(task: dict[str, Any]) -> tuple[Any, float]:
                deno.stdin.write(json.dumps(task) + "\n")
                deno.stdin.flush()
                found = json.loads(deno.stdout.readline())
                return found["answer"], float(found["seconds"])

            yield ask
            deno.stdin.close()
