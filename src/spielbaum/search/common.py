"""What the textbook searchers share."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from spielbaum.game import Game
from spielbaum.result import Payoff, Proof, Result, Value
from spielbaum.search.watch import Watch
from spielbaum.tree import Tree, as_game

#: What a searcher works on: the rules of a game, or an explicit tree.
Problem = Game[Any, Any] | Tree
#: The moves from a node on, as the search expects them to be played.
Line = tuple[Any, ...]

__all__ = ["Line", "Problem", "Value", "as_problem", "inf", "judge", "mover_sign", "result", "stops_at"]


def as_problem(problem: Problem, state: Any = None) -> tuple[Game[Any, Any], Any]:
    """The game and the state to search from; a tree is a game whose states are its nodes."""
    game = as_game(problem) if isinstance(problem, Tree) else problem
    return game, game.start if state is None else state


def stops_at(game: Game[Any, Any], state: Any, depth: int | None) -> bool:
    """Whether the search judges this state rather than look further."""
    return depth == 0 or game.ended(state)


def judge(game: Game[Any, Any], state: Any, watch: Watch) -> Any:
    """The pay-off where the game is over, E(s) where the depth limit stops the search."""
    final = game.ended(state)
    value = game.utility(state) if final else game.estimate(state)
    watch.leaf(value, final=final)
    return value


def mover_sign(game: Game[Any, Any], state: Any) -> int:
    """+1 where player 0 (MAX) moves, −1 where player 1 (MIN) does."""
    return 1 if game.player(state) == 0 else -1


def less(depth: int | None) -> int | None:
    """One ply less of the depth limit, where there is one."""
    return None if depth is None else depth - 1


def result(algorithm: str, value: Payoff, line: Line, watch: Watch, depth: int | None, **more: Any) -> Result:
    """The answer of a finished search; proven where no estimate was used."""
    proof = Proof.ESTIMATE if watch.estimates else Proof.PROVEN
    return Result(
        algorithm=algorithm,
        value=value,
        move=line[0] if line else None,
        line=line,
        proof=proof,
        depth=depth,
        nodes=watch.nodes,
        leaves=watch.leaves,
        seconds=watch.seconds,
        trace=watch.trace(algorithm),
        **more,
    )


Order = Callable[[Any, list[Any]], list[Any]]


def in_order(game: Game[Any, Any], state: Any, moves: list[Any]) -> list[Any]:
    """The moves sorted by the game's partial evaluator, larger first; as they come where it has none."""
    if game.order is None:
        return moves
    order = game.order
    return sorted(moves, key=lambda move: -order(state, move))
