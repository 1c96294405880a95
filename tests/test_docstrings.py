"""What docstrings and comments refer to is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "spielbaum"
#: `kernel.py`, `engine/kernel.py` or `docs/howto/play.md`, in backquotes.
NAMED = re.compile(r"`((?:[\w/]+/)?\w[\w-]*\.(?:py|md))`")
#: Files that people write themselves.
EXAMPLES = {"mygame.py", "mybot.py", "game.py", "path/to/file.py", "games/mine.py"}


def test_files_that_are_named_exist() -> None:
    there = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md")}
    there |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.py")}
    there |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")}
    there |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "tools").rglob("*.py")}
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in SOURCE.rglob("*.py")
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
        if name not in EXAMPLES
    }
    assert len(named) > 20
    missing = [
        (file, name)
        for file, name in sorted(named)
        if not any(f"/{one}".endswith(f"/{name}") for one in there)
    ]
    assert missing == []
