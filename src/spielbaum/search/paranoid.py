"""Paranoid search: all the others are against me (Sturtevant and Korf 2000)."""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.game import M, S
from spielbaum.result import Bound, Proof, Result, Value, payoff_for
from spielbaum.search.common import Moves, Problem, deep_calls, less, start_search
from spielbaum.search.watch import Watch
from spielbaum.trace import Path


def paranoid(
    problem: Problem[S, M], state: S | None = None, *, depth: int | None = None, watch: Watch | None = None
) -> Result[M]:
    """What the player to move can be sure of, even if all the others play against this player only.

    Alpha-beta between me (MAX) and the others together (MIN), on my pay-off alone; with the promise of
    alpha-beta for that game. For the real game it is a lower bound: with best play of everyone I get at
    least v. With two players and zero sum it is the minimax value from my side.
    """
    search = start_search("paranoid", problem, state, watch, depth, zero_sum=False, view="root")
    game, watch = search.game, search.watch
    me = game.player(search.state)

    def value(path: Path, state: Any, depth: int | None, alpha: Value, beta: Value) -> tuple[Value, Moves]:
        player = game.player(state)
        watch.enter(path, player, alpha, beta)
        moves = search.choices(state, depth)
        if not moves:
            return search.evaluate_leaf(path, state, lambda payoff: payoff_for(payoff, me)), ()
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
        best, line = value((), search.state, depth, -inf, inf)
    if game.two_player_zero_sum:
        return search.result(best, line, depth, view=me)
    proof = Proof.BOUND if watch.known.line[0] >= best else Proof.ESTIMATE
    return search.result(best, line, depth, view=me, verdict=(Bound.AT_LEAST, proof))
