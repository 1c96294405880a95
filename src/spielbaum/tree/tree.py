"""A game tree as a value: grown lazily, mapped, cut and sorted by small pure functions.

The style is that of John Hughes, "Why functional programming matters" (1989): the tree may be
infinite, each function looks only at the nodes it needs, and functions are put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.result import CHANCE, Payoff
from spielbaum.show import Drawable

Path = tuple[int, ...]
T = TypeVar("T")
Children = Iterable["Tree"] | Callable[[], Iterable["Tree"]]


class Tree(Drawable):
    """A node with everything below it.

    `value` is the pay-off of a leaf; at an inner node it is an estimate E(s), where one is known. A node
    that is `cut` has children in truth, but they were cut away: its value is an estimate too. `edge` labels
    the branch that leads here. `player` is who moves here, from 0, or `CHANCE`; then each child has the
    `probability` of the branch that leads to it, and they sum to one. `chance` says that nature may
    move below, which a tree that grows as it is looked at cannot know from its nodes. Children come from an
    iterable or from a function that is called when they are first asked for.
    """

    __slots__ = (
        "_children",
        "chance",
        "cut",
        "dynamic",
        "edge",
        "name",
        "player",
        "probability",
        "state",
        "value",
    )

    def __init__(
        self,
        children: Children = (),
        *,
        name: str = "",
        value: Payoff | None = None,
        player: int = 0,
        edge: str = "",
        dynamic: bool = False,
        cut: bool = False,
        state: Any = None,
        probability: Fraction | None = None,
        chance: bool = False,
    ) -> None:
        self._children = children if callable(children) else tuple(children)
        self.name = name
        self.value = value
        self.player = player
        self.edge = edge
        self.dynamic = dynamic
        self.cut = cut
        self.state = state
        self.probability = probability
        self.chance = chance

    @property
    def children(self) -> tuple[Tree, ...]:
        if callable(self._children):
            self._children = tuple(self._children())
        return self._children

    @property
    def has_children(self) -> bool:
        """Whether there are children, without growing them: a function of children is taken to give some."""
        return bool(self._children)

    @property
    def leaf(self) -> bool:
        return not self.children

    def with_(self, children: Children, **changes: Any) -> Tree:
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
        return self._walk(lambda node: node.children)

    def grown_nodes(self) -> Iterator[tuple[Path, Tree]]:
        """The nodes that exist so far; a lazily grown tree is not grown any further."""
        return self._walk(lambda node: () if callable(node._children) else node._children)

    def _walk(self, below: Callable[[Tree], tuple[Tree, ...]]) -> Iterator[tuple[Path, Tree]]:
        stack: list[tuple[Path, Tree]] = [((), self)]
        while stack:
            path, node = stack.pop()
            yield path, node
            children = below(node)
            stack.extend(((*path, i), children[i]) for i in reversed(range(len(children))))

    def leaves(self) -> Iterator[tuple[Path, Tree]]:
        return ((path, node) for path, node in self.nodes() if node.leaf)

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return sum(1 for _ in self.nodes())

    @property
    def depth(self) -> int:
        """How many edges the longest branch has."""
        return max(len(path) for path, _ in self.nodes())

    @property
    def payoffs(self) -> int | None:
        """How many numbers a pay-off has, None where there is no value at all; 1 for two players, zero sum.

        Nodes that exist are asked first, so that a tree which grows for ever can answer.
        """
        for nodes in (self.grown_nodes(), self.nodes()):
            for _, node in nodes:
                if node.value is not None:
                    return len(node.value) if isinstance(node.value, tuple) else 1
        return None

    @property
    def players(self) -> int:
        """How many players the values are for; 2 where they are plain numbers.

        Where there is no value at all, the players who move somewhere tell it.
        """
        if (payoffs := self.payoffs) is not None:
            return max(2, payoffs)
        return max(2, *(node.player + 1 for _, node in self.grown_nodes()))

    @property
    def label(self) -> str:
        """What is written on the branch that leads here: its probability and its edge."""
        share = "" if self.probability is None else str(self.probability)
        return " ".join(filter(None, (share, self.edge)))

    @property
    def has_chance(self) -> bool:
        """Whether nature moves somewhere."""
        return self.chance or any(node.player == CHANCE for _, node in self.grown_nodes())

    @property
    def zero_sum(self) -> bool:
        """Whether it is MAX against MIN: two players, and plain numbers."""
        return self.payoffs in (None, 1) and self.players == 2

    def as_game(self) -> Game[Tree, int]:
        """The tree as a game: its nodes are the states, the indices of the children the moves."""
        players, zero_sum = self.players, self.zero_sum
        nothing: Payoff = 0 if zero_sum else (0,) * players

        def value(node: Tree) -> Payoff:
            return nothing if node.value is None else node.value

        return Game(
            "tree",
            start=self,
            moves=lambda node: range(len(node.children)),
            play=lambda node, index: node.children[index],
            utility=value,
            player=lambda node: node.player,
            over=lambda node: node.leaf and not node.cut,
            evaluate=value,
            weight=_weights() if self.has_chance else None,
            facts=Facts(
                players=players,
                zero_sum=zero_sum,
                values=(float("-inf"), float("inf")),  # a tree declares no range
            ),
            hints=Hints(dynamic=lambda node: node.dynamic),
            presentation=Presentation(
                move_text=lambda node, index: node.children[index].name or str(index + 1)
            ),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        stack = [(self, other)]
        while stack:
            one, two = stack.pop()
            if one._facts() != two._facts() or len(one.children) != len(two.children):
                return False
            stack.extend(zip(one.children, two.children, strict=True))
        return True

    __hash__ = None  # type: ignore[assignment]  # compared by value, and large

    def _facts(self) -> tuple[object, ...]:
        return self.name, self.value, self.player, self.edge, self.dynamic, self.cut, self.probability

    def __repr__(self) -> str:
        from spielbaum.tree.notation import write_tree

        return f"Tree.read({write_tree(self)!r})"

    def __str__(self) -> str:
        from spielbaum.tree.text import tree_text

        return tree_text(self)

    @staticmethod
    def read(text: str) -> Tree:
        """The tree in that notation; see `spielbaum.tree.notation`."""
        from spielbaum.tree.notation import read_tree

        return read_tree(text)


def _weights() -> Callable[[Tree, int], int]:
    """The probability of a child in whole numbers; what they are parts of is found once per node."""
    found: dict[int, tuple[Tree, int]] = {}  # with the node, so that its number stays its own

    def weight(node: Tree, index: int) -> int:
        if id(node) not in found:
            denominators = (Fraction(child.probability or 0).denominator for child in node.children)
            found[id(node)] = node, lcm(*denominators)
        return int(Fraction(node.children[index].probability or 0) * found[id(node)][1])

    return weight


def path_name(moves: Iterable[str], width: int | None) -> str:
    """What to call a node by the moves that lead to it: 4455 where every move has that width, else 1.2.1."""
    return ("" if width else ".").join(moves)


def grow(game: Game[Any, Any], state: Any = None) -> Tree:
    """The game tree from a state (the start by default), grown as far as it is looked at.

    Each node holds its state and who moves and is named by the moves that lead to it; each leaf has its
    pay-off, each inner node E(s) where the game has an evaluation; each edge shows its move.
    """
    return _grown(game, game.start if state is None else state, "", (), None)


def _grown(
    game: Game[Any, Any], state: Any, edge: str, moves: tuple[str, ...], probability: Fraction | None
) -> Tree:
    over = game.ended(state)

    def children() -> Iterator[Tree]:
        shares = game.probabilities(state) if game.player(state) == CHANCE else {}
        for move in game.legal(state):
            way = (*moves, game.move_name(state, move))
            after = game.play(state, move)
            yield _grown(game, after, game.edge_name(state, move), way, shares.get(move))

    value: Payoff | None = None
    if over:
        value = game.utility(state)
    elif game.evaluate is not None:
        value = game.estimate(state, exactly=game.has_chance)
    return Tree(
        () if over else children,
        name=path_name(moves, game.presentation.move_width),
        value=value,
        player=game.player(state),
        edge=edge,
        dynamic=not over and game.hints.dynamic is not None and bool(game.hints.dynamic(state)),
        state=state,
        probability=probability,
        chance=game.has_chance,
    )


def turns_taken(node: Tree) -> int:
    """How many turns the move at the node takes: none where nature moves, so MAX, chance, MIN alternate."""
    return 0 if node.player == CHANCE else 1


def fold(
    function: Callable[[Tree, int, list[T]], T], tree: Tree, step: Callable[[Tree], int] = lambda _: 1
) -> T:
    """What `function(node, depth, results of its children)` makes of the whole tree, from the leaves up.

    The depth grows by `step(node)` from a node to its children.
    """
    order: list[tuple[Tree, int]] = []
    stack = [(tree, 0)]
    while stack:
        node, depth = stack.pop()
        order.append((node, depth))
        stack.extend((child, depth + step(node)) for child in node.children)
    results: list[T] = []
    for node, depth in reversed(order):
        first = len(results) - len(node.children)
        below = results[first:]
        del results[first:]
        results.append(function(node, depth, below))
    return results[0]


def map_tree(function: Callable[[Tree], Payoff | None], tree: Tree) -> Tree:
    """The same shape with `function(node)` as the value of every node."""
    return tree.with_(_below(tree, lambda child: map_tree(function, child)), value=function(tree))


def measured(game: Game[Any, Any], tree: Tree) -> Tree:
    """A tree grown from the game with its values in what people measure the game in, such as pawns.

    All are multiplied by the same number, so every search finds the same; ends remain beyond all estimates.
    """
    if not game.presentation.measure:
        return tree
    scale = game.facts.unit / game.presentation.measure

    def value(node: Tree) -> Payoff | None:
        if node.value is None:
            return None
        if isinstance(node.value, tuple):
            return tuple(round(each * scale, 2) for each in node.value)
        return round(node.value * scale, 2)

    return map_tree(value, tree)


def from_movers_side(tree: Tree) -> Tree:
    """A tree whose values are from the side of the player to move at their node, with values for MAX.

    That is how the negamax form writes leaves. Where the second player is to move, also at a leaf, the sign
    turns round; applied twice it changes nothing.
    """
    if tree.payoffs not in (None, 1):
        raise BadInput("error.tree.movers_side", count=tree.payoffs)
    if tree.has_chance:
        raise BadInput("error.tree.movers_side_chance")

    def value(node: Tree) -> Payoff | None:
        if node.value is None or isinstance(node.value, tuple) or node.player == 0:
            return node.value
        return -node.value

    return map_tree(value, tree)


def cut(tree: Tree, depth: int) -> Tree:
    """The tree down to that depth."""
    if depth <= 0:
        return _cut_here(tree)
    return tree.with_(_below(tree, lambda child: cut(child, depth - 1)))


def cut_unless_dynamic(tree: Tree, depth: int) -> Tree:
    """The tree down to that depth, and further below nodes too lively to be judged."""
    if depth <= 0 and not tree.dynamic:
        return _cut_here(tree)
    return tree.with_(_below(tree, lambda child: cut_unless_dynamic(child, depth - 1)))


def _cut_here(tree: Tree) -> Tree:
    return tree.with_((), cut=tree.cut or tree.has_children)


def _below(tree: Tree, function: Callable[[Tree], Tree]) -> Children:
    """The children, each with the function applied when they are asked for; a leaf stays one."""
    return (lambda: map(function, tree.children)) if tree._children else ()


def best_first(worth: Callable[[Tree], float], tree: Tree) -> Tree:
    """The tree with the children of each node sorted, best for the player to move there first.

    `worth` judges a node from the side of player 0; equal children keep their order.
    """

    def children() -> Iterator[Tree]:
        if tree.player == CHANCE:
            return (best_first(worth, child) for child in tree.children)
        sign = -1 if tree.player == 0 else 1
        return (best_first(worth, child) for child in sorted(tree.children, key=lambda c: sign * worth(c)))

    return tree.with_(children if tree._children else ())


def reorder(tree: Tree, path: Path, order: Iterable[int]) -> Tree:
    """The tree with the children of the node at that path in that order of their indices."""
    node = tree.at(path)
    indices = list(order)
    if sorted(indices) != list(range(len(node.children))):
        raise BadInput("error.tree.indices", count=len(node.children), given=indices)
    changed = node.with_([node.children[i] for i in indices])
    for depth in range(len(path) - 1, -1, -1):
        above = tree.at(path[:depth])
        children = list(above.children)
        children[path[depth]] = changed
        changed = above.with_(children)
    return changed
