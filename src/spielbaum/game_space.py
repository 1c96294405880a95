"""Games and trees as the search spaces of traces: how their nodes are called and what lies below them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from spielbaum.game import Game
from spielbaum.language import in_language
from spielbaum.result import Payoff
from spielbaum.trace import Path
from spielbaum.tree import Named, Tree, is_reference, meant_node, named_nodes, path_name


@dataclass(frozen=True)
class GameSpace:
    """Names the nodes of a game by the moves that lead to them."""

    game: Game[Any, Any]
    start: Any

    @property
    def players(self) -> int:
        return self.game.facts.players

    @cached_property
    def _states(self) -> dict[Path, Any]:
        return {(): self.start}

    def state(self, path: Path) -> Any:
        """The state at the node; remembered, for neighbours in a trace share their way."""
        known = self._states
        depth = len(path)
        while path[:depth] not in known:
            depth -= 1
        for i in range(depth, len(path)):
            known[path[: i + 1]] = self._play(known[path[:i]], path[i])
        return known[path]

    def _play(self, state: Any, move: Any) -> Any:
        return self.game.play(state, move)

    def label(self, path: Path) -> str:
        texts = [self.move_text(path[:i], move) for i, move in enumerate(path)]
        return path_name(texts, self.game.presentation.move_width)

    def move_text(self, path: Path, move: Any) -> str:
        return self.game.move_name(self.state(path), move)

    def move_key(self, path: Path, move: Any) -> int | str:
        return self.move_text(path, move)

    def legal_moves(self, path: Path) -> tuple[Any, ...]:
        return tuple(self.game.legal(self.state(path)))

    def player(self, path: Path) -> int:
        return self.game.player(self.state(path))

    def player_name(self, player: int, language: str) -> str:
        names = self.game.presentation.player_names
        return in_language(names[player], language) if 0 <= player < len(names) else ""

    def value(self, path: Path) -> Payoff | None:
        state = self.state(path)
        return self.game.utility(state) if self.game.ended(state) else None


#: A name that could be taken for the place of an unnamed node.
_LIKE_A_PLACE = re.compile(r"[#0-9.]+")


@dataclass(frozen=True)
class TreeSpace(GameSpace):
    """Names the nodes of a tree: by their own name where only one node has it, else by their place."""

    tree: Tree

    @cached_property
    def _named(self) -> Named:
        return named_nodes(self.tree)

    @cached_property
    def _count(self) -> Counter[str]:
        nodes = (node for _, node in self.tree.grown_nodes())
        return Counter(node.name for node in nodes if not is_reference(node, self._named))

    def label(self, path: Path) -> str:
        """The name; a node without one is B.2, the second child of B, or 3.1 below an unnamed root.

        No two nodes have the same label: a name that several nodes bear is not used, one of digits and
        dots only for the node itself, and a place that is another node's name gets a # in front.
        """
        node = self.state(path)
        if node.name and self._count[node.name] <= 1 and not is_reference(node, self._named):
            return str(node.name)
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
        child = self.state((*path, move))
        return str(child.name) if is_reference(child, self._named) else self.label((*path, move))

    def _play(self, state: Any, move: Any) -> Any:
        return meant_node(state, self._named).children[move]

    def move_key(self, path: Path, move: Any) -> int | str:
        number: int = move + 1
        return number


def space_of(problem: Game[Any, Any] | Tree, state: Any = None) -> GameSpace:
    """The space of a search that is about to begin."""
    if isinstance(problem, Tree):
        return TreeSpace(problem.as_game(), problem if state is None else state, problem)
    return GameSpace(problem, problem.start if state is None else state)
