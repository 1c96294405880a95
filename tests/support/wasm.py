"""Games as WebAssembly beside the engine: the same questions to both."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import spielbaum.engine
from spielbaum.atomic import write_file
from spielbaum.engine import Engine
from spielbaum.engine.cache import CodeCache
from spielbaum.engine.digest import digest, surroundings
from spielbaum.engine.rules import rules_of
from spielbaum.engine.wasm import build
from spielbaum.engine.wasm_package import driver
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.result import Line, Result
from tests.support.patience import PATIENCE

DENO = Path(sys.executable).parent / "deno"

Request = dict[str, Any]


@cache
def module_of(name: str, *, trace: bool = False) -> bytes:
    """The module of a game, made once for all processes that run tests; sites have those that trace."""
    game = load_game(name)
    engine = sorted(Path(spielbaum.engine.__file__).parent.rglob("*"))
    sources = [path.read_bytes() for path in engine if path.suffix in (".py", ".ll")]
    made_of = digest(rules_of(game).digest, surroundings(), sources, trace)
    kept = CodeCache(f"{game.name}-module-{made_of}", lambda: None)
    if kept.path is None:
        return build(game, trace=trace)
    with kept.alone():
        if not kept.filled:
            write_file(kept.path, build(game, trace=trace), mode=0o600)
    return kept.path.read_bytes()


def ask(module: bytes, requests: list[Request], folder: Path) -> list[Any]:
    """What the module answers."""
    (folder / "requests.json").write_text(json.dumps(requests), encoding="utf-8")
    answers: list[Any] = run_script("wasm_run.js", module, folder, folder / "requests.json")
    return answers


def run_script(script: str, module: bytes, folder: Path, *more: Path) -> Any:
    """The JSON that a script of this folder prints, run by Deno with driver and module."""
    for file, content in {"game.wasm": module, **driver()}.items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_bytes(content)
    files = [Path(__file__).parent / script, folder / "spielbaum.js", folder / "game.wasm", *more]
    done = subprocess.run(
        [DENO, "run", "--no-check", "--no-prompt", "--quiet", f"--allow-read={folder}", *files],
        env=os.environ | {"DENO_DIR": str(folder), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Native:
    """The engine, answering in the form of `wasm_run.js`."""

    def __init__(self, game: Game[Any, Any], engine: Engine[Any, Any] | None = None) -> None:
        self.game = game
        self.rules = rules_of(game)
        self.engine = Engine(game, table_mb=1) if engine is None else engine

    def answer(self, request: Request) -> Any:
        position = self._after(request["numbers"])
        kind, options = request["kind"], request["options"]
        if kind == "rules":
            return self._rules(position.state)
        if kind == "perft":
            return self.engine.perft(position, options["depth"])
        if kind == "values":
            return self.engine.values([position], **options)
        if kind == "clear":
            return self.engine.clear()
        if kind == "solve":
            every_move = options.get("everyMove", False)
            return self._result(self.engine.solve(position.state, every_move=every_move))
        named = {"everyMove": "every_move"}
        options = {named.get(key, key): each for key, each in options.items()}
        return self._result(self.engine.start(position, **options).result())

    def _after(self, numbers: list[int]) -> Position[Any, Any]:
        position = Position.of(self.game, "")
        for number in numbers:
            position = position.after(self.game.legal(position.state)[number])
        return position

    def _rules(self, state: Any) -> Any:
        row = np.zeros(self.rules.layout.words, np.int64)
        self.rules.names["pack"](state, row)
        over = self.game.ended(state)
        return {
            "state": [str(word) for word in row],
            "moves": [] if over else [self._move(move) for move in self.game.legal(state)],
            "player": self.game.player(state),
            "over": over,
            "utility": self.game.utility(state) if over else None,
        }

    def _move(self, move: Any) -> Any:
        words = np.zeros(self.rules.names["MOVE_WORDS"], np.int64)
        self.rules.names["put_move"](move, words, 0)
        return int(words[0]) if len(words) == 1 else [int(word) for word in words]

    def _result(self, result: Result[Any]) -> Any:
        return self._line(result) | {
            "nodes": result.nodes,
            "lines": [self._line(line) for line in result.lines],
        }

    def _line(self, line: Line[Any] | Result[Any]) -> dict[str, Any]:
        return {
            "value": line.value,
            "player": line.view,
            "moves": [self._move(move) for move in line.moves],
            "proof": str(line.proof),
            "bound": str(line.bound),
            "distance": line.distance,
            "depth": line.depth or 0,
        }


def random_game(game: Game[Any, Any], chance: random.Random, most: int = 200) -> list[int]:
    """Moves by their numbers, to the end of the game or as far as `most`."""
    state = game.start
    numbers: list[int] = []
    while not game.ended(state) and len(numbers) < most:
        legal = game.legal(state)
        numbers.append(chance.randrange(len(legal)))
        state = game.play(state, legal[numbers[-1]])
    return numbers
