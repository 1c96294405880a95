"""Answers graded node by node, with follow-through: a mistake counts once, not again in what rests on it.

Every item that an exercise asks for is worth two points: the value, the window and the cuts of each node
that is to be looked at, the order of its children, each leaf, the move. Right is 2. Right given one's own
earlier answers is 1 (a *consequence*). Everything else is 0. Where a sheet allows several conventions,
each is tried and the one with the most points counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.exercise.follow import Own, follow_alphabeta, follow_values, same
from spielbaum.exercise.model import Answer, Exercise, Field, NodeAnswer, Path, worth
from spielbaum.exercise.solution import Solved, solve

#: Points of an item.
MOST = 2


class Verdict(StrEnum):
    RIGHT = "right"
    #: Right given one's own earlier answers, or not reached because of them.
    CONSEQUENCE = "consequence"
    MISSING = "missing"
    WRONG_VALUE = "wrong value"
    WRONG_WINDOW = "wrong window"
    WRONG_ORDER = "wrong order"
    WRONG_MOVE = "wrong move"
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


_WRONG: dict[Field, Verdict] = {
    "value": Verdict.WRONG_VALUE,
    "window": Verdict.WRONG_WINDOW,
    "order": Verdict.WRONG_ORDER,
    "move": Verdict.WRONG_MOVE,
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
                marks = _alphabeta(solved, answer)
            case "visited":
                marks = _visited(solved, answer)
            case _:
                marks = _values(solved, answer)
        grades.append(Grade(solved, tuple(marks)))
    # A mistake counts before points: a flawless answer is found even where points are equal.
    return max(grades, key=lambda found: (found.right, found.points / max(1, found.most)))


def _mark(solved: Solved, path: Path, field: Field, verdict: Verdict, given: Any, expected: Any) -> Mark:
    points = {Verdict.RIGHT: MOST, Verdict.CONSEQUENCE: 0 if given is None else 1}.get(verdict, 0)
    return Mark(solved.exercise.names[path], path, field, verdict, given, expected, points)


# ------------------------------------------------------------------------- values


def _values(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """From the leaves up, from left to right."""
    exercise, names = solved.exercise, solved.exercise.names
    own = follow_values(exercise, answer)

    def walk(path: Path) -> Iterator[Mark]:
        if exercise.inner(path):
            for i in range(len(exercise.tree.at(path).children)):
                yield from walk((*path, i))
        said, fields = answer.at(names[path]), exercise.asked(path)
        if "value" in fields:
            verdict = _judged("value", said.value, solved.values[path], own[path])
            yield _mark(solved, path, "value", verdict, said.value, solved.values[path])
        if "order" in fields:
            yield _order(solved, path, said, answer)

    yield from walk(())
    for name, said in answer.nodes.items():
        if name not in exercise.paths:
            yield Mark(name, None, "value", Verdict.NO_SUCH_NODE, said.value, None, most=0)
    if "move" in exercise.asked(()):
        yield _move(solved, answer, _own_moves(exercise, answer, own))


def _judged(field: Field, given: Any, true: Any, own: Any) -> Verdict:
    if given is None:
        return Verdict.MISSING
    if same(given, true):
        return Verdict.RIGHT
    return Verdict.CONSEQUENCE if same(given, own) else _WRONG[field]


def _order(solved: Solved, path: Path, said: NodeAnswer, answer: Answer) -> Mark:
    exercise, names = solved.exercise, solved.exercise.names
    node = exercise.tree.at(path)
    children = [names[(*path, i)] for i in range(len(node.children))]
    true = {name: solved.values[(*path, i)] for i, name in enumerate(children)}
    own = {name: value if (v := answer.at(name).value) is None else v for name, value in true.items()}

    def best_first(values: dict[str, Any]) -> bool:
        assert said.order is not None
        worths = [worth(values[name], node.player) for name in said.order]
        return sorted(said.order) == sorted(children) and worths == sorted(worths, reverse=True)

    if said.order is None:
        verdict = Verdict.MISSING
    elif best_first(true):
        verdict = Verdict.RIGHT
    else:
        verdict = Verdict.CONSEQUENCE if best_first(own) else Verdict.WRONG_ORDER
    expected = tuple(children[i] for i in solved.best_first(path))
    return _mark(solved, path, "order", verdict, said.order, expected)


def _own_moves(exercise: Exercise, answer: Answer, own: dict[Path, Any]) -> set[int]:
    """The moves that are best by one's own values."""
    children = range(len(exercise.tree.children))
    said = {i: answer.at(exercise.names[(i,)]).value for i in children}
    values = [own[(i,)] if (value := said[i]) is None else value for i in children]
    worths = [worth(value, exercise.tree.player) for value in values]
    return {i for i in children if worths[i] == max(worths)}


def _move(solved: Solved, answer: Answer, own: set[int]) -> Mark:
    exercise = solved.exercise
    expected = exercise.names[(solved.result.line[0],)]
    if answer.move is None:
        return _mark(solved, (), "move", Verdict.MISSING, None, expected)
    index = exercise.paths[answer.move][-1]
    if index in solved.best_moves or answer.move == expected:
        verdict = Verdict.RIGHT
    else:
        verdict = Verdict.CONSEQUENCE if index in own else Verdict.WRONG_MOVE
    return _mark(solved, (), "move", verdict, answer.move, expected)


# --------------------------------------------------------------------- alpha-beta


