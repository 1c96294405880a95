"""Iterative deepening: alpha-beta with depth 1, 2, 3 … until the answer is sure or the time is up.

The waste is small, for the last iteration costs more than all before it together, and what they find
puts the moves in a better order (Slate and Atkin 1977).
"""

from __future__ import annotations

from itertools import count
from time import perf_counter

from spielbaum.errors import TooLarge
from spielbaum.forms import frozen
from spielbaum.game import M, S
from spielbaum.result import Bound, Proof, Result, Value
from spielbaum.search.alphabeta import alphabeta_value
from spielbaum.search.common import FULL, Moves, Problem, Search, deep_calls, start_search
from spielbaum.search.cycles import comes_again
from spielbaum.search.ordering import Ordering
from spielbaum.search.watch import OutOfTime, Watch

#: Nodes after which a search without any limit is given up in games whose positions come again.
MOST_NODES = 20_000


def iterative(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    order: str = "learnt",
    quiescence: int = 0,
    watch: Watch | None = None,
) -> Result[M]:
    """The value of the deepest iteration, each begun with the full window.

    Ends when value, move and line are proven, when the depth limit kept an iteration from nothing, so that a
    deeper one could not look at anything new, after the iteration with `depth`, or after `seconds`. Where
    positions come again none of this need happen: there a search without any limit is given up after
    `MOST_NODES` nodes with an error that asks for one. The moves of every node are sorted by what the last
    iteration said of them, so the old best move is searched first: a better one that an interrupted
    iteration had found by then is taken. The move is always legal, however short the time.

    Promise: where no limit interrupts, v = the minimax value with the depth limit `result.depth`.
    """
    search = start_search("iterative", problem, state, watch, depth, quiescence=quiescence)
    game, watch = search.game, search.watch
    if seconds is not None:
        watch.deadline = perf_counter() + seconds
    ordering = Ordering.of(game, order)
    done: tuple[Value, Moves, int] | None = None
    endless = depth is None and watch.deadline is None and watch.most_nodes is None and _has_cycles(search)
    if endless:
        watch.most_nodes = watch.nodes + MOST_NODES

    with deep_calls():
        for limit in count(min(1, 1 if depth is None else depth)):
            watch.iteration(depth=limit)
            try:
                value, line = alphabeta_value(search, ordering, limit, FULL)
            except OutOfTime:
                break
            done = value, line, limit
            ordering.next_iteration()
            if watch.known.line == (value, value) or not watch.limited or limit == depth:
                return search.result(value, line, limit)

    if endless:
        watch.most_nodes = None
        raise TooLarge("error.search.endless", game=game.name, nodes=MOST_NODES)
    # Out of time. What the unfinished iteration found is a bound: other moves may be better still.
    if watch.best is not None:
        move, partial = watch.best
        bound = Bound.AT_LEAST if game.player(search.state) == 0 else Bound.AT_MOST
        limit = 0 if done is None else done[2]
        return search.result(partial, (move,), limit, verdict=(bound, Proof.ESTIMATE))
    if done is not None:
        return search.result(*done)
    legal = ordering.arrange((), search.state, game.legal(search.state))
    guess = game.estimate(search.state) if legal else game.utility(search.state)
    return search.result(guess, tuple(legal[:1]), 0, verdict=(Bound.EXACT, Proof.ESTIMATE))


def _has_cycles(search: Search) -> bool:
    if search.tree is None:
        return search.game.facts.repeats or comes_again(search.game, search.state)
    # A tree that was read has an end; one that grows from a game knows the states of that.
    grown = search.state.state is not None
    return grown and comes_again(search.game, search.state, lambda node: frozen(node.state))
