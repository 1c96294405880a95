"""Stones in a row on a bitboard, shared by the games that ask for k in a row.

A board is cut into strips (rows or columns) of `stride` bits, the last bit of each strip left free.
That free bit lets one shift serve a whole direction, because no line can run over the edge:

    strip 0   0 1 2 .        steps: 1 along a strip, `stride` across the strips,
    strip 1   4 5 6 .               `stride` ± 1 on the diagonals (here stride = 4)
    strip 2   8 9 10 .
"""

from __future__ import annotations

from spielbaum.bits import popcount
from spielbaum.errors import BadInput

#: Rules run on signed 64-bit machine words too, so a board has at most this many bits.
WORD = 63


def check_size(name: str, strips: int, length: int, k: int) -> None:
    """A board of `strips` strips with `length` cells each must fit into one word."""
    if strips < 1 or length < 1 or k < 1 or strips * (length + 1) > WORD:
        raise BadInput("error.game.size", game=name, strips=strips, length=length, k=k, limit=WORD)


def board_mask(strips: int, stride: int) -> int:
    """All cells of the board."""
    strip = (1 << (stride - 1)) - 1
    return sum(strip << (index * stride) for index in range(strips))


def runs(cells: int, step: int, k: int) -> int:
    """The first cells of all k cells in a row, `step` apart, that lie in `cells`."""
    length = 1
    while length < k:
        more = min(length, k - length)
        cells &= cells >> (more * step)
        length += more
    return cells


def has_line(stones: int, stride: int, k: int) -> bool:
    """Whether k of the stones lie in a row in any direction."""
    return (
        runs(stones, 1, k) != 0
        or runs(stones, stride, k) != 0
        or runs(stones, stride - 1, k) != 0
        or runs(stones, stride + 1, k) != 0
    )


def line_cells(stones: int, stride: int, k: int) -> int:
    """The stones that lie in such a row."""
    cells = 0
    for step in (1, stride, stride - 1, stride + 1):
        first = runs(stones, step, k)
        for index in range(k):
            cells |= first << (index * step)
    return cells


def open_lines(free: int, stride: int, k: int) -> int:
    """How many lines of k cells lie wholly in `free`."""
    return (
        popcount(runs(free, 1, k))
        + popcount(runs(free, stride, k))
        + popcount(runs(free, stride - 1, k))
        + popcount(runs(free, stride + 1, k))
    )


def lines_through(cell: int, board: int, stride: int, k: int) -> int:
    """How many lines of k cells of the board the cell lies on."""
    count = 0
    for step in (1, stride, stride - 1, stride + 1):
        for before in range(k):
            first = cell - before * step
            if first >= 0 and all(board >> (first + index * step) & 1 for index in range(k)):
                count += 1
    return count


def completing(stones: int, empty: int, stride: int, k: int) -> int:
    """The empty cells where one more stone makes k in a row."""
    return (
        _completing(stones, empty, 1, k)
        | _completing(stones, empty, stride, k)
        | _completing(stones, empty, stride - 1, k)
        | _completing(stones, empty, stride + 1, k)
    )


def _completing(stones: int, empty: int, step: int, k: int) -> int:
    cells = 0
    for gap in range(k):
        first = empty >> (gap * step)
        for index in range(k):
            if index != gap:
                first &= stones >> (index * step)
        cells |= first << (gap * step)
    return cells
