"""Expectiminimax: minimax with the average where nature moves (Michie 1966)."""

from __future__ import annotations

from math import inf
from typing import Any

from spielbaum.errors import Unfit
from spielbaum.expectation import exact, mean
from spielbaum.game import Game, M, S
from spielbaum.result import CHANCE, Result, Value
from spielbaum.search.common import Moves, Problem, Search, deep_calls, less, start_search
from spielbaum.search.watch import Watch
from spielbaum.trace import Path


def expectiminimax(
    problem: Problem[S, M], state: S | None = None, *, depth: int | None = None, watch: Watch | None = None
) -> Result[M]:
    """The value with best play of both sides where nature moves too, down to `depth` with E(s) there.

    Promise: the value is exactly the largest (for player 1 the smallest) of the values of the positions
    reached, and their average by probability where nature moves; of equally good moves the first one is
    chosen, as in `minimax`. Averages are exact fractions. The line ends where nature moves, and a move of
    nature counts as a ply.
    """
    search = start_search("expectiminimax", problem, state, watch, depth, chance=True)
    with deep_calls():
        best, line = expected_value(search, depth)
    return search.result(best, line, depth)


def expectimax(
    problem: Problem[S, M], state: S | None = None, *, depth: int | None = None, watch: Watch | None = None
) -> Result[M]:
    """The value that one player can expect against nature alone, with the promise of `expectiminimax`.

    Takes games of one player, and trees in which nobody but the first player and nature moves.
    """
    search = start_search("expectimax", problem, state, watch, depth, zero_sum=False, chance=True)
    require_one_player(search.game, tree=search.tree is not None)
    with deep_calls():
        best, line = expected_value(search, depth, alone=True)
    return search.result(best, line, depth)


def require_one_player(game: Game[Any, Any], *, tree: bool = False) -> None:
    """Say plainly when a game has several players; who moves in a tree is seen on the way."""
    if game.facts.players != 1 and not (tree and game.two_player_zero_sum):
        raise Unfit("error.unfit.one_player", game=game.name, players=game.facts.players)


def expected_value(search: Search, depth: int | None, *, alone: bool = False) -> tuple[Value, Moves]:
    """The search itself; `alone`: for the first player and nature only."""
    game, watch = search.game, search.watch

    def value(path: Path, state: Any, depth: int | None) -> tuple[Value, Moves]:
        player = game.player(state)
        watch.enter(path, player)
        moves = search.choices(state, depth)
        if not moves:
            return search.evaluate_leaf(path, state, exact), ()
        if alone and player not in (0, CHANCE):
            raise Unfit("error.unfit.one_player", game=game.name, players=player + 1)
        if player == CHANCE:
            best, line = average(path, state, moves, depth), ()
        else:
            best, line = best_of(path, state, moves, depth, 1 if player == 0 else -1)
        watch.leave(path, best)
        return best, line

    def best_of(
        path: Path, state: Any, moves: list[Any], depth: int | None, sign: int
    ) -> tuple[Value, Moves]:
        """The largest value where `sign` is 1, the smallest where it is −1."""
        best, line = -sign * inf, ()
        for move in moves:
            child, below = value((*path, move), game.play(state, move), less(depth))
            if sign * child > sign * best or (child == best and watch.surer(move, best)):
                best, line = child, (move, *below)
                watch.update(path, move, best)
        return best, line

    def average(path: Path, state: Any, moves: list[Any], depth: int | None) -> Value:
        probabilities = game.probabilities(state)
        watch.chance(path, probabilities)
        values: list[Value] = []
        for move in moves:
            child, _ = value((*path, move), game.play(state, move), less(depth))
            watch.outcome(path, move, child)
            values.append(child)
        return mean(zip(probabilities.values(), values, strict=True))

    return value((), search.state, depth)
