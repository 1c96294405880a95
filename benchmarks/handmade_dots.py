"""Dots and Boxes searched by a kernel written for nothing else: the measure of what generality costs.

The same search as the engine's with the same switches: iterative deepening, fail-soft alpha-beta, moves that
close boxes first. The boxes are constants of the kernel, the value is carried relative to the mover, and
nothing is written to memory but the count of nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import int64, njit

from benchmarks.handmade_search import INFINITY, deepening


def searcher(width: int, height: int) -> Callable[[int], tuple[int, int]]:
    """A function from a depth to (value of the empty board, nodes)."""
    across = width * (height + 1)
    total = across + (width + 1) * height
    boxes = [
        1 << y * width + x | 1 << (y + 1) * width + x | 3 << across + y * (width + 1) + x
        for y in range(height)
        for x in range(width)
    ]
    # The boxes on both sides of a line, without the line; −1 where there is only one.
    beside = np.full((total, 2), -1, np.int64)
    for line in range(total):
        for side, box in enumerate(box for box in boxes if box >> line & 1):
            beside[line, side] = box & ~(1 << line)
    everything = (1 << total) - 1
    beside_rows = tuple((int(a), int(b)) for a, b in beside)

    @njit(nogil=True, inline="always")
    def closing(lines: int, line: int) -> int:
        first, second = beside_rows[line]
        # No set of lines contains −1, which has bits that lines have not.
        return (lines & first == first) + (lines & second == second)

    @njit(int64(int64, int64, int64, int64, int64, int64, int64, int64[::1]), nogil=True)
    def visit(
        lines: int, margin: int, ply: int, depth: int, alpha: int, beta: int, first: int, root: Any
    ) -> int:
        """The value for the mover, who is `margin` boxes ahead. `first` is tried before all others."""
        root[0] += 1
        if depth == 0 or lines == everything:
            return margin
        best = -INFINITY
        lowest = alpha
        # −1: the move to begin with; then those that close two boxes, one, none.
        for rank in range(-1 if first >= 0 else 0, 3):
            for line in range(first if rank < 0 else 0, first + 1 if rank < 0 else total):
                if (lines >> line) & 1 or (rank >= 0 and line == first):
                    continue
                closed = closing(lines, line)
                if rank >= 0 and closed != 2 - rank:
                    continue
                drawn = lines | 1 << line
                if closed:
                    value = visit(drawn, margin + closed, ply + 1, depth - 1, lowest, beta, -1, root)
                else:
                    value = -visit(drawn, -margin, ply + 1, depth - 1, -beta, -lowest, -1, root)
                if value > best:
                    best = value
                    if ply == 0:
                        root[1] = line
                    lowest = max(lowest, best)
                    if best >= beta:
                        break
            if best >= beta:
                break
        return best

    return deepening(visit)
