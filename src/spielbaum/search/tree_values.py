"""The value of every node of a tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

from spielbaum.expectation import exact, exact_number, mean, mean_payoff
from spielbaum.result import CHANCE, Payoff, Value, number_json
from spielbaum.trace import Path, payoff
from spielbaum.tree import Tree, fold


@dataclass(frozen=True, slots=True)
class NodeValue:
    """What a tree says about the value of a node with best play; E(s) counts where the tree was cut.

    Nobody knows the value of a leaf below which the tree was cut and which has no estimate. It may not
    matter above; where it does, `value` is None and only `low` ≤ value ≤ `high` is known, if that.
    """

    value: Payoff | None = None
    low: Value = -inf
    high: Value = inf
    #: The value rests on an estimate.
    estimate: bool = False

    def text(self, write: Callable[[Payoff], str] = payoff) -> str:
        """3, or ≈ 3 where it rests on an estimate, or ≥ 2, ≤ 5 where no more is known, or ?."""
        if self.value is not None:
            return f"≈ {write(self.value)}" if self.estimate else write(self.value)
        bounds = [f"≥ {write(self.low)}"] if self.low > -inf else []
        return ", ".join([*bounds, f"≤ {write(self.high)}"] if self.high < inf else bounds) or "?"

    def document(self) -> dict[str, Any]:
        """The same for a JSON document; `minimax` is null where the value is not known."""
        found: dict[str, Any] = {"minimax": number_json(self.value)}
        if self.value is not None:
            return found | ({"minimax_estimate": True} if self.estimate else {})
        bounds = {"minimax_at_least": self.low, "minimax_at_most": self.high}
        return found | {name: end for name, end in bounds.items() if abs(end) < inf}


def node_values(tree: Tree) -> dict[Path, NodeValue]:
    """What is known of every node: minimax, or max^n (first of equals) where several players are paid.

    Where nature moves, that is the average.
    """
    join = _shared if tree.payoffs not in (None, 1) else _two_sides
    average = _shared_average if join is _shared else _average
    values: dict[int, NodeValue] = {}

    def value(node: Tree, _: int, below: list[NodeValue]) -> NodeValue:
        if not below:
            found = _leaf(node)
        elif node.player == CHANCE:
            found = average([Fraction(child.probability or 0) for child in node.children], below)
        else:
            found = join(node.player, below)
        values[id(node)] = found
        return found

    fold(value, tree)
    return {path: values[id(node)] for path, node in tree.nodes()}


def tree_values(tree: Tree) -> dict[Path, Payoff]:
    """The value of every node of a tree whose leaves all have one, estimated or not."""
    found: dict[Path, Payoff] = {}
    for path, known in node_values(tree).items():
        assert known.value is not None, "a leaf has no value"
        found[path] = known.value
    return found


def best_line(tree: Tree, values: dict[Path, NodeValue]) -> Path:
    """The moves that reach the value of the root: the first of equals, or the first that is no estimate.

    They end where nature moves.
    """
    path: tuple[int, ...] = ()
    node = tree
    while node.children and node.player != CHANCE and values[path].value is not None:
        below = [(*path, i) for i in range(len(node.children))]
        equal = [child for child in below if values[child].value == values[path].value]
        path = next((child for child in equal if not values[child].estimate), equal[0])
        node = node.children[path[-1]]
    return path


def _leaf(node: Tree) -> NodeValue:
    if node.value is None:
        return NodeValue()
    if node.cut or isinstance(node.value, tuple):
        return NodeValue(node.value, estimate=node.cut)
    return NodeValue(node.value, node.value, node.value)


def _two_sides(player: int, below: list[NodeValue]) -> NodeValue:
    """MAX or MIN of the values, and of what is known without any estimate."""
    best = max if player == 0 else min
    low, high = best(known.low for known in below), best(known.high for known in below)
    if low == high:
        return NodeValue(low, low, high)
    values = [known.value for known in below]
    if None not in values:
        return NodeValue(best(values), low, high, estimate=True)  # type: ignore[type-var]
    return NodeValue(None, low, high)


def _average(shares: list[Fraction], below: list[NodeValue]) -> NodeValue:
    """The expected value, and between what it lies without any estimate."""
    low = mean((share, exact_number(known.low)) for share, known in zip(shares, below, strict=True))
    high = mean((share, exact_number(known.high)) for share, known in zip(shares, below, strict=True))
    if low == high:
        return NodeValue(low, low, high)
    values = [known.value for known in below if known.value is not None]
    if len(values) < len(below):
        return NodeValue(None, low, high)
    numbers = [exact_number(value) for value in values if not isinstance(value, tuple)]
    return NodeValue(mean(zip(shares, numbers, strict=True)), low, high, estimate=True)


def _shared_average(shares: list[Fraction], below: list[NodeValue]) -> NodeValue:
    """What each player can expect, unless somebody's value is not known."""
    values = [exact(known.value) for known in below if known.value is not None]
    payoffs = [value for value in values if isinstance(value, tuple)]
    if len(payoffs) < len(below):
        return NodeValue()
    estimate = any(known.estimate for known in below)
    return NodeValue(mean_payoff(zip(shares, payoffs, strict=True)), estimate=estimate)


def _shared(player: int, below: list[NodeValue]) -> NodeValue:
    """The first that is best for the player, unless somebody's value is not known."""
    values = [known.value for known in below]
    if None in values:
        return NodeValue()
    best = max(values, key=lambda value: value[player])  # type: ignore[index]
    return NodeValue(best, estimate=any(known.estimate for known in below))
