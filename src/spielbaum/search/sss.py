"""SSS*: best-first search among the strategies of MAX (Stockman 1979)."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from math import inf
from typing import Any

from spielbaum.game import M, S
from spielbaum.result import Bound, Proof, Result, Value
from spielbaum.search.common import Moves, Problem, check_depth, start_search
from spielbaum.search.watch import Watch
from spielbaum.trace import Path

LIVE, SOLVED = False, True


def sss(
    problem: Problem[S, M], state: S | None = None, *, depth: int | None = None, watch: Watch | None = None
) -> Result[M]:
    """The minimax value, by way of OPEN: a list of triples (node, live or solved, merit).

    The merit of a triple is an upper bound for every strategy of MAX that goes through it, so the first
    strategy to be complete is a best one. Of equal merits the leftmost node is taken: then every leaf
    judged is also judged by alpha-beta.

    Promise: the merit with which the root is solved is its minimax value. A node that is entered with
    merit h and solved with merit v has the value v where v < h, and at least v where v = h.

    Whether a node is solved by one child or by all depends on who moves at its *parent*, so players need
    not alternate. The proof is conservative: proven only where no estimate was used at all.
    """
    search = start_search("sss", problem, state, watch, depth, nested=False)
    game, watch = search.game, search.watch
    entered: dict[Path, Value] = {}
    below: dict[Path, list[Any]] = {}
    states: dict[Path, Any] = {(): search.state}
    chosen: dict[Path, Any] = {}
    # (−merit, place): the largest merit first, then the leftmost. The place counts children from 0.
    open_list: list[tuple[Value, tuple[int, ...], bool, Path]] = [(-inf, (), LIVE, ())]

    while True:
        watch.hold(len(open_list))
        negated, place, solved, path = heappop(open_list)
        merit, state = -negated, states[path]
        if not solved:
            check_depth(path)
            entered[path] = merit
            watch.enter(path, game.player(state), None, merit)
            moves = search.choices(state, None if depth is None else depth - len(path))
            if not moves:
                merit = min(merit, search.evaluate_leaf(path, state))
                heappush(open_list, (-merit, place, SOLVED, path))
                continue
            below[path] = moves
            # Every move is open to MAX; MIN's moves must all be answered, one after the other.
            for number, move in enumerate(moves if game.player(state) == 0 else moves[:1]):
                states[(*path, move)] = game.play(state, move)
                heappush(open_list, (-merit, (*place, number), LIVE, (*path, move)))
            continue
        if path in below:
            watch.leave(path, merit, Bound.EXACT if merit < entered[path] else Bound.AT_LEAST)
        if not path:
            break
        parent, move = path[:-1], path[-1]
        moves = below[parent]
        if game.player(states[parent]) == 0:  # one solved child is enough: drop what else is below the parent
            chosen[parent] = move
            watch.update(parent, move, merit)
            watch.cutoff(parent, "merit", merit, merit, [m for m in moves if m != move])
            open_list = [entry for entry in open_list if entry[3][: len(parent)] != parent]
            heapify(open_list)
            heappush(open_list, (-merit, place[:-1], SOLVED, parent))
            continue
        if merit < entered[path]:
            chosen[parent] = move
            watch.update(parent, move, merit)
        number = place[-1] + 1
        if number < len(moves):  # the next answer of MIN
            following = (*parent, moves[number])
            states[following] = game.play(states[parent], moves[number])
            heappush(open_list, (-merit, (*place[:-1], number), LIVE, following))
        else:
            heappush(open_list, (-merit, place[:-1], SOLVED, parent))

    proof = Proof.ESTIMATE if watch.estimates else Proof.PROVEN
    return search.result(merit, _line(chosen), depth, verdict=(Bound.EXACT, proof))


def _line(chosen: dict[Path, Any]) -> Moves:
    """The moves that decided: the child that solved a node of MAX, the one that lowered a node of MIN."""
    path: Path = ()
    while path in chosen:
        path = (*path, chosen[path])
    return path
