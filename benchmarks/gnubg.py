"""GNU Backgammon as a peer: all legal moves of a position, best first by its own 0-ply evaluation.

It runs as a program of its own (Debian package `gnubg`) with a small script in its built-in Python, and
answers a line for each question: a position ID and two dice.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

#: Debian installs it beside the games, which need not be in the path.
PATH = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")

_MARK = "@answer "
_SCRIPT = f"""
import json, sys
import gnubg
for command in (
    "set display off",
    "set player 0 human",
    "set player 1 human",
    "set automatic roll off",
    "set evaluation chequerplay evaluation plies 0",
    "set evaluation chequerplay evaluation cubeful off",
    "new game",
):
    gnubg.command(command)
print("{_MARK}[]", flush=True)
for line in sys.stdin:
    board, one, two = line.split()
    gnubg.command("set board " + board)
    gnubg.command("set dice " + one + " " + two)
    found = gnubg.hint(10000)
    print("{_MARK}" + json.dumps([move["move"] for move in found["hint"]] if found else []), flush=True)
"""


class Gnubg:
    """A running GNU Backgammon; to be used in a `with` statement."""

    def __enter__(self) -> Self:
        assert PATH is not None
        self._folder = tempfile.TemporaryDirectory()
        script = Path(self._folder.name) / "answer.py"
        script.write_text(_SCRIPT, encoding="utf-8")
        self._process = subprocess.Popen(
            [PATH, "-t", "-q", "-p", str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=self._folder.name,
        )
        self._answer()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()

    def moves(self, position_id: str, throw: int) -> list[str]:
        """The moves of the player on roll, best first; empty where no man can move."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{position_id} {throw // 10} {throw % 10}\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> list[str]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if _MARK in line:
                found: list[str] = json.loads(line.split(_MARK, 1)[1])
                return found
        raise RuntimeError("GNU Backgammon has stopped")
