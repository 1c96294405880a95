"""A transposition table for the handmade searches: two words an entry, always replaced, every probe exact.

word 0   the key + 1; 0 is empty
word 1   value · move (8 bits) · depth (8 bits) · kind (2 bits)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

AT_MOST, AT_LEAST, EXACT = 1, 2, 3
NO_MOVE = 255
#: 2 to the power of 64 divided by the golden ratio, as a signed odd number: Fibonacci hashing (Knuth).
FACTOR = -7046029254386353131


def new_table(megabytes: int) -> Any:
    return np.zeros((megabytes << 20) // 8, np.int64)


@njit(nogil=True, inline="always")
def place(table: Any, key: int) -> int:
    """The index of the entry; the number of entries is a power of two."""
    mixed = key * FACTOR
    return ((mixed ^ (mixed >> 32)) & (len(table) // 2 - 1)) * 2


@njit(nogil=True, inline="always")
def packed(value: int, move: int, depth: int, kind: int) -> int:
    return (value << 18) | (move << 10) | (depth << 2) | kind
