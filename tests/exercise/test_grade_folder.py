"""A folder of answers, graded into a table."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.exercise import Exercise, answer_to_json, exercise_to_json, grade_folder, json_text, solution
from spielbaum.tree import read_tree

EXERCISE = Exercise("values", read_tree("A(B(8 7 3) C(2 9))"))
OTHER = Exercise("values", read_tree("A(B(1 2) C(3 4))"))


def run(*arguments: str) -> Result:
    return CliRunner(env={"SPIELBAUM_LANG": "en"}).invoke(main, ["exercise", *arguments])


def answer(exercise: Exercise = EXERCISE, **values: int) -> dict[str, Any]:
    """The right answer, which carries its exercise, with some values changed."""
    document = answer_to_json(solution(exercise), exercise) | {"exercise": exercise_to_json(exercise)}
    for name, value in values.items():
        document["nodes"][name]["value"] = value
    return document


def save(path: Path, document: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(document if isinstance(document, str) else json_text(document), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Anna is right, Ben is wrong twice over, Cem's file is no JSON, Dora has a list of two answers."""
    folder = tmp_path / "answers"
    save(folder / "anna.json", answer())
    save(folder / "ben" / "one.json", answer(B=7))
    save(folder / "ben" / "two.json", answer(OTHER, A=9))
    save(folder / "cem.json", "{")
    save(folder / "dora.json", [answer(), answer(OTHER, C=4)])
    save(folder / "notes.txt", "not an answer")
    save(folder / ".hidden.json", "{")
    return folder


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_one_row_for_each_answer(folder: Path) -> None:
    out = folder.parent / "grades.csv"
    result = run("check", str(folder), "-o", str(out))
    assert result.exit_code == 3, result.output
    assert result.stdout == ""
    rows = rows_of(out.read_text(encoding="utf-8"))
    assert [(row["file"], row["name"]) for row in rows] == [
        ("anna.json", "anna"),
        ("ben/one.json", "ben"),
        ("ben/two.json", "ben"),
        ("cem.json", "cem"),
        ("dora.json", "dora"),
        ("dora.json", "dora"),
    ]
    by_name = {row["file"]: row for row in rows}
    anna = by_name["anna.json"]
    assert anna["points"] == anna["maximum"] == "8"
    assert anna["exercise"] == EXERCISE.id
    assert anna["kind"] == "values"
    assert not anna["first_mistake"]
    assert not anna["problem"]
    ben = by_name["ben/one.json"]
    assert int(ben["points"]) < int(ben["maximum"])
    assert ben["first_mistake"] == "B does not have the value 7; right is 3."
    cem = by_name["cem.json"]
    assert cem["points"] == cem["maximum"] == cem["exercise"] == ""
    assert "not valid JSON" in cem["problem"]
    assert result.stderr.splitlines()[0].startswith("cem.json: cem.json is not valid JSON")


def test_it_is_printed_without_a_file(folder: Path) -> None:
    result = run("check", str(folder), "--lang", "de")
    assert result.exit_code == 3
    assert rows_of(result.stdout)[1]["first_mistake"] == "B hat nicht den Wert 7; richtig ist 3."
    document = json.loads(run("check", str(folder), "--json").stdout)
    assert document["format"] == "spielbaum-grades"
    assert [row["points"] for row in document["answers"]][3:5] == [None, 8]


def test_all_right_is_exit_code_0(tmp_path: Path) -> None:
    save(tmp_path / "anna.json", answer())
    result = run("check", str(tmp_path))
    assert result.exit_code == 0
    assert len(rows_of(result.stdout)) == 1


def test_only_the_exercises_of_the_sheet_count(folder: Path) -> None:
    """Whoever answers an easier exercise instead gets no points for it."""
    sheet = folder.parent / "sheet.json"
    save(sheet, exercise_to_json(EXERCISE))
    rows = rows_of(run("check", str(folder), "--exercise", str(sheet)).stdout)
    assert [row["points"] for row in rows if row["file"] == "ben/two.json"] == [""]
    assert [row["points"] for row in rows if row["file"] == "anna.json"] == ["8"]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    save(tmp_path / "deep.json", "[" * 5000)
    save(tmp_path / "empty.json", [])
    save(tmp_path / "long.json", " " * 2_000_001)
    save(tmp_path / "number.json", 7)
    os.mkfifo(tmp_path / "pipe.json")  # would be waited for without end
    (tmp_path / "link.json").symlink_to(tmp_path / "number.json")
    found = {one.file: one for one in grade_folder(tmp_path)}
    assert sorted(found) == ["bytes.json", "deep.json", "empty.json", "long.json", "number.json"]
    assert all(one.error is not None and one.error.sentence("de") for one in found.values())


def test_nothing_to_grade(tmp_path: Path) -> None:
    result = run("check", str(tmp_path))
    assert result.exit_code == 2
    assert "no answers to grade" in result.stderr


def test_a_single_file_has_no_table(tmp_path: Path) -> None:
    save(tmp_path / "anna.json", answer())
    result = run("check", str(tmp_path / "anna.json"), "-o", str(tmp_path / "grades.csv"))
    assert result.exit_code == 2
    assert "a folder of answers" in result.stderr


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    """Names come from whoever handed in; a spreadsheet must not compute them."""
    save(tmp_path / "=1+1" / "a.json", "{")
    strange = Exercise("values", read_tree('A("=HYPERLINK"(8 7 3) C(2 9))'))
    save(tmp_path / "ok" / "a.json", answer(strange, **{"=HYPERLINK": 7}))
    rows = rows_of(run("check", str(tmp_path)).stdout)
    assert rows[1]["first_mistake"].startswith("'=HYPERLINK")
    for row in rows:
        assert all(not cell.startswith(("=", "+", "-", "@")) for cell in row.values())
