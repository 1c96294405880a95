"""Alpha-beta: minimax without looking at what cannot matter (Knuth and Moore 1975)."""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.game import M, S
from spielbaum.result import Result, Value
from spielbaum.search.common import (
    FULL,
    Moves,
    Problem,
    Search,
    Window,
    check_window,
    deep_calls,
    less,
    start_search,
    then,
)
from spielbaum.search.ordering import Ordering
from spielbaum.search.watch import Watch
from spielbaum.trace import Path


def alphabeta(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    window: Window = FULL,
    fail_hard: bool = False,
    strict: bool = False,
    order: str = "rules",
    quiescence: int = 0,
    watch: Watch | None = None,
) -> Result[M]:
    """The minimax value; the rest of a node is cut at α ≥ β, or only at α > β where `strict`.

    Promise, with m the minimax value of a node and v what the search returns for the window (α, β):

        α < v < β   v = m
        v ≤ α       v ≥ m   (fail low: the value is at most v)
        v ≥ β       v ≤ m   (fail high: the value is at least v)

    Fail-soft returns the best value it saw, fail-hard never one outside the window. `order` is explained
    in `ordering`, `quiescence` as in `minimax`.
    """
    check_window(window)
    search = start_search(
        "alphabeta", problem, state, watch, depth, quiescence=quiescence, strict=strict, fail_hard=fail_hard
    )
    with deep_calls():
        best, line = alphabeta_value(search, Ordering.of(search.game, order), depth, window)
    return search.result(best, line, depth)


def alphabeta_value(
    search: Search, ordering: Ordering, depth: int | None, window: Window
) -> tuple[Value, Moves]:
    """The search itself, for others to build on."""
    game, watch = search.game, search.watch

    def value(path: Path, state: Any, depth: int | None, alpha: Value, beta: Value) -> tuple[Value, Moves]:
        watch.enter(path, game.player(state), alpha, beta)
        moves = ordering.arrange(path, state, search.choices(state, depth))
        if not moves:
            return search.evaluate_leaf(path, state), ()
        ordering.report(watch, path, state, moves)
        best_of = max_value if game.player(state) == 0 else min_value
        best, line = best_of(path, state, moves, depth, alpha, beta)
        if search.fail_hard:
            best = min(max(best, alpha), beta)
        watch.leave(path, best)
        return best, line

    def max_value(
        path: Path, state: Any, moves: list[Any], depth: int | None, alpha: Value, beta: Value
    ) -> tuple[Value, Moves]:
        best, line = -inf, ()
        for number, move in enumerate(moves, start=1):
            child, below = after(path, state, move, depth, alpha, beta)
            ordering.valued(path, move, child)
            if child > best or (child == best and watch.surer(move, best)):
                best, line = child, then(move, below)
                alpha = max(alpha, best)
                watch.update(path, move, best, alpha, beta)
            if best > beta or (best == beta and not search.strict):
                watch.cutoff(path, "beta", best, beta, moves[number:])
                ordering.caused_cutoff(path, move)
                break
        return best, line

    def min_value(
        path: Path, state: Any, moves: list[Any], depth: int | None, alpha: Value, beta: Value
    ) -> tuple[Value, Moves]:
        best, line = inf, ()
        for number, move in enumerate(moves, start=1):
            child, below = after(path, state, move, depth, alpha, beta)
            ordering.valued(path, move, -child)
            if child < best or (child == best and watch.surer(move, best)):
                best, line = child, then(move, below)
                beta = min(beta, best)
                watch.update(path, move, best, alpha, beta)
            if best < alpha or (best == alpha and not search.strict):
                watch.cutoff(path, "alpha", best, alpha, moves[number:])
                ordering.caused_cutoff(path, move)
                break
        return best, line

    def after(
        path: Path, state: Any, move: Any, depth: int | None, alpha: Value, beta: Value
    ) -> tuple[Value, Moves]:
        if move is None:
            return search.stand_pat(path, state), ()
        return value((*path, move), game.play(state, move), less(depth), alpha, beta)

    return value((), search.state, depth, *window)
