"""max^n: every player looks after their own pay-off (Luckhardt and Irani 1986)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from spielbaum.errors import UnknownName
from spielbaum.expectation import exact_number, mean_payoff
from spielbaum.game import Game, M, S
from spielbaum.result import CHANCE, Payoff, Result, Value
from spielbaum.search.common import Moves, Problem, Search, deep_calls, less, start_search
from spielbaum.search.watch import Watch
from spielbaum.trace import Path

Payoffs = tuple[Value, ...]
#: What a pay-off is worth to a player.
Worth = Callable[[int, Payoffs], Value]
#: Which of equally good children is taken.
Ties = Literal["first", "last"]


@dataclass(frozen=True)
class PayoffSum:
    """How much there is to win: the pay-offs sum to at most `total`, and nobody gets less than `least`."""

    total: Value
    least: Value
    players: int

    def left(self, taken: Value) -> Value:
        """What another player can get at most where one has already got that much."""
        return self.total - taken - (self.players - 2) * self.least

    @property
    def most(self) -> Value:
        """What a player can get at most."""
        return self.total - (self.players - 1) * self.least


def maxn(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    prune: bool = True,
    total: Value | None = None,
    least: Value | None = None,
    ties: Ties = "first",
    watch: Watch | None = None,
) -> Result[M]:
    """One value per player: at each node those of the child that is best for the player to move.

    Promise: v[p] is the largest v[p] among the children, p being the player to move; **of equally good
    children the first one is taken**, or the last one with `ties="last"`. (The other players may get quite
    another value by that.) Where nature moves each player gets the average, in exact fractions, and nothing
    is cut across it. With two players and zero sum v[0] is the minimax value.

    Shallow pruning (Korf 1991), where `total` and `least` are given or declared by the game: once the
    mover has v, the parent's player can get at most total − v − (n − 2)·least here. If the parent has
    that much already, the rest is cut; where the last of equals is taken, only if the parent has more.
    Deep pruning would be wrong with three players, for a pruned
    value may still decide between other nodes on its way up. The root's value is the same either way.
    """
    search = start_search("maxn", problem, state, watch, depth, zero_sum=False, chance=True, sides=False)
    limit = _payoff_sum(search.game, total, least) if prune else None
    with deep_calls():
        best, line = shared_value(search, depth, lambda player, payoffs: payoffs[player], limit, ties)
    return search.result(best, line, depth, view=None)


def _payoff_sum(game: Game[Any, Any], total: Value | None, least: Value | None) -> PayoffSum | None:
    if total is None:
        total = 0 if game.facts.zero_sum else game.facts.total
    if least is None:
        least = game.facts.values[0]
    return None if total is None else PayoffSum(total, least, game.facts.players)


def payoffs_of(value: Payoff) -> Payoffs:
    """One number per player, also for two players and zero sum."""
    return value if isinstance(value, tuple) else (value, -value)


def exact_payoffs(value: Payoff) -> Payoffs:
    """The same in exact numbers, which averages need."""
    return tuple(map(exact_number, payoffs_of(value)))


def shared_value(
    search: Search, depth: int | None, worth: Worth, limit: PayoffSum | None, ties: Ties
) -> tuple[Payoffs, Moves]:
    """The search itself, for any idea of what pay-offs are worth to whom."""
    if ties not in get_args(Ties):
        raise UnknownName("ties", str(ties), get_args(Ties))
    game, watch = search.game, search.watch
    last = ties == "last"

    def value(
        path: Path, state: Any, depth: int | None, above: tuple[int, Value] | None
    ) -> tuple[Payoffs, Moves]:
        """`above` is the player at the parent and what that player already has there."""
        player = game.player(state)
        watch.enter(path, player)
        moves = search.choices(state, depth)
        if not moves:
            return search.evaluate_leaf(path, state, exact_payoffs if game.has_chance else payoffs_of), ()
        if player == CHANCE:
            return average(path, state, moves, depth), ()
        best: Payoffs | None = None
        line: Moves = ()
        for number, move in enumerate(moves, start=1):
            mine = None if best is None else (player, best[player])
            child, below = value((*path, move), game.play(state, move), less(depth), mine)
            better = 0 if best is None else worth(player, child) - worth(player, best)
            if best is None or better > 0 or (better == 0 and last):
                best, line = child, (move, *below)
                watch.update(path, move, best)
            if limit is None:
                continue
            # A later child that is as good would be taken where the last of equals is.
            if best[player] >= limit.most and not last:
                watch.cutoff(path, "most", best[player], limit.most, moves[number:])
                break
            if above is None or above[0] == player:
                continue
            left = limit.left(best[player])
            if left < above[1] or (left == above[1] and not last):
                watch.cutoff(path, "share", left, above[1], moves[number:], path[:-1])
                break
        assert best is not None
        watch.leave(path, best)
        return best, line

    def average(path: Path, state: Any, moves: list[Any], depth: int | None) -> Payoffs:
        probabilities = game.probabilities(state)
        watch.chance(path, probabilities)
        values = []
        for move in moves:
            child, _ = value((*path, move), game.play(state, move), less(depth), None)
            watch.outcome(path, move, child)
            values.append(child)
        found = mean_payoff(zip(probabilities.values(), values, strict=True))
        watch.leave(path, found)
        return found

    return value((), search.state, depth, None)
