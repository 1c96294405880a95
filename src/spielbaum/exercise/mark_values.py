"""Marks of exercises about values: from the leaves up, from left to right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spielbaum.exercise.follow_through import follow_values, same
from spielbaum.exercise.marks import WRONG, Mark, Verdict, mark_of, move_mark
from spielbaum.exercise.model import Answer, Exercise, Field, NodeAnswer, Path
from spielbaum.exercise.solution import Solved
from spielbaum.result import Payoff


def value_marks(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """The value of every node, the order of its children where that is asked, the move."""
    exercise, names = solved.exercise, solved.exercise.names
    own = follow_values(exercise, answer, solved.convention)

    def walk(path: Path) -> Iterator[Mark]:
        if exercise.inner(path):
            for i in range(len(exercise.tree.at(path).children)):
                yield from walk((*path, i))
        said, fields = answer.at(names[path]), exercise.asked(path)
        if "value" in fields:
            verdict = _judged("value", said.value, solved.values[path], own[path])
            yield mark_of(solved, path, "value", verdict, said.value, solved.values[path])
        if "order" in fields:
            yield _order(solved, path, said, answer, own)

    yield from walk(())
    for name, said in answer.nodes.items():
        if name not in exercise.paths:
            yield Mark(name, None, "value", Verdict.NO_SUCH_NODE, said.value, None, most=0)
    if "move" in exercise.asked(()):
        yield move_mark(solved, answer, _own_moves(exercise, answer, own))


def _judged(field: Field, given: Any, true: Any, own: Any) -> Verdict:
    if given is None:
        return Verdict.MISSING
    if same(given, true):
        return Verdict.RIGHT
    return Verdict.CONSEQUENCE if same(given, own) else WRONG[field]


def _order(
    solved: Solved, path: Path, said: NodeAnswer, answer: Answer, followed: dict[Path, Payoff]
) -> Mark:
    exercise, names = solved.exercise, solved.exercise.names
    node = exercise.tree.at(path)
    children = [names[(*path, i)] for i in range(len(node.children))]
    true = {name: solved.values[(*path, i)] for i, name in enumerate(children)}
    own = {name: followed[(*path, i)] for i, name in enumerate(children)}
    own |= {name: value for name in children if (value := answer.at(name).value) is not None}

    def best_first(values: dict[str, Any]) -> bool:
        assert said.order is not None
        worths = [exercise.worth(exercise.paths[name], values[name]) for name in said.order]
        return sorted(said.order) == sorted(children) and worths == sorted(worths, reverse=True)

    if said.order is None:
        verdict = Verdict.MISSING
    elif best_first(true):
        verdict = Verdict.RIGHT
    else:
        verdict = Verdict.CONSEQUENCE if best_first(own) else Verdict.WRONG_ORDER
    expected = tuple(children[i] for i in solved.best_first(path))
    return mark_of(solved, path, "order", verdict, said.order, expected)


def _own_moves(exercise: Exercise, answer: Answer, own: dict[Path, Any]) -> set[int]:
    """The moves that are best by one's own values."""
    children = range(len(exercise.tree.children))
    said = {i: answer.at(exercise.names[(i,)]).value for i in children}
    values = [own[(i,)] if (value := said[i]) is None else value for i in children]
    worths = [exercise.worth((i,), value) for i, value in zip(children, values, strict=True)]
    return {i for i in children if worths[i] == max(worths)}
