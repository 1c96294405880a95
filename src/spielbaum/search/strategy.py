"""A strategy in a game tree: one own move at every own node, and all replies of the others and of nature.

What is left of the tree is also called a solution tree. Its worst leaf is what the strategy guarantees,
whatever the others do; in a zero-sum game of two a best strategy guarantees the minimax value. Where nature
moves, the average counts: no strategy guarantees it, but it can be expected whatever the others do.
"""

from __future__ import annotations

from fractions import Fraction

from spielbaum.errors import BadInput
from spielbaum.expectation import exact_number, mean
from spielbaum.result import CHANCE, Payoff, Value, payoff_for
from spielbaum.search.tree_values import node_values
from spielbaum.trace import Path
from spielbaum.tree import Tree, fold


def strategy_nodes(tree: Tree, player: int = 0) -> frozenset[Path]:
    """The nodes that can be reached when this player, from 0, plays the best strategy.

    At an own node that is the child with the best minimax value (or max^n), the first one of equals.
    """
    if not 0 <= player < tree.players:
        raise BadInput("error.strategy.player", player=player + 1, players=tree.players)
    values = {path: known.value for path, known in node_values(tree).items()}
    found: list[Path] = []
    waiting: list[tuple[Path, Tree]] = [((), tree)]
    while waiting:
        path, node = waiting.pop()
        found.append(path)
        replies = range(len(node.children))
        if node.player == player and replies:
            best = max(replies, key=lambda i: _worth(values[(*path, i)], player))
            replies = range(best, best + 1)
        waiting.extend(((*path, i), node.children[i]) for i in replies)
    return frozenset(found)


def strategy(tree: Tree, player: int = 0) -> Tree:
    """The tree without everything that this player's best strategy never comes to."""
    nodes = strategy_nodes(tree, player)
    kept = {id(node) for path, node in tree.nodes() if path in nodes}

    def below(node: Tree, _: int, children: list[Tree]) -> Tree:
        pairs = zip(node.children, children, strict=True)
        return node.with_([made for child, made in pairs if id(child) in kept])

    return fold(below, tree)


def guarantee(plan: Tree, player: int = 0) -> Value | None:
    """What the tree of a strategy brings this player at least; None where a leaf has no value.

    Where nature moves, what it brings on average.
    """

    def least(node: Tree, _: int, below: list[Value | None]) -> Value | None:
        if not below:
            return None if node.value is None else _worth(node.value, player)
        known = [value for value in below if value is not None]
        if len(known) < len(below):
            return None
        if node.player == CHANCE:
            shares = [child.probability or Fraction(0) for child in node.children]
            return mean(zip(shares, map(exact_number, known), strict=True))
        return min(known)

    return fold(least, plan)


def _worth(value: Payoff | None, player: int) -> Value:
    if value is None:  # nothing is known of it: every other child is preferred
        return float("-inf")
    return payoff_for(value, player)
