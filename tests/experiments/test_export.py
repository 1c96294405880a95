"""Tables of runs for other programs."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.experiments.export import export, flat, tables_of
from spielbaum.experiments.statistics import Interval
from tests.experiments.support import fails_in_game_3, lines, play, small_plan


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["runs", "export", *arguments], prog_name="spielbaum")


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "match"
    play(small_plan(games=6, players=["alphabeta:depth=2", "random"]), folder, task=fails_in_game_3)
    return folder


def test_every_game_and_every_move_is_a_row(match: Path) -> None:
    tables = tables_of(match)
    assert list(tables) == ["results", "games", "moves"]
    games = {row["game"]: row for row in tables["games"]}
    assert list(games) == list(range(6))
    assert (games[3]["score"], games[3]["reason"]) == (None, "unscored")
    for line in lines(match):
        if "record" not in line:
            continue
        plies = line["record"]["plies"]
        assert games[line["game"]]["moves"] == " ".join(ply["move"] for ply in plies)
        own = [row for row in tables["moves"] if row["game"] == line["game"]]
        assert [row["move"] for row in own] == [ply["move"] for ply in plies]
        assert [row["seat"] for row in own] == [ply["player"] + 1 for ply in plies]
    (result,) = tables["results"]
    scores = [row["score"] for row in tables["games"] if row["score"] is not None]
    assert (
        int(result["wins"] or 0) + int(result["losses"] or 0) + int(result["draws"] or 0) == len(scores) == 5
    )
    assert {"elo", "elo_low", "elo_high"} <= result.keys()


def test_a_tournament_is_listed_by_rating(tmp_path: Path) -> None:
    play(small_plan(games=4, players=["random", "alphabeta:depth=4", "first"]), tmp_path / "three")
    rows = tables_of(tmp_path / "three")["results"]
    assert [row["place"] for row in rows] == [1, 2, 3]
    assert sorted(str(row["player"]) for row in rows) == ["alphabeta:depth=4", "first", "random"]
    elos = [float(row["elo"] or 0) for row in rows]
    assert elos == sorted(elos, reverse=True)


def test_all_formats_hold_the_same(match: Path) -> None:
    from pyarrow import BufferReader, parquet

    for rows in tables_of(match).values():
        columns = list(dict.fromkeys(name for row in rows for name in row))
        read = list(csv.DictReader(io.StringIO(export(rows, "csv").decode())))
        expected = [
            {name: "" if row.get(name) is None else str(row.get(name)) for name in columns} for row in rows
        ]
        assert read == expected
        assert json.loads(export(rows, "json")) == rows
        table = parquet.read_table(BufferReader(export(rows, "parquet")))
        assert table.to_pylist() == [{name: row.get(name) for name in columns} for row in rows]


def test_nested_values_get_joined_names() -> None:
    assert flat({"a": 1, "elo": Interval(2, 1, None), "pairs": (0, 1)}) == {
        "a": 1, "elo": 2, "elo_low": 1, "elo_high": None, "pairs": "0 1",
    }  # fmt: skip


def test_the_command(match: Path, tmp_path: Path) -> None:
    done = run(str(match), "--table", "games")
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == 7
    assert run(str(match)).stderr.strip().endswith("games, moves (--table).")
    assert len(json.loads(run(str(match), "--format", "json", "--table", "games").stdout)) == 6
    path = tmp_path / "moves.parquet"
    done = run(str(match), "--table", "moves", "-o", str(path))
    assert (done.exit_code, done.stdout) == (0, f"{path}\n")
    assert path.read_bytes()[:4] == b"PAR1"


def test_bad_input_is_one_sentence(match: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for arguments, sentence in (
        ([str(match), "--table", "gmes"], "no table called gmes; did you mean: games"),
        ([str(match), "-o", str(tmp_path / "x.xls")], ".csv, .json, .parquet"),
        ([str(match), "--format", "parquet"], "-o FILE.parquet"),
        ([str(match), "-o", str(tmp_path / "x.parquet")], "spielbaum[parquet]"),
        ([str(tmp_path)], "There is no run"),
    ):
        done = run(*arguments)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1), done.stderr
        assert sentence in done.stderr
