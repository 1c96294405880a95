"""Shallow pruning: as the lazy lists of Hughes, and without the deep cut-offs of alpha-beta."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from spielbaum.search import alphabeta, find_algorithm, minimax, pseudocode, record, shallow
from spielbaum.search.pseudocode import line_number
from spielbaum.trace import Cutoff, Leaf, Path
from spielbaum.tree import Tree, random_tree
from tests.support.trees import LECTURE, trees


class Lazy:
    """Hughes' functions with generators for lists: a number exists when somebody looks at it."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.seen: list[Path] = []

    def value(self) -> float:
        best = max if self.tree.player == 0 else min
        return best(self.numbers(self.tree, ()))

    def numbers(self, node: Tree, path: Path) -> Iterator[float]:
        """maximise' and minimise': numbers whose largest (or smallest) is the value of the node."""
        if node.leaf:
            self.seen.append(path)
            assert isinstance(node.value, int | float)
            yield node.value
            return
        lists = (self.numbers(child, (*path, i)) for i, child in enumerate(node.children))
        yield from self.mapmin(lists) if node.player == 0 else self.mapmax(lists)

    def mapmin(self, lists: Iterator[Iterator[float]]) -> Iterator[float]:
        best: float | None = None
        for numbers in lists:
            least = self.unless(numbers, lambda number, best=best: best is not None and number <= best, min)
            if least is not None:
                best = least
                yield least

    def mapmax(self, lists: Iterator[Iterator[float]]) -> Iterator[float]:
        best: float | None = None
        for numbers in lists:
            most = self.unless(numbers, lambda number, best=best: best is not None and number >= best, max)
            if most is not None:
                best = most
                yield most

    @staticmethod
    def unless(numbers: Iterator[float], omitted: object, choose: object) -> float | None:
        """The minimum (or maximum), or None as soon as one number shows that it cannot matter: minleq."""
        looked_at = []
        for number in numbers:
            if omitted(number):  # type: ignore[operator]
                return None
            looked_at.append(number)
        return choose(looked_at)  # type: ignore[no-any-return, operator]


def leaves_of(algorithm: str, tree: Tree) -> list[Path]:
    return [event.path for event in record(algorithm, tree)[0].events if isinstance(event, Leaf)]


@pytest.mark.parametrize("seed", range(40))
def test_it_looks_at_the_leaves_that_lazy_lists_look_at(seed: int) -> None:
    tree = random_tree(3, 2 + seed % 4, seed, uneven=seed % 2 == 1)
    lazy = Lazy(tree)
    assert lazy.value() == shallow(tree).value == minimax(tree).value
    assert leaves_of("shallow", tree) == lazy.seen


@given(trees())
@settings(max_examples=200)
def test_between_minimax_and_alphabeta(tree: Tree) -> None:
    """The value always; of alpha-beta's cut-offs those against the parent, never more than it looks at."""
    result = shallow(tree)
    assert (result.value, result.proven) == (minimax(tree).value, True)
    assert alphabeta(tree).leaves <= result.leaves <= minimax(tree).leaves


def test_a_deep_cutoff_is_not_found() -> None:
    """A has 5; two levels down D is at most 4, which only alpha-beta can hold against A's 5."""
    tree = Tree.read("A(B(5 6) C(E(D(4 9 9) 3) 2))")
    assert shallow(tree).value == alphabeta(tree).value == 5
    assert (shallow(tree).leaves, alphabeta(tree).leaves) == (6, 4)
    assert all(
        event.against == event.path[:-1]
        for event in record("shallow", tree)[0].events
        if isinstance(event, Cutoff)
    )


def test_the_lecture_tree() -> None:
    """G and two leaves of D are cut as with alpha-beta: both cut-offs are against the parent."""
    trace, result = record("minleq", Tree.read(LECTURE))
    assert result is not None
    assert (result.value, result.leaves) == (3, 10)
    cuts = [step for step in trace.steps if isinstance(step.event, Cutoff)]
    assert [step.node() for step in cuts] == ["C", "D"]
    assert "the minimum of C cannot matter and is omitted; cut: G" in cuts[0].sentence()
    assert "Das Minimum von C" in cuts[0].sentence("de")
    turned = record("shallow", Tree.read("A(B(C(1 5) D(7 9)) E(6 8))"))[0]
    assert any("the maximum of D" in step.sentence() for step in turned.steps)
    assert any("Das Maximum von D" in step.sentence("de") for step in turned.steps)


def test_every_step_has_its_line() -> None:
    trace, _ = record("shallow", Tree.read(LECTURE))
    for language, word in (("en", "omitted"), ("de", "ausgelassen")):
        lines = [line.text for line in pseudocode("shallow", language)]
        assert sum(word in line for line in lines) == 2
    assert all(line_number("shallow", step.line) is not None for step in trace.steps)
    assert find_algorithm("Shallow Pruning").name == "shallow"
