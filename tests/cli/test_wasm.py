"""`spielbaum wasm`: a folder with the module of a game, or one clear sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE


def run(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "spielbaum", "--lang", "en", "wasm", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_files(tmp_path: Path) -> None:
    done = run("takeaway", "-o", tmp_path / "new" / "site")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "new" / "site").iterdir()}
    entry = {"package.json", "index.js", "index.d.ts"}
    assert names == {"takeaway.wasm", "spielbaum.js", "spielbaum.d.ts", "driver"} | entry


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("trio", "searches zero-sum games for two players"),
        ("nogame", "There is no game called nogame"),
    ],
)
def test_unfit_games(game: str, sentence: str, tmp_path: Path) -> None:
    done = run(game, "-o", tmp_path / "site")
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("")
    done = run("takeaway", "-o", tmp_path / "site")
    assert done.returncode == 2
    assert "must be a folder" in done.stderr
    assert done.stderr.count("\n") == 1
