"""What an exercise is, and what an answer to one is, whatever language they are shown in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from spielbaum.errors import BadInput, UnknownName
from spielbaum.language import Words
from spielbaum.result import Payoff, Value
from spielbaum.search.maxn import Ties
from spielbaum.search.scene import TreeScene, scene_of
from spielbaum.trace import ROOT
from spielbaum.tree import Tree, write_tree

Path = tuple[int, ...]
Window = tuple[Value, Value]

#: values: minimax at every node. alphabeta: windows, values and cuts. visited: which leaves alpha-beta looks
#: at. order: the children of every node, best first. depth-limited: minimax down to a depth, E(s) there.
#: maxn: one number a player at every node. complete-tree: draw the tree of a small game, with values.
Kind = Literal["values", "alphabeta", "visited", "order", "depth-limited", "maxn", "complete-tree"]
KINDS: tuple[Kind, ...] = get_args(Kind)

#: What is asked of a node.
Field = Literal["value", "window", "cut", "order", "visited", "move"]
FIELDS: dict[Kind, tuple[Field, ...]] = {
    "values": ("value", "move"),
    "alphabeta": ("window", "cut", "value", "move"),
    "visited": ("visited",),
    "order": ("value", "order"),
    "depth-limited": ("value", "move"),
    "maxn": ("value", "move"),
    "complete-tree": ("value", "move"),
}

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
    """The game whose complete tree is asked for, in words."""

    title: Words
    rules: Words
    players: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Exercise:
    """A tree and what is asked about it.

    `conventions` are the names of those that count as right, the one that is printed first; which there
    are depends on the kind (`KIND_CONVENTIONS`). `depth` is the depth limit of a depth-limited exercise.
    """

    kind: Kind
    tree: Tree
    conventions: tuple[str, ...] = ()
    depth: int | None = None
    subject: Subject | None = None

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
        text = json.dumps(facts, ensure_ascii=True, sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:12]

    @cached_property
    def scene(self) -> TreeScene:
        scene = scene_of(self.tree)
        assert isinstance(scene, TreeScene)
        return scene

    @cached_property
    def names(self) -> dict[Path, str]:
        """What each node is called; no two have the same name. In the order of depth first."""
        labels = {path: self.scene.label(path) for path, _ in self.tree.nodes()}
        if not labels[()]:
            root, taken = ROOT, set(labels.values())
            while root in taken:
                root = f"#{root}"
            labels[()] = root
        return labels

    @cached_property
    def paths(self) -> dict[str, Path]:
        return {name: path for path, name in self.names.items()}

    def inner(self, path: Path) -> bool:
        """Whether the node has a value to be worked out: not a leaf, and not at the depth limit."""
        return not self.tree.at(path).leaf and (self.depth is None or len(path) < self.depth)

    def asked(self, path: Path) -> tuple[Field, ...]:
        """What may have to be answered at a node; nothing at most leaves."""
        fields = FIELDS[self.kind]
        if self.kind == "visited":
            return ("visited",) if self.tree.at(path).leaf else ()
        if self.kind != "complete-tree" and not self.inner(path):
            return ()
        return tuple(f for f in fields if f != "move" or not path)


def _plain(words: Words) -> object:
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
    if several != (kind == "maxn") and kind != "complete-tree":
        raise BadInput("error.exercise.payoffs", kind=kind, numbers=tree.payoffs or 1)
    if (kind == "depth-limited") != (exercise.depth is not None):
        raise BadInput("error.exercise.limit", kind=kind)
    if exercise.depth is not None:
        if not 1 <= exercise.depth < tree.depth:
            raise BadInput("error.exercise.limit_range", limit=exercise.depth, depth=tree.depth)
        for path, node in tree.nodes():
            if len(path) == exercise.depth and node.value is None:
                raise BadInput("error.exercise.no_value", node=exercise.names[path])
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

    @property
    def touched(self) -> bool:
        return self != NodeAnswer()


@dataclass(frozen=True)
class Answer:
    """What somebody says about an exercise; nodes are called by their names."""

    exercise: str
    nodes: Mapping[str, NodeAnswer] = field(default_factory=dict)
    #: The leaves that are looked at; None where nothing is said.
    visited: tuple[str, ...] | None = None
    #: The child that is chosen at the root.
    move: str | None = None

    def at(self, name: str) -> NodeAnswer:
        return self.nodes.get(name, NodeAnswer())


def worth(value: Payoff, player: int) -> Value:
    """What a pay-off is worth to a player."""
    if isinstance(value, tuple):
        return value[player]
    return value if player == 0 else -value
