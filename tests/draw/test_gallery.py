"""The committed gallery is what is drawn today."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE
from tools.gallery import FOLDER, figures, outdated

MADE_BY_HAND = {"README.md"}


def test_the_gallery_is_up_to_date() -> None:
    assert outdated() == [], "python tools/gallery.py renews them"


def test_the_gallery_shows_every_figure_and_nothing_else() -> None:
    names = {name for name, _ in figures()}
    assert {path.name for path in FOLDER.iterdir()} == names | MADE_BY_HAND
    linked = set(re.findall(r"\]\(([\w.-]+)\)", (FOLDER / "README.md").read_text(encoding="utf-8")))
    assert names <= linked


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("name", ["hand-simulation-de.tex", "take-away-5-de.tex", "three-players.tex"])
def test_latex_compiles(name: str, tmp_path: Path) -> None:
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-output-directory", str(tmp_path)]
    done = subprocess.run(
        [*command, str(FOLDER / name)],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE,
        check=False,
    )
    if "File `" in done.stdout and "not found" in done.stdout:
        pytest.skip("this LaTeX has no forest package")
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout
