"""Positions in the order of their keys, as the file has them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spielbaum.engine.position_set import ThreadPool
from spielbaum.solution.format import ExpectedSection, Int64Array, Section
from spielbaum.solution.storage import Storage

Int32Array = NDArray[np.int32]


def section_of(pool: ThreadPool, storage: Storage, values: Int32Array, plies: Int32Array) -> Section:
    """The positions of a graph in the order of their keys; those of -1 plies go round."""
    keys = storage.read(0, "keys.0", np.int64).reshape(-1, pool.key_words)
    order = order_of(keys, pool)
    plies = plies[order]
    states = storage.read(0, "states.0", np.int64).reshape(-1, pool.words)
    keyed = pool.code.rules.game.hints.key is not None
    return Section(
        None, keys.take(order, 0), values[order], plies, plies < 0, Ordered(states, order) if keyed else None
    )


def expected_section_of(
    pool: ThreadPool, storage: Storage, values: NDArray[np.float64], chance: NDArray[np.uint8], error: float
) -> ExpectedSection:
    """The same for a game with chance."""
    keys = storage.read(0, "keys.0", np.int64).reshape(-1, pool.key_words)
    order = order_of(keys, pool)
    states = Ordered(storage.read(0, "states.0", np.int64).reshape(-1, pool.words), order)
    return ExpectedSection(None, keys.take(order, 0), values.take(order), chance.take(order), error, states)


@dataclass(frozen=True, eq=False)
class Ordered:
    """Rows in an order, read where they are asked for."""

    rows: Int64Array
    order: Int64Array

    def __getitem__(self, number: int) -> Int64Array:
        row: Int64Array = self.rows[self.order[number]]
        return row


def order_of(keys: Int64Array, pool: ThreadPool) -> Int64Array:
    """The numbers of the positions in the order of their keys, the first word first; of equal keys one."""
    joined = _joined(keys)
    if len(joined) == 1 and joined[0].min(initial=0) >= 0:
        order: Int64Array = np.arange(len(keys))
        pool.sort(joined[0], order)
        doubles = joined[0][1:] == joined[0][:-1]
    else:
        order = np.lexsort(joined[::-1])
        doubles = np.ones(max(len(keys) - 1, 0), np.bool_)
        for column in joined:
            ordered = column[order]
            doubles &= ordered[1:] == ordered[:-1]
    # A position that two threads added at the same time is there twice, with the same value.
    return np.delete(order, np.flatnonzero(doubles) + 1) if doubles.any() else order


def _joined(keys: Int64Array) -> list[Int64Array]:
    """The columns with those of few bits joined: one word, none below 0, is sorted at once.

    A column that needs all 64 bits stays as it is, with what is below 0 in it.
    """
    joined: list[Int64Array] = []
    room = 0
    for column in keys.T:
        least = int(column.min(initial=0))
        bits = (int(column.max(initial=0)) - least).bit_length()
        if bits > 63:
            joined.append(column)
            room = 0
        elif joined and bits <= room:
            joined[-1] = joined[-1] << bits | (column - least)
            room -= bits
        else:
            joined.append(column - least)
            room = 63 - bits
    return joined
