"""Answers graded node by node, with follow-through: a mistake counts once, not again in what rests on it.

Every item that an exercise asks for is worth two points: the value, the window and the cuts of each node
that is to be looked at, the order of its children, each leaf, the move. Right is 2. So is what is right given
one's own earlier answers (a *consequence*), unless another number of points is chosen for it. Everything else
is 0. Where a sheet allows several conventions, each is tried and the one with the most points counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from spielbaum.errors import BadInput, UnknownName
from spielbaum.exercise.mark_alphabeta import alphabeta_marks, killer_marks, leaf_marks
from spielbaum.exercise.mark_chance import choice_marks, star1_marks
from spielbaum.exercise.mark_order import cut_order_marks, deepening_marks
from spielbaum.exercise.mark_remoteness import remoteness_marks
from spielbaum.exercise.mark_values import value_marks
from spielbaum.exercise.marks import CONSEQUENCE_POINTS, Consequences, Mark, Verdict
from spielbaum.exercise.model import Answer, Exercise, Kind
from spielbaum.exercise.solution import Solved, solve

#: Who marks the answers to a kind of exercise; all others ask for values (`value_marks`).
_MARKS: dict[Kind, Callable[[Solved, Answer], Iterable[Mark]]] = {
    "alphabeta": alphabeta_marks,
    "visited": leaf_marks,
    "killers": killer_marks,
    "cut-order": cut_order_marks,
    "deepening": deepening_marks,
    "star1": star1_marks,
    "same-choice": choice_marks,
    "remoteness": remoteness_marks,
}


@dataclass(frozen=True)
class Grade:
    """All verdicts on an answer, in the order in which the exercise is done by hand."""

    solved: Solved
    marks: tuple[Mark, ...]
    consequences: Consequences = "full"

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
    def rights(self) -> int:
        """How many items are right."""
        return sum(mark.verdict is Verdict.RIGHT for mark in self.marks)

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


def grade(exercise: Exercise, answer: Answer, consequences: Consequences = "full") -> Grade:
    """Grade an answer under the convention that is best for it.

    `consequences` says what an answered consequence of an earlier mistake brings: `full`, `half` or `none` of
    the points of its item.
    """
    if consequences not in CONSEQUENCE_POINTS:
        raise UnknownName("exercise.consequences", str(consequences), CONSEQUENCE_POINTS)
    if answer.exercise != exercise.id:
        raise BadInput("error.exercise.other", given=answer.exercise[:40], expected=exercise.id)
    grades = []
    for name in exercise.counted:
        solved = solve(exercise, name)
        marks = _MARKS.get(exercise.kind, value_marks)(solved, answer)
        pointed = tuple(_pointed(mark, CONSEQUENCE_POINTS[consequences]) for mark in marks)
        grades.append(Grade(solved, pointed, consequences))
    # A mistake counts before points, and where points are equal the convention with fewer consequences.
    return max(grades, key=lambda found: (found.right, found.points / max(1, found.most), found.rights))


def _pointed(mark: Mark, points: int) -> Mark:
    """The mark with what a consequence brings; one that was not answered brings nothing."""
    if mark.verdict is not Verdict.CONSEQUENCE or mark.given is None:
        return mark
    return replace(mark, points=min(points, mark.most))
