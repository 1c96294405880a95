"""The plain ways through a tree, without values: what a lecture compares before it searches.

depth first            one branch to its end, then back; memory O(b·d)
breadth first          level by level; memory O(b^d)
depth-first deepening  depth first with the limits 0, 1, 2 …: the order of levels with little memory
"""

from __future__ import annotations

from collections import deque
from typing import Any

from spielbaum.search.common import Problem, Search, check_depth, deep_calls, less, start_search
from spielbaum.search.recorder import Recorder
from spielbaum.search.watch import Watch
from spielbaum.trace import Path, Trace


def depth_first(
    problem: Problem[Any, Any], state: Any = None, *, depth: int | None = None, watch: Watch | None = None
) -> Trace:
    """Every node on the way down, its children from left to right, and again on the way up."""
    search = _start("depth-first", problem, state, watch, depth)
    with deep_calls():
        _visit(search, (), search.state, depth)
    return _trace(search, depth)


def breadth_first(
    problem: Problem[Any, Any], state: Any = None, *, depth: int | None = None, watch: Watch | None = None
) -> Trace:
    """Every node of a level from left to right, then the next level."""
    search = _start("breadth-first", problem, state, watch, depth, nested=False)
    game = search.game
    queue: deque[tuple[Path, Any]] = deque([((), search.state)])
    while queue:
        search.watch.hold(len(queue))
        path, state = queue.popleft()
        check_depth(path)
        search.watch.enter(path, game.player(state))
        moves = game.legal(state)
        if not moves and game.ended(state):
            search.watch.leaf(path, game.utility(state))
            continue
        if depth is None or len(path) < depth:
            queue.extend(((*path, move), game.play(state, move)) for move in moves)
        search.watch.leave(path, None)
    return _trace(search, depth)


def depth_first_deepening(
    problem: Problem[Any, Any], state: Any = None, *, depth: int | None = None, watch: Watch | None = None
) -> Trace:
    """Depth first with the limits 0, 1, 2 … until `depth`, or until a limit has cut nothing off."""
    search = _start("depth-first-deepening", problem, state, watch, depth)
    limit, cut = 0, True
    with deep_calls():
        while cut and (depth is None or limit <= depth):
            search.watch.iteration(depth=limit)
            cut = _visit(search, (), search.state, limit)
            limit += 1
    return _trace(search, depth)


def _start(
    name: str,
    problem: Problem[Any, Any],
    state: Any,
    watch: Watch | None,
    depth: int | None,
    *,
    nested: bool = True,
) -> Search:
    search = start_search(
        name,
        problem,
        state,
        Recorder() if watch is None else watch,
        depth,
        zero_sum=False,
        chance=True,
        nested=nested,
    )
    search.watch.sides = search.game.two_player_zero_sum
    return search


def _visit(search: Search, path: Path, state: Any, depth: int | None) -> bool:
    """Visit the node and what is below it; whether the limit has cut something off."""
    game, watch = search.game, search.watch
    watch.enter(path, game.player(state))
    moves = game.legal(state)
    if not moves and game.ended(state):
        watch.leaf(path, game.utility(state))
        return False
    cut = False
    if depth == 0:
        cut = bool(moves)
    else:
        for move in moves:
            cut |= _visit(search, (*path, move), game.play(state, move), less(depth))
    watch.leave(path, None)
    return cut


def _trace(search: Search, depth: int | None) -> Trace:
    trace = search.trace(depth)
    assert trace is not None, "a traversal needs a watch that records"
    return trace
