"""`spielbaum check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main

GAME = """
from typing import NamedTuple
from spielbaum import Game

class State(NamedTuple):
    left: int
    player: int

def heap() -> Game:
    def moves(s):
        for taken in range(1, min(2, s.left) + 1):
            yield taken
    def play(s, taken):
        return State(s.left - taken, 1 - s.player)
    def utility(s):
        return 1 if s.player == 0 else -1
    return Game("heap", start=State(5, 0), moves=moves, play=play, utility=utility)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "heap.py"


def check(*words: object) -> Result:
    return CliRunner().invoke(main, ["check", *map(str, words)], prog_name="spielbaum")


@pytest.mark.parametrize(("language", "end"), [("en", "No fault found."), ("de", "Kein Fehler gefunden.")])
def test_sound(file: Path, language: str, end: str) -> None:
    file.write_text(GAME, encoding="utf-8")
    result = check(file, "--games", 20, "--lang", language)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == end


def test_faulty(file: Path) -> None:
    file.write_text(GAME.replace("1 if s.player == 0", "2 if s.player == 0"), encoding="utf-8")
    result = check(file, "--games", 20, "--lang", "en")
    assert result.exit_code == 3
    assert result.stdout.splitlines()[-2:] == [
        "The pay-off 2 lies outside the declared values, -1 to 1.",
        "  shown by (no shorter sequence does): 1 1 1 2",
    ]


def test_rules_that_raise_are_told_in_a_sentence(file: Path) -> None:
    file.write_text(GAME.replace("s.left - taken", "{5: 5}[s.left] - taken"), encoding="utf-8")
    result = check(file, "--games", 20, "--lang", "en")
    assert result.exit_code == 3
    assert result.stdout.splitlines()[-2:] == [
        "play raises KeyError: 4.",
        "  shown by (no shorter sequence does): 1",
    ]
    assert "Traceback" not in result.output


def test_json(file: Path) -> None:
    file.write_text(GAME.replace("1 - s.player", "2 - s.player"), encoding="utf-8")
    result = check(file, "--games", 20, "--json", "--lang", "de")
    assert result.exit_code == 3
    report = json.loads(result.stdout)
    assert report["sound"] is False
    assert report["faults"][0]["moves"] == ["1"]
    assert report["faults"][0]["sentence"] == "player muss von 0 bis 1 gehen, ist aber 2."
    assert {outcome["status"] for outcome in report["outcomes"]} == {"sound", "faulty", "not checked"}


def test_wrong_use() -> None:
    assert check("no_such_game").exit_code == 2
    assert check("nim", "--games", 0).exit_code == 2
