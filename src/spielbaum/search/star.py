"""Star1 and Star2: alpha-beta through chance nodes (Ballard 1983).

All values lie between a least and a greatest one. So after some outcomes of a chance node its average is
known to lie between two bounds, and the others need not be looked at once these lie outside the window. The
same bounds say what an outcome must bring to matter, which is the window that it is searched with.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, isinf
from typing import Any, Literal

from spielbaum.errors import BadInput
from spielbaum.expectation import exact, exact_number, mean, simplest
from spielbaum.game import M, S
from spielbaum.result import CHANCE, Result, Value
from spielbaum.search.common import (
    FULL,
    Moves,
    Problem,
    Search,
    Window,
    check_window,
    deep_calls,
    less,
    start_search,
)
from spielbaum.search.watch import Watch
from spielbaum.trace import Path, Reason
from spielbaum.tree import cut


def star1(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    window: Window = FULL,
    bounds: Window | None = None,
    watch: Watch | None = None,
) -> Result[M]:
    """The value of `expectiminimax`, without what cannot matter.

    Promise: as that of `alphabeta` (fail-soft), with m the value of expectiminimax, if all values lie within
    the `bounds`: those given, or those that the game declares, or those of the tree.
    """
    return _star("star1", problem, state, depth, window, bounds, watch, probing=False)


def star2(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    window: Window = FULL,
    bounds: Window | None = None,
    watch: Watch | None = None,
) -> Result[M]:
    """The value of `expectiminimax`, with a first look at each outcome before any is searched.

    The first look takes one move of each outcome. Where MAX moves that bounds the outcome from below, where
    MIN moves from above; often these bounds alone put the average outside the window. Promise: as `star1`.
    """
    return _star("star2", problem, state, depth, window, bounds, watch, probing=True)


def _star(
    name: str,
    problem: Problem[S, M],
    state: S | None,
    depth: int | None,
    window: Window,
    bounds: Window | None,
    watch: Watch | None,
    *,
    probing: bool,
) -> Result[M]:
    check_window(window)
    search = start_search(name, problem, state, watch, depth, chance=True)
    limits = _bounds(search, depth, bounds)
    with deep_calls():
        best, line = star_value(search, depth, window, limits, probing=probing)
    return search.result(best, line, depth)


def _bounds(search: Search, depth: int | None, given: Window | None) -> Window:
    """Between which values all leaves and estimates lie; the watch is told what that proves."""
    watch = search.watch
    if given is not None:
        if not given[0] <= given[1]:
            raise BadInput("error.search.bounds", least=given[0], greatest=given[1])
        watch.least, watch.greatest = found = exact_number(given[0]), exact_number(given[1])
        return found
    if search.tree is None:
        return search.game.facts.values
    searched = search.tree if depth is None else cut(search.tree, depth)
    leaves = [leaf for _, leaf in searched.leaves()]
    # A leaf without a value counts as 0.
    numbers = [exact_number(leaf.value or 0) for leaf in leaves if not isinstance(leaf.value, tuple)]
    found = min(numbers), max(numbers)
    if not any(leaf.cut for leaf in leaves):
        watch.least, watch.greatest = found
    return found


class Average:
    """What is known of the average of a chance node: bounds of each outcome, and of all of them.

    The bounds of the average follow each change of one outcome, so that many outcomes cost no more each.
    """

    def __init__(self, probabilities: list[Fraction], bounds: Window) -> None:
        self.probabilities = probabilities
        self.low: list[Value] = [bounds[0]] * len(probabilities)
        self.high: list[Value] = [bounds[1]] * len(probabilities)
        self.least, self.greatest = bounds
        #: How many outcomes have no bound yet.
        self._endless_low, self._endless_high = (len(probabilities) if isinf(end) else 0 for end in bounds)

    def learn(self, index: int, value: Value, asked: Window, prober: int | None) -> None:
        """The outcome was searched with that window, or `prober` took a first look at it."""
        alpha, beta = asked
        share = self.probabilities[index]
        if (prober == 0 or (prober is None and value > alpha)) and value > self.low[index]:
            before, self.low[index] = self.low[index], value
            if self._endless_low:
                self._endless_low -= isinf(before)
                if not self._endless_low:
                    self.least = mean(zip(self.probabilities, self.low, strict=True))
            else:
                self.least = simplest(self.least + share * (value - before))
        if (prober == 1 or (prober is None and value < beta)) and value < self.high[index]:
            before, self.high[index] = self.high[index], value
            if self._endless_high:
                self._endless_high -= isinf(before)
                if not self._endless_high:
                    self.greatest = mean(zip(self.probabilities, self.high, strict=True))
            else:
                self.greatest = simplest(self.greatest + share * (value - before))

    def open(self, moves: list[Any], first: int) -> list[Any]:
        """The outcomes from the first one on whose value is not known."""
        return [moves[i] for i in range(first, len(moves)) if self.low[i] != self.high[i]]

    def window(self, index: int, alpha: Value, beta: Value) -> Window:
        """What the outcome must bring for the average to lie between α and β."""
        share = self.probabilities[index]
        least, greatest = self.low[index], self.high[index]
        lower, upper = -inf, inf
        if not isinf(alpha) and not isinf(self.greatest):
            lower = simplest(greatest - (self.greatest - alpha) / share)
        if not isinf(beta) and not isinf(self.least):
            upper = simplest(least + (beta - self.least) / share)
        # No value lies beyond the bounds, so a window that reaches further is open there.
        return lower if lower >= least else -inf, upper if upper <= greatest else inf


def star_value(
    search: Search, depth: int | None, window: Window, bounds: Window, *, probing: bool
) -> tuple[Value, Moves]:
    """The search itself."""
    game, watch = search.game, search.watch

    def value(path: Path, state: Any, depth: int | None, alpha: Value, beta: Value) -> tuple[Value, Moves]:
        player = game.player(state)
        watch.enter(path, player, alpha, beta)
        moves = search.choices(state, depth)
        if not moves:
            return search.evaluate_leaf(path, state, exact), ()
        if player == CHANCE:
            best, line = average(path, state, moves, depth, alpha, beta), ()
        else:
            best_of = max_value if player == 0 else min_value
            best, line = best_of(path, state, moves, depth, alpha, beta)
        watch.leave(path, best)
        return best, line

    def max_value(
        path: Path, state: Any, moves: list[Any], depth: int | None, alpha: Value, beta: Value
    ) -> tuple[Value, Moves]:
        best, line = -inf, ()
        for number, move in enumerate(moves, start=1):
            child, below = value((*path, move), game.play(state, move), less(depth), alpha, beta)
            if child > best or (child == best and watch.surer(move, best)):
                best, line = child, (move, *below)
                alpha = max(alpha, best)
                watch.update(path, move, best, alpha, beta)
            if best >= beta:
                watch.cutoff(path, "beta", best, beta, moves[number:])
                break
        return best, line

    def min_value(
        path: Path, state: Any, moves: list[Any], depth: int | None, alpha: Value, beta: Value
    ) -> tuple[Value, Moves]:
        best, line = inf, ()
        for number, move in enumerate(moves, start=1):
            child, below = value((*path, move), game.play(state, move), less(depth), alpha, beta)
            if child < best or (child == best and watch.surer(move, best)):
                best, line = child, (move, *below)
                beta = min(beta, best)
                watch.update(path, move, best, alpha, beta)
            if best <= alpha:
                watch.cutoff(path, "alpha", best, alpha, moves[number:])
                break
        return best, line

    def average(
        path: Path, state: Any, moves: list[Any], depth: int | None, alpha: Value, beta: Value
    ) -> Value:
        probabilities = game.probabilities(state)
        watch.chance(path, probabilities, bounds)
        known = Average(list(probabilities.values()), bounds)
        for probe in (True, False) if probing else (False,):
            for index, move in enumerate(moves):
                if known.low[index] == known.high[index]:  # a leaf that was looked at before
                    continue
                after = game.play(state, move)
                choices = len(search.choices(after, less(depth)))
                if probe and choices and (choices == 1 or game.player(after) == CHANCE):
                    continue  # there is no single move that would say anything
                asked = known.window(index, alpha, beta)
                probed = probe and choices > 0
                search_it = first_look if probed else value
                child, _ = search_it((*path, move), after, less(depth), *asked)
                known.learn(index, child, asked, game.player(after) if probed else None)
                watch.outcome(path, move, child, known.least, known.greatest, probe=probed)
                first = 0 if probe else index + 1
                if known.greatest <= alpha:
                    rest = known.open(moves, first)
                    watch.cutoff(path, reason("alpha"), known.greatest, alpha, rest, extreme=bounds[1])
                    return known.greatest
                if known.least >= beta:
                    rest = known.open(moves, first)
                    watch.cutoff(path, reason("beta"), known.least, beta, rest, extreme=bounds[0])
                    return known.least
        return known.least

    def reason(end: Literal["alpha", "beta"]) -> Reason:
        if probing:
            return "probe-alpha" if end == "alpha" else "probe-beta"
        return "average-alpha" if end == "alpha" else "average-beta"

    def first_look(
        path: Path, state: Any, depth: int | None, alpha: Value, beta: Value
    ) -> tuple[Value, Moves]:
        """The value of the first move alone: a bound of the outcome, on the side of whoever moves there."""
        player = game.player(state)
        alpha, beta = (-inf, beta) if player == 0 else (alpha, inf)
        watch.enter(path, player, alpha, beta)
        move = search.choices(state, depth)[0]
        child, below = value((*path, move), game.play(state, move), less(depth), alpha, beta)
        alpha, beta = (max(alpha, child), beta) if player == 0 else (alpha, min(beta, child))
        watch.update(path, move, child, alpha, beta)
        watch.probed(path)
        watch.leave(path, child)
        return child, (move, *below)

    return value((), search.state, depth, *window)
