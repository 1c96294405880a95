"""Value iteration: expected values where positions come again (Shapley 1953, Bellman 1957).

Expectiminimax follows moves and throws forwards and never comes back where a game can go in circles: in Pig
both players may throw a one for ever. Value iteration looks at all positions as a graph and keeps two bounds
for each, between which its value lies:

1. Where the game is over both are the pay-off. Everywhere else the lower bound is the least pay-off there is
   and the upper one the greatest; and 0 lies between them, which a game without end is worth.
2. A sweep takes each position once and works both bounds out anew from those of the positions after it: their
   mean where nature moves, the greatest where MAX does, the smallest where MIN does.
3. Sweeps go on until no two bounds are further apart than twice the precision.

Bounds stay true, since means, maxima and minima grow with what they are made of. So the distance that is left
is a proof (interval iteration, Haddad and Monmege 2014); that a sweep changes little would be none. They meet
where the game ends with probability one, however it is played. Where a player can go on for ever, they need
not, and this is said instead of a value.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields
from fractions import Fraction
from math import ceil, floor, inf, nextafter
from typing import Any, NamedTuple, cast

from spielbaum.errors import BadInput, Unfit
from spielbaum.expectation import exact, mean, middle, simplest
from spielbaum.game import M, S
from spielbaum.result import CHANCE, Bound, Proof, Result, Value
from spielbaum.search.common import Moves, Problem, Search, start_search
from spielbaum.search.position_graph import (
    MOST_POSITIONS,
    ByPosition,
    Name,
    Naming,
    PositionNode,
    explore,
    positions_of,
)
from spielbaum.search.watch import Watch
from spielbaum.trace import Narrow, Path, number

#: How near the value is known, at the least.
PRECISION = 1e-6
#: Bounds are exact fractions while these are short; longer ones are rounded outwards to this share of the
#: precision.
LONG, GRID = 10**9, 1 << 20


class Bounds(NamedTuple):
    """Between which numbers the value of a position lies, from the side of player 0."""

    low: Value
    high: Value

    @property
    def value(self) -> Value:
        return middle(self.low, self.high)

    @property
    def error(self) -> float:
        """How far the value may be from the true one, rounded upwards."""
        return nextafter(float(self.high - self.low) / 2, inf) if self.high > self.low else 0.0


@dataclass(frozen=True, repr=False)
class ExpectedValues(ByPosition[Bounds]):
    """Every position that can be reached, by its key."""

    def __repr__(self) -> str:
        error = max(bounds.error for bounds in self.values())
        return f"<expected values of {len(self)} positions, each within {error:.2g}>"


@dataclass(frozen=True, kw_only=True)
class Iterated(Result[M]):
    """The answer for the position searched, and the expected values of all that can be reached from it."""

    expected: ExpectedValues
    #: How often all positions were gone through.
    sweeps: int


def value_iteration(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    precision: float = PRECISION,
    most: int = MOST_POSITIONS,
    watch: Watch | None = None,
) -> Iterated[M]:
    """The expected value of every position that can be reached, and of the first one with its move.

    Promise: the true value of a position, with best play of both sides, is at least its lower and at most its
    upper bound; they are no further apart than twice the `precision`. The value is the middle between them,
    and `error` how far the true one may be from it: 0 where both are equal. The move has the best lower bound
    (for MIN the best upper one). Where no position comes again the value is that of expectiminimax.
    More than `most` positions raise `TooLarge`, bounds that do not meet `Unfit`.

    For one player, or two with zero sum. With a `depth` limit positions are also told apart by their ply, and
    those at the limit are estimated.
    """
    if not precision > 0:
        raise BadInput("error.search.precision", given=precision)
    game = problem.as_game()
    if not game.one_number:
        game.require_two_player_zero_sum("value-iteration", chance=True)
    started = start_search(
        "value-iteration", problem, state, watch, depth, zero_sum=False, chance=True, nested=False
    )
    search, key, paths = positions_of(started, depth)

    def name(state: Any, ply: int) -> Name:
        return Name(key(state), None if depth is None else ply)

    graph, numbers = explore(search, name, paths, depth, most, PositionNode, _worth)
    known, sweeps = _narrowed(graph, search, precision)
    root, bounds = graph[0], known[0]
    proof = Proof.ESTIMATE if root.doubtful else Proof.PROVEN
    line = _line(graph, known, numbers, search, name)
    result = search.result(bounds.value, line, depth, verdict=(Bound.EXACT, proof))
    shared = {part.name: getattr(result, part.name) for part in fields(Result)}
    shared["error"] = bounds.error
    found: dict[Hashable, Bounds] = {}
    for named, place in numbers.items():
        found.setdefault(named.key, known[place])
    return Iterated(**shared, expected=ExpectedValues(found, key), sweeps=sweeps)


def _worth(search: Search, path: Path, state: Any) -> Value:
    value: Value = search.evaluate_leaf(path, state, exact)
    return value


def _narrowed(graph: list[PositionNode], search: Search, precision: float) -> tuple[list[Bounds], int]:
    """The bounds of all positions, near enough to each other, and the number of sweeps."""
    ends = [position.value for position in graph if position.value is not None]
    widest = Bounds(min(0, *ends), max(0, *ends)) if ends else Bounds(0, 0)
    known = [
        widest if position.value is None else Bounds(position.value, position.value) for position in graph
    ]
    grid = Fraction(str(precision)) / GRID
    sweep = 0
    while True:
        sweep += 1
        moved = 0.0
        # Those found last come first: ends lie far from the root, and values go from them to it.
        for place in range(len(graph) - 1, -1, -1):
            position, before = graph[place], known[place]
            if position.value is not None or before.low == before.high:
                continue
            low, best = _bound(position, [known[after].low for _, after, _ in position.moves])
            high, _ = _bound(position, [known[after].high for _, after, _ in position.moves])
            now = Bounds(
                max(before.low, _rounded(low, grid, floor)), min(before.high, _rounded(high, grid, ceil))
            )
            if now != before:
                moved = max(moved, float(now.low - before.low), float(before.high - now.high))
                known[place] = now
                move = None if best is None else position.moves[best][0]
                search.watch.narrow(Narrow(position.path, sweep, now.low, now.high, move))
        wide = max(range(len(graph)), key=lambda place: known[place].high - known[place].low)
        if known[wide].high - known[wide].low <= 2 * precision:
            return known, sweep
        if not moved:
            raise Unfit(
                "solution.for_ever",
                game=search.game.name,
                position=" ".join(map(str, graph[wide].path)) or "the root",
                low=number(known[wide].low),
                high=number(known[wide].high),
            )


def _bound(position: PositionNode, after: list[Value]) -> tuple[Value, int | None]:
    """The bound that follows from those after a position, and the place of the move that has it."""
    if position.player == CHANCE:
        return mean(zip(position.shares, after, strict=True)), None
    best = max(after) if position.player == 0 else min(after)
    return best, after.index(best)


def _rounded(value: Value, grid: Fraction, outwards: Callable[[Any], int]) -> Value:
    """A long fraction as a multiple of the grid, in that direction."""
    if isinstance(value, Fraction) and value.denominator > LONG:
        return simplest(cast(Value, outwards(value / grid) * grid))
    return value


def _line(
    graph: list[PositionNode], known: list[Bounds], numbers: dict[Name, int], search: Search, name: Naming
) -> Moves:
    """Best play from the first position: until nature moves, to the end, or until a position comes again."""
    game, state, place = search.game, search.state, 0
    line: list[Any] = []
    seen: set[int] = set()
    while graph[place].moves and graph[place].player != CHANCE and place not in seen:
        seen.add(place)
        side = 1 if graph[place].player == 0 else -1

        def sure(way: tuple[Any, Any, int], side: int = side) -> tuple[Value, Value]:
            bounds = known[way[2]]
            return (bounds.low, bounds.high) if side == 1 else (-bounds.high, -bounds.low)

        after = ((move, game.play(state, move)) for move in game.legal(state))
        ways = [(move, then, numbers[name(then, len(line) + 1)]) for move, then in after]
        move, state, place = max(ways, key=sure)
        line.append(move)
    return tuple(line)
