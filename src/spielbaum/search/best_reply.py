"""Best-reply search: between two moves of mine only one of the others is allowed a choice.

Schadd and Winands 2011. The silent opponents play the first move of the order, as in the variant BRS+
of Esser, Gras, Winands, Schadd and Lanctot (2013): to pass, as in the first version, is illegal in most
games.
"""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.game import M, S
from spielbaum.result import Bound, Proof, Result, Value, payoff_for
from spielbaum.search.common import Moves, Problem, deep_calls, start_search
from spielbaum.search.ordering import Ordering
from spielbaum.search.watch import Watch
from spielbaum.trace import Path


def best_reply(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    order: str = "evaluator",
    watch: Watch | None = None,
) -> Result[M]:
    """My pay-off where after each of my moves the one reply that hurts me most is found.

    Alpha-beta between me (MAX) and the one who replies (MIN), with its promise for the smaller tree in
    which the other opponents play their first move by `order`; silent moves cost no depth. That tree is
    not the game's: with three or more players the value is always an estimate. With two players and
    zero sum it is the minimax value from my side.
    """
    search = start_search("best-reply", problem, state, watch, depth, zero_sum=False, view="root")
    game, watch = search.game, search.watch
    me = game.player(search.state)
    ordering = Ordering.of(game, order)

    def replies(path: Path, state: Any, replied: int | None) -> list[tuple[Any, Any, int | None, int]]:
        """The moves to look at: (move, next state, who has replied then, plies that it costs)."""
        moves = ordering.arrange(path, state, game.legal(state))
        player = game.player(state)
        if player == me:
            return [(move, game.play(state, move), None, 1) for move in moves]
        nexts = [(move, game.play(state, move)) for move in moves]
        if replied is not None and replied != player:  # somebody else has: play the first move
            return [(*nexts[0], replied, 0)] if nexts else []
        found: list[tuple[Any, Any, int | None, int]] = []
        for number, (move, after) in enumerate(nexts):
            silent = number == 0 and not game.ended(after) and game.player(after) not in (me, player)
            found.append((move, after, None, 0) if silent and replied is None else (move, after, player, 1))
        return found

    def value(
        path: Path, state: Any, depth: int | None, replied: int | None, alpha: Value, beta: Value
    ) -> tuple[Value, Moves]:
        player = game.player(state)
        watch.enter(path, player, alpha, beta)
        choices = replies(path, state, replied) if depth is None or depth > 0 else []
        if not choices:
            return search.evaluate_leaf(path, state, lambda payoff: payoff_for(payoff, me)), ()
        best, line = (-inf if player == me else inf), ()
        ordering.report(watch, path, state, [choice[0] for choice in choices])
        for number, (move, after, now_replied, cost) in enumerate(choices, start=1):
            left = None if depth is None else depth - cost
            child, below = value((*path, move), after, left, now_replied, alpha, beta)
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
                skipped = [choice[0] for choice in choices[number:]]
                if player == me:
                    watch.cutoff(path, "beta", best, beta, skipped)
                else:
                    watch.cutoff(path, "alpha", best, alpha, skipped)
                break
        watch.leave(path, best)
        return best, line

    with deep_calls():
        best, line = value((), search.state, depth, None, -inf, inf)
    if game.two_player_zero_sum:
        return search.result(best, line, depth, view=me)
    return search.result(best, line, depth, view=me, verdict=(Bound.EXACT, Proof.ESTIMATE))
