"""The plain ways through a tree, without values: what a lecture compares before it searches.

depth first            one branch to its end, then back; memory O(b·d)
breadth first          level by level; memory O(b^d)
depth-first deepening  depth first with the limits 0, 1, 2 …: the order of levels with little memory
"""

from __future__ import annotations

from collections import deque
from typing import Any

from spielbaum.search.common import Ground, Problem, begin, check_depth, deep_calls, less, trace_of
from spielbaum.search.recorder import Recorder
from spielbaum.search.watch import Watch
from spielbaum.trace import Path, Trace


def depth_first(
    problem: Problem, state: Any = None, *, depth: int | None = None, watch: Watch | None = None
) -> Trace:
    """Every node on the way down, its children from left to right, and again on the way up."""
    ground = _begin("depth-first", problem, state, watch, depth)
    with deep_calls():
        _visit(ground, (), ground.state, depth)
    return _trace(ground, depth)


def breadth_first(
    problem: Problem, state: Any = None, *, depth: int | None = None, watch: Watch | None = None
) -> Trace:
    """Every node of a level from left to right, then the next level."""
    ground = _begin("breadth-first", problem, state, watch, depth, nested=False)
    game = ground.game
    queue: deque[tuple[Path, Any]] = deque([((), ground.state)])
    while queue:
        ground.watch.hold(len(queue))
        path, state = queue.popleft()
        check_depth(path)
        ground.watch.enter(path, game.player(state))
        moves = game.legal(state)
        if not moves and game.ended(state):
            ground.watch.leaf(path, game.utility(state))
            continue
        if depth is None or len(path) < depth:
            queue.extend(((*path, move), game.play(state, move)) for move in moves)
        ground.watch.leave(path, None)
    return _trace(ground, depth)


def depth_first_deepening(
    problem: Problem, state: Any = None, *, depth: int | None = None, watch: Watch | None = None
) -> Trace:
    """Depth first with the limits 0, 1, 2 … until `depth`, or until a limit has cut nothing off."""
    ground = _begin("depth-first-deepening", problem, state, watch, depth)
    limit, cut = 0, True
    with deep_calls():
        while cut and (depth is None or limit <= depth):
            ground.watch.iteration(depth=limit)
            cut = _visit(ground, (), ground.state, limit)
            limit += 1
    return _trace(ground, depth)


def _begin(
    name: str, problem: Problem, state: Any, watch: Watch | None, depth: int | None, *, nested: bool = True
) -> Ground:
    ground = begin(
        name, problem, state, Recorder() if watch is None else watch, depth, zero_sum=False, nested=nested
    )
    ground.watch.sides = ground.game.two_player_zero_sum
    return ground


def _visit(ground: Ground, path: Path, state: Any, depth: int | None) -> bool:
    """Visit the node and what is below it; whether the limit has cut something off."""
    game, watch = ground.game, ground.watch
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
            cut |= _visit(ground, (*path, move), game.play(state, move), less(depth))
    watch.leave(path, None)
    return cut


def _trace(ground: Ground, depth: int | None) -> Trace:
    trace = trace_of(ground, depth)
    assert trace is not None, "a traversal needs a watch that records"
    return trace
