"""All positions that can be reached, each once: the graph of retrograde analysis and value iteration."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from spielbaum.errors import TooLarge
from spielbaum.forms import frozen
from spielbaum.result import CHANCE, Value
from spielbaum.search.common import Search, check_depth, turn
from spielbaum.trace import Path
from spielbaum.tree import Tree, meant_node, named_nodes

#: Positions that are kept at most. Each takes about a kilobyte: 0.9 in Kalah, 1.3 in Tic-Tac-Toe.
MOST_POSITIONS = 200_000


Known = TypeVar("Known")


@dataclass(frozen=True, repr=False)
class ByPosition(Mapping[Hashable, Known], Generic[Known]):
    """What is known of every position that can be reached, by its key."""

    entries: Mapping[Hashable, Known]
    #: The key of a state.
    key: Callable[[Any], Hashable]

    def __getitem__(self, key: Hashable) -> Known:
        return self.entries[key]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def at(self, state: Any) -> Known:
        """What is known of a state."""
        return self.entries[self.key(state)]


class Name(NamedTuple):
    """What a position is told apart by: its key, and its ply where there is a depth limit."""

    key: Hashable
    ply: int | None


#: The name of a state at a ply.
Naming = Callable[[Any, int], Name]


@dataclass(slots=True)
class PositionNode:
    """A node of the graph."""

    #: The first way to it that was found; in a tree its own path.
    path: Path
    player: int
    #: Of each move: the move, the number of the position it leads to, +1 where the same player moves there.
    moves: list[tuple[Any, int, int]] = field(default_factory=list)
    #: Of each move that leads here: the number of the position it comes from, and its place in `moves` there.
    before: list[tuple[int, int]] = field(default_factory=list)
    #: Where nature moves, the probability of each of `moves`.
    shares: tuple[Fraction, ...] = ()
    value: Value | None = None
    #: The value rests on an estimate, or may do so.
    doubtful: bool = False


Node = TypeVar("Node", bound=PositionNode)


def positions_of(
    search: Search, depth: int | None
) -> tuple[Search, Callable[[Any], Hashable], dict[int, Path]]:
    """The search, what tells positions apart, and the paths of the nodes that other nodes stand for.

    Positions are told apart by the game's key; nodes of a tree by themselves, or by the state they were grown
    from. A leaf that stands for another node is that node; with a depth limit it stays a leaf, as it is for
    the other searchers.
    """
    game = search.game
    if search.tree is None:
        return search, lambda state: frozen(game.key_of(state)), {}
    named = {} if depth is not None else named_nodes(search.tree)

    def key(node: Tree) -> Hashable:
        return id(node) if node.state is None else frozen(node.state)

    def play(node: Tree, index: int) -> Tree:
        return meant_node(node.children[index], named)

    paths: dict[int, Path] = {id(node): path for path, node in named.values()}
    return replace(search, game=replace(game, play=play)), key, paths


def explore(
    search: Search,
    name: Naming,
    paths: dict[int, Path],
    depth: int | None,
    most: int,
    make: Callable[[Path, int], Node],
    worth: Callable[[Search, Path, Any], Value],
) -> tuple[list[Node], dict[Name, int]]:
    """All positions, breadth first, and the number of each by its name; ends have what they are `worth`."""
    game, watch = search.game, search.watch
    graph = [make((), game.player(search.state))]
    numbers = {name(search.state, 0): 0}
    queue: deque[tuple[int, Any]] = deque([(0, search.state)])
    while queue:
        number, state = queue.popleft()
        here = graph[number]
        ply = len(here.path)
        check_depth(here.path)
        watch.enter(here.path, here.player)
        moves = search.choices(state, None if depth is None else depth - ply)
        if not moves:
            here.value = worth(search, here.path, state)
            here.doubtful = not game.ended(state)
        elif here.player == CHANCE:
            here.shares = tuple(game.probabilities(state).values())
        for place, move in enumerate(moves):
            way = (*here.path, move)
            after = game.play(state, move)
            following = numbers.setdefault(name(after, ply + 1), len(graph))
            if following == len(graph):
                if len(graph) == most:
                    raise TooLarge("error.search.positions", game=game.name, limit=most, plies=ply + 1)
                graph.append(make(paths.get(id(after), way), game.player(after)))
                queue.append((following, after))
            if graph[following].path != way:
                watch.again(way, graph[following].path)
            here.moves.append((move, following, turn(game, state, after)))
            graph[following].before.append((number, place))
        watch.hold(len(graph))
    _mark_doubtful(graph)
    return graph, numbers


def _mark_doubtful(graph: list[Node]) -> None:
    """Mark every position from which an estimated one can be reached."""
    queue = deque(position for position in graph if position.doubtful)
    while queue:
        for number, _ in queue.popleft().before:
            if not graph[number].doubtful:
                graph[number].doubtful = True
                queue.append(graph[number])
