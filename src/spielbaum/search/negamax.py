"""Negamax: minimax written once for both sides, each value from the side of the player to move."""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.result import Result, Value
from spielbaum.search.common import Line, Problem, begin, deep_calls, finish, less
from spielbaum.search.sides import for_mover, turn
from spielbaum.search.watch import Watch
from spielbaum.trace import Path


def negamax(
    problem: Problem, state: Any = None, *, depth: int | None = None, watch: Watch | None = None
) -> Result:
    """The minimax value from the side of the player to move, w where the other side would say −w.

    Promise: value = max over the moves of −value(next), or of +value(next) where the same player moves
    again; it equals the minimax value for player 0 and its negative for player 1.
    """
    ground = begin("negamax", problem, state, watch, depth, view="mover")
    game, watch = ground.game, ground.watch

    def value(path: Path, state: Any, depth: int | None) -> tuple[Value, Line]:
        watch.enter(path, game.player(state))
        moves = ground.choices(state, depth)
        if not moves:
            return for_mover(ground, path, state), ()
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
        best, line = value((), ground.state, depth)
    return finish(ground, best, line, depth, view=game.player(ground.state))
