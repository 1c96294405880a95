"""Nodes against depth: how fast the work grows, for minimax, alpha-beta and the engine.

Each algorithm searches the same positions to depth 1, 2, 3 … with a limit of nodes for each search. `perfect`
is alpha-beta on a tree in which the best move comes first everywhere: what ordering can reach at best.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from spielbaum.engine import Techniques
from spielbaum.errors import TooLarge
from spielbaum.experiments.algorithm_players import BARE, WITH_TABLE, kept_engine
from spielbaum.experiments.growth.settings import GrowthSettings, Series
from spielbaum.experiments.openings import choose_positions
from spielbaum.experiments.per_position import PerPosition, PositionTask
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.worker import kept_game, stop_event
from spielbaum.game import Game
from spielbaum.play.engine_store import think
from spielbaum.play.player import Turn
from spielbaum.play.textbook import RootWatch
from spielbaum.result import Result, Value
from spielbaum.search import OutOfTime, alphabeta, minimax
from spielbaum.tree import Tree

#: Nodes of a tree that is kept in memory whole, to be sorted.
MOST_SORTED = 300_000


@dataclass(frozen=True, slots=True)
class Count:
    """One search."""

    nodes: int
    leaves: int
    held: int
    seconds: float
    value: Value
    #: Nothing lies deeper.
    exhausted: bool


Searcher = Callable[[Game[Any, Any], Any, int, int], Count | None]


def _textbook(search: Callable[..., Result[Any]], order: str = "") -> Searcher:
    arguments = {"order": order} if order else {}

    def count(game: Game[Any, Any], position: Any, depth: int, nodes: int) -> Count | None:
        watch = RootWatch(most_nodes=nodes, stop=stop_event())
        try:
            found = search(game, position.state, depth=depth, watch=watch, **arguments)
        except OutOfTime:
            return None
        return _counted(watch, found, exhausted=watch.estimates == 0)

    return count


def _counted(watch: RootWatch, found: Result[Any], *, exhausted: bool) -> Count:
    return Count(watch.nodes, watch.leaves, watch.held, watch.seconds, found.value_for(0), exhausted)


def _perfect(game: Game[Any, Any], position: Any, depth: int, nodes: int) -> Count | None:
    try:
        tree, cut = _sorted(game, position.state, depth, [min(nodes, MOST_SORTED)])
    except TooLarge:
        return None
    watch = RootWatch(stop=stop_event())
    return _counted(watch, alphabeta(tree, watch=watch), exhausted=not cut)


def _sorted(game: Game[Any, Any], state: Any, depth: int, left: list[int]) -> tuple[Tree, bool]:
    """The tree to that depth with the best move first everywhere, and whether anything was cut off."""
    left[0] -= 1
    if left[0] < 0 or stop_event().is_set():
        raise TooLarge("error.tree.too_large", limit=MOST_SORTED, size="")
    player = game.player(state)
    moves = game.legal(state)
    if not moves or depth == 0:
        value = game.estimate(state) if moves else game.utility(state)
        return Tree((), value=value, player=player), bool(moves)
    below = [_sorted(game, game.play(state, move), depth - 1, left) for move in moves]
    children = sorted((tree for tree, _ in below), key=_value, reverse=player == 0)
    return Tree(children, value=children[0].value, player=player), any(cut for _, cut in below)


def _value(tree: Tree) -> Value:
    assert isinstance(tree.value, int | float)
    return tree.value


def _engine(techniques: Techniques) -> Searcher:
    def count(game: Game[Any, Any], position: Any, depth: int, nodes: int) -> Count | None:
        engine = kept_engine(game)
        engine.techniques = techniques
        engine.clear()
        found = think(engine, position, Turn(stop=stop_event()), depth=depth, nodes=nodes)
        if found.depth != depth and not found.proven:
            return None
        return Count(found.nodes, found.leaves, 0, found.seconds, found.value_for(0), found.proven)

    return count


_SEARCHERS: dict[str, Searcher] = {
    "minimax": _textbook(minimax),
    "alphabeta": _textbook(alphabeta),
    "ordered": _textbook(alphabeta, "evaluator+killers"),
    "perfect": _perfect,
    "compiled": _engine(BARE),
    "table": _engine(replace(WITH_TABLE, deeper_entries=False)),
    "engine": _engine(Techniques()),
}


class SeriesTask(PositionTask):
    """An algorithm in one position, depth after depth."""

    def measure(self) -> Series | None:
        game = kept_game(self.rules)
        position = self.opening.position(game)
        counts: list[Count] = []
        for depth in range(1, self.depth + 1):
            count = _SEARCHERS[self.name](game, position, depth, self.nodes)
            if stop_event().is_set():
                return None
            if count is None:
                break
            counts.append(count)
            if count.exhausted:
                break
        return Series(
            self.name,
            self.position,
            tuple(count.nodes for count in counts),
            tuple(count.leaves for count in counts),
            tuple(count.held for count in counts),
            tuple(round(count.seconds, 6) for count in counts),
            tuple(count.value for count in counts),
        )


def _cost(algorithm: str) -> float:
    """Textbook searchers are a hundred times slower."""
    return 1.0 if algorithm in ("compiled", "table", "engine") else 100.0


def prepare(settings: GrowthSettings, rules: PortableRules, game: Game[Any, Any]) -> PerPosition:
    positions, chosen = choose_positions(
        game, settings.positions.text, settings.positions.count, settings.seed
    )
    if {"compiled", "table", "engine"} & set(settings.algorithms):
        kept_engine(game)
    known = replace(settings, positions=positions)
    return PerPosition(known, rules, chosen, settings.algorithms, SeriesTask, _cost)
