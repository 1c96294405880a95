"""Exercises about game trees: made from a seed, graded node by node, explained, written as sheets.

exercise, *_ = make_exercises("alphabeta", number=3, seed=7, requirements=TreeRequirements(cuts=(2, 4)))
answer = answer_from_json(document, exercise)
result = grade(exercise, answer)              # result.points of result.most, result.marks
explain(result, "de")                         # the first mistake, replayed
sheet_latex(Sheet(((exercise,),)), "de", solutions=True)
"""

from spielbaum.exercise.document import (
    answer_to_json,
    blank_json,
    exercise_to_json,
    exercises_to_json,
    json_text,
)
from spielbaum.exercise.explain import Explanation, explain, grade_to_json, mark_sentence
from spielbaum.exercise.grade import Grade, grade
from spielbaum.exercise.grade_folder import Graded, grade_folder, grades_csv, grades_rows, grades_to_json
from spielbaum.exercise.latex import sheet_latex
from spielbaum.exercise.make import complete_tree, make_exercises
from spielbaum.exercise.marks import Consequences, Mark, Verdict
from spielbaum.exercise.model import (
    CONVENTIONS,
    KIND_CONVENTIONS,
    KINDS,
    Answer,
    Convention,
    DepthAnswer,
    Exercise,
    Field,
    Kind,
    NodeAnswer,
    Subject,
)
from spielbaum.exercise.moodle import sheet_moodle
from spielbaum.exercise.page import sheet_html
from spielbaum.exercise.reading import (
    answer_exercise,
    answer_from_json,
    exercise_from_json,
    exercises_from_json,
    read_document,
)
from spielbaum.exercise.requirements import TreeRequirements
from spielbaum.exercise.sheet import Sheet, exercise_scene, solution_scene
from spielbaum.exercise.solution import Solved, solution, solve

__all__ = [
    "CONVENTIONS",
    "KINDS",
    "KIND_CONVENTIONS",
    "Answer",
    "Consequences",
    "Convention",
    "DepthAnswer",
    "Exercise",
    "Explanation",
    "Field",
    "Grade",
    "Graded",
    "Kind",
    "Mark",
    "NodeAnswer",
    "Sheet",
    "Solved",
    "Subject",
    "TreeRequirements",
    "Verdict",
    "answer_exercise",
    "answer_from_json",
    "answer_to_json",
    "blank_json",
    "complete_tree",
    "exercise_from_json",
    "exercise_scene",
    "exercise_to_json",
    "exercises_from_json",
    "exercises_to_json",
    "explain",
    "grade",
    "grade_folder",
    "grade_to_json",
    "grades_csv",
    "grades_rows",
    "grades_to_json",
    "json_text",
    "make_exercises",
    "mark_sentence",
    "read_document",
    "sheet_html",
    "sheet_latex",
    "sheet_moodle",
    "solution",
    "solution_scene",
    "solve",
]
