"""Compiled code on disk: used again, never stale, never trusted when damaged, not needed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from spielbaum.engine.digest import digest
from spielbaum.engine.files import cache_folder, private_folder

GAME = """
from typing import NamedTuple
from spielbaum import Game

class State(NamedTuple):
    left: int
    player: int

def helper(left):
    return min({most}, left)

def heap(most: int = 2) -> Game:
    def moves(s):
        for taken in range(1, helper(s.left) + 1):
            yield taken
    def play(s, taken):
        return State(s.left - taken, 1 - s.player)
    def utility(s):
        return 1 if s.player == 0 else -1
    return Game("heap", start=State(10, 0), moves=moves, play=play, utility=utility)
"""

SCRIPT = """
import sys
from spielbaum import load_game
from spielbaum.engine import Engine
for spec in sys.argv[1:]:
    engine = Engine(load_game(spec), table_mb=0.01)
    print(*engine.perft(depth=5), engine.code.compilations)
"""


def run(cache: Path, *specs: object) -> list[list[int]]:
    """Counts and, last, the number of compilations; one list a game, all in one new process."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, specs)],
        env={**os.environ, "SPIELBAUM_CACHE": str(cache)},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [[int(word) for word in line.split()] for line in done.stdout.splitlines()]


@pytest.mark.timeout(1200)  # compiles in several processes
def test_used_again_and_never_stale(tmp_path: Path) -> None:
    cache, file = tmp_path / "cache", tmp_path / "heap.py"
    file.write_text(GAME.replace("{most}", "2"))
    assert run(cache, file) == [[2, 4, 8, 16, 32, 1]]
    assert run(cache, file) == [[2, 4, 8, 16, 32, 0]]
    if os.name == "posix":
        assert stat.S_IMODE(cache.stat().st_mode) == 0o700
        assert all(stat.S_IMODE(code.stat().st_mode) == 0o600 for code in cache.iterdir())
    file.write_text(GAME.replace("{most}", "3") + "# a helper was edited\n")
    # The edited game and a built-in one side by side: each with its own code.
    other = tmp_path / "before.py"
    other.write_text(GAME.replace("{most}", "2"))
    first = run(cache, file, other)
    assert [counts[:5] for counts in first] == [[3, 9, 27, 76, 147], [2, 4, 8, 16, 32]]
    assert [counts[5] for counts in first] == [1, 0]
    assert [counts[:5] for counts in run(cache, other, file)] == [[2, 4, 8, 16, 32], [3, 9, 27, 76, 147]]

    # Damaged: made again, whatever is wrong with it, and kept.
    one, two = cache.glob("*.code")
    one.write_bytes(one.read_bytes()[:-10] + b"0123456789")
    two.write_bytes(b"something else")
    assert run(cache, other, file) == [[2, 4, 8, 16, 32, 1], [3, 9, 27, 76, 147, 1]]
    assert [counts[5] for counts in run(cache, other, file)] == [0, 0]


def test_works_without_a_cache(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert run(blocked / "cache", "takeaway") == [[2, 4, 7, 5, 1, 1]]


def test_a_folder_of_others_is_made_private(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir(mode=0o777)
    assert private_folder(folder) == folder
    if os.name == "posix":
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("environment", "platform", "end"),
    [
        ({"SPIELBAUM_CACHE": "/x/y"}, "linux", "/x/y"),
        ({"XDG_CACHE_HOME": "/x"}, "linux", "/x/spielbaum"),
        ({}, "linux", ".cache/spielbaum"),
        ({}, "darwin", "Library/Caches/spielbaum"),
        ({"LOCALAPPDATA": "/x/Local"}, "win32", "/x/Local/spielbaum"),
    ],
)
def test_where_the_cache_is(environment: dict[str, str], platform: str, end: str) -> None:
    assert cache_folder(environment, platform).as_posix().endswith(end)


def test_digest_follows_what_a_function_does() -> None:
    def make(bound: int) -> object:
        def helper(x: int) -> int:
            return x + bound

        def rule(x: int) -> int:
            return helper(x)

        return rule

    assert digest(make(1)) == digest(make(1))
    assert digest(make(1)) != digest(make(2))


def test_without_numba(tmp_path: Path) -> None:
    """NUMBA_DISABLE_JIT=1: the oracle tests on small positions, with the same kernels as plain Python."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "tests/oracle",
            "-k",
            "test_interpreted",
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "SPIELBAUM_CACHE": str(tmp_path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
    assert not list(tmp_path.glob("*.code"))
