"""Exercises about chance: expected values, Star1, and whether the choice stays the same."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from spielbaum.errors import BadInput
from spielbaum.exercise import (
    KINDS,
    Answer,
    Exercise,
    Kind,
    Verdict,
    answer_from_json,
    answer_to_json,
    blank_json,
    exercise_from_json,
    exercise_to_json,
    explain,
    grade,
    make_exercises,
    solution,
    solve,
)
from spielbaum.exercise.model import CHANCE_KINDS
from spielbaum.search import expectiminimax, minimax, star1
from spielbaum.tree import map_tree, random_tree, read_tree, write_tree

DICE = "A(B*(1/3: 3 2/3: 2) C*(1/2: 0 1/6: 1 1/3: D(6 5)))"
R, C = Verdict.RIGHT, Verdict.CONSEQUENCE


def answered(exercise: Exercise, values: dict[str, Any], move: str = "B") -> dict[tuple[str, str], Verdict]:
    """The verdicts on an answer as it is sent."""
    document = {
        "format": "spielbaum-answer",
        "version": 1,
        "exercise": exercise.id,
        "nodes": {name: {"value": value} for name, value in values.items()},
        "move": move,
    }
    graded = grade(exercise, answer_from_json(document, exercise))
    return {(mark.node, mark.field): mark.verdict for mark in graded.marks}


@pytest.mark.parametrize("kind", CHANCE_KINDS)
def test_made_from_a_seed_written_and_read(kind: Kind) -> None:
    one, other = make_exercises(kind, 2, 11), make_exercises(kind, 2, 11)
    assert [e.id for e in one] == [e.id for e in other]
    assert one[0].id != one[1].id
    for exercise in one:
        answer = solution(exercise)
        assert grade(exercise, answer).right
        assert exercise_from_json(exercise_to_json(exercise)).id == exercise.id
        assert answer_from_json(answer_to_json(answer, exercise), exercise) == answer
        blank = answer_from_json(blank_json(exercise) | {"exercise": exercise.id}, exercise)
        assert {mark.verdict for mark in grade(exercise, blank).marks} == {Verdict.MISSING}


def test_random_trees_with_chance_are_trees_with_chance() -> None:
    for seed in range(50):
        tree = random_tree(3, 4, seed, uneven=True, chance=True)
        assert tree.has_chance
        assert read_tree(write_tree(tree)) == tree
        assert star1(tree).value == expectiminimax(tree).value
    assert not random_tree(3, 4, 1).has_chance


# --------------------------------------------------------------- expected values


def test_fractions_and_decimals_near_enough_are_right() -> None:
    exercise = Exercise("expected-values", read_tree(DICE))
    assert {name: said.value for name, said in solution(exercise).nodes.items()} == {
        "A": Fraction(7, 3), "B": Fraction(7, 3), "C": Fraction(11, 6), "D": 5,
    }  # fmt: skip
    for seven_thirds in ("7/3", "14/6", 2.333333, 2.3333333, 2.333334, "2.3333333", " 2,333333"):
        values = {"A": seven_thirds, "B": "7/3", "C": 1.833333, "D": "5"}
        assert set(answered(exercise, values).values()) == {R}, seven_thirds
    for wrong in (2.33, 2.33333, 2.333335, "5/2"):
        found = answered(exercise, {"A": "7/3", "B": wrong, "C": "11/6", "D": 5})
        assert found["B", "value"] is Verdict.WRONG_VALUE, wrong


def test_an_average_of_a_wrong_value_is_a_consequence() -> None:
    exercise = Exercise("expected-values", read_tree(DICE))
    # With D = 6, the larger one, C would be 13/6; A is not touched by that.
    found = answered(exercise, {"A": "7/3", "B": "7/3", "C": "13/6", "D": 6})
    assert found["D", "value"] is Verdict.WRONG_VALUE
    assert found["C", "value"] is C
    assert found["A", "value"] is R
    # From B = 2 it follows that C is better, though not in truth.
    found = answered(exercise, {"A": "11/6", "B": 1, "C": "11/6", "D": 5}, move="C")
    assert (found["B", "value"], found["A", "value"], found["A", "move"]) == (Verdict.WRONG_VALUE, C, C)


@pytest.mark.parametrize("given", ["7/0", "seven", "1/2/3", "--1/2", [1, 2], True])
def test_what_is_no_number_is_refused_in_one_sentence(given: Any) -> None:
    exercise = Exercise("expected-values", read_tree(DICE))
    with pytest.raises(BadInput) as caught:
        answered(exercise, {"B": given})
    assert "B" in str(caught.value)


# ------------------------------------------------------------------------- star1


def test_star1_leaves_out_what_cannot_matter_and_says_why() -> None:
    exercise = Exercise("star1", read_tree("A(B*(1/2: 3 1/2: 2) C*(1/2: 0 1/6: 1 1/3: D(6 5)))"))
    assert exercise.leaf_bounds == (0, 6)
    assert solution(exercise).visited == ("B.1", "B.2", "C.1", "C.2")
    graded = grade(exercise, replace(solution(exercise), visited=("B.1", "B.2", "C.1", "C.2", "D.1", "D.2")))
    wrong = {mark.node: mark.verdict for mark in graded.marks if mark.verdict is not R}
    assert wrong == {"D.1": Verdict.MISSED_CUT, "D.2": C}
    first = explain(graded)
    assert first is not None
    assert "Even if all other outcomes brought 6, the average of C would be only 13/6" in first.sentences[-1]


def test_star1_cut_too_early_says_between_what_the_average_still_lies() -> None:
    exercise = Exercise("star1", read_tree("A(B*(1/2: 3 1/2: 2) C*(1/2: 0 1/6: 1 1/3: D(6 5)))"))
    graded = grade(exercise, replace(solution(exercise), visited=("B.1", "B.2", "C.1")))
    wrong = {mark.node: mark.verdict for mark in graded.marks if mark.verdict is not R}
    assert wrong == {"C.2": Verdict.CUT_TOO_EARLY}
    first = explain(graded)
    assert first is not None
    assert "from 0 to 3" in first.sentences[-1]
    assert "C.2" in first.sentences[-1]


# ------------------------------------------------------------------- same choice


def test_squares_change_the_choice_of_an_average_and_never_of_minimax() -> None:
    for exercise in make_exercises("same-choice", 20, 5):
        best = solution(exercise).choices
        assert best["expected"] != best["expected-squared"]
        assert best["minimax"] == best["minimax-squared"]


def test_the_four_cases_are_those_of_the_searchers() -> None:
    (exercise,) = make_exercises("same-choice", 1, 3)
    chance = exercise.tree
    adversary = read_tree(re.sub(r"[*]|\d+/\d+:", "", write_tree(chance)))
    for name, search, tree in (("expected", expectiminimax, chance), ("minimax", minimax, adversary)):
        squares = map_tree(lambda node: None if node.value is None else node.value**2, tree)  # type: ignore[operator]
        for choice, found in ((name, search(tree)), (f"{name}-squared", search(squares))):
            assert solve(exercise).answer.choices[choice] == exercise.names[found.moves[:1]]  # type: ignore[index]


def test_a_wrong_choice_is_explained_by_the_values_of_the_moves() -> None:
    exercise = Exercise("same-choice", read_tree("A(B*(1/2: 17 1/2: 6) C*(3/4: 13 1/4: 9))"))
    right = solution(exercise)
    assert right.choices == {
        "expected": "C", "expected-squared": "B", "minimax": "C", "minimax-squared": "C",
    }  # fmt: skip
    graded = grade(exercise, replace(right, choices={**right.choices, "expected-squared": "C"}))
    assert graded.points == graded.most - 2
    first = explain(graded, "en")
    assert first is not None
    assert "B = 325/2, C = 147" in " ".join(first.sentences)


@pytest.mark.parametrize("choices", [{"other": "B"}, {"expected": "D"}, ["B"], {"expected": 3}])
def test_a_choice_that_is_none_is_refused(choices: Any) -> None:
    exercise = Exercise("same-choice", read_tree("A(B*(1/2: 17 1/2: 6) C*(3/4: 13 1/4: 9))"))
    document = {"format": "spielbaum-answer", "version": 1, "exercise": exercise.id, "choices": choices}
    with pytest.raises(BadInput):
        answer_from_json(document, exercise)


# --------------------------------------------------------------- what does not fit


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in CHANCE_KINDS])
def test_other_kinds_refuse_chance_and_name_those_that_take_it(kind: Kind) -> None:
    text = "A(B*(1,2,3 3,2,1) 2,2,2)" if kind in ("maxn", "alliance") else "A(B*(1 2) 2)"
    with pytest.raises(BadInput, match="expected-values, star1, same-choice"):
        Exercise(kind, read_tree(text), teams="1+2" if kind == "alliance" else "")


@pytest.mark.parametrize("kind", CHANCE_KINDS)
@pytest.mark.parametrize("tree", ["A(3 4)", "A*(B(3 4) 5)"])
def test_kinds_about_chance_need_it_below_a_move(kind: Kind, tree: str) -> None:
    with pytest.raises(BadInput):
        Exercise(kind, read_tree(tree))


def test_squares_of_negative_leaves_are_refused() -> None:
    with pytest.raises(BadInput, match="-3"):
        Exercise("same-choice", read_tree("A(B*(-3 4) 5)"))


def test_nothing_said_is_nothing_right() -> None:
    exercise = Exercise("same-choice", read_tree("A(B*(1/2: 17 1/2: 6) C*(3/4: 13 1/4: 9))"))
    assert grade(exercise, Answer(exercise.id)).points == 0
