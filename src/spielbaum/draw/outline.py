"""The tree to be drawn, whatever it comes from: an explicit tree, or what a search saw of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from spielbaum.game_space import GameSpace
from spielbaum.result import CHANCE, Payoff
from spielbaum.trace import Again, Cutoff, Enter, Path, SearchSpace, Trace
from spielbaum.tree import Tree, is_reference, named_nodes

#: How many nodes of collapsed subtrees are counted altogether: of a tree that is there, and of one that
#: the rules of a game have to grow, which costs up to a millisecond per node and may have no end.
_COUNTED = 100_000
_COUNTED_GROWING = 2_000
_FEWEST_COUNTED = 50

#: Stands before the name of a position that is drawn elsewhere.
AGAIN = "↑"


@dataclass(slots=True)
class SourceNode:
    """A node of the source. `route` is the path that traces name it by."""

    route: Path
    player: int | None
    name: str = ""
    edge: str = ""
    value: Payoff | None = None
    state: Any = None
    grow: Callable[[], list[SourceNode]] = list
    _children: list[SourceNode] | None = None

    @property
    def children(self) -> list[SourceNode]:
        if self._children is None:
            self._children = self.grow()
        return self._children


def from_tree(tree: Tree) -> SourceNode:
    """The nodes of an explicit tree; a trace names them by the indices of the children."""
    named = named_nodes(tree)

    def source(node: Tree, route: Path) -> SourceNode:
        def grow() -> list[SourceNode]:
            return [source(child, (*route, i)) for i, child in enumerate(node.children)]

        name = f"{AGAIN}{node.name}" if is_reference(node, named) else node.name
        return SourceNode(route, node.player, name, node.label, node.value, node.state, grow)

    return source(tree, ())


def from_game(trace: Trace, space: GameSpace, language: str) -> SourceNode:
    """The nodes that a search of a game entered, met again or cut, in the order in which it came to them."""
    known = {event.path: event.known for event in trace.events if isinstance(event, Again)}
    below: dict[Path, dict[Any, None]] = {}
    for event in trace.events:
        if isinstance(event, Enter | Again) and event.path:
            below.setdefault(event.path[:-1], {})[event.path[-1]] = None
        elif isinstance(event, Cutoff):
            below.setdefault(event.path, {}).update(dict.fromkeys(event.skipped))
    game = space.game

    def source(route: Path, edge: str) -> SourceNode:
        state = space.state(route)

        def grow() -> list[SourceNode]:
            moves = below.get(route, ())
            if moves and game.player(state) == CHANCE:
                shares = game.probabilities(state)
                return [
                    source((*route, move), f"{shares[move]} {game.edge_name(state, move)}") for move in moves
                ]
            return [source((*route, move), game.edge_name(state, move)) for move in moves]

        player = None if game.ended(state) else game.player(state)
        if route in known:
            return SourceNode(route, player, f"{AGAIN}{trace.label(known[route], language)}", edge)
        return SourceNode(route, player, edge=edge, state=state, grow=grow)

    return source((), "")


def from_space(space: SearchSpace, route: Path = ()) -> SourceNode:
    """The nodes of a trace that was read from a document, which tells their names and values only."""

    def grow() -> list[SourceNode]:
        return [from_space(space, (*route, move)) for move in space.legal_moves(route)]

    return SourceNode(route, space.player(route), space.label(route), value=space.value(route), grow=grow)


@dataclass(slots=True)
class DrawnNode:
    """A node that is drawn: one of the source, or a triangle for `hidden` nodes that are not."""

    path: tuple[int, ...]
    parent: DrawnNode | None
    source: SourceNode
    hidden: list[SourceNode] = field(default_factory=list)
    children: list[DrawnNode] = field(default_factory=list)
    expanded: bool = False


def visible(root: SourceNode, limit: int, line: set[Path]) -> list[DrawnNode]:
    """At most `limit` nodes to draw, parents first: the chosen line, then level by level.

    What is left out is collapsed: neighbouring subtrees share one triangle, which counts as a node.
    """
    first = DrawnNode((), None, root)
    queue: list[tuple[bool, int, int, DrawnNode]] = [(False, 0, 0, first)]
    placed, serial = 1 + bool(root.children), 0
    while queue:
        *_, drawn = heappop(queue)
        sources = drawn.source.children
        # Its own triangle gives way to the children; each of them that has children may need one. The rest
        # of the chosen line is kept room for: a node and two triangles per level.
        costs = [1 + bool(source.children) for source in sources]
        room = limit - placed + 1
        if drawn.source.route in line:
            room -= 3 * max(0, len(line) - len(drawn.path) - 2)
        if sum(costs) <= room:
            shown = set(range(len(sources)))
        else:
            shown = {i for i, source in enumerate(sources) if source.route in line}
            room -= sum(costs[i] for i in shown) + 2  # triangles before and behind the line
            for i in range(len(sources)):
                if i not in shown and len(shown) < max(3, limit // 8) and room >= costs[i]:
                    shown.add(i)
                    room -= costs[i]
                elif i not in shown:
                    break
            if not shown or placed + len(shown) + 2 > limit:
                continue
        drawn.expanded = True
        _hang(drawn, sources, shown)
        placed += (
            len(drawn.children) - 1 + sum(not c.hidden and bool(c.source.children) for c in drawn.children)
        )
        for child in drawn.children:
            if not child.hidden and child.source.children:
                serial += 1
                heappush(queue, (child.source.route not in line, len(child.path), serial, child))
    return list(_finished(first))


def _hang(drawn: DrawnNode, sources: list[SourceNode], shown: set[int]) -> None:
    for i, source in enumerate(sources):
        if i in shown:
            drawn.children.append(DrawnNode((*drawn.path, i), drawn, source))
        elif drawn.children and drawn.children[-1].hidden:
            drawn.children[-1].hidden.append(source)
        else:
            drawn.children.append(DrawnNode((*drawn.path, i), drawn, source, [source]))


def _finished(drawn: DrawnNode) -> Iterator[DrawnNode]:
    """The nodes, depth first; those that were not expanded get their triangle."""
    stack = [drawn]
    while stack:
        node = stack.pop()
        yield node
        if not node.hidden and not node.expanded and node.source.children:
            _hang(node, node.source.children, set())
        stack.extend(reversed(node.children))


def count(sources: list[SourceNode], most: int) -> int:
    """How many nodes there are in these subtrees; `most` + 1 where there are more."""
    found, stack = 0, list(sources)
    while stack and found <= most:
        found += 1
        stack.extend(stack.pop().children)
    return found


def count_limit(triangles: int, growing: bool) -> int:
    """Up to where the nodes behind each of that many triangles are counted."""
    return max(_FEWEST_COUNTED, (_COUNTED_GROWING if growing else _COUNTED) // max(1, triangles))
