"""Shallow pruning: the largest of some minima, where minima that cannot matter are not finished.

John Hughes derives it in "Why functional programming matters" (1989) from laziness alone. The value for MAX
is the largest of the minima of its children; `omit` leaves out each list of numbers whose minimum is at most
the best one so far, and `minleq` needs to look no further than to the first number that small:

    mapmin (nums : rest) = minimum nums : omit (minimum nums) rest
    omit pot (nums : rest) | minleq nums pot = omit pot rest
                           | otherwise       = minimum nums : omit (minimum nums) rest
    minleq nums pot        = any (<= pot) nums

A node knows only what its parent has already; alpha-beta also knows what the ancestors further up have, and
so finds the deep cut-offs that are missing here (Knuth and Moore 1975 compare the two).
"""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.game import M, S
from spielbaum.result import Result, Value
from spielbaum.search.common import FULL, Moves, Problem, Window, deep_calls, less, start_search
from spielbaum.search.watch import Watch
from spielbaum.trace import Path, Reason


def shallow(
    problem: Problem[S, M], state: S | None = None, *, depth: int | None = None, watch: Watch | None = None
) -> Result[M]:
    """The minimax value; the rest of a node is cut where its parent already has as much.

    Promise, with m the minimax value of a node, p what its parent has and v what the search returns: at MIN
    v = m where v > p, else v ≥ m; at MAX v = m where v < p, else v ≤ m. At the root and where the same player
    moves again there is no p, and v = m.
    """
    search = start_search("shallow", problem, state, watch, depth)
    game, watch = search.game, search.watch

    def value(path: Path, state: Any, depth: int | None, window: Window) -> tuple[Value, Moves]:
        """One end of the window is what the parent has, the other one is infinite."""
        alpha, beta = window
        player = game.player(state)
        watch.enter(path, player, alpha, beta)
        moves = search.choices(state, depth)
        if not moves:
            return search.evaluate_leaf(path, state), ()
        best, line = (-inf, ()) if player == 0 else (inf, ())
        for number, move in enumerate(moves, start=1):
            after = game.play(state, move)
            child, below = value((*path, move), after, less(depth), passed_on(best, player, after))
            better = child > best if player == 0 else child < best
            if better or (child == best and watch.surer(move, best)):
                best, line = child, (move, *below)
                alpha, beta = (max(alpha, best), beta) if player == 0 else (alpha, min(beta, best))
                watch.update(path, move, best, alpha, beta)
            if best >= window[1] if player == 0 else best <= window[0]:
                limit = window[1] if player == 0 else window[0]
                reason: Reason = "maximum" if player == 0 else "minimum"
                watch.cutoff(path, reason, best, limit, moves[number:], path[:-1])
                break
        watch.leave(path, best)
        return best, line

    def passed_on(best: Value, player: int, after: Any) -> Window:
        """What a child is told: the best of its parent, and nothing of what the parent was told itself."""
        if game.player(after) == player:
            return FULL
        return (best, inf) if player == 0 else (-inf, best)

    with deep_calls():
        best, line = value((), search.state, depth, FULL)
    return search.result(best, line, depth)