def _alphabeta(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """In the order of the search: the window of a node, its children, the cut between them, its value."""
    exercise, names = solved.exercise, solved.exercise.names
    own = follow_alphabeta(exercise, lambda path: answer.at(names[path]), solved)

    def walk(path: Path) -> Iterator[Mark]:
        node, said = exercise.tree.at(path), answer.at(names[path])
        if node.leaf:
            return
        true, mine = solved.results.get(path), own.get(path)
        if true is None and not said.touched and mine is None:
            return
        window = None if true is None else (true.alpha, true.beta)
        yield from _item(solved, path, "window", said.window, window, mine and mine.window, mine)
        cut = solved.cuts.get(path, frozenset())
        taken = frozenset(exercise.paths[name][-1] for name in said.cut)
        turn = min(cut | taken | (mine.cut if mine else frozenset()), default=len(node.children))
        for i in range(turn):
            yield from walk((*path, i))
        yield from _cut(solved, path, said, mine)
        for i in range(turn, len(node.children)):
            yield from walk((*path, i))
        value = None if true is None else true.value
        yield from _item(solved, path, "value", said.value, value, mine and mine.value, mine)

    yield from walk(())
    yield _move(solved, answer, _own_alphabeta_moves(exercise, answer, own))


def _item(
    solved: Solved, path: Path, field: Field, given: Any, true: Any, own: Any, mine: Own | None
) -> Iterator[Mark]:
    """The mark on a window or a value; nodes that need not be looked at bring no points."""
    if true is None:
        if given is None:
            return
        verdict = _WRONG[field]
        if mine is None:
            verdict = Verdict.NEEDLESS
        elif same(given, own):
            verdict = Verdict.CONSEQUENCE
        yield Mark(solved.exercise.names[path], path, field, verdict, given, None, most=0)
        return
    if given is None:
        verdict = Verdict.MISSING if mine is not None else Verdict.CONSEQUENCE
    elif same(given, true):
        verdict = Verdict.RIGHT
    else:
        verdict = Verdict.CONSEQUENCE if mine is not None and same(given, own) else _WRONG[field]
    yield _mark(solved, path, field, verdict, given, true)


def _cut(solved: Solved, path: Path, said: NodeAnswer, mine: Own | None) -> Iterator[Mark]:
    """The mark on which children of a node are cut; a node about which nothing is said has no cut either."""
    names = solved.exercise.names
    entered = path in solved.results
    true = solved.cuts.get(path, frozenset())
    taken = frozenset(solved.exercise.paths[name][-1] for name in said.cut)
    if not entered and (mine is None or taken == mine.cut or not said.touched):
        return
    expected = tuple(names[(*path, i)] for i in sorted(true))
    if not said.touched:
        verdict, given = Verdict.MISSING if mine is not None else Verdict.CONSEQUENCE, None
    else:
        given = tuple(names[(*path, i)] for i in sorted(taken))
        if entered and taken == true:
            verdict = Verdict.RIGHT
        elif mine is not None and taken == mine.cut:
            verdict = Verdict.CONSEQUENCE
        else:
            verdict = _early_or_late(taken, true if mine is None else mine.cut)
    mark = _mark(solved, path, "cut", verdict, given, expected)
    yield mark if entered else Mark(mark.node, path, "cut", verdict, given, None, most=0)


def _early_or_late(taken: frozenset[int], due: frozenset[int]) -> Verdict:
    """The first child that is treated differently decides."""
    return Verdict.MISSED_CUT if min(taken ^ due) in due else Verdict.CUT_TOO_EARLY


def _own_alphabeta_moves(exercise: Exercise, answer: Answer, own: dict[Path, Own]) -> set[int]:
    """The first child with the best value among those looked at."""
    best: tuple[float, int] | None = None
    for i, child in enumerate(exercise.tree.children):
        if i in own[()].taken:
            continue
        said = answer.at(exercise.names[(i,)]).value
        value: Any = child.value if child.leaf else said if said is not None else own[(i,)].value
        if value is not None and (best is None or worth(value, exercise.tree.player) > best[0]):
            best = worth(value, exercise.tree.player), i
    return set() if best is None else {best[1]}


# ------------------------------------------------------------------------- leaves


def _visited(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """Leaf by leaf; of several leaves that one wrong cut let in or kept out, the first is the mistake."""
    exercise, names = solved.exercise, solved.exercise.names
    leaves = [path for path, _ in exercise.tree.leaves()]
    due = set(solved.visited)
    if not answer.visited:
        for path in leaves:
            yield _mark(solved, path, "visited", Verdict.MISSING, None, path in due)
        return
    seen = {exercise.paths[name] for name in answer.visited}
    looked_at = {path[:depth] for path in seen for depth in range(len(path) + 1)}

    def said(path: Path) -> NodeAnswer:
        below = ((*path, i) for i in range(len(exercise.tree.at(path).children)))
        return NodeAnswer(cut=tuple(names[child] for child in below if child not in looked_at))

    own = follow_alphabeta(exercise, said, solved)
    blamed: set[Path] = set()
    for path in leaves:
        given, expected = path in seen, path in due
        if given == expected:
            yield _mark(solved, path, "visited", Verdict.RIGHT, given, expected)
            continue
        at = next((path[:d] for d in range(len(path)) if _astray(own, path, d, given)), None)
        if at is None or at in blamed:
            verdict = Verdict.CONSEQUENCE
        else:
            blamed.add(at)
            verdict = Verdict.MISSED_CUT if given else Verdict.CUT_TOO_EARLY
        mark = _mark(solved, path, "visited", verdict, given, expected)
        yield Mark(mark.node, path, "visited", verdict, given, expected, mark.points, at=at)


def _astray(own: dict[Path, Own], path: Path, depth: int, given: bool) -> bool:
    """Whether this is where the leaf was let in or kept out against what the own values demand."""
    here, child = own.get(path[:depth]), path[depth]
    if here is None or (child in here.taken) == given:
        return False
    return (child in here.cut) == given
