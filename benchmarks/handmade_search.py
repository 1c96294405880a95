"""Iterative deepening around a search that was written by hand for one game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

INFINITY = 1 << 30


def deepening(visit: Callable[..., Any]) -> Callable[[int], tuple[int, int]]:
    """A function from a depth to (value of the empty board, nodes)."""

    def search(depth: int) -> tuple[int, int]:
        root = np.array([0, -1], np.int64)  # nodes, best move of the last iteration
        value = 0
        for each in range(1, depth + 1):
            value = visit(0, 0, 0, each, -INFINITY, INFINITY, root[1], root)
        return int(value), int(root[0])

    return search
