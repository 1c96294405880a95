"""`spielbaum exercise` on the command line, in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.exercise import answer_to_json, exercise_from_json, exercises_from_json, json_text, solution

TREE = "A(B(8 7 3) C(2 9))"


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["exercise", *arguments], input=stdin)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPIELBAUM_LANG", "en")


@pytest.fixture
def sheet() -> dict[str, Any]:
    """A sheet in the folder, and its document."""
    result = run("make", "--tree", TREE, "--format", "json")
    assert result.exit_code == 0, result.output
    Path("sheet.json").write_text(result.stdout, encoding="utf-8")
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def save(document: Any) -> str:
    Path("answers.json").write_text(json_text(document), encoding="utf-8")
    return "answers.json"


@pytest.mark.parametrize(("language", "word"), [("de", "Alpha-Beta von Hand"), ("en", "alpha-beta by hand")])
def test_one_format_is_printed(language: str, word: str) -> None:
    arguments = ["make", "--seed", "3", "--lang", language, "--format"]
    tex = run(*arguments, "latex")
    assert tex.exit_code == 0
    assert tex.stdout.startswith(r"\documentclass")
    assert word.replace("-", "{-}") in tex.stdout
    assert run(*arguments, "latex").stdout == tex.stdout
    solutions = run(*arguments, "html", "--solutions")
    assert ("Lösungen" if language == "de" else "Solutions") in solutions.stdout
    assert run(*arguments, "moodle").stdout.startswith("<?xml")


def test_empty_answers_are_printed_and_can_be_filled_in() -> None:
    one = run("make", "--seed", "3", "--format", "answers")
    assert one.exit_code == 0, one.output
    document = json.loads(one.stdout)
    assert document["format"] == "spielbaum-answer"
    assert run("check", save(document)).exit_code == 3
    # Several are a list, which is graded as it was printed.
    several = run("make", "--seed", "3", "-n", "2", "--kind", "values,visited", "--format", "answers")
    blanks = json.loads(several.stdout)
    exercises = [exercise_from_json(blank["exercise"]) for blank in blanks]
    assert [exercise.kind for exercise in exercises] == ["values", "visited"] * 2
    filled = [answer_to_json(solution(exercise), exercise) for exercise in exercises]
    filled = [full | {"exercise": blank["exercise"]} for full, blank in zip(filled, blanks, strict=True)]
    name = save(filled)
    result = run("check", name)
    assert result.exit_code == 0, result.output
    assert re.findall(r"^exercise (\w+)$", result.stdout, re.M) == [exercise.id for exercise in exercises]
    grades = json.loads(run("check", name, "--json").stdout)
    assert [found["right"] for found in grades] == [True] * 4
    filled[1]["visited"] = None
    assert run("check", save(filled)).exit_code == 3
    assert run("check", save([])).exit_code == 2


def test_all_formats_go_to_a_folder() -> None:
    result = run("make", "-n", "2", "--kind", "values,visited", "--format", "latex,moodle,html,json,answers",
                 "--out", "out", "--lang", "de")  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "out" in result.stderr
    assert not result.stdout
    assert sorted(path.name for path in Path("out").iterdir()) == [
        "answers-1-1.json", "answers-1-2.json", "answers-2-1.json", "answers-2-2.json",
        "exercises.html", "exercises.json", "exercises.tex", "moodle.xml", "solutions.html", "solutions.tex",
    ]  # fmt: skip
    assert run("make", "--out", "out").exit_code == 2  # a folder in use is left alone
    # Solutions from the sheet are right, as answers too.
    exercises = exercises_from_json(json.loads(Path("out/exercises.json").read_text(encoding="utf-8")))
    assert [exercise.kind for exercise in exercises] == ["values", "visited"] * 2
    for exercise in exercises:
        name = save(answer_to_json(solution(exercise), exercise))
        assert run("check", name, "--exercise", "out/exercises.json").exit_code == 0
    assert run("check", "out/answers-2-1.json").exit_code == 3


def test_right_answers(sheet: dict[str, Any]) -> None:
    name = save(sheet["exercises"][0]["solution"])
    result = run("check", name, "--exercise", "sheet.json")
    assert result.exit_code == 0
    assert "20 of 20 points.\nEverything is right." in result.stdout
    assert run("check", "-", "--exercise", "sheet.json", stdin=Path(name).read_text("utf-8")).exit_code == 0


@pytest.mark.parametrize(
    ("language", "verdict", "sentence"),
    [
        ("en", "wrong value", "  B does not have the value 7; right is 3."),
        ("de", "falscher Wert", "  B hat nicht den Wert 7; richtig ist 3."),
    ],
)
def test_mistakes(sheet: dict[str, Any], language: str, verdict: str, sentence: str) -> None:
    answers = sheet["exercises"][0]["solution"]
    answers["nodes"]["B"]["value"] = 7
    name = save(answers)
    result = run("check", name, "--exercise", "sheet.json", "--lang", language)
    assert result.exit_code == 3
    assert verdict in result.stdout
    assert sentence in result.stdout.splitlines()
    document = run("check", name, "--exercise", "sheet.json", "--lang", language, "--json")
    assert document.exit_code == 3
    assert json.loads(document.stdout)["first"]["sentences"][0] == sentence.strip()


@pytest.mark.parametrize(("consequences", "points"), [("full", 18), ("half", 16), ("none", 14)])
def test_points_for_consequences(sheet: dict[str, Any], consequences: str, points: int) -> None:
    """B is taken for 7, from which the window of C and the value of A follow."""
    answers = sheet["exercises"][0]["solution"]
    answers["nodes"]["B"]["value"] = 7
    answers["nodes"]["C"]["window"] = [7, "inf"]
    answers["nodes"]["A"]["value"] = 7
    name = save(answers)
    chosen = ("--consequences", consequences)
    for options in [(), chosen] if consequences == "full" else [chosen]:
        result = run("check", name, "--exercise", "sheet.json", *options)
        assert f"{points} of 20 points." in result.stdout
        document = json.loads(run("check", name, "--exercise", "sheet.json", "--json", *options).stdout)
        assert (document["points"], document["consequences"]) == (points, consequences)
    Path("class").mkdir()
    Path("class", "mia.json").write_text(Path(name).read_text("utf-8"), encoding="utf-8")
    table = run("check", "class", "--exercise", "sheet.json", "--consequences", consequences).stdout
    assert f",alphabeta,{points},20," in table


def test_the_convention_that_counted_is_named() -> None:
    Path("sheet.json").write_text(
        run(
            "make", "--tree", "A(B(5 7) C(D(1 2) E(9 3)))", "--conventions", "all", "--format", "json"
        ).stdout,
        encoding="utf-8",
    )
    (exercise,) = exercises_from_json(json.loads(Path("sheet.json").read_text(encoding="utf-8")))
    name = save(answer_to_json(solution(exercise, "hard"), exercise))
    result = run("check", name, "--exercise", "sheet.json")
    assert result.exit_code == 0
    assert "cut at α ≥ β, fail-hard" in result.stdout


def test_conventions_go_to_the_kinds_that_have_them() -> None:
    arguments = ["make", "--kind", "alphabeta,maxn,values", "--format", "json", "--conventions"]
    result = run(*arguments, "last,hard")
    assert result.exit_code == 0, result.output
    found = [exercise["conventions"] for exercise in json.loads(result.stdout)["exercises"]]
    assert found == [["hard"], ["last"], []]
    found = [exercise["conventions"] for exercise in json.loads(run(*arguments, "all").stdout)["exercises"]]
    assert found == [["soft", "hard", "soft-strict", "hard-strict"], ["first", "last"], []]
    refused = run("make", "--kind", "alphabeta,values", "--conventions", "last")
    assert refused.exit_code == 2
    assert refused.stderr == (
        "Error: alphabeta, values has no convention last; there are: soft, hard, soft-strict, hard-strict.\n"
    )


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("make", "--kind", "alfabeta"),
        ("make", "--format", "word"),
        ("make", "--format", ","),
        ("make", "--format", "latex,html"),
        ("make", "--format", "json", "--solutions"),
        ("make", "--conventions", "hart"),
        ("make", "--cuts", "some"),
        ("make", "--order", "good"),
        ("make", "-n", "0"),
        ("make", "--limit", "2"),
        ("make", "--kind", "complete-tree", "--game", "takeaweigh"),
        ("make", "--tree", TREE, "-n", "3"),
        ("make", "--tree", "A(B("),
        ("make", "--tree", "@missing.txt"),
        ("mark",),
        ("check", "missing.json"),
        ("check", "sheet.json"),
        ("check", "broken.json", "--exercise", "sheet.json"),
        ("check", "other.json", "--exercise", "sheet.json"),
        ("check", "other.json"),
        ("check", "binary.json"),
    ],
)
@pytest.mark.usefixtures("sheet")
def test_bad_input_is_one_sentence(
    arguments: tuple[str, ...], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELBAUM_LANG", language)
    Path("broken.json").write_text('{"format": ', encoding="utf-8")
    Path("binary.json").write_bytes(b"\xff\xfe\x00")
    other = {"format": "spielbaum-answer", "version": 1, "exercise": "0" * 12, "nodes": {}}
    Path("other.json").write_text(json.dumps(other), encoding="utf-8")
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert not result.stdout
    (line,) = result.stderr.splitlines()
    assert line.startswith("Fehler: " if language == "de" else "Error: ")
