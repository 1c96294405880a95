"""The order of children in which alpha-beta visits the fewest leaves.

To prove that the root is worth v, some child of each node has to be at least as good as v, and all others at
most: a pair of solution trees, which share one leaf. Alpha-beta visits no more than that where the child that
belongs to the proof comes first (Knuth and Moore 1975). Which child is cheapest is worked out from the leaves
up, for in uneven trees the best child need not be the one that is refuted or proven soonest.
"""

from __future__ import annotations

from collections.abc import Mapping

from spielbaum.result import Payoff, Value
from spielbaum.search import alphabeta
from spielbaum.search.tree_values import tree_values
from spielbaum.tree import Tree

Path = tuple[int, ...]
#: The children of inner nodes by their numbers, in the order in which they are searched.
Orders = dict[Path, tuple[int, ...]]


def cheapest_order(tree: Tree) -> Orders:
    """An order of every inner node with which alpha-beta visits as few leaves as it can.

    Only who comes first matters, so the others stay from left to right.
    """
    tree.as_game().require_no_chance("cut-order")
    values = tree_values(tree)
    goal = _number(values[()])
    orders: Orders = {path: tuple(range(len(node.children))) for path, node in tree.nodes() if not node.leaf}

    def exact(path: Path, node: Tree) -> int:
        """Leaves that prove the node is worth exactly `goal`."""
        if node.leaf:
            return 1
        children = range(len(node.children))
        costs = [bounded((*path, i), node.children[i], node.player) for i in children]
        best = [i for i in children if _number(values[(*path, i)]) == goal]
        proofs = {i: exact((*path, i), node.children[i]) for i in best}
        first = min(best, key=lambda i: (proofs[i] - costs[i], i))
        orders[path] = _first(orders[path], first)
        for other in set(best) - {first}:  # their orders were those of an exact proof, which is not wanted
            bounded((*path, other), node.children[other], node.player)
        return proofs[first] + sum(costs) - costs[first]

    def bounded(path: Path, node: Tree, mover: int) -> int:
        """Leaves that prove the node is no better than `goal` for that player, who would like to go there."""
        if node.leaf:
            return 1
        costs = [bounded((*path, i), child, mover) for i, child in enumerate(node.children)]
        if node.player == mover:
            return sum(costs)
        sign = 1 if mover == 0 else -1
        enough = [i for i in range(len(costs)) if sign * _number(values[(*path, i)]) <= sign * goal]
        if not enough:  # it is better: nobody asks, for then the goal would be another one
            return sum(costs)
        first = min(enough, key=lambda i: (costs[i], i))
        orders[path] = _first(orders[path], first)
        return costs[first]

    exact((), tree)
    return orders


def _first(order: tuple[int, ...], first: int) -> tuple[int, ...]:
    return (first, *(i for i in sorted(order) if i != first))


def _number(value: Payoff) -> Value:
    assert not isinstance(value, tuple)
    return value


def rearranged(tree: Tree, orders: Mapping[Path, tuple[int, ...]], names: Mapping[Path, str]) -> Tree:
    """The tree with its children in these orders; every node keeps the name it has where it stands now."""

    def build(path: Path, node: Tree) -> Tree:
        order = orders.get(path, tuple(range(len(node.children))))
        children = [build((*path, i), node.children[i]) for i in order]
        return node.with_(children, name=names.get(path, node.name))

    return build((), tree)


def leaves_visited(tree: Tree, orders: Mapping[Path, tuple[int, ...]]) -> int:
    """How many leaves alpha-beta visits if children are searched in these orders."""
    return alphabeta(rearranged(tree, orders, {})).leaves


def right_first(tree: Tree, orders: Mapping[Path, tuple[int, ...]]) -> dict[Path, frozenset[int]]:
    """Which children of each inner node may come first, all other nodes being in the given best order."""
    best = leaves_visited(tree, orders)
    return {
        path: frozenset(
            i for i in orders[path] if leaves_visited(tree, {**orders, path: _first(orders[path], i)}) == best
        )
        for path in orders
    }
