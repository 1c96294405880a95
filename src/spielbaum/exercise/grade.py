"""Answers graded node by node, with follow-through: a mistake counts once, not again in what rests on it.

Every item that an exercise asks for is worth two points: the value, the window and the cuts of each node
that is to be looked at, the order of its children, each leaf, the move. Right is 2. Right given one's own
earlier answers is 1 (a *consequence*). Everything else is 0. Where a sheet allows several conventions,
each is tried and the one with the most points counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from spielbaum.errors import BadInput
from spielbaum.exercise.mark_alphabeta import alphabeta_marks, leaf_marks
from spielbaum.exercise.mark_values import value_marks
from spielbaum.exercise.marks import Mark, Verdict
from spielbaum.exercise.model import Answer, Exercise
from spielbaum.exercise.solution import Solved, solve


@dataclass(frozen=True)
class Grade:
    """All verdicts on an answer, in the order in which the exercise is done by hand."""

    solved: Solved
    marks: tuple[Mark, ...]

    @property
    def exercise(self) -> Exercise:
        return self.solved.exercise

    @cached_property
    def points(self) -> int:
        return sum(mark.points for mark in self.marks)

    @cached_property
    def most(self) -> int:
        return sum(mark.most for mark in self.marks)

    @property
    def right(self) -> bool:
        """Nothing at all is wrong or missing."""
        return all(mark.verdict is Verdict.RIGHT for mark in self.marks)

    @property
    def first(self) -> Mark | None:
        """The first mistake: what comes before it is right."""
        return next((mark for mark in self.marks if mark.verdict.mistake), None)

    @cached_property
    def nodes(self) -> dict[str, Verdict]:
        """One verdict a node: its first mistake, else a consequence, else right."""
        found: dict[str, Verdict] = {}
        for mark in self.marks:
            before = found.get(mark.node, Verdict.RIGHT)
            found[mark.node] = before if before.mistake or mark.verdict is Verdict.RIGHT else mark.verdict
        return found


def grade(exercise: Exercise, answer: Answer) -> Grade:
    """Grade an answer under the convention that is best for it."""
    if answer.exercise != exercise.id:
        raise BadInput("error.exercise.other", given=answer.exercise[:40], expected=exercise.id)
    grades = []
    for name in exercise.conventions or ("soft",):
        solved = solve(exercise, name)
        match exercise.kind:
            case "alphabeta":
                marks = alphabeta_marks(solved, answer)
            case "visited":
                marks = leaf_marks(solved, answer)
            case _:
                marks = value_marks(solved, answer)
        grades.append(Grade(solved, tuple(marks)))
    # A mistake counts before points: a flawless answer is found even where points are equal.
    return max(grades, key=lambda found: (found.right, found.points / max(1, found.most)))
