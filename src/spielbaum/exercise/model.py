"""What an exercise is, and what an answer to one is, whatever language they are shown in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from spielbaum.errors import BadInput, UnknownName
from spielbaum.game_space import TreeSpace, space_of
from spielbaum.language import LocalizedText
from spielbaum.result import CHANCE, Payoff, Value
from spielbaum.search.alliance import team_weights
from spielbaum.search.maxn import Ties
from spielbaum.trace import ROOT
from spielbaum.tree import Tree, write_tree

Path = tuple[int, ...]
Window = tuple[Value, Value]

#: values: minimax at every node. alphabeta: windows, values and cuts. visited: which leaves alpha-beta looks
#: at. order: the children of every node, best first. depth-limited: minimax down to a depth, E(s) there.
#: maxn: one number per player at every node. complete-tree: draw the tree of a small game, with values.
#: negamax: values from the side of the mover. alliance: max^n with teams. cut-order: children in the order in
#: which alpha-beta visits the fewest leaves. killers: in which order children are tried, and what is cut.
#: deepening: value and move at the root after each depth of iterative deepening. remoteness: the value of the
#: root for the player to move, how many plies best play takes, and which moves keep the value.
#: expected-values: expectiminimax at every node. star1: which leaves Star1 looks at, given the least and the
#: greatest leaf. same-choice: which move is best, and which once every leaf is squared, which keeps their
#: order; both with chance, and with MIN in its place.
Kind = Literal[
    "values",
    "alphabeta",
    "visited",
    "order",
    "depth-limited",
    "maxn",
    "complete-tree",
    "negamax",
    "alliance",
    "cut-order",
    "killers",
    "deepening",
    "remoteness",
    "expected-values",
    "star1",
    "same-choice",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

#: What is asked of a node.
Field = Literal["value", "window", "cut", "order", "visited", "move", "remoteness", "keep"]
FIELDS: dict[Kind, tuple[Field, ...]] = {
    "values": ("value", "move"),
    "alphabeta": ("window", "cut", "value", "move"),
    "visited": ("visited",),
    "order": ("value", "order"),
    "depth-limited": ("value", "move"),
    "maxn": ("value", "move"),
    "complete-tree": ("value", "move"),
    "negamax": ("value", "move"),
    "alliance": ("value", "move"),
    "cut-order": ("order",),
    "killers": ("order", "cut"),
    "remoteness": ("value", "remoteness", "keep"),  # of the root alone
    "deepening": (),  # nothing at the nodes: after each depth the value and the move at the root
    "expected-values": ("value", "move"),
    "star1": ("visited",),
    "same-choice": (),  # nothing at the nodes: the move of the root, four times
}
#: Kinds whose leaves hold one number for each player.
SEVERAL: tuple[Kind, ...] = ("maxn", "alliance")
#: Kinds about trees in which nature moves; all others are about trees in which it does not.
CHANCE_KINDS: tuple[Kind, ...] = ("expected-values", "star1", "same-choice")
#: Kinds that ask which leaves are looked at.
VISITED_KINDS: tuple[Kind, ...] = ("visited", "star1")

#: What the kind same-choice asks for the best move of: the tree as it is or with every leaf squared, with
#: chance nodes or with MIN in their place.
Choice = Literal["expected", "expected-squared", "minimax", "minimax-squared"]
CHOICES: tuple[Choice, ...] = get_args(Choice)

#: What one can still do by hand, and draw on a page; larger ones are refused.
MOST_NODES = 1000
MOST_DEPTH = 40


@dataclass(frozen=True, slots=True)
class Convention:
    """How an exercise is meant to be done by hand, where textbooks differ."""

    name: str
    #: Cut only at α > β instead of α ≥ β.
    strict: bool = False
    #: Never return a value outside the window.
    fail_hard: bool = False
    #: Which of equally good children max^n takes.
    ties: Ties = "first"


CONVENTIONS = {
    convention.name: convention
    for convention in (
        Convention("soft"),
        Convention("hard", fail_hard=True),
        Convention("soft-strict", strict=True),
        Convention("hard-strict", strict=True, fail_hard=True),
        Convention("first"),
        Convention("last", ties="last"),
    )
}
_WINDOWS = ("soft", "hard", "soft-strict", "hard-strict")
#: Those that an exercise of a kind may allow, the usual one first.
KIND_CONVENTIONS: dict[Kind, tuple[str, ...]] = {
    "alphabeta": _WINDOWS,
    "visited": _WINDOWS,
    "maxn": ("first", "last"),
}


@dataclass(frozen=True)
class Subject:
    """The game that is asked about, in words; its complete tree, or one position of it."""

    title: LocalizedText
    rules: LocalizedText
    players: tuple[LocalizedText, ...] = ()
    #: The board in characters; nothing where the whole game is meant.
    position: str = ""


@dataclass(frozen=True)
class Exercise:
    """A tree and what is asked about it.

    `conventions` are the names of those that count as right, the one that is printed first; which there
    are depends on the kind (`KIND_CONVENTIONS`). `depth` is the depth limit of a depth-limited exercise,
    `teams` who is in alliance with whom, as in "1+3".
    """

    kind: Kind
    tree: Tree
    conventions: tuple[str, ...] = ()
    depth: int | None = None
    subject: Subject | None = None
    teams: str = ""

    def __post_init__(self) -> None:
        if self.windowed and not self.conventions:
            object.__setattr__(self, "conventions", ("soft",))
        if self.conventions == ("first",):  # the only one for long, and not part of the ids on old sheets
            object.__setattr__(self, "conventions", ())
        _check(self)

    @property
    def windowed(self) -> bool:
        """Alpha-beta has to be done."""
        return self.kind in ("alphabeta", "visited")

    @property
    def hidden(self) -> bool:
        """The tree is not shown, as it is to be drawn, or to be worked out from a position."""
        return self.kind == "complete-tree" or (self.kind == "remoteness" and self.subject is not None)

    @property
    def counted(self) -> tuple[str, ...]:
        """The conventions under which an answer is graded; one at least."""
        return self.conventions or KIND_CONVENTIONS.get(self.kind, ())[:1] or ("soft",)

    @cached_property
    def id(self) -> str:
        """A digest of everything that is asked, so that answers know which exercise they are for."""
        subject = self.subject
        facts = [
            self.kind,
            write_tree(self.tree),
            list(self.conventions),
            self.depth,
            subject and [_plain(words) for words in (subject.title, subject.rules, *subject.players)],
        ]
        facts += [self.teams] if self.teams else []
        facts += [subject.position] if subject is not None and subject.position else []
        text = json.dumps(facts, ensure_ascii=True, sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:12]

    @cached_property
    def space(self) -> TreeSpace:
        space = space_of(self.tree)
        assert isinstance(space, TreeSpace)
        return space

    @cached_property
    def names(self) -> dict[Path, str]:
        """What each node is called; no two have the same name. In the order of depth first."""
        labels = {path: self.space.label(path) for path, _ in self.tree.nodes()}
        if not labels[()]:
            root, taken = ROOT, set(labels.values())
            while root in taken:
                root = f"#{root}"
            labels[()] = root
        return labels

    @cached_property
    def paths(self) -> dict[str, Path]:
        return {name: path for path, name in self.names.items()}

    @cached_property
    def depths(self) -> range:
        """The depths of iterative deepening; none in other kinds."""
        return range(1, self.tree.depth + 1) if self.kind == "deepening" else range(0)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The cases in which the best move is asked for; none in other kinds."""
        return CHOICES if self.kind == "same-choice" else ()

    @cached_property
    def leaf_bounds(self) -> Window:
        """The least and the greatest leaf, which Star1 is told."""
        numbers = [leaf.value for _, leaf in self.tree.leaves() if not isinstance(leaf.value, tuple)]
        known = [number for number in numbers if number is not None]
        return min(known), max(known)

    @cached_property
    def _weights(self) -> list[list[Value]]:
        return team_weights(self.teams, self.tree.players)

    def worth(self, path: Path, value: Payoff) -> Value:
        """What the value of a node is worth to the player who may choose it, at its parent."""
        player = self.tree.at(path[:-1]).player
        if self.kind == "negamax":
            assert not isinstance(value, tuple)
            return value if self.tree.at(path).player == player else -value
        if self.kind == "alliance":
            assert isinstance(value, tuple)
            return sum(w * v for w, v in zip(self._weights[player], value, strict=True))
        return worth(value, player)

    def passed_up(self, path: Path, value: Payoff) -> Payoff:
        """The value that the parent takes over from this child."""
        return self.worth(path, value) if self.kind == "negamax" else value

    def leaf_value(self, path: Path) -> Payoff:
        """The value of a node that is not worked out, from the side that the kind of exercise takes."""
        node = self.tree.at(path)
        assert node.value is not None
        return worth(node.value, node.player) if self.kind == "negamax" else node.value

    def inner(self, path: Path) -> bool:
        """Whether the node has a value to be worked out: not a leaf, and not at the depth limit."""
        return not self.tree.at(path).leaf and (self.depth is None or len(path) < self.depth)

    def asked(self, path: Path) -> tuple[Field, ...]:
        """What may have to be answered at a node; nothing at most leaves."""
        fields = FIELDS[self.kind]
        if self.kind in VISITED_KINDS:
            return ("visited",) if self.tree.at(path).leaf else ()
        if self.kind == "remoteness":
            return () if path else fields
        if self.kind != "complete-tree" and not self.inner(path):
            return ()
        return tuple(f for f in fields if f != "move" or not path)


