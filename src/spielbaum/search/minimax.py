"""Minimax: the value of a position with best play of both sides (von Neumann 1928, Shannon 1950)."""

from __future__ import annotations

from typing import Any

from spielbaum.result import Result, Value
from spielbaum.search.common import Line, Problem, as_problem, inf, judge, less, result, stops_at
from spielbaum.search.watch import Watch


def minimax(
    problem: Problem, state: Any = None, *, depth: int | None = None, watch: Watch | None = None
) -> Result:
    """The minimax value, to the end of the game or down to `depth` with E(s) there.

    Promise: the value is exactly max over the mover's moves (min for player 1) of the values of the
    positions reached; of equally good moves the first one is chosen.
    """
    game, state = as_problem(problem, state)
    game.two_player_zero_sum("minimax")
    watch = watch or Watch()

    def value(move: Any, state: Any, depth: int | None) -> tuple[Value, Line]:
        watch.enter(move, game.player(state))
        if stops_at(game, state, depth):
            return judge(game, state, watch), ()
        best, line = max_value(state, depth) if game.player(state) == 0 else min_value(state, depth)
        watch.leave(best)
        return best, line

    def max_value(state: Any, depth: int | None) -> tuple[Value, Line]:
        best, line = -inf, ()
        for move in game.moves(state):
            child, below = value(move, game.play(state, move), less(depth))
            if child > best:
                best, line = child, (move, *below)
                watch.update(move, best)
        return best, line

    def min_value(state: Any, depth: int | None) -> tuple[Value, Line]:
        best, line = inf, ()
        for move in game.moves(state):
            child, below = value(move, game.play(state, move), less(depth))
            if child < best:
                best, line = child, (move, *below)
                watch.update(move, best)
        return best, line

    best, line = value(None, state, depth)
    return result("minimax", best, line, watch, depth)
