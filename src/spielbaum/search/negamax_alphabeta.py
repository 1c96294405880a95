"""Alpha-beta in the negamax form: written once for both sides, the window turns round at every ply."""

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


def negamax_alphabeta(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    window: Window = FULL,
    fail_hard: bool = False,
    strict: bool = False,
    watch: Watch | None = None,
) -> Result[M]:
    """The negamax value; the rest of a node is cut at α ≥ β, or only at α > β where `strict`.

    Window and value are from the side of the player to move. The promise is that of alpha-beta: v is the
    value where α < v < β, an upper bound of it where v ≤ α, a lower bound where v ≥ β. A child is asked
    with (−β, −α), or with (α, β) where the same player moves again.
    """
    check_window(window)
    search = start_search(
        "negamax-alphabeta", problem, state, watch, depth, view="mover", strict=strict, fail_hard=fail_hard
    )
    game, watch = search.game, search.watch

    def value(path: Path, state: Any, depth: int | None, alpha: Value, beta: Value) -> tuple[Value, Moves]:
        watch.enter(path, game.player(state), alpha, beta)
        entered_alpha = alpha
        moves = search.choices(state, depth)
        if not moves:
            return for_mover(search, path, state), ()
        best, line = -inf, ()
        for number, move in enumerate(moves, start=1):
            after = game.play(state, move)
            sign = turn(game, state, after)
            child, below = value((*path, move), after, less(depth), *turned(alpha, beta, sign))
            child *= sign
            if child > best or (child == best and watch.surer(move, best)):
                best, line = child, (move, *below)
                alpha = max(alpha, best)
                watch.update(path, move, best, alpha, beta)
            if best > beta or (best == beta and not strict):
                watch.cutoff(path, "beta", best, beta, moves[number:])
                break
        if fail_hard:
            best = min(max(best, entered_alpha), beta)
        watch.leave(path, best)
        return best, line

    with deep_calls():
        best, line = value((), search.state, depth, *window)
    return search.result(best, line, depth, view=game.player(search.state))
