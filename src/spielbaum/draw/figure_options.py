"""What a figure shows, and how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from spielbaum.errors import BadInput, UnknownName
from spielbaum.language import LANGUAGES
from spielbaum.trace import Path

ThemeName = Literal["light", "dark", "print", "auto"]
Direction = Literal["down", "right"]


@dataclass(frozen=True, slots=True)
class Options:
    """The switches of a drawing; every painter heeds those that mean something to it."""

    language: str = "en"
    #: `print` needs no colour; `auto` is light, or dark where the reader's system is.
    theme: ThemeName = "auto"
    direction: Direction = "down"

    names: bool = True
    #: Values in the nodes, with ≥ and ≤ where they are bounds.
    values: bool = True
    #: The window (α, β): while a node is open the current one, afterwards the one it was entered with.
    windows: bool = True
    #: Skipped branches dashed and crossed; without it they look like branches not yet visited.
    cuts: bool = True
    #: In which order the nodes were visited.
    numbers: bool = False
    #: The best line bold.
    chosen: bool = True
    #: Moves beside the branches.
    edges: bool = True
    #: Who moves on each level.
    players: bool = True
    #: Down to which depth positions are drawn inside their nodes; 0 for none.
    boards: int = 0

    #: The nodes of a strategy, by the paths that traces name them by: bold in the finished figure, everything
    #: else faint. See `spielbaum.search.strategy_nodes`.
    marked: frozenset[Path] = frozenset()

    #: More nodes than this are not drawn: subtrees are collapsed to a triangle with their size.
    limit: int = 200
    title: str = ""

    def __post_init__(self) -> None:
        for kind, value, known in (
            ("language", self.language, LANGUAGES),
            ("theme", self.theme, get_args(ThemeName)),
            ("direction", self.direction, get_args(Direction)),
        ):
            if value not in known:
                raise UnknownName(f"draw.{kind}", str(value), known)
        if self.limit < 1:
            raise BadInput("error.draw.limit", limit=self.limit)
