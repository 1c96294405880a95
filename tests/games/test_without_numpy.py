"""The rules of all games without NumPy and Numba, as in a web page: the same games."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

from spielbaum.game import Position
from spielbaum.games import entries, load_game
from tests.support.patience import PATIENCE

PLIES = 60
#: Runs the walks below in a process that has neither.
WITHOUT = """
import json, sys
sys.modules.update(numpy=None, numba=None, llvmlite=None)
from tests.games.test_without_numpy import walk
print(json.dumps([walk(game) for game in sys.argv[1:]]))
"""


def walk(name: str) -> list[str]:
    """What the rules and hints say about each position of a random game."""
    game, random = load_game(name), Random(17)
    position = Position(game, game.start)
    seen: list[str] = []
    while not position.over and position.plies < PLIES:
        state = position.state
        estimate = game.estimate(state)
        seen.append(f"{state} {position.legal_texts} {estimate} {game.key_of(state)}")
        position = position.after(random.choice(position.legal_moves))
    return seen


def test_the_same_games() -> None:
    names = [entry.name for entry in entries()]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *names], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    for name, plain in zip(names, json.loads(done.stdout), strict=True):
        assert plain == walk(name), name
