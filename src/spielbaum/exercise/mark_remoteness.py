"""Marks of exercises about the value of a position, its remoteness and the moves that keep it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from spielbaum.exercise.follow_through import same
from spielbaum.exercise.marks import MOST, WRONG, Mark, Verdict, mark_of
from spielbaum.exercise.model import Answer, Field, NodeAnswer
from spielbaum.exercise.solution import Solved


def remoteness_marks(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """Three items. What fits a wrong value is a consequence of it; nobody is asked how long a draw takes.

    Of the moves that keep the value one too few, where nothing wrong is among them, brings half the points.
    """
    said = answer.at(solved.exercise.names[()])
    true = solved.outcome(solved.root_value)
    own = true if said.value is None or isinstance(said.value, tuple) else solved.outcome(said.value)
    yield _mark(solved, "value", said, true, None)
    if true.remoteness is not None:
        yield _mark(solved, "remoteness", said, true, own.remoteness)
    yield _mark(solved, "keep", said, true, own.keep)


def _mark(solved: Solved, field: Field, said: NodeAnswer, true: NodeAnswer, own: Any) -> Mark:
    given, expected = getattr(said, field), getattr(true, field)
    if field == "keep" and given is not None:
        names = solved.exercise.names.values()
        given = tuple(name for name in names if name in given)  # in the order of the moves
    if given is None:
        verdict = Verdict.MISSING
    elif same(given, expected):
        verdict = Verdict.RIGHT
    else:
        verdict = Verdict.CONSEQUENCE if own and given == own else WRONG[field]
    mark = mark_of(solved, (), field, verdict, given, expected)
    if verdict is Verdict.WRONG_KEEP and set(given) < set(expected) and len(given) == len(expected) - 1 > 0:
        return replace(mark, points=MOST // 2)
    return mark
