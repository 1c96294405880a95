"""A game tree as a value: grown lazily, mapped, cut and sorted by small pure functions.

The style is that of John Hughes, "Why functional programming matters" (1989): the tree may be
infinite, each function looks only at the nodes it needs, and functions are put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from spielbaum.errors import BadInput, TooLarge
from spielbaum.game import Game
from spielbaum.result import Payoff

Path = tuple[int, ...]


class Tree:
    """A node with everything below it.

    `value` is the pay-off of a leaf; at an inner node it is an estimate E(s), where one is known.
    `edge` labels the branch that leads here. `player` is who moves here, from 0. Children come
    from an iterable or from a function that is called when they are first asked for.
    """

    __slots__ = ("_children", "dynamic", "edge", "name", "player", "state", "value")

    def __init__(
        self,
        children: Iterable[Tree] | Callable[[], Iterable[Tree]] = (),
        *,
        name: str = "",
        value: Payoff | None = None,
        player: int = 0,
        edge: str = "",
        dynamic: bool = False,
        state: Any = None,
    ) -> None:
        self._children = children if callable(children) else tuple(children)
        self.name = name
        self.value = value
        self.player = player
        self.edge = edge
        self.dynamic = dynamic
        self.state = state

    @property
    def children(self) -> tuple[Tree, ...]:
        if callable(self._children):
            self._children = tuple(self._children())
        return self._children

    @property
    def leaf(self) -> bool:
        return not self.children

    def with_(self, children: Iterable[Tree] | Callable[[], Iterable[Tree]], **changes: Any) -> Tree:
        """This node with other children and, if given, other fields."""
        kept = {field: getattr(self, field) for field in self.__slots__ if field != "_children"}
        return Tree(children, **(kept | changes))

    def at(self, path: Path) -> Tree:
        node = self
        for index in path:
            node = node.children[index]
        return node

    def nodes(self) -> Iterator[tuple[Path, Tree]]:
        """Every node with its path, depth first, from left to right."""
        stack: list[tuple[Path, Tree]] = [((), self)]
        while stack:
            path, node = stack.pop()
            yield path, node
            stack.extend(((*path, i), child) for i, child in reversed(list(enumerate(node.children))))

    def leaves(self) -> Iterator[tuple[Path, Tree]]:
        return ((path, node) for path, node in self.nodes() if node.leaf)

    @property
    def size(self) -> int:
        return sum(1 for _ in self.nodes())

    @property
    def depth(self) -> int:
        return max(len(path) for path, _ in self.nodes())

    @property
    def players(self) -> int:
        """How many players the leaves are for; 2 where they are plain numbers."""
        value = next(self.leaves())[1].value
        return len(value) if isinstance(value, tuple) else 2

    def label(self, path: Path) -> str:
        """What to call the node at that path: its name, or the path counted from 1, as in 2.1."""
        return self.at(path).name or ".".join(str(i + 1) for i in path) or "root"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        mine, yours = iter(self.nodes()), iter(other.nodes())
        for (path, a), (other_path, b) in zip(mine, yours, strict=False):
            same = (a.name, a.value, a.player, a.edge, a.dynamic) == (
                b.name,
                b.value,
                b.player,
                b.edge,
                b.dynamic,
            )
            if path != other_path or not same or len(a.children) != len(b.children):
                return False
        return True

    __hash__ = None  # type: ignore[assignment]  # compared by value, and large

    def __repr__(self) -> str:
        from spielbaum.tree.notation import write_tree

        return f"Tree.read({write_tree(self)!r})"

    @staticmethod
    def read(text: str) -> Tree:
        """The tree in that notation; see `spielbaum.tree.notation`."""
        from spielbaum.tree.notation import read_tree

        return read_tree(text)


def grow(game: Game[Any, Any], state: Any = None) -> Tree:
    """The game tree from a state (the start by default), grown as far as it is looked at.

    Each node holds its state and who moves, each leaf its pay-off, each edge the text of its move.
    """
    return _grown(game, game.start if state is None else state, "")


def _grown(game: Game[Any, Any], state: Any, edge: str) -> Tree:
    def children() -> Iterator[Tree]:
        for move in game.legal(state):
            yield _grown(game, game.play(state, move), game.edge_name(state, move))

    over = game.ended(state)
    return Tree(
        () if over else children,
        value=game.utility(state) if over else None,
        player=game.player(state),
        edge=edge,
        dynamic=not over and game.dynamic is not None and bool(game.dynamic(state)),
        state=state,
    )


def map_tree(function: Callable[[Tree], Payoff], tree: Tree) -> Tree:
    """The same shape with `function(node)` as the value of every node."""
    return tree.with_(lambda: (map_tree(function, child) for child in tree.children), value=function(tree))


def cut(tree: Tree, depth: int) -> Tree:
    """The tree down to that depth."""
    if depth == 0:
        return tree.with_(())
    return tree.with_(lambda: (cut(child, depth - 1) for child in tree.children))


def cut_unless_dynamic(tree: Tree, depth: int) -> Tree:
    """The tree down to that depth, and further below nodes too lively to be judged."""
    if depth <= 0 and not tree.dynamic:
        return tree.with_(())
    return tree.with_(lambda: (cut_unless_dynamic(child, depth - 1) for child in tree.children))


def best_first(worth: Callable[[Tree], float], tree: Tree) -> Tree:
    """The tree with the children of each node sorted, best for the player to move there first.

    `worth` judges a node from the side of player 0; equal children keep their order.
    """

    def children() -> Iterator[Tree]:
        sign = -1 if tree.player == 0 else 1
        return (best_first(worth, child) for child in sorted(tree.children, key=lambda c: sign * worth(c)))

    return tree.with_(children)


def reorder(tree: Tree, name: str, order: list[str]) -> Tree:
    """The tree with the children of the node called `name` in that order of names."""
    found = False

    def walk(node: Tree, path: Path) -> Tree:
        nonlocal found
        pairs = [(tree.label((*path, i)), walk(c, (*path, i))) for i, c in enumerate(node.children)]
        if tree.label(path) == name:
            found = True
            names = [label for label, _ in pairs]
            if sorted(names) != sorted(order):
                raise BadInput("error.tree.order", node=name, expected=" ".join(names), given=" ".join(order))
            pairs.sort(key=lambda pair: order.index(pair[0]))
        return node.with_([child for _, child in pairs])

    result = walk(tree, ())
    if not found:
        raise BadInput("error.tree.no_node", node=name)
    return result


def bounded(tree: Tree, limit: int) -> Tree:
    """The tree itself, grown completely, or an error when it has more than `limit` nodes."""
    for count, _ in enumerate(tree.nodes(), start=1):
        if count > limit:
            raise TooLarge("error.tree.too_large", limit=limit)
    return tree


def as_game(tree: Tree) -> Game[Tree, int]:
    """The tree as a game: its nodes are the states, the indices of the children the moves."""
    players = tree.players

    def estimate(node: Tree) -> Payoff:
        if node.value is not None:
            return node.value
        return 0 if players == 2 else (0,) * players

    zero_sum = not isinstance(next(tree.leaves())[1].value, tuple)
    return Game(
        "tree",
        start=tree,
        moves=lambda node: range(len(node.children)),
        play=lambda node, index: node.children[index],
        utility=estimate,
        player=lambda node: node.player,
        evaluate=estimate,
        dynamic=lambda node: node.dynamic,
        move_text=lambda node, index: node.children[index].name or str(index + 1),
        players=players,
        zero_sum=zero_sum,
    )
