"""Minimax: the value of a position with best play of both sides (von Neumann 1928, Shannon 1950)."""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.game import M, S
from spielbaum.result import Result, Value
from spielbaum.search.common import Moves, Problem, deep_calls, less, start_search, then
from spielbaum.search.watch import Watch
from spielbaum.trace import Path


def minimax(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    quiescence: int = 0,
    watch: Watch | None = None,
) -> Result[M]:
    """The minimax value, to the end of the game or down to `depth` with E(s) there.

    Promise: the value is exactly the largest (for player 1 the smallest) of the values of the positions
    reached; of equally good moves the first one is chosen, or the first one that is proven to be as good
    where the others rest on estimates. Below the depth limit lively positions are looked into for up to
    `quiescence` further plies.
    """
    search = start_search("minimax", problem, state, watch, depth, quiescence=quiescence)
    game, watch = search.game, search.watch

    def value(path: Path, state: Any, depth: int | None) -> tuple[Value, Moves]:
        watch.enter(path, game.player(state))
        moves = search.choices(state, depth)
        if not moves:
            return search.evaluate_leaf(path, state), ()
        best_of = max_value if game.player(state) == 0 else min_value
        best, line = best_of(path, state, moves, depth)
        watch.leave(path, best)
        return best, line

    def max_value(path: Path, state: Any, moves: list[Any], depth: int | None) -> tuple[Value, Moves]:
        best, line = -inf, ()
        for move in moves:
            child, below = after(path, state, move, depth)
            if child > best or (child == best and watch.surer(move, best)):
                best, line = child, then(move, below)
                watch.update(path, move, best)
        return best, line

    def min_value(path: Path, state: Any, moves: list[Any], depth: int | None) -> tuple[Value, Moves]:
        best, line = inf, ()
        for move in moves:
            child, below = after(path, state, move, depth)
            if child < best or (child == best and watch.surer(move, best)):
                best, line = child, then(move, below)
                watch.update(path, move, best)
        return best, line

    def after(path: Path, state: Any, move: Any, depth: int | None) -> tuple[Value, Moves]:
        if move is None:
            return search.stand_pat(path, state), ()
        return value((*path, move), game.play(state, move), less(depth))

    with deep_calls():
        best, line = value((), search.state, depth)
    return search.result(best, line, depth)