def _plain(words: LocalizedText) -> object:
    return words if isinstance(words, str) else dict(words)


def _check(exercise: Exercise) -> None:
    """Refuse what cannot be asked."""
    kind, tree = exercise.kind, exercise.tree
    if kind not in KINDS:
        raise UnknownName("exercise.kind", str(kind), KINDS)
    for size, (path, node) in enumerate(tree.nodes(), start=1):
        if size > MOST_NODES or len(path) > MOST_DEPTH:
            raise BadInput("error.exercise.too_large", nodes=MOST_NODES, depth=MOST_DEPTH)
        if node.leaf and node.value is None:
            raise BadInput("error.exercise.no_value", node=node.name or ".".join(str(i + 1) for i in path))
    if tree.leaf:
        raise BadInput("error.exercise.single")
    several = tree.payoffs not in (None, 1)
    if several != (kind in SEVERAL) and kind != "complete-tree":
        raise BadInput("error.exercise.payoffs", kind=kind, numbers=tree.payoffs or 1)
    if tree.has_chance != (kind in CHANCE_KINDS):
        key = "error.exercise.chance" if tree.has_chance else "error.exercise.no_chance"
        raise BadInput(key, kind=kind, kinds=", ".join(CHANCE_KINDS))
    if tree.player == CHANCE:
        raise BadInput("error.exercise.chance_root", kind=kind)
    if kind == "same-choice" and exercise.leaf_bounds[0] < 0:
        raise BadInput("error.exercise.negative", given=exercise.leaf_bounds[0])
    if (kind == "alliance") != bool(exercise.teams):
        raise BadInput("error.exercise.teams", kind=kind)
    if exercise.teams:
        team_weights(exercise.teams, tree.players)
    if (kind == "depth-limited") != (exercise.depth is not None):
        raise BadInput("error.exercise.limit", kind=kind)
    if exercise.depth is not None:
        if not 1 <= exercise.depth < tree.depth:
            raise BadInput("error.exercise.limit_range", limit=exercise.depth, depth=tree.depth)
        for path, node in tree.nodes():
            if len(path) == exercise.depth and node.value is None:
                raise BadInput("error.exercise.no_value", node=exercise.names[path])
    for path, node in tree.nodes() if kind == "deepening" else ():
        if path and node.value is None:
            raise BadInput("error.exercise.no_estimate", node=exercise.names[path])
    for name in exercise.conventions:
        if name not in CONVENTIONS:
            raise UnknownName("exercise.convention", name, CONVENTIONS)
    check_conventions(exercise.conventions, (kind,))
    if len(set(exercise.conventions)) < len(exercise.conventions):
        raise BadInput("error.exercise.twice", names=", ".join(exercise.conventions))


