"""Own games that never return do not keep a site from being written."""

from __future__ import annotations

from pathlib import Path

import pytest

from spielbaum.engine.wasm import build
from spielbaum.games import load_game
from spielbaum.site.rehearsal import STAGES, Rehearsed, rehearse

RULES = """
from typing import NamedTuple
from spielbaum import Game

class State(NamedTuple):
    left: int
    player: int

def heap() -> Game:
    def moves(s):
        while {endless}:
            pass
        yield from range(1, min(2, s.left) + 1)

    def play(s, taken):
        return State(s.left - taken, 1 - s.player)

    def utility(s):
        return 1 if s.player == 0 else -1

    return Game("heap", State(5, 0), moves, play, utility)
"""


def rehearsed(folder: Path, endless: str, patience: float) -> Rehearsed:
    file = folder / "heap.py"
    file.write_text(RULES.format(endless=endless))
    return rehearse(str(file), patience)


def test_a_first_position_that_never_comes(tmp_path: Path) -> None:
    assert rehearsed(tmp_path, "True", 0.5) == Rehearsed({}, None)


@pytest.mark.long
def test_positions_that_never_come_are_met_by_the_solver_at_the_latest(tmp_path: Path) -> None:
    assert "solved" not in rehearsed(tmp_path, "s.left == 3", 20).passed
    whole = rehearsed(tmp_path, "s.left == 9", 60)
    assert whole.passed == dict.fromkeys(STAGES, "")
    # What was made is what would be made again.
    assert whole.module == build(load_game(str(tmp_path / "heap.py")))


def test_a_file_that_ends_python(tmp_path: Path) -> None:
    file = tmp_path / "ends.py"
    file.write_text("import os\nos._exit(7)\n")
    assert rehearse(str(file)) == Rehearsed({}, None)


def test_what_rules_raise_is_told(tmp_path: Path) -> None:
    """Not that they never end."""
    told = rehearsed(tmp_path, '{}["boom"]', 60)
    assert told == Rehearsed(dict.fromkeys(STAGES, "KeyError: 'boom'"), None)
