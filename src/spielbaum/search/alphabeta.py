"""Alpha-beta: minimax without looking at what cannot matter (Knuth and Moore 1975)."""

from __future__ import annotations

from typing import Any

from spielbaum.result import Bound, Result, Value
from spielbaum.search.common import Line, Problem, as_problem, in_order, inf, judge, less, result, stops_at
from spielbaum.search.watch import Watch


def alphabeta(
    problem: Problem,
    state: Any = None,
    *,
    depth: int | None = None,
    window: tuple[Value, Value] = (-inf, inf),
    fail_hard: bool = False,
    ordered: bool = False,
    watch: Watch | None = None,
) -> Result:
    """The minimax value, searched from left to right; the rest of a node is cut at α ≥ β.

    Promise, with m the minimax value of a node and v what the search returns for the window (α, β):

        α < v < β   v = m
        v ≤ α       v ≥ m   (fail low: at most v)
        v ≥ β       v ≤ m   (fail high: at least v)

    Fail-soft returns the best value it saw, fail-hard never one outside the window. `ordered` searches
    the moves in the order of the game's partial evaluator.
    """
    game, state = as_problem(problem, state)
    game.two_player_zero_sum("alphabeta")
    watch = watch or Watch()

    def value(move: Any, state: Any, depth: int | None, alpha: Value, beta: Value) -> tuple[Value, Line]:
        watch.enter(move, game.player(state), alpha, beta)
        if stops_at(game, state, depth):
            return judge(game, state, watch), ()
        search = max_value if game.player(state) == 0 else min_value
        best, line = search(state, depth, alpha, beta)
        bound = Bound.AT_MOST if best <= alpha else Bound.AT_LEAST if best >= beta else Bound.EXACT
        if fail_hard:
            best = min(max(best, alpha), beta)
        watch.leave(best, bound)
        return best, line

    def max_value(state: Any, depth: int | None, alpha: Value, beta: Value) -> tuple[Value, Line]:
        best, line = -inf, ()
        moves = moves_of(state)
        for index, move in enumerate(moves):
            child, below = value(move, game.play(state, move), less(depth), alpha, beta)
            if child > best:
                best, line = child, (move, *below)
                alpha = max(alpha, best)
                watch.update(move, best, alpha, beta)
            if best >= beta:
                watch.cutoff("beta", best, beta, moves[index + 1 :])
                break
        return best, line

    def min_value(state: Any, depth: int | None, alpha: Value, beta: Value) -> tuple[Value, Line]:
        best, line = inf, ()
        moves = moves_of(state)
        for index, move in enumerate(moves):
            child, below = value(move, game.play(state, move), less(depth), alpha, beta)
            if child < best:
                best, line = child, (move, *below)
                beta = min(beta, best)
                watch.update(move, best, alpha, beta)
            if best <= alpha:
                watch.cutoff("alpha", best, alpha, moves[index + 1 :])
                break
        return best, line

    def moves_of(state: Any) -> list[Any]:
        moves = list(game.moves(state))
        return in_order(game, state, moves) if ordered else moves

    best, line = value(None, state, depth, *window)
    return result("alphabeta", best, line, watch, depth, bound=_bound(best, window))


def _bound(best: Value, window: tuple[Value, Value]) -> Bound:
    alpha, beta = window
    return Bound.AT_MOST if best <= alpha else Bound.AT_LEAST if best >= beta else Bound.EXACT
