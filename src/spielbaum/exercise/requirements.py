"""What a lecturer may require of a tree, and whether it is fulfilled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from spielbaum.errors import BadInput, UnknownName
from spielbaum.exercise.model import CHANCE_KINDS, SEVERAL, Kind, Path
from spielbaum.search import record
from spielbaum.search.alliance import team_weights
from spielbaum.trace import Cutoff
from spielbaum.tree import Tree

Order = Literal["any", "best", "worst"]

#: Leaves of a random tree at most: more cannot be read on one page.
MOST_LEAVES = 36
#: Branching and depth where none is required for.
_SHAPES: dict[Kind, tuple[int, int]] = {
    "order": (3, 2),
    "killers": (3, 2),
    "star1": (3, 2),
    "same-choice": (2, 2),
}
_SHAPE = (2, 3)
#: TreeRequirements that only mean something where two players play for one number, to the end.
_SEARCH_KINDS = ("values", "alphabeta", "visited", "order", "negamax", "cut-order", "killers")
#: Kinds that say nothing about a tree of one level.
_DEEPER: tuple[Kind, ...] = ("depth-limited", "deepening", "killers", *CHANCE_KINDS)


@dataclass(frozen=True)
class TreeRequirements:
    """How the random tree of an exercise should be; None leaves it open.

    `cuts` is the least and the greatest number of nodes at which alpha-beta cuts something. A `deep` cut
    is one against an ancestor that is not the parent. `order` is the order of children everywhere.
    `ties` lets leaves be equal; by default no two are, so that an answer does not hang on conventions.
    """

    branching: int | None = None
    depth: int | None = None
    cuts: tuple[int, int] | None = None
    deep: bool = False
    order: Order = "any"
    uneven: bool = False
    players: int | None = None
    ties: bool = False
    #: Who is in alliance with whom, as in "1+3".
    teams: str = ""

    def shape(self, kind: Kind) -> tuple[int, int]:
        branching, depth = _SHAPES.get(kind, _SHAPE)
        if self.deep and self.depth is None:
            depth = 4
        return self.branching or branching, self.depth or depth

    def text(self, kind: Kind) -> str:
        """The requirements as the command line writes them."""
        branching, depth = self.shape(kind)
        words = [f"--kind {kind}", f"--branching {branching}", f"--depth {depth}"]
        if self.cuts is not None:
            least, most = self.cuts
            words.append(f"--cuts {least}" if least == most else f"--cuts {least}-{most}")
        words += ["--deep"] if self.deep else []
        words += [f"--order {self.order}"] if self.order != "any" else []
        words += ["--uneven"] if self.uneven else []
        words += [f"--players {self.players}"] if self.players is not None else []
        words += ["--ties"] if self.ties else []
        words += [f"--teams {self.teams}"] if self.teams else []
        return " ".join(words)

    def check(self, kind: Kind) -> None:
        """Refuse what contradicts itself, before anything is tried."""
        branching, depth = self.shape(kind)
        if self.order not in get_args(Order):
            raise UnknownName("exercise.order", self.order, get_args(Order))
        if branching < 2 or depth < (2 if kind in _DEEPER else 1):
            raise BadInput("error.exercise.shape", branching=branching, depth=depth)
        # Exponents first, for 10 ** 10 ** 10 would take a while.
        if depth > 20 or branching > MOST_LEAVES or branching**depth > MOST_LEAVES:
            raise BadInput("error.exercise.leaves", branching=branching, depth=depth, limit=MOST_LEAVES)
        players = self.players
        if players is not None and (players < 3 or players > 6 if kind in SEVERAL else players != 2):
            raise BadInput("error.exercise.players", kind=kind, players=players)
        if self.teams and kind != "alliance":
            raise BadInput("error.exercise.teams", kind=kind)
        if self.teams:
            team_weights(self.teams, players or 3)
        if kind not in _SEARCH_KINDS:
            for requirement, given in (
                ("--cuts", self.cuts is not None),
                ("--deep", self.deep),
                ("--order", self.order != "any"),
            ):
                if given:
                    raise BadInput(
                        "error.exercise.requirement",
                        requirement=requirement,
                        kind=kind,
                        kinds=", ".join(_SEARCH_KINDS),
                    )
        if self.cuts is not None and not 0 <= self.cuts[0] <= self.cuts[1]:
            raise BadInput("error.exercise.cuts", given=f"{self.cuts[0]}-{self.cuts[1]}")
        if self.deep and depth < 4:
            raise BadInput("error.exercise.deep", depth=depth)
        if self.order == "worst" and not self.ties and (self.deep or (self.cuts or (0, 0))[0] > 0):
            raise BadInput("error.exercise.worst")


def cuts_of(tree: Tree, *, strict: bool = False, fail_hard: bool = False) -> list[Cutoff]:
    """Where alpha-beta cuts something."""
    trace, _ = record("alphabeta", tree, strict=strict, fail_hard=fail_hard)
    return [event for event in trace.events if isinstance(event, Cutoff)]


def deep(cut: Cutoff) -> bool:
    """The bound comes from further up than the parent (Knuth and Moore 1975)."""
    return cut.against is not None and len(cut.path) - len(cut.against) > 1


def unequal(tree: Tree) -> bool:
    """Whether inner nodes differ in their number of children, or leaves in their depth."""
    depths: set[int] = set()
    widths: set[int] = set()
    path: Path
    for path, node in tree.nodes():
        if node.leaf:
            depths.add(len(path))
        else:
            widths.add(len(node.children))
    return len(depths) > 1 or len(widths) > 1
