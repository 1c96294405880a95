"""Ways to write a game (`tests/engine/ways.md`), and a kernel that tries every rule on all positions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from spielbaum.engine.kernels import Kernel
from spielbaum.engine.rules import rules_of
from spielbaum.engine.slots import (
    Int64Array,
    State,
    check_and_place,
    ended,
    moves,
    plain,
    play,
    player,
    unpack,
    utility,
)
from spielbaum.engine.specialise import Code
from spielbaum.engine.workspace import Workspace, new_workspace
from spielbaum.game import Game

FILE = Path(__file__).parents[1] / "engine" / "ways.md"
DEPTH = 6


def ways() -> dict[str, str]:
    """The source of each game by its name."""
    found = re.findall(r"^## (\w+)\n.*?^```python\n(.*?)^```", FILE.read_text(encoding="utf-8"), re.S | re.M)
    return dict(found)


def visit(seen: Int64Array, s: State, ply: int, depth: int) -> None:
    """Sums over all positions, from which a difference in any rule is seen."""
    seen[0] += 1
    seen[1] += (ply + 1) * player(s)
    check, place = check_and_place(s)
    seen[2] ^= check ^ place
    if ended(s):
        seen[3] += (ply + 1) * utility(s)
        return
    number = 0
    for move in moves(s):
        number += 1  # noqa: SIM113 (compiled)
        seen[4] += number
        if depth > 0:
            visit(seen, plain(play(s, move)), ply + 1, depth - 1)


def tour(run: Workspace, depth: int) -> None:
    visit(run.history, unpack(run.rows[0]), 0, depth)


TOUR = Kernel("tour", (visit, tour))


def toured(game: Game[Any, Any], *, interpreted: bool, depth: int = DEPTH) -> list[int]:
    """What the rules say on all positions up to a depth, as a few sums."""
    rules = rules_of(game)
    code = Code(rules, interpreted=interpreted, announce=None)
    run = new_workspace(code.zeros, code.zeros(8), code.zeros(8), row=rules.layout.words, rows=4)
    run.history[:] = 0
    rules.names["pack"](game.start, run.rows[0])
    code.make(TOUR, rules.names)(run, depth)
    return [int(n) for n in run.history.ravel()[:5]]
