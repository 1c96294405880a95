"""Verdicts, and what they are worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from spielbaum.exercise.model import Answer, Choice, Field, Path
from spielbaum.exercise.solution import Solved

#: Points of an item.
MOST = 2

#: What a consequence of an earlier mistake brings, where it was answered: a mistake then counts once, or half
#: again in what rests on it, or again every time.
Consequences = Literal["full", "half", "none"]
CONSEQUENCE_POINTS: dict[Consequences, int] = {"full": MOST, "half": MOST // 2, "none": 0}


class Verdict(StrEnum):
    RIGHT = "right"
    #: Right given one's own earlier answers, or not reached because of them.
    CONSEQUENCE = "consequence"
    MISSING = "missing"
    WRONG_VALUE = "wrong value"
    WRONG_WINDOW = "wrong window"
    WRONG_ORDER = "wrong order"
    WRONG_MOVE = "wrong move"
    WRONG_REMOTENESS = "wrong remoteness"
    #: Not exactly the moves that keep the value.
    WRONG_KEEP = "wrong moves"
    #: Something was looked at that had to be cut.
    MISSED_CUT = "missed cut"
    #: Something was cut that had to be looked at.
    CUT_TOO_EARLY = "cut too early"
    #: A node was answered that is not looked at, not even by one's own answers.
    NEEDLESS = "needless"
    #: The tree was to be drawn, and has no such node.
    NO_SUCH_NODE = "no such node"

    @property
    def mistake(self) -> bool:
        return self not in (Verdict.RIGHT, Verdict.CONSEQUENCE)


WRONG: dict[Field, Verdict] = {
    "value": Verdict.WRONG_VALUE,
    "window": Verdict.WRONG_WINDOW,
    "order": Verdict.WRONG_ORDER,
    "move": Verdict.WRONG_MOVE,
    "remoteness": Verdict.WRONG_REMOTENESS,
    "keep": Verdict.WRONG_KEEP,
}


@dataclass(frozen=True)
class Mark:
    """The verdict on one item.

    `given` and `expected` are a value, a window, names of nodes, or whether a leaf is visited; None where
    nothing was said or is expected. `at` is the node where the mistake happened, which for a leaf that
    is wrongly visited or left out is an inner node above it.
    """

    node: str
    path: Path | None
    field: Field
    verdict: Verdict
    given: Any
    expected: Any
    points: int = 0
    most: int = MOST
    at: Path | None = None
    #: After which depth of iterative deepening; None in other kinds.
    depth: int | None = None
    #: In which case of the kind same-choice; None in other kinds.
    choice: Choice | None = None


def mark_of(solved: Solved, path: Path, field: Field, verdict: Verdict, given: Any, expected: Any) -> Mark:
    """The mark on an item; what a consequence brings is decided by `grade`."""
    points = MOST if verdict is Verdict.RIGHT else 0
    return Mark(solved.exercise.names[path], path, field, verdict, given, expected, points)


def move_mark(solved: Solved, answer: Answer, own: set[int]) -> Mark:
    exercise = solved.exercise
    expected = exercise.names[(solved.result.moves[0],)]
    if answer.move is None:
        return mark_of(solved, (), "move", Verdict.MISSING, None, expected)
    index = exercise.paths[answer.move][-1]
    if index in solved.best_moves or answer.move == expected:
        verdict = Verdict.RIGHT
    else:
        verdict = Verdict.CONSEQUENCE if index in own else Verdict.WRONG_MOVE
    return mark_of(solved, (), "move", verdict, answer.move, expected)
