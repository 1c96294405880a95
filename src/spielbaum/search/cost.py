"""What a search costs: leaves looked at, against the minimal tree and against theory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from spielbaum.result import Payoff
from spielbaum.search.algorithms import ALGORITHMS
from spielbaum.search.watch import Watch
from spielbaum.trace import Path
from spielbaum.tree import Tree, best_first, fold, map_tree, random_tree

#: Leaves are drawn from this many numbers, so that equal ones are rare, as the theory supposes.
VALUES = 2**31

#: What is compared: how the row is called, the algorithm, whether the best moves come first.
ROWS = (
    ("minimax", "minimax", False),
    ("alphabeta", "alphabeta", False),
    ("alphabeta, best first", "alphabeta", True),
    ("pvs", "pvs", False),
    ("mtdf", "mtdf", False),
    ("sss", "sss", False),
)


@dataclass
class LeafCount(Watch):
    """A watch that tells leaves looked at again from new ones."""

    seen: set[Path] = field(default_factory=set)

    def leaf(self, path: Path, value: Payoff, *, final: bool = True, unknown: bool = False) -> None:
        super().leaf(path, value, final=final, unknown=unknown)
        self.seen.add(path)


@dataclass(frozen=True, slots=True)
class Cost:
    """What an algorithm looked at, over several trees."""

    name: str
    algorithm: str
    #: Different leaves: the mean, the least and the most of a tree.
    leaves: float
    fewest: int
    most: int
    #: Leaves judged, counted again at every visit; the most nodes kept in memory at a time.
    judged: float
    held: int
    #: The mean number of leaves as b^d for the depth d: the effective branching factor.
    branching: float


@dataclass(frozen=True, slots=True)
class Theory:
    """What is known of uniform trees with b children a node and depth d."""

    #: b^d, what minimax looks at.
    all_leaves: int
    #: b^⌈d/2⌉ + b^⌊d/2⌋ − 1, what every algorithm has to look at (Knuth and Moore 1975).
    minimal: int
    #: ξ/(1 − ξ) with ξ^b + ξ = 1, alpha-beta's branching factor for independent random leaves (Pearl 1982).
    branching: float


def theory(branching: int, depth: int) -> Theory:
    """What is known of such trees."""
    minimal = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    xi = _root(branching)
    return Theory(branching**depth, minimal, xi / (1 - xi))


def _root(branching: int) -> float:
    """The ξ between 0 and 1 with ξ^b + ξ = 1, by halving."""
    low, high = 0.0, 1.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low


def costs(
    branching: int,
    depth: int,
    trees: int,
    seed: int,
    *,
    equal: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Cost]:
    """The costs on random trees with the seeds seed, seed + 1, …; or with all leaves `equal`.

    Minimax looks at every leaf of every tree, so it is run on the first one only.
    """
    watches: dict[str, list[LeafCount]] = {name: [] for name, _, _ in ROWS}
    for number in range(trees):
        tree = random_tree(
            branching, depth, seed + number, values=(0, 0 if equal else VALUES - 1), limit=10_000_000
        )
        values = {}
        for name, algorithm, sort in ROWS:
            if algorithm == "minimax" and number:
                continue
            watch = LeafCount()
            problem = sorted_tree(tree) if sort else tree
            values[name] = ALGORITHMS[algorithm](problem, watch=watch).value_for(0)
            watches[name].append(watch)
        assert len(set(values.values())) == 1, f"the algorithms disagree on seed {seed + number}: {values}"
        if progress is not None:
            progress(number + 1)
    for name, algorithm, _ in ROWS:
        yield _cost(name, algorithm, watches[name], depth)


def _cost(name: str, algorithm: str, watches: list[LeafCount], depth: int) -> Cost:
    counts = [len(watch.seen) for watch in watches]
    mean = fmean(counts)
    return Cost(
        name,
        algorithm,
        mean,
        min(counts),
        max(counts),
        fmean(watch.leaves for watch in watches),
        max(watch.held for watch in watches),
        mean ** (1 / depth) if depth else 1.0,
    )


def sorted_tree(tree: Tree) -> Tree:
    """The tree with the best child first everywhere, by the minimax values."""
    tree.as_game().require_no_chance("sorted_tree")
    values: dict[int, Any] = {}

    def value(node: Tree, _: int, children: list[Any]) -> Any:
        best = node.value if not children else max(children) if node.player == 0 else min(children)
        values[id(node)] = best
        return best

    fold(value, tree)
    return best_first(_number, map_tree(lambda node: values[id(node)], tree))


def _number(node: Tree) -> float:
    assert isinstance(node.value, int | float)
    return node.value
