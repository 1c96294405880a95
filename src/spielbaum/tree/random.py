"""Random trees, for exercises and measurements."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random

from spielbaum.errors import BadInput, TooLarge
from spielbaum.result import CHANCE, Payoff
from spielbaum.tree.tree import Tree

#: Nodes of a random tree at most, unless told otherwise.
LIMIT = 1_000_000


def random_tree(
    branching: int,
    depth: int,
    seed: int,
    *,
    players: int = 2,
    values: tuple[int, int] | None = None,
    distinct: bool = False,
    uneven: bool = False,
    names: bool = False,
    chance: bool = False,
    limit: int = LIMIT,
) -> Tree:
    """A tree whose leaves are drawn at random; the same arguments give the same tree.

    `values` are the least and the greatest leaf (0 to 99, or to ten times the number of leaves where that
    is more and they have to be `distinct`). `uneven` lets each inner node have 1 to `branching` children
    and some branches end early. `names` calls the inner nodes A, B, C … in the order of levels. `chance`
    puts nature between the players: MAX, chance, MIN, chance …, with the probabilities of a small wheel.
    """
    if branching < 1 or depth < 0:
        raise BadInput("error.tree.shape", branching=branching, depth=depth)
    if players < 2:
        raise BadInput("error.tree.players", players=players)
    size = sum(branching**level for level in range(depth + 1))
    if size > limit:
        raise TooLarge("error.tree.random_large", size=size, limit=limit)
    random = Random(seed)
    shape = _shape(random, branching, depth, uneven)
    leaves = sum(1 for children in shape if not children)
    numbers = leaves * (players if players > 2 else 1)
    least, greatest = values or (0, max(99, 10 * numbers) if distinct and numbers > 50 else 99)
    if least > greatest or (distinct and greatest - least + 1 < numbers):
        raise BadInput("error.tree.values", least=least, greatest=greatest, leaves=numbers)
    if distinct:
        drawn = iter(random.sample(range(least, greatest + 1), numbers))
    else:
        drawn = iter([random.randint(least, greatest) for _ in range(numbers)])
    return _planted(shape, drawn, players, names, random if chance else None)


#: For every node in the order of levels the numbers of its children.
_Shape = list[list[int]]


def _shape(random: Random, branching: int, depth: int, uneven: bool) -> _Shape:
    shape: _Shape = [[]]
    level = [0]
    for below in range(depth):
        following: list[int] = []
        for node in level:
            # The root always branches; below it every fifth branch of an uneven tree ends early.
            if uneven and below and random.random() < 0.2:
                continue
            for _ in range(random.randint(min(2, branching), branching) if uneven else branching):
                shape[node].append(len(shape))
                following.append(len(shape))
                shape.append([])
        level = following
    return shape


def _planted(shape: _Shape, numbers: Iterator[int], players: int, names: bool, wheel: Random | None) -> Tree:
    """The tree; with a `wheel`, which draws the probabilities, nature moves on every second level."""
    depth_of = [0] * len(shape)
    for node, children in enumerate(shape):
        for child in children:
            depth_of[child] = depth_of[node] + 1
    # Leaves get their numbers from left to right, so the order of the children decides, not of the levels.
    value_of: dict[int, Payoff] = {}
    stack = [0]
    while stack:
        node = stack.pop()
        stack.extend(reversed(shape[node]))
        if not shape[node]:
            value_of[node] = tuple(next(numbers) for _ in range(players)) if players > 2 else next(numbers)
    inner = {node: number for number, node in enumerate(n for n, c in enumerate(shape) if c)}
    nature = [
        wheel is not None and depth_of[node] % 2 == 1 and bool(shape[node]) for node in range(len(shape))
    ]
    share_of: dict[int, Fraction] = {}
    for node, children in enumerate(shape):
        if wheel is not None and nature[node]:
            share_of |= zip(children, _shares(wheel, len(children)), strict=True)
    built: dict[int, Tree] = {}
    for node in range(len(shape) - 1, -1, -1):
        turns = depth_of[node] if wheel is None else (depth_of[node] + 1) // 2
        built[node] = Tree(
            [built.pop(child) for child in shape[node]],
            name=letters(inner[node]) if names and node in inner else "",
            value=value_of.get(node),
            player=CHANCE if nature[node] else turns % players,
            probability=share_of.get(node),
        )
    return built[0]


def _shares(random: Random, count: int) -> list[Fraction]:
    """Probabilities with a small denominator, as of a wheel with that many equal fields."""
    fields = max(count, random.choice((2, 3, 4, 5, 6, 10)))
    ends = [0, *sorted(random.sample(range(1, fields), count - 1)), fields]
    return [Fraction(after - before, fields) for before, after in pairwise(ends)]


def letters(number: int) -> str:
    """A, B, … Z, AA, AB, …"""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text
