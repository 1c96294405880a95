"""How large a tree is, or would be."""

from __future__ import annotations

from random import Random

from spielbaum.errors import TooLarge
from spielbaum.tree.draft import MOST_DEPTH
from spielbaum.tree.tree import Tree

#: Nodes that are looked at before a tree counts as too large, unless told otherwise.
LIMIT = 10_000
#: Random branches that an estimate rests on, and how deep each goes at most.
SAMPLES = 64
DEEPEST = 500


def bounded(tree: Tree, limit: int = LIMIT) -> Tree:
    """The tree itself, grown completely, or an error that says how large it would be."""
    for count, (path, _) in enumerate(tree.nodes(), start=1):
        if len(path) > MOST_DEPTH:
            raise TooLarge("error.tree.grown_deep", limit=MOST_DEPTH)
        if count > limit:
            raise TooLarge("error.tree.too_large", limit=limit, size=_rounded(estimate_size(tree)))
    return tree


def estimate_size(tree: Tree, samples: int = SAMPLES, seed: int = 0) -> float:
    """About how many nodes the tree has, from random branches (Knuth 1975).

    A branch that meets b₁, b₂, … children says 1 + b₁ + b₁b₂ + …: on the average over all branches that
    is exactly the size. Few branches of a very uneven tree can be far off.
    """
    random = Random(seed)
    total = 0.0
    for _ in range(samples):
        node, weight, size = tree, 1.0, 1.0
        for _ in range(DEEPEST):
            if node.leaf:
                break
            weight *= len(node.children)
            size += weight
            node = random.choice(node.children)
        total += size
    return total / samples


def _rounded(size: float) -> str:
    """Two digits are all an estimate knows: 39 000 000, or 4.5e+35 where that would be too long."""
    if size >= 1e15:
        return f"{size:.1e}"
    number = float(f"{size:.2g}")
    return f"{int(number):,}".replace(",", " ")
