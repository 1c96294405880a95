"""Exercises and answers as JSON: what is written can be read, what is wrong is refused with one sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.errors import SpielbaumError
from spielbaum.exercise import (
    KINDS,
    Exercise,
    Kind,
    answer_exercise,
    answer_from_json,
    answer_to_json,
    blank_json,
    exercise_from_json,
    exercise_to_json,
    exercises_from_json,
    exercises_to_json,
    grade,
    grade_to_json,
    json_text,
    make_exercises,
    read_document,
    solution,
)
from spielbaum.tree import Tree, read_tree
from tests.draw.samples import NASTY

EXERCISE = Exercise("alphabeta", read_tree("A(B(8 7 3) C(2 9))"))
RIGHT = answer_to_json(solution(EXERCISE), EXERCISE)


@pytest.mark.parametrize("kind", KINDS)
def test_there_and_back(kind: Kind) -> None:
    exercises = make_exercises(kind, 2, 11)
    pairs = [(exercise, solution(exercise)) for exercise in exercises]
    document = read_document(json_text(exercises_to_json(pairs, 11)))
    assert exercises_from_json(document) == exercises
    for exercise, answer in pairs:
        alone = read_document(json_text(exercise_to_json(exercise)))
        assert exercises_from_json(alone) == (exercise,)
        written = read_document(json_text(answer_to_json(answer, exercise)))
        assert answer_from_json(written, exercise) == answer
        assert answer_exercise(written, exercises) == exercise
        blank = read_document(json_text(blank_json(exercise)))
        assert answer_exercise(blank) == exercise
        assert grade(exercise, answer_from_json(blank, exercise)).points == 0


def test_names_survive() -> None:
    tree = Tree([Tree(value=i, name=name, edge=name) for i, name in enumerate(NASTY)], name="root")
    exercise = Exercise("visited", tree)
    text = json_text(exercise_to_json(exercise, solution(exercise)))
    assert exercise_from_json(read_document(text.encode("utf-8").decode("utf-8"))) == exercise
    assert len(exercise.paths) == len(NASTY) + 1


def test_an_unnamed_root_beside_a_node_called_root() -> None:
    exercise = Exercise("values", read_tree("(root(1 2) 3)"))
    assert exercise.names[()] == "#root"
    assert grade(exercise, solution(exercise)).right


def altered(document: dict[str, Any], *changes: tuple[str, Any]) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(document))
    for place, value in changes:
        *way, last = place.split("/")
        inner = copy
        for step in way:
            inner = inner[step]
        inner[last] = value
    return copy


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("exercise", "0123456789ab"), "answers are for the exercise 0123456789ab"),
        (("exercise", 5), "part exercise cannot be read"),
        (("format", "spielbaum-exercise"), "format spielbaum-answer"),
        (("version", 2), "Version 1"),
        (("surprise", 1), "unknown part: surprise"),
        (("visited", ["B.1"]), "does not ask for visited"),
        (("nodes", [1]), "part nodes cannot be read"),
        (("nodes/X", {"value": 1}), "no node X; there are: A, B"),
        (("nodes/B.1", {"value": 1}), "nothing called value"),
        (("nodes/A", 3), "part A cannot be read"),
        (("nodes/A/value", "three"), "must be a number"),
        (("nodes/A/value", True), "must be a number"),
        (("nodes/A/value", 10**200), "must be a number"),
        (("nodes/A/value", [1, 2]), "must be a number"),
        (("nodes/A/window", [1]), "two numbers"),
        (("nodes/A/window", ["a", 2]), "two numbers"),
        (("nodes/A/window", 3), "two numbers"),
        (("nodes/A/cut", ["B.1"]), "not a child of A; its children are: B, C"),
        (("nodes/A/cut", ["Z"]), "no node Z"),
        (("nodes/A/cut", "C"), "cannot be read"),
        (("nodes/A/cut", [["C"]]), "cannot be read"),
        (("nodes/A/order", ["B", "C"]), "nothing called order"),
        (("move", "A"), "not a child of A"),
        (("move", 1), "part move cannot be read"),
    ],
)
def test_bad_answers(change: tuple[str, Any], sentence: str) -> None:
    with pytest.raises(SpielbaumError, match=sentence) as caught:
        answer_from_json(altered(RIGHT, change), EXERCISE)
    assert caught.value.sentence("de")


@pytest.mark.parametrize(
    "window", [["-inf", "inf"], ["−∞", "+∞"], [float("-inf"), float("inf")], ["-∞", "∞"]]
)
def test_infinite_ends_may_be_written_in_several_ways(window: list[object]) -> None:
    assert grade(EXERCISE, answer_from_json(altered(RIGHT, ("nodes/A/window", window)), EXERCISE)).right


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("tree", "A(B(8 7 4) C(2 9))"), "was changed"),
        (("tree", "A(B(8"), "never closed"),
        (("tree", 5), "part tree cannot be read"),
        (("kind", "values"), "values has no convention soft"),
        (("kind", None), "part kind cannot be read"),
        (("conventions", ["hard"]), "was changed"),
        (("conventions", "soft"), "cannot be read"),
        (("depth", True), "part depth cannot be read"),
        (("depth", "2"), "part depth cannot be read"),
        (("subject", {"title": "x"}), "part subject cannot be read"),
        (("subject", {"title": {"fr": "x"}, "rules": "", "players": []}), "part subject cannot be read"),
        (("id", "x"), "was changed"),
    ],
)
def test_bad_exercises(change: tuple[str, Any], sentence: str) -> None:
    with pytest.raises(SpielbaumError, match=sentence):
        exercise_from_json(altered(exercise_to_json(EXERCISE), change))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "not valid JSON .line 1, column 2"),
        ('{"a": 1, "a": 2}', "a appears twice"),
        ("[" * 100_000, "too deep"),
        ("1" * 5000, "thousands of digits"),
        (" " * 2_000_001, "longer than"),
    ],
)
def test_bad_json(text: str, sentence: str) -> None:
    with pytest.raises(SpielbaumError, match=sentence):
        read_document(text)


@pytest.mark.parametrize("document", [None, 3, [], "x", {}, {"format": "spielbaum-exercises", "version": 1}])
def test_documents_of_another_form(document: Any) -> None:
    for read in (exercise_from_json, exercises_from_json, answer_exercise):
        with pytest.raises(SpielbaumError):
            read(document)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
PLACES = ["nodes", "nodes/A", "nodes/A/value", "nodes/B/window", "nodes/A/cut", "move", "exercise", "version"]


@given(st.sampled_from(PLACES), json_values)
@settings(max_examples=150)
def test_anything_is_either_graded_or_refused(place: str, value: Any) -> None:
    document = altered(RIGHT, (place, value))
    try:
        answer = answer_from_json(document, EXERCISE)
    except SpielbaumError as error:
        refusal = error.sentence("de")
    else:
        refusal = ""
        assert json_text(grade_to_json(grade(EXERCISE, answer)))
    assert "\n" not in refusal.strip()


def test_the_grade_as_a_document() -> None:
    wrong = altered(RIGHT, ("nodes/B/value", 8), ("nodes/C/cut", []))
    document = grade_to_json(grade(EXERCISE, answer_from_json(wrong, EXERCISE)), "de")
    assert document["nodes"] == {"A": "right", "B": "wrong value", "C": "missed cut"}
    assert not document["right"]
    assert (document["points"], document["most"]) == (16, 20)
    assert document["first"]["node"] == "B"
    assert document["first"]["sentences"][0] == "B hat nicht den Wert 8; richtig ist 3."
    mark = next(m for m in document["marks"] if (m["node"], m["field"]) == ("C", "cut"))
    assert mark | {"sentence": ""} == {
        "node": "C",
        "address": "1",
        "field": "cut",
        "verdict": "missed cut",
        "points": 0,
        "most": 2,
        "given": [],
        "expected": ["C.2"],
        "sentence": "",
    }
    assert next(m for m in document["marks"] if m["field"] == "window")["given"] == ["-inf", "inf"]
