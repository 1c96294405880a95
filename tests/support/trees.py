"""Random trees of every shape, and the minimax value by its bare definition."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from spielbaum.result import Payoff, Value
from spielbaum.trace import Path
from spielbaum.tree import Tree

LECTURE = "A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))"

#: Many ties, few ties, fractions.
SCALES: tuple[tuple[Value, ...], ...] = (
    tuple(range(3)),
    tuple(range(-20, 20)),
    tuple(x / 4 for x in range(-6, 6)),
)


def random_shape(random: Random, depth: int, children: int, *, players: int = 2) -> Tree:
    """An uneven tree; in half of them anybody may move anywhere (extra turns), inner nodes have estimates."""
    scale = random.choice(SCALES)
    any_mover = random.random() < 0.5

    def payoff() -> Payoff:
        return random.choice(scale) if players == 2 else tuple(random.choice(scale) for _ in range(players))

    def node(level: int) -> Tree:
        mover = random.randrange(players) if any_mover else level % players
        if level == depth or (level and random.random() < 0.2):
            return Tree(value=payoff(), player=mover)
        below = [node(level + 1) for _ in range(random.randint(1, children))]
        estimate = payoff() if random.random() < 0.7 else None
        return Tree(below, player=mover, value=estimate, dynamic=random.random() < 0.3)

    return node(0)


def true_values(tree: Tree, depth: int | None = None) -> dict[Path, Any]:
    """The minimax value of every node down to the depth, where estimates count; a missing one is 0."""
    values: dict[Path, Any] = {}

    def value(path: Path, node: Tree) -> Any:
        if node.leaf or len(path) == depth:
            found = 0 if node.value is None else node.value
        else:
            below = [value((*path, i), child) for i, child in enumerate(node.children)]
            found = max(below) if node.player == 0 else min(below)
        values[path] = found
        return found

    value((), tree)
    return values


@st.composite
def trees(draw: st.DrawFn, depth: int = 4, children: int = 4, players: int = 2) -> Tree:
    """Trees as above; hypothesis shrinks the seed and the sizes."""
    seed = draw(st.integers(0, 2**32))
    deep = draw(st.integers(0, depth))
    return random_shape(Random(seed), deep, draw(st.integers(1, children)), players=players)


depths = st.one_of(st.none(), st.integers(0, 4))
