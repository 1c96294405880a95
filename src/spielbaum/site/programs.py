"""Programs that help to write a site: npm, Node, Deno, pip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from spielbaum.errors import BadInput

#: Seconds for one thing.
MOST_SECONDS = 600


def deno() -> str | None:
    """Deno: the one that came as a wheel, or that of the system."""
    beside = Path(sys.executable).parent / "deno"
    return str(beside) if beside.is_file() else shutil.which("deno")


def runner() -> list[str] | None:
    """The beginning of a command that runs a script of JavaScript."""
    node = shutil.which("node")
    if node is not None:
        return [node]
    found = deno()
    return None if found is None else [found, "run", "--quiet", "--no-config", "--allow-all"]


def run(problem: str, name: str, command: list[str], place: Path, **more: str) -> None:
    """Run it in that folder; `problem` is what is said of the file `name` where it fails."""
    said(problem, name, command, place, **more)


def said(problem: str, name: str, command: list[str], place: Path, **more: str) -> str:
    """The same, and what it prints."""
    try:
        done = subprocess.run(
            command,
            cwd=place,
            env=os.environ | more,
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
            check=False,
        )
        if done.returncode == 0:
            return done.stdout
        why = (done.stderr.strip().splitlines() or ["?"])[-1]
    except (OSError, subprocess.TimeoutExpired) as error:
        why = str(error)
    raise BadInput(problem, file=name, why=why[:200])
