"""Principal variation search, also NegaScout: only check that later moves are no better.

Marsland and Campbell 1982, Reinefeld 1983.
"""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.game import M, S
from spielbaum.result import Result, Value
from spielbaum.search.common import (
    FULL,
    Moves,
    Problem,
    Window,
    check_window,
    deep_calls,
    for_mover,
    less,
    start_search,
    turn,
    turned,
)
from spielbaum.search.watch import Watch
from spielbaum.trace import Path


def pvs(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    window: Window = FULL,
    watch: Watch | None = None,
) -> Result[M]:
    """The negamax value; the first move gets the whole window, the others the null window (α, α + 1).

    A null window answers "no better than α" or "better". A move that turns out better, v > α, and not
    good enough for a cut-off, v < β, is searched again with (α, β). The promise is that of alpha-beta:
    v is the value where α < v < β, an upper bound of it where v ≤ α, a lower bound where v ≥ β.
    Fractions are allowed: a value within the null window is exact, searching again confirms it.
    """
    check_window(window)
    search = start_search("pvs", problem, state, watch, depth, view="mover")
    game, watch = search.game, search.watch

    def value(path: Path, state: Any, depth: int | None, alpha: Value, beta: Value) -> tuple[Value, Moves]:
        watch.enter(path, game.player(state), alpha, beta)
        moves = search.choices(state, depth)
        if not moves:
            return for_mover(search, path, state), ()
        best, line = -inf, ()
        for number, move in enumerate(moves, start=1):
            after = game.play(state, move)
            sign = turn(game, state, after)

            def ask(
                low: Value, high: Value, path: Path = (*path, move), after: Any = after, sign: int = sign
            ) -> tuple[Value, Moves]:
                found, below = value(path, after, less(depth), *turned(low, high, sign))
                return sign * found, below

            if number == 1 or alpha == -inf:
                child, below = ask(alpha, beta)
            else:
                child, below = ask(alpha, min(alpha + 1, beta))
                if alpha < child < beta:
                    child, below = ask(alpha, beta)
            if child > best or (child == best and watch.surer(move, best)):
                best, line = child, (move, *below)
                alpha = max(alpha, best)
                watch.update(path, move, best, alpha, beta)
            if best >= beta:
                watch.cutoff(path, "beta", best, beta, moves[number:])
                break
        watch.leave(path, best)
        return best, line

    with deep_calls():
        best, line = value((), search.state, depth, *window)
    return search.result(best, line, depth, view=game.player(search.state))
