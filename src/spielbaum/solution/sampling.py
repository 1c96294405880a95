"""How many positions a game has at least: two samples tell long before all positions are found.

A sample follows the game ply by ply: of all positions that a move leads to from those it has, it keeps some,
chosen by chance. Where two samples of n positions, made independently, have C positions in common after k
plies, there are about n² / C positions or more. For if a sample has position p with probability π(p), then
Σ π = n and C is Σ π² on average, and Σ π² ≥ (Σ π)² / N for N positions (Cauchy and Schwarz), however uneven
the samples are. So two fishermen tell how many fish are in a lake by how few both of them have caught.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from spielbaum.engine.position_set import EdgeColumns, PositionSet, ThreadPool

Int64Array = npt.NDArray[np.int64]

#: How many positions are found before the first look ahead; how many times as many before each further one.
FIRST_LOOK, FURTHER = 1 << 22, 4
#: Positions found so far for each position of a sample, and moves tried for both samples, at most, for each
#: position found so far: it takes a small part of the time that was spent by then.
PER_SAMPLED, TRIED = 1 << 9, 1


class Watchman:
    """Says when it is time to look how much there is to come."""

    def __init__(self) -> None:
        self._next = FIRST_LOOK

    def wants_to_look(self, seen: int) -> bool:
        if seen < self._next:
            return False
        while seen >= self._next:
            self._next *= FURTHER
        return True


def least_positions(pool: ThreadPool, seen: int, *, forward: bool) -> int:
    """At least so many positions can be reached, where `seen` were found so far.

    `forward`: no position comes after two different numbers of plies, so those of all plies add up. Otherwise
    the number is that of the ply with most.
    """
    least = least_by_ply(pool, size=seen // PER_SAMPLED, moves=TRIED * seen)
    return max(seen, sum(least) if forward else max(least))


def least_by_ply(pool: ThreadPool, size: int, moves: int) -> list[int]:
    """The positions after 0, 1, 2 … plies, at least, told by samples of that size as long as moves last."""
    random = np.random.default_rng(1)
    start = np.zeros(pool.words, np.int64)
    pool.code.rules.names["pack"](pool.code.rules.game.start, start)
    samples, least = [start.reshape(1, -1)] * 2, [1]
    while moves > 0:
        after = PositionSet(pool, sum(map(len, samples)) * pool.most_moves)
        chosen = []
        for sample in samples:
            edges, notes = EdgeColumns(pool.columns), np.zeros(len(sample), np.int32)
            after.expand_from(sample.reshape(-1), notes, 0, len(sample), edges)
            numbers = edges.arrays()[0] >> 1
            moves -= len(numbers)
            found = np.flatnonzero(_members(numbers, len(after)))
            chosen.append(random.choice(found, size, replace=False) if len(found) > size else found)
        one, other = chosen
        if not len(one) or not len(other):
            break
        least.append(_least(one, other, len(after)))
        samples = [after.all_states().reshape(-1, pool.words)[numbers] for numbers in chosen]
    return least


def _members(numbers: npt.NDArray[np.integer], count: int) -> npt.NDArray[np.bool_]:
    """Of each of so many numbers whether it is among these."""
    found = np.zeros(count, np.bool_)
    found[numbers] = True
    return found


def _least(one: Int64Array, other: Int64Array, count: int) -> int:
    """How many positions there are at least, of which these are samples.

    More are in common than were seen, for luck: three times the deviation, and seven where none was seen (a
    Poisson number that is seven on average comes to nothing once in 1,100 times). All there are at least.
    """
    common = int((_members(one, count) & _members(other, count)).sum())
    return max(int(len(one) * len(other) / (common + 3 * sqrt(common) + 7)), len(one), len(other))
