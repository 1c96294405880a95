"""`--solution`: the engine of a command knows what was solved before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from spielbaum.cli import main


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("solutions")
    for game in ("hexapawn", "morris"):
        run("solve", "--all", game, "--interpreted", "-o", str(folder / f"{game}.table"))
    return folder


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == code, result.output
    return result.output


def test_analyse(folder: Path) -> None:
    for path in (folder, folder / "hexapawn.table"):
        words = ("analyse", "hexapawn", "--depth", "1", "--interpreted", "--json")
        found = json.loads(run(*words, "--solution", str(path)))
        assert (found["value"], found["proof"], found["distance"]) == (-1, "proven", 6)
        assert json.loads(run(*words))["proof"] != "proven"


def test_solve_a_game_that_goes_in_circles(folder: Path) -> None:
    words = ("solve", "morris", "--interpreted", "--json", "--moves")
    assert "morris" in run(*words, code=2)
    found = json.loads(run(*words, "--solution", str(folder)))
    assert (found["value"], found["proof"], found["distance"]) == (1, "proven", 9)
    assert {line["value"] for line in found["lines"]} == {1, 0, -1}


def test_the_usual_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_SOLUTIONS", str(folder))
    found = json.loads(run("analyse", "hexapawn", "--depth", "1", "--interpreted", "--json"))
    assert found["proof"] == "proven"
    # A game that is not in it is searched as always.
    found = json.loads(run("analyse", "takeaway", "--depth", "1", "--interpreted", "--json"))
    assert found["proof"] != "proven"


def test_what_is_refused(folder: Path) -> None:
    said = run("analyse", "takeaway", "--depth", "1", "--solution", str(folder), code=2)
    assert "holds no solution of takeaway" in said
    said = run("analyse", "takeaway", "--depth", "1", "--solution", str(folder / "morris.table"), code=2)
    assert "was made for rules other than those of takeaway" in said
    said = run("solve", "--all", "hexapawn", "--solution", str(folder), code=2)
    assert "--solution does not go with --all" in said
