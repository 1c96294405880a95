"""match, tournament, runs: what they print and what they refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.experiments import Interval
from spielbaum.experiments.formats import elo
from tests.experiments.support import lines, play, small_plan


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments], prog_name="spielbaum")


def test_a_match(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    arguments = [
        "match",
        "tictactoe",
        "random",
        "first",
        "--games",
        "12",
        "--out",
        str(folder),
        "--workers",
        "1",
    ]
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["wins"] + document["losses"] + document["draws"] == document["played"] == 12
    assert sum(document["pairs"]) == 6
    written = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert [each["measure"] for each in written.pop("measures")] == ["elo"]
    assert written == document
    environment = json.loads((folder / "environment.jsonl").read_text(encoding="utf-8"))
    assert {"python", "numba", "processor", "cores", "commit", "load", "spielbaum"} <= environment.keys()
    # The library plays the same games.
    play(small_plan(), tmp_path / "library")
    assert sorted(line["record"]["seed"] for line in lines(folder)) == sorted(
        line["record"]["seed"] for line in lines(tmp_path / "library")
    )
    again = run(*arguments, "--lang", "de")
    assert again.exit_code == 0
    assert "nach 12 von 12 weiter" in again.stderr
    assert "12 Partien" in again.stdout
    assert len(lines(folder)) == 12
    other = run(*arguments, "--seed", "1")
    assert other.exit_code == 2
    assert other.stderr.count("\n") == 1
    assert "seed is 0 there, but 1 here" in other.stderr


@pytest.mark.parametrize(("test", "told"), [([], 9), (["--sprt", "0,1"], 0)])
def test_the_time_that_is_left(
    test: list[str], told: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the third game to the last but one, unless nobody knows which will be the last."""
    monkeypatch.setattr("spielbaum.cli.telling.PAUSE", 0.0)
    arguments = ["match", "tictactoe", "random", "first", "--games", "12", "--workers", "1", *test]
    done = run(*arguments, "--out", str(tmp_path / "run"))
    assert done.exit_code == 0, done.stderr
    assert len(re.findall(r" of 12, about \d+ s left · \d", done.stderr)) == told


def test_runs(tmp_path: Path) -> None:
    play(small_plan(), tmp_path / "one")
    play(small_plan(players=["alphabeta:depth=2", "first", "random"], games=2), tmp_path / "two")
    listed = run("runs", "list", str(tmp_path))
    assert listed.stdout.splitlines() == [
        f"{tmp_path}/one: match of tictactoe, random, first, 12 of 12",
        f"{tmp_path}/two: tournament of tictactoe, alphabeta:depth=2, first, random, 6 of 6",
    ]
    assert [
        r["planned"] for r in json.loads(run("runs", "list", str(tmp_path), "--json").stdout)["runs"]
    ] == [12, 6]
    table = run("runs", "show", str(tmp_path / "two"), "--lang", "de").stdout.splitlines()
    head = next(number for number, line in enumerate(table) if line.startswith("   Spieler"))
    assert table[head].split() == ["Spieler", "Elo", "Punkte", "Partien", "1", "2", "3"]
    assert [line.split()[0] for line in table[head + 1 : head + 4]] == ["1", "2", "3"]
    assert json.loads(run("runs", "show", str(tmp_path / "one"), "--json").stdout)["played"] == 12
    # A damaged run is told and hides no other.
    (tmp_path / "one" / "games.jsonl").write_text("rubbish\n", encoding="utf-8")
    listed = run("runs", "list", str(tmp_path))
    assert "line 1" in listed.stderr
    assert listed.stdout.startswith(f"{tmp_path}/two")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "tictactoe", "randon", "first"], "no player called randon; did you mean: random"),
        (["match", "tictactoe", "random", "alphabeta:dept=2"], "dept for this player; did you mean: depth"),
        (["match", "tiktaktoe", "random", "first"], "did you mean: tictactoe"),
        (["match", "tictactoe", "random", "first", "--games", "3"], "must be even"),
        (["match", "tictactoe", "random", "first", "--sprt", "5"], "ELO0,ELO1"),
        (["match", "tictactoe", "random", "first", "--clock", "soon"], "soon"),
        (["match", "tictactoe", "random", "first", "--openings", "best"], "random:4"),
        (["match", "trio", "random", "first"], "a match needs 3 players, but 2 were given"),
        (["tournament", "tictactoe", "random"], "at least two players"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = run(*arguments, "--out", str(tmp_path / "run"))
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_runs_that_are_none(tmp_path: Path) -> None:
    for arguments, sentence in (
        (["runs", "show", str(tmp_path)], "There is no run"),
        (["runs", "list", str(tmp_path / "none")], "There is no folder"),
        (["runs", "shw", str(tmp_path)], "did you mean: runs show"),
        (["match", "tictactoe", "random", "first", "--out", "/proc/none"], "cannot be written"),
    ):
        done = run(*arguments)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert sentence in done.stderr


def test_elo_in_words() -> None:
    assert elo(Interval(12.34, -10, 34), "en") == "+12.3 ± 22.0"
    assert elo(Interval(-0.01, -10, 10), "de") == "0,0 ± 10,0"
    assert elo(Interval(None, 120.44, None), "en") == "> +120.4"
    assert elo(Interval(None, None, -120.44), "de") == "< −120,4"
    assert elo(Interval(None, None, None), "en") == "–"
