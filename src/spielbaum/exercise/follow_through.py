"""What would be right given somebody's own earlier answers: the base of follow-through marking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isclose

from spielbaum.exercise.model import Answer, Convention, Exercise, NodeAnswer, Path, Window
from spielbaum.exercise.solution import Solved
from spielbaum.expectation import exact_number, mean
from spielbaum.result import CHANCE, Payoff, Value
from spielbaum.search.ordering import Ordering
from spielbaum.tree import Tree

#: How far a decimal may be from the fraction that was asked for; a little more than 10⁻⁶, as 0.333333 · 3 is.
TOLERANCE = 1.000001e-6
NUMBERS = (int, float, Fraction)


def same(one: object, two: object) -> bool:
    """Whether two values or windows are equal; decimals may differ in the last digits.

    A fraction may be answered by a decimal that differs by a millionth at most.
    """
    if isinstance(one, tuple) and isinstance(two, tuple):
        return len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, Fraction) or isinstance(two, Fraction):
        numbers = isinstance(one, NUMBERS) and isinstance(two, NUMBERS)
        return numbers and abs(float(one) - float(two)) <= TOLERANCE  # type: ignore[arg-type]
    if isinstance(one, int | float) and isinstance(two, int | float):
        return one == two or isclose(one, two, rel_tol=1e-9)
    return one == two


@dataclass(frozen=True)
class FollowedNode:
    """A node as alpha-beta would find it if everything answered so far were true."""

    window: Window
    #: The children that would be cut …
    cut: frozenset[int]
    #: … and those that were cut in the answer.
    taken: frozenset[int]
    #: None where no child was looked at.
    value: Value | None
    #: The order in which the children would be tried.
    order: tuple[int, ...] = ()


def follow_alphabeta(
    exercise: Exercise, said: Callable[[Path], NodeAnswer], solved: Solved, order: str = "rules"
) -> dict[Path, FollowedNode]:
    """Do alpha-beta with the answered windows, values, orders and cuts; what is not answered is worked out.

    For the right answer this is exactly the search itself: same windows, cuts and values everywhere. With the
    order "killers" the killers are those that follow from the answered cuts.
    """
    found: dict[Path, FollowedNode] = {}
    convention = solved.convention
    ordering = Ordering.of(exercise.tree.as_game(), order)

    def walk(path: Path, node: Tree, window: Window) -> Value:
        here = said(path)
        alpha, beta = low, high = here.window or window
        taken = frozenset(exercise.paths[name][-1] for name in here.cut)
        sign = 1 if node.player == 0 else -1
        best: Value | None = None
        cut: set[int] = set()
        passed = False
        due = tuple(ordering.arrange(path, node, list(range(len(node.children)))))
        tried = due if here.order is None else tuple(exercise.paths[name][-1] for name in here.order)
        if set(tried) != set(due):  # no order of all children
            tried = due
        cause = last = None
        for i in tried:
            child = node.children[i]
            if passed:
                cut.add(i)
            if i in taken or (passed and order != "rules" and not here.touched):
                continue
            last = i
            value = _number(child.value) if child.leaf else walk((*path, i), child, (low, high))
            if best is None or sign * value > sign * best:
                best = value
            if sign > 0:
                low = max(low, best)
            else:
                high = min(high, best)
            passed = _passes(sign * best, sign * (beta if sign > 0 else alpha), convention)
            if passed and cause is None:
                cause = i
        killer = last if taken else cause if not here.touched or cause == tried[-1] else None
        if killer is not None:
            ordering.caused_cutoff(path, killer)
        if best is not None and convention.fail_hard:
            best = min(max(best, alpha), beta)
        found[path] = FollowedNode(window, frozenset(cut), taken, best, due)
        if here.value is not None:
            return _number(here.value)
        return _number(solved.values[path]) if best is None else best

    walk((), exercise.tree, (float("-inf"), float("inf")))
    return found


def _passes(value: Value, limit: Value, convention: Convention) -> bool:
    return value > limit if convention.strict else value >= limit


def _number(value: Payoff | None) -> Value:
    assert isinstance(value, int | float)
    return value


def follow_values(exercise: Exercise, answer: Answer, convention: Convention) -> dict[Path, Payoff]:
    """The value of every node from the answered values of its children, those not answered worked out."""
    found: dict[Path, Payoff] = {}

    def walk(path: Path, node: Tree) -> Payoff:
        said = answer.at(exercise.names[path]).value
        if node.leaf or not exercise.inner(path):
            found[path] = exercise.leaf_value(path)
        else:
            below = [((*path, i), walk((*path, i), child)) for i, child in enumerate(node.children)]
            if node.player == CHANCE:
                found[path] = _average(node, [value for _, value in below])
                return found[path] if said is None else said
            if convention.ties == "last":  # `max` takes the first of equals
                below.reverse()
            found[path] = exercise.passed_up(*max(below, key=lambda each: exercise.worth(*each)))
        return found[path] if said is None else said

    walk((), exercise.tree)
    return found


def _average(node: Tree, values: list[Payoff]) -> Value:
    numbers = [exact_number(value) for value in values if not isinstance(value, tuple)]
    shares = [child.probability or Fraction(0) for child in node.children]
    return mean(zip(shares, numbers, strict=True))
