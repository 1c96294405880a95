"""The tree to be drawn, whatever it comes from: an explicit tree, or what a search saw of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from spielbaum.game_space import GameSpace
from spielbaum.result import Payoff
from spielbaum.trace import Cutoff, Enter, Path, SearchSpace, Trace
from spielbaum.tree import Tree

#: How many nodes of collapsed subtrees are counted altogether: of a tree that is there, and of one that
#: the rules of a game have to grow, which costs up to a millisecond a node and may have no end.
_COUNTED = 100_000
_COUNTED_GROWING = 2_000
_FEWEST_COUNTED = 50


@dataclass(slots=True)
class Twig:
    """A node of the source. `route` is the path that traces name it by."""

    route: Path
    player: int | None
    name: str = ""
    edge: str = ""
    value: Payoff | None = None
    state: Any = None
    grow: Callable[[], list[Twig]] = list
    _children: list[Twig] | None = None

    @property
    def children(self) -> list[Twig]:
        if self._children is None:
            self._children = self.grow()
        return self._children


def from_tree(tree: Tree, route: Path = ()) -> Twig:
    """The nodes of an explicit tree; a trace names them by the indices of the children."""

    def grow() -> list[Twig]:
        return [from_tree(child, (*route, i)) for i, child in enumerate(tree.children)]

    return Twig(route, tree.player, tree.name, tree.edge, tree.value, tree.state, grow)


def from_game(trace: Trace, space: GameSpace) -> Twig:
    """The nodes that a search of a game entered or cut, in the order in which it came to them."""
    below: dict[Path, dict[Any, None]] = {}
    for event in trace.events:
        if isinstance(event, Enter) and event.path:
            below.setdefault(event.path[:-1], {})[event.path[-1]] = None
        elif isinstance(event, Cutoff):
            below.setdefault(event.path, {}).update(dict.fromkeys(event.skipped))
    game = space.game

    def twig(route: Path, edge: str) -> Twig:
        state = space.state(route)

        def grow() -> list[Twig]:
            return [twig((*route, move), game.edge_name(state, move)) for move in below.get(route, ())]

        player = None if game.ended(state) else game.player(state)
        return Twig(route, player, edge=edge, state=state, grow=grow)

    return twig((), "")


def from_space(space: SearchSpace, route: Path = ()) -> Twig:
    """The nodes of a trace that was read from a document, which tells their names and values only."""

    def grow() -> list[Twig]:
        return [from_space(space, (*route, move)) for move in space.legal_moves(route)]

    return Twig(route, space.player(route), space.label(route), value=space.value(route), grow=grow)


@dataclass(slots=True)
class Shoot:
    """A node that is drawn: one of the source, or a triangle for `hidden` nodes that are not."""

    path: tuple[int, ...]
    parent: Shoot | None
    twig: Twig
    hidden: list[Twig] = field(default_factory=list)
    children: list[Shoot] = field(default_factory=list)
    expanded: bool = False


def visible(root: Twig, limit: int, line: set[Path]) -> list[Shoot]:
    """At most `limit` nodes to draw, parents first: the chosen line, then level by level.

    What is left out is collapsed: neighbouring subtrees share one triangle, which counts as a node.
    """
    first = Shoot((), None, root)
    queue: list[tuple[bool, int, int, Shoot]] = [(False, 0, 0, first)]
    drawn, serial = 1 + bool(root.children), 0
    while queue:
        *_, shoot = heappop(queue)
        twigs = shoot.twig.children
        # Its own triangle gives way to the children; each of them that has children may need one. The rest
        # of the chosen line is kept room for: a node and two triangles a level.
        costs = [1 + bool(twig.children) for twig in twigs]
        room = limit - drawn + 1
        if shoot.twig.route in line:
            room -= 3 * max(0, len(line) - len(shoot.path) - 2)
        if sum(costs) <= room:
            shown = set(range(len(twigs)))
        else:
            shown = {i for i, twig in enumerate(twigs) if twig.route in line}
            room -= sum(costs[i] for i in shown) + 2  # triangles before and behind the line
            for i in range(len(twigs)):
                if i not in shown and len(shown) < max(3, limit // 8) and room >= costs[i]:
                    shown.add(i)
                    room -= costs[i]
                elif i not in shown:
                    break
            if not shown or drawn + len(shown) + 2 > limit:
                continue
        shoot.expanded = True
        _hang(shoot, twigs, shown)
        drawn += len(shoot.children) - 1 + sum(not c.hidden and bool(c.twig.children) for c in shoot.children)
        for child in shoot.children:
            if not child.hidden and child.twig.children:
                serial += 1
                heappush(queue, (child.twig.route not in line, len(child.path), serial, child))
    return list(_finished(first))


def _hang(shoot: Shoot, twigs: list[Twig], shown: set[int]) -> None:
    for i, twig in enumerate(twigs):
        if i in shown:
            shoot.children.append(Shoot((*shoot.path, i), shoot, twig))
        elif shoot.children and shoot.children[-1].hidden:
            shoot.children[-1].hidden.append(twig)
        else:
            shoot.children.append(Shoot((*shoot.path, i), shoot, twig, [twig]))


def _finished(shoot: Shoot) -> Iterator[Shoot]:
    """The nodes, depth first; those that were not expanded get their triangle."""
    stack = [shoot]
    while stack:
        node = stack.pop()
        yield node
        if not node.hidden and not node.expanded and node.twig.children:
            _hang(node, node.twig.children, set())
        stack.extend(reversed(node.children))


def count(twigs: list[Twig], most: int) -> int:
    """How many nodes there are in these subtrees; `most` + 1 where there are more."""
    found, stack = 0, list(twigs)
    while stack and found <= most:
        found += 1
        stack.extend(stack.pop().children)
    return found


def count_limit(triangles: int, growing: bool) -> int:
    """Up to where the nodes behind each of so many triangles are counted."""
    return max(_FEWEST_COUNTED, (_COUNTED_GROWING if growing else _COUNTED) // max(1, triangles))
