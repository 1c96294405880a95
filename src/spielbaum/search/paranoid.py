"""Paranoid search: all the others are against me (Sturtevant and Korf 2000)."""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.result import Bound, Payoff, Proof, Result, Value
from spielbaum.search.common import Line, Problem, begin, deep_calls, finish, less
from spielbaum.search.watch import Watch
from spielbaum.trace import Path


def own(value: Payoff, player: int) -> Value:
    """The player's own share of a pay-off."""
    if isinstance(value, tuple):
        return value[player]
    return value if player == 0 else -value


def paranoid(
    problem: Problem, state: Any = None, *, depth: int | None = None, watch: Watch | None = None
) -> Result:
    """What the player to move can be sure of, even if all the others play against this player only.

    Alpha-beta between me (MAX) and the others together (MIN), on my pay-off alone; with the promise of
    alpha-beta for that game. For the real game it is a lower bound: with best play of everyone I get at
    least v. With two players and zero sum it is the minimax value from my side.
    """
    ground = begin("paranoid", problem, state, watch, depth, zero_sum=False, view="root")
    game, watch = ground.game, ground.watch
    me = game.player(ground.state)

    def value(path: Path, state: Any, depth: int | None, alpha: Value, beta: Value) -> tuple[Value, Line]:
        player = game.player(state)
        watch.enter(path, player, alpha, beta)
        moves = ground.choices(state, depth)
        if not moves:
            return ground.judge(path, state, lambda payoff: own(payoff, me)), ()
        best, line = (-inf if player == me else inf), ()
        for number, move in enumerate(moves, start=1):
            child, below = value((*path, move), game.play(state, move), less(depth), alpha, beta)
            surer = child == best and watch.surer(move, best)
            if player == me and (child > best or surer):
                best, line = child, (move, *below)
                alpha = max(alpha, best)
                watch.update(path, move, best, alpha, beta)
            elif player != me and (child < best or surer):
                best, line = child, (move, *below)
                beta = min(beta, best)
                watch.update(path, move, best, alpha, beta)
            if alpha >= beta:
                if player == me:
                    watch.cutoff(path, "beta", best, beta, moves[number:])
                else:
                    watch.cutoff(path, "alpha", best, alpha, moves[number:])
                break
        watch.leave(path, best)
        return best, line

    with deep_calls():
        best, line = value((), ground.state, depth, -inf, inf)
    if game.two_player_zero_sum:
        return finish(ground, best, line, depth, view=me)
    proof = Proof.BOUND if watch.known.line[0] >= best else Proof.ESTIMATE
    return finish(ground, best, line, depth, view=me, verdict=(Bound.AT_LEAST, proof))
