"""Nodes against depth: how fast the work grows, for minimax, alpha-beta and the engine.

Each algorithm searches the same positions to depth 1, 2, 3 … with a limit of nodes for each search. `perfect`
is alpha-beta on a tree in which the best move comes first everywhere: what ordering can reach at best.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from spielbaum.engine import Techniques
from spielbaum.errors import BadInput, TooLarge, UnknownName
from spielbaum.experiments.algorithms import BARE, WITH_TABLE, kept_engine
from spielbaum.experiments.experiment import Record, choose_positions, state_of
from spielbaum.experiments.measurements import (
    Bounds,
    Curve,
    GrowthSettings,
    GrowthSummary,
    Measurement,
    Point,
    Series,
)
from spielbaum.experiments.openings import Opening
from spielbaum.experiments.regression import growth_fit
from spielbaum.experiments.rules import Rules
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
HALVINGS = 200


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


SEARCHERS: dict[str, Searcher] = {
    "minimax": _textbook(minimax),
    "alphabeta": _textbook(alphabeta),
    "ordered": _textbook(alphabeta, "evaluator+killers"),
    "perfect": _perfect,
    "compiled": _engine(BARE),
    "table": _engine(replace(WITH_TABLE, deeper_entries=False)),
    "engine": _engine(Techniques()),
}
DEFAULT = ("minimax", "alphabeta", "ordered", "perfect", "engine")
#: The engine looks beyond the depth where a position is lively and may reduce: its values are others.
SAME_VALUES = ("minimax", "alphabeta", "ordered", "perfect", "compiled", "table")


@dataclass(frozen=True, slots=True)
class SeriesTask:
    """An algorithm in one position, depth after depth."""

    number: int
    rules: Rules
    algorithm: str
    position: int
    opening: Opening
    depth: int
    nodes: int

    def measure(self) -> Series | None:
        game = kept_game(self.rules)
        position = self.opening.position(game)
        counts: list[Count] = []
        for depth in range(1, self.depth + 1):
            count = SEARCHERS[self.algorithm](game, position, depth, self.nodes)
            if stop_event().is_set():
                return None
            if count is None:
                break
            counts.append(count)
            if count.exhausted:
                break
        return Series(
            self.algorithm,
            self.position,
            tuple(count.nodes for count in counts),
            tuple(count.leaves for count in counts),
            tuple(count.held for count in counts),
            tuple(round(count.seconds, 6) for count in counts),
            tuple(count.value for count in counts),
        )


@dataclass(frozen=True)
class Growth:
    """Tasks in the order of the positions, all algorithms on one before the next."""

    settings: GrowthSettings
    rules: Rules
    positions: tuple[Opening, ...]

    @property
    def stages(self) -> tuple[int, ...]:
        return (planned(self.settings),)

    def task(self, number: int, record: Record) -> SeriesTask:
        position, algorithm = divmod(number, len(self.settings.algorithms))
        return SeriesTask(
            number, self.rules, self.settings.algorithms[algorithm], position, self.positions[position],
            self.settings.depth, self.settings.nodes,
        )  # fmt: skip

    def cost(self, number: int) -> float:
        """Textbook searchers are a hundred times slower."""
        algorithm = self.settings.algorithms[number % len(self.settings.algorithms)]
        return 1.0 if algorithm in ("compiled", "table", "engine") else 100.0

    def summary(self, record: Record) -> GrowthSummary:
        return summarise(self.settings, record)


def make_growth(
    game: str,
    *,
    depth: int = 12,
    nodes: int = 300_000,
    positions: int = 1,
    position_text: str = "start",
    algorithms: tuple[str, ...] = DEFAULT,
    seed: int = 0,
) -> Growth:
    rules = Rules.of(game)
    loaded = rules.load()
    loaded.require_two_player_zero_sum("growth")
    if positions < 1:
        raise BadInput("error.experiment.positions", given=positions)
    for name in algorithms:
        if name not in SEARCHERS:
            raise UnknownName("algorithm", name, SEARCHERS)
    asked, openings = choose_positions(loaded, position_text, positions, seed)
    if {"compiled", "table", "engine"} & set(algorithms):
        kept_engine(loaded)
    chosen = tuple(dict.fromkeys(algorithms))
    return Growth(
        GrowthSettings(rules.spec, rules.digest, depth, nodes, chosen, asked, seed), rules, openings
    )


# --- what the record says -----------------------------------------------------------------------------------


def planned(settings: GrowthSettings) -> int:
    return settings.positions.count * len(settings.algorithms)


def sound(settings: GrowthSettings) -> bool:
    """Whether such settings could have been asked for."""
    alone = len(set(settings.algorithms)) == len(settings.algorithms) > 0
    return alone and all(name in SEARCHERS for name in settings.algorithms)


def belongs(settings: GrowthSettings, number: int, measured: Measurement) -> bool:
    """Whether that is what the task of that number measures."""
    position, algorithm = divmod(number, len(settings.algorithms))
    if not isinstance(measured, Series):
        return False
    columns = (measured.nodes, measured.leaves, measured.held, measured.seconds, measured.values)
    return (
        measured.position == position
        and measured.algorithm == settings.algorithms[algorithm]
        and {len(column) for column in columns} == {len(measured.nodes)}
        and len(measured.nodes) <= settings.depth
        and min(measured.nodes, default=1) > 0
    )


def summarise(settings: GrowthSettings, record: Record) -> GrowthSummary:
    found: dict[str, list[Series]] = {name: [] for name in settings.algorithms}
    for _, each in sorted(record.items()):
        if isinstance(each.measurement, Series):
            found[each.measurement.algorithm].append(each.measurement)
    points = {name: _points(series) for name, series in found.items()}
    fits = {
        name: growth_fit([p.depth for p in curve], [p.nodes for p in curve]) for name, curve in points.items()
    }
    full = fits.get("minimax")
    base = None if full is None or full.branching.value is None else math.log(full.branching.value)
    curves = []
    for name in settings.algorithms:
        fit = fits[name]
        b = None if fit is None else fit.branching.value
        exponent = None if b is None or not base else round(math.log(b) / base, 4)
        curves.append(Curve(name, points[name], fit, exponent))
    branching = None
    if points.get("minimax"):
        deepest = points["minimax"][-1]
        branching = effective_branching(deepest.nodes, deepest.depth)
    most = max((len(curve) for curve in points.values()), default=0)
    theory = () if branching is None else tuple(bounds(branching, depth) for depth in range(1, most + 1))
    return GrowthSummary(
        settings,
        state_of(planned(settings), record),
        tuple(curves),
        None if branching is None else round(branching, 6),
        theory,
        _disagreements(found),
    )


def _points(series: list[Series]) -> tuple[Point, ...]:
    """As deep as all positions go; one where the game ends early ends the curve."""
    depths = min((len(each.nodes) for each in series), default=0)
    return tuple(
        Point(
            depth + 1,
            _geometric([each.nodes[depth] for each in series]),
            _geometric([each.leaves[depth] for each in series]),
            max(each.held[depth] for each in series),
            round(fmean(each.seconds[depth] for each in series), 6),
        )
        for depth in range(depths)
    )


def _geometric(values: list[int]) -> float:
    if len(set(values)) == 1:
        return float(values[0])
    return round(math.exp(fmean(math.log(max(value, 1)) for value in values)), 3)


def _disagreements(found: dict[str, list[Series]]) -> tuple[str, ...]:
    values: dict[tuple[int, int], dict[str, Value]] = {}
    for name in SAME_VALUES:
        for series in found.get(name, []):
            for depth, value in enumerate(series.values, start=1):
                values.setdefault((series.position, depth), {})[name] = value
    return tuple(
        f"{position}/{depth}: " + ", ".join(f"{name} {value:g}" for name, value in each.items())
        for (position, depth), each in sorted(values.items())
        if len(set(each.values())) > 1
    )


# --- theory -------------------------------------------------------------------------------------------------


def effective_branching(nodes: float, depth: int) -> float:
    """The b with 1 + b + … + b^depth = nodes, by halving."""
    low, high = 0.0, max(nodes, 1.0)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _full(middle, depth) < nodes else (low, middle)
    return low


def _full(b: float, depth: int) -> float:
    total = 1.0
    for _ in range(depth):
        total = 1 + b * total
        if total > 1e300:
            return math.inf
    return total


def bounds(b: float, depth: int) -> Bounds:
    minimal = sum(b ** ((i + 1) // 2) + b ** (i // 2) - 1 for i in range(depth + 1))
    return Bounds(depth, round(_full(b, depth), 3), round(b ** (depth / 2), 3), round(minimal, 3))
