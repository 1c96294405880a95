"""Connect Four solved as a whole, written by hand: what somebody would write who needs only this game.

One word per position (the stones of the player to move added to all stones, column by column), mirror images
folded. Layers forward into a set of words, then values backward by looking the moves up again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.int64]


@numba.njit(cache=False)
def _place(key: int, size: int) -> int:
    mixed = key * np.int64(-7046029254386353131)
    return int((mixed ^ (mixed >> 32)) & (size - 1))


@numba.njit(cache=False)
def _has_line(stones: int, stride: int) -> bool:
    for step in (1, stride, stride - 1, stride + 1):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


@numba.njit(cache=False)
def _folded(own: int, filled: int, width: int, stride: int) -> int:
    key, mirrored = own + filled, 0
    rest = key
    for _ in range(width):
        mirrored = (mirrored << stride) | (rest & ((1 << stride) - 1))
        rest >>= stride
    return min(key, mirrored)


@numba.njit(cache=False)
def _unfolded(key: int, width: int, stride: int) -> tuple[int, int]:
    """Own stones and all stones from their sum: of each column the highest bit tells how high it is."""
    own, filled = 0, 0
    for column in range(width):
        part = (key >> (column * stride)) & ((1 << stride) - 1)
        height = 0
        # own + filled of a column of height h lies from 2^h - 1 to 2 (2^h - 1)
        while part > 2 * ((1 << height) - 1):
            height += 1
        full = (1 << height) - 1
        filled |= full << (column * stride)
        own |= (part - full) << (column * stride)
    return own, filled


@numba.njit(cache=False)
def _next_layer(layer: Words, table: Words, width: int, height: int) -> Any:
    """The keys that one move leads to, each once; `table` is empty before and after."""
    stride, count = height + 1, 0
    found = np.empty(len(layer) * width, np.int64)
    board = 0
    for column in range(width):
        board |= ((1 << height) - 1) << (column * stride)
    for key in layer:
        own, filled = _unfolded(key, width, stride)
        if _has_line(own ^ filled, stride) or filled == board:
            continue
        for column in range(width):
            if filled >> (column * stride + height - 1) & 1:
                continue
            after = filled | (filled + (1 << (column * stride)))
            after &= board
            child = _folded(own ^ filled, after, width, stride)
            at = _place(child, len(table))
            while table[at] != -1 and table[at] != child:
                at = (at + 1) & (len(table) - 1)
            if table[at] == -1:
                table[at] = child
                found[count] = child
                count += 1
    return found[:count].copy()


@numba.njit(cache=False)
def _values(layer: Words, following: Words, worth: Words, table: Words, size: Any) -> Any:
    """Score and plies of a layer from those of the next one, joined as 256 · score + plies."""
    width, height = size
    stride = height + 1
    board = 0
    for column in range(width):
        board |= ((1 << height) - 1) << (column * stride)
    table[:] = -1
    for number in range(len(following)):
        at = _place(following[number], len(table))
        while table[at] != -1:
            at = (at + 1) & (len(table) - 1)
        table[at] = number
    out = np.empty(len(layer), np.int64)
    for number in range(len(layer)):
        own, filled = _unfolded(layer[number], width, stride)
        if _has_line(own ^ filled, stride):
            stones = 0
            for bit in range(width * stride):
                stones += (filled >> bit) & 1
            out[number] = -((width * height + 2 - stones) // 2) * 256
            continue
        if filled == board:
            out[number] = 0
            continue
        best, plies = -(1 << 30), 0
        for column in range(width):
            if filled >> (column * stride + height - 1) & 1:
                continue
            after = (filled | (filled + (1 << (column * stride)))) & board
            child = _folded(own ^ filled, after, width, stride)
            at = _place(child, len(table))
            while following[table[at]] != child:
                at = (at + 1) & (len(table) - 1)
            value, further = -(worth[table[at]] >> 8), (worth[table[at]] & 255) + 1
            if value > best or (value == best and (further < plies if value > 0 else further > plies)):
                best, plies = value, further
        out[number] = best * 256 + plies
    return out


def solver(width: int, height: int) -> Callable[[], tuple[int, int]]:
    """Solves the whole game each time it is called: (positions, value of the start)."""

    def solve() -> tuple[int, int]:
        layers = [np.zeros(1, np.int64)]
        while len(layers[-1]):
            size = 1 << max(int(len(layers[-1]) * 4).bit_length(), 10)
            layers.append(_next_layer(layers[-1], np.full(size, -1, np.int64), width, height))
        layers.pop()
        worth, following = np.zeros(0, np.int64), np.zeros(0, np.int64)
        for layer in reversed(layers):
            table = np.empty(1 << max(int(len(following) * 2).bit_length(), 10), np.int64)
            worth = _values(layer, following, worth, table, (width, height))
            following = layer
        return sum(len(layer) for layer in layers), int(worth[0] >> 8)

    return solve
