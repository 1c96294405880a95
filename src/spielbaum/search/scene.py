"""The scene of a trace: the game or tree that was searched."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from spielbaum.game import Game
from spielbaum.scene import GameScene
from spielbaum.trace import Path
from spielbaum.tree import Tree

#: A name that could be taken for the place of an unnamed node.
_LIKE_A_PLACE = re.compile(r"[#0-9.]+")


@dataclass(frozen=True)
class TreeScene(GameScene):
    """Names the nodes of a tree: by their own name where only one node has it, else by their place."""

    tree: Tree

    @cached_property
    def _count(self) -> Counter[str]:
        return Counter(node.name for _, node in self.tree.grown_nodes())

    def label(self, path: Path) -> str:
        """The name; a node without one is B.2, the second child of B, or 3.1 below an unnamed root.

        No two nodes have the same label: a name that several nodes bear is not used, one of digits and
        dots only for the node itself, and a place that is another node's name gets a # in front.
        """
        name = self.state(path).name
        if name and self._count[name] <= 1:
            return str(name)
        place: list[str] = []
        for depth in range(len(path), 0, -1):
            place.append(str(path[depth - 1] + 1))
            name = self.state(path[: depth - 1]).name
            if name and self._count[name] <= 1 and not _LIKE_A_PLACE.fullmatch(name):
                place.append(name)
                break
        label = ".".join(reversed(place))
        while label and label in self._count:
            label = f"#{label}"
        return label

    def move_text(self, path: Path, move: Any) -> str:
        return self.label((*path, move))

    def move_key(self, path: Path, move: Any) -> int | str:
        number: int = move + 1
        return number


def scene_of(problem: Game[Any, Any] | Tree, state: Any = None) -> GameScene:
    """The scene of a search that is about to begin."""
    if isinstance(problem, Tree):
        return TreeScene(problem.as_game(), problem if state is None else state, problem)
    return GameScene(problem, problem.start if state is None else state)
