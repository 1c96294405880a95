"""Marks of exercises about the order with the most cuts, and about iterative deepening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spielbaum.exercise.cutting import Orders, leaves_visited
from spielbaum.exercise.follow_through import same
from spielbaum.exercise.marks import Mark, Verdict, mark_of
from spielbaum.exercise.model import Answer
from spielbaum.exercise.solution import Solved


def cut_order_marks(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """Node by node from the root: is any leaf visited that need not be?

    There are many best orders. If the answered orders together visit the fewest leaves, all are right.
    Otherwise they are taken over one by one into a best order; one that costs leaves is wrong, and is not
    taken over, so that it costs nothing at the other nodes.
    """
    exercise, names, tree = solved.exercise, solved.exercise.names, solved.exercise.tree
    fewest = leaves_visited(tree, solved.orders)
    said: Orders = {}
    for path, best in solved.orders.items():
        order = answer.at(names[path]).order
        if order is not None:
            indices = tuple(exercise.paths[name][-1] for name in order)
            said[path] = indices if sorted(indices) == sorted(best) else ()
    whole = all(said.get(path) for path in solved.orders) and leaves_visited(tree, said) == fewest
    taken = dict(solved.orders)
    for path, best in solved.orders.items():
        given = answer.at(names[path]).order
        if given is None:
            verdict = Verdict.MISSING
        elif whole or (said[path] and leaves_visited(tree, taken | {path: said[path]}) == fewest):
            verdict = Verdict.RIGHT
            taken[path] = said[path]
        else:
            verdict = Verdict.WRONG_ORDER
        expected = tuple(names[(*path, i)] for i in best)
        yield mark_of(solved, path, "order", verdict, given, expected)


def deepening_marks(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """After each depth the value of the root and the move."""
    names = solved.exercise.names
    for depth, (value, best) in solved.iterations.items():
        said = answer.depths.get(depth)
        given = None if said is None else said.value
        verdict = Verdict.RIGHT if same(given, value) else Verdict.WRONG_VALUE
        verdict = Verdict.MISSING if given is None else verdict
        yield replace(mark_of(solved, (), "value", verdict, given, value), depth=depth)
        move = None if said is None else said.move
        verdict = Verdict.RIGHT if move in {names[(i,)] for i in best} else Verdict.WRONG_MOVE
        verdict = Verdict.MISSING if move is None else verdict
        yield replace(mark_of(solved, (), "move", verdict, move, names[(min(best),)]), depth=depth)
