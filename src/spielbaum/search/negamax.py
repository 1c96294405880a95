"""Negamax: minimax written once for both sides, each value from the side of the player to move."""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.game import M, S
from spielbaum.result import Result, Value
from spielbaum.search.common import Moves, Problem, deep_calls, for_mover, less, start_search, turn
from spielbaum.search.watch import Watch
from spielbaum.trace import Path


def negamax(
    problem: Problem[S, M], state: S | None = None, *, depth: int | None = None, watch: Watch | None = None
) -> Result[M]:
    """The minimax value from the side of the player to move, w where the other side would say −w.

    Promise: value = max over the moves of −value(next), or of +value(next) where the same player moves
    again; it equals the minimax value for player 0 and its negative for player 1.
    """
    search = start_search("negamax", problem, state, watch, depth, view="mover")
    game, watch = search.game, search.watch

    def value(path: Path, state: Any, depth: int | None) -> tuple[Value, Moves]:
        watch.enter(path, game.player(state))
        moves = search.choices(state, depth)
        if not moves:
            return for_mover(search, path, state), ()
        best, line = -inf, ()
        for move in moves:
            after = game.play(state, move)
            child, below = value((*path, move), after, less(depth))
            child *= turn(game, state, after)
            if child > best or (child == best and watch.surer(move, best)):
                best, line = child, (move, *below)
                watch.update(path, move, best)
        watch.leave(path, best)
        return best, line

    with deep_calls():
        best, line = value((), search.state, depth)
    return search.result(best, line, depth, view=game.player(search.state))
