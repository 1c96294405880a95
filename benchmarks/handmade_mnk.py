"""k in a row searched by a kernel written for nothing else: the measure of what generality costs.

The same search as the engine's with the same switches: iterative deepening, fail-soft alpha-beta, cells near
the centre first, open lines as the estimate. The order of the cells is worked out beforehand, moves are made
as they are tried, and nothing is written to memory but the count of nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import int64, njit

from benchmarks.handmade_search import INFINITY, deepening

#: More than any estimate and any number of plies.
WIN = 1 << 20


def centre(width: int, height: int) -> Callable[[int], int]:
    """How near a cell is to the centre; the larger the nearer."""
    stride = width + 1
    return lambda cell: -abs(2 * (cell // stride) - height + 1) - abs(2 * (cell % stride) - width + 1)


def searcher(width: int, height: int, k: int) -> Callable[[int], tuple[int, int]]:
    """A function from a depth to (value of the empty board, nodes); boards of at most 31 bits."""
    stride = width + 1
    board = sum(((1 << width) - 1) << (row * stride) for row in range(height))
    near = centre(width, height)
    cells = [row * stride + column for row in range(height) for column in range(width)]
    order = np.array(sorted(cells, key=lambda cell: -near(cell)), np.int64)
    halves = []  # shifts that shorten runs of k to runs of 1
    length = 1
    while length < k:
        more = min(length, k - length)
        halves.append(more)
        length += more
    shifts = tuple(halves)
    steps = (1, stride, stride - 1, stride + 1)

    @njit(nogil=True, inline="always")
    def runs(stones: int, step: int) -> int:
        for more in shifts:
            stones &= stones >> (more * step)
        return stones

    @njit(nogil=True, inline="always")
    def has_line(stones: int) -> bool:
        return (
            runs(stones, steps[0]) | runs(stones, steps[1]) | runs(stones, steps[2]) | runs(stones, steps[3])
        ) != 0

    @njit(nogil=True, inline="always")
    def ones(word: int) -> int:
        # The usual sums of neighbouring bits, in parallel (Warren, Hacker's Delight); LLVM sees a popcount.
        word = word - ((word >> 1) & 0x5555555555555555)
        word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
        return (word * 0x0101010101010101) >> 56

    @njit(nogil=True, inline="always")
    def open_lines(free: int) -> int:
        return (
            ones(runs(free, steps[0]))
            + ones(runs(free, steps[1]))
            + ones(runs(free, steps[2]))
            + ones(runs(free, steps[3]))
        )

    @njit(int64(int64, int64, int64, int64, int64, int64, int64, int64[::1]), nogil=True)
    def visit(
        own: int, other: int, ply: int, depth: int, alpha: int, beta: int, first: int, root: Any
    ) -> int:
        """The value for the mover; a win counts less the later it comes. `first` is tried first."""
        root[0] += 1
        if has_line(other):
            return ply - WIN
        if own | other == board:
            return 0
        if depth == 0:
            empty = board & ~(own | other)
            return open_lines(empty | own) - open_lines(empty | other)
        best = -INFINITY
        lowest = alpha
        filled = own | other
        for i in range(-1 if first >= 0 else 0, len(order)):
            cell = first if i < 0 else order[i]
            if (filled >> cell) & 1 or (i >= 0 and cell == first):
                continue
            value = -visit(other, own | (1 << cell), ply + 1, depth - 1, -beta, -lowest, -1, root)
            if value > best:
                best = value
                if ply == 0:
                    root[1] = cell
                lowest = max(lowest, best)
                if best >= beta:
                    break
        return best

    return deepening(visit)
