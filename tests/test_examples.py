"""The games under examples/ are sound, and the tutorial shows the same code."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from spielbaum.cli import main
from spielbaum.games import load_game
from tests.support.docs import blocks
from tests.support.walk import solve

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = [path for path in sorted((ROOT / "examples").glob("*.py")) if "-> Game" in path.read_text("utf-8")]


#: With so many outcomes that the check takes half a minute.
LONG = {"yahtzee.py"}


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.name, marks=[pytest.mark.long] if path.name in LONG else [])
        for path in EXAMPLES
    ],
)
def test_the_example_is_sound(path: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(path), "--games", "100", "--lang", "en"])
    assert result.exit_code == 0, result.output
    assert "No fault found." in result.stdout


@pytest.mark.parametrize(
    ("width", "height", "margin"),
    [(1, 1, -1), (1, 2, 0), (2, 1, 0), (2, 2, 2), pytest.param(2, 3, -2, marks=pytest.mark.long)],
)
def test_dots_and_boxes(width: int, height: int, margin: int) -> None:
    """The known margins of the first player."""
    assert solve(load_game(f"{ROOT / 'examples' / 'dots.py'}:width={width},height={height}")) == margin


def test_the_tutorial_shows_the_example() -> None:
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    shown = [block.text for block in blocks(text) if block.note == "file=dots.py"]
    assert shown[-1] + "\n" == (ROOT / "examples" / "dots.py").read_text(encoding="utf-8")
