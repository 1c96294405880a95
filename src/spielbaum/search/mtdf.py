"""MTD(f): close in on the value with null windows and a memory (Plaat, Schaeffer, Pijls, de Bruin 1996)."""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.game import M, S
from spielbaum.result import Bound, Result, Value
from spielbaum.search.common import Moves, Problem, Search, deep_calls, less, start_search
from spielbaum.search.watch import Watch
from spielbaum.trace import Path


def mtdf(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    guess: Value = 0,
    watch: Watch | None = None,
) -> Result[M]:
    """The minimax value, found by asking "at least g?" until lower and upper bound meet.

    Each pass is alpha-beta with the window (g − 1, g), started from the first guess. With m the value:
    a pass that returns v < g proves m ≤ v, one that returns v ≥ g proves m ≥ v. Bounds of every node are
    kept from pass to pass, so that no leaf is judged twice. A good guess saves passes, a bad one costs
    only time.
    """
    search = start_search("mtdf", problem, state, watch, depth)
    game, watch = search.game, search.watch
    watch.memory = {}
    #: Lower and upper bound of each node that was looked at.
    table: dict[Path, tuple[Value, Value]] = {}

    def value(path: Path, state: Any, depth: int | None, alpha: Value, beta: Value) -> Value:
        watch.enter(path, game.player(state), alpha, beta)
        low, high = table.get(path, (-inf, inf))
        if low >= beta or low == high:
            watch.table_hit(path, low, Bound.EXACT if low == high else Bound.AT_LEAST)
            return low
        if high <= alpha:
            watch.table_hit(path, high, Bound.AT_MOST)
            return high
        alpha, beta = max(alpha, low), min(beta, high)  # only what lies between the bounds is still open
        moves = search.choices(state, depth)
        if not moves:
            best: Value = search.evaluate_leaf(path, state)
            table[path] = best, best
            return best
        best_of = max_value if game.player(state) == 0 else min_value
        best = best_of(path, state, moves, depth, alpha, beta)
        table[path] = (best if best > alpha else low, best if best < beta else high)
        watch.leave(path, best)
        return best

    def max_value(
        path: Path, state: Any, moves: list[Any], depth: int | None, alpha: Value, beta: Value
    ) -> Value:
        best = -inf
        for number, move in enumerate(moves, start=1):
            child = value((*path, move), game.play(state, move), less(depth), alpha, beta)
            if child > best:
                best = child
                alpha = max(alpha, best)
                watch.update(path, move, best, alpha, beta)
            if best >= beta:
                watch.cutoff(path, "beta", best, beta, moves[number:])
                break
        return best

    def min_value(
        path: Path, state: Any, moves: list[Any], depth: int | None, alpha: Value, beta: Value
    ) -> Value:
        best = inf
        for number, move in enumerate(moves, start=1):
            child = value((*path, move), game.play(state, move), less(depth), alpha, beta)
            if child < best:
                best = child
                beta = min(beta, best)
                watch.update(path, move, best, alpha, beta)
            if best <= alpha:
                watch.cutoff(path, "alpha", best, alpha, moves[number:])
                break
        return best

    low, high = -inf, inf
    best = guess
    with deep_calls():
        while low < high:
            asked = best + 1 if best == low else best
            watch.iteration(guess=asked)
            best = value((), search.state, depth, asked - 1, asked)
            if best < asked:
                high = best
            if best > asked - 1:
                low = best
    line = _line(search, table, best, depth)
    watch.known = watch.known._replace(line=watch.remembered(line))
    return search.result(best, line, depth)


def _line(search: Search, table: dict[Path, tuple[Value, Value]], best: Value, depth: int | None) -> Moves:
    """The principal line. The last two passes prove m ≤ v and m ≥ v, each through some child: one child
    has got both bounds, and so on down to a leaf. Of several the first is taken.

    Where the value of a node is proven, so is that of a child, and the line goes through such a one, if
    need be through one that has not got both bounds: passes with estimates on their way prove less of it.
    """
    known = search.watch.memory
    assert known is not None
    path: Path = ()
    state = search.state
    while moves := search.choices(state, depth):
        closed = [move for move in moves if table.get((*path, move)) == (best, best)]
        if known[path].proof == (best, best):
            seen = [move for move in moves if (*path, move) in known]
            proven = [move for move in seen if known[*path, move].proof == (best, best)]
            closed = [move for move in closed if move in proven] or proven
        assert closed, "no child has both bounds"
        path, state, depth = (*path, closed[0]), search.game.play(state, closed[0]), less(depth)
    return path