def check_conventions(names: Iterable[str], kinds: Sequence[Kind]) -> None:
    """Refuse a convention that has no meaning for any of these kinds of exercises."""
    fitting = list(dict.fromkeys(name for kind in kinds for name in KIND_CONVENTIONS.get(kind, ())))
    for name in names:
        if name not in fitting:
            known = ", ".join(fitting) or "–"
            raise BadInput("error.exercise.conventions", name=name, kind=", ".join(kinds), known=known)


@dataclass(frozen=True)
class NodeAnswer:
    """What somebody says about a node; None where nothing is said."""

    value: Payoff | None = None
    #: The window (α, β) with which the node is entered.
    window: Window | None = None
    #: The children that are cut, by name.
    cut: tuple[str, ...] = ()
    #: All children, best first.
    order: tuple[str, ...] | None = None
    #: In how many plies the game ends under best play.
    remoteness: int | None = None
    #: The children that are worth as much as the node itself, by name.
    keep: tuple[str, ...] | None = None

    @property
    def touched(self) -> bool:
        return self != NodeAnswer()


@dataclass(frozen=True)
class DepthAnswer:
    """What somebody says about an iteration: the value of the root, and the move."""

    value: Payoff | None = None
    move: str | None = None


@dataclass(frozen=True)
class Answer:
    """What somebody says about an exercise; nodes are called by their names."""

    exercise: str
    nodes: Mapping[str, NodeAnswer] = field(default_factory=dict)
    #: The leaves that are looked at; None where nothing is said.
    visited: tuple[str, ...] | None = None
    #: The child that is chosen at the root.
    move: str | None = None
    #: What iterative deepening says after each depth, from 1.
    depths: Mapping[int, DepthAnswer] = field(default_factory=dict)
    #: The child that is chosen at the root in each of the cases of `CHOICES`.
    choices: Mapping[Choice, str] = field(default_factory=dict)

    def at(self, name: str) -> NodeAnswer:
        return self.nodes.get(name, NodeAnswer())


def worth(value: Payoff, player: int) -> Value:
    """What a pay-off is worth to a player."""
    if isinstance(value, tuple):
        return value[player]
    return value if player == 0 else -value
