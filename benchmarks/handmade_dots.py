"""Dots and Boxes searched by a kernel written for nothing else: the measure of what generality costs.

The same search as the engine's with the same switches: iterative deepening, fail-soft alpha-beta, moves that
close boxes first, the table's move before all, entries of the same depth only. The boxes are constants of the
kernel, the value is carried relative to the mover, and nothing is written to memory but the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import int64, njit

from benchmarks.handmade_table import AT_LEAST, AT_MOST, EXACT, NO_MOVE, new_table, packed, place

INFINITY = 1 << 30


def searcher(width: int, height: int, table_mb: int) -> Callable[[int], tuple[int, int]]:
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

    @njit(int64(int64, int64, int64, int64, int64, int64[::1], int64[::1]), nogil=True)
    def visit(lines: int, margin: int, depth: int, alpha: int, beta: int, table: Any, nodes: Any) -> int:
        """The value for the mover, whose boxes less the other's are `margin`."""
        nodes[0] += 1
        if depth == 0 or lines == everything:
            return margin
        key = (lines << 6 | (margin + 32)) + 1
        at = place(table, key)
        first = NO_MOVE
        if table[at] == key:
            entry = table[at + 1]
            first = (entry >> 10) & 255
            if (entry >> 2) & 255 == depth:
                value, kind = entry >> 18, entry & 3
                if (
                    (kind & AT_LEAST and value >= beta)
                    or (kind & AT_MOST and value <= alpha)
                    or kind == EXACT
                ):
                    return int(value)
        best = -INFINITY
        best_move = NO_MOVE
        lowest = alpha
        # −1: the table's move; then those that close two boxes, one, none.
        for rank in range(-1 if first != NO_MOVE else 0, 3):
            for line in range(first if rank < 0 else 0, first + 1 if rank < 0 else total):
                if (lines >> line) & 1 or (rank >= 0 and line == first):
                    continue
                closed = closing(lines, line)
                if rank >= 0 and closed != 2 - rank:
                    continue
                if closed:
                    value = visit(lines | 1 << line, margin + closed, depth - 1, lowest, beta, table, nodes)
                else:
                    value = -visit(lines | 1 << line, -margin, depth - 1, -beta, -lowest, table, nodes)
                if value > best:
                    best, best_move = value, line
                    lowest = max(lowest, best)
                    if best >= beta:
                        break
            if best >= beta:
                break
        kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        table[at] = key
        table[at + 1] = packed(best, best_move, depth, kind)
        return best

    table: Any = new_table(table_mb)

    def search(depth: int) -> tuple[int, int]:
        table[:] = 0
        nodes = np.zeros(1, np.int64)
        value = 0
        for each in range(1, depth + 1):
            value = visit(0, 0, each, -INFINITY, INFINITY, table, nodes)
        return int(value), int(nodes[0])

    return search
