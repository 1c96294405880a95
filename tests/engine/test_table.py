"""The transposition table: what is written can be read, and nothing else is believed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.engine.machine import mix
from spielbaum.engine.table import BUCKET, ENTRIES, bucket_of, free_memory, keep, new_table, probe
from spielbaum.errors import BadInput

words = st.integers(-(1 << 63), (1 << 63) - 1)
payloads = st.integers(-(1 << 46), (1 << 46) - 1)


@given(check=words, place=words, payload=payloads, worth=st.integers(0, 255), age=st.integers(1, 255))
def test_what_is_kept_is_found(check: int, place: int, payload: int, worth: int, age: int) -> None:
    table = new_table(0.001)
    keep(table, check, place, payload, worth, age, 1)
    data = probe(table, check, place, 1)
    assert (data >> 16, (data >> 8) & 255, data & 255) == (payload, age, worth)


@given(entries=st.lists(st.tuples(words, payloads), min_size=1, max_size=40), other=words)
def test_an_entry_is_believed_only_about_its_own_position(entries: list[tuple[int, int]], other: int) -> None:
    """All in one bucket: whatever is found was written, last, under that very check."""
    table = new_table(0.00001)
    last = {}
    for check, payload in entries:
        keep(table, check, 0, payload, 1, 1, 1)
        last[check] = payload
    for check in [*last, other]:
        data = probe(table, check, 0, 1)
        if data:
            assert data >> 16 == last[check]
    assert probe(table, entries[-1][0], 0, 1) >> 16 == entries[-1][1]


def test_the_least_needed_entry_is_given_up() -> None:
    """An older search first, then the one worth least."""
    table = new_table(0.00001)
    for check, (worth, age) in enumerate([(9, 2), (1, 2), (200, 1), (5, 2)], start=1):
        keep(table, check, 0, check, worth, age, 1)
    keep(table, 10, 0, 10, 3, 2, 1)
    assert probe(table, 3, 0, 1) == 0
    keep(table, 11, 0, 11, 3, 2, 1)
    assert probe(table, 2, 0, 1) == 0
    assert all(probe(table, check, 0, 1) for check in (1, 4, 10, 11))


def test_torn_entries_are_not_believed() -> None:
    """Two writers, each of whom got one word in."""
    one, two = new_table(0.00001), new_table(0.00001)
    keep(one, 5, 0, 111, 1, 1, 1)
    keep(two, 5, 0, 222, 1, 1, 1)
    torn = one.copy()
    torn[1] = two[1]
    assert probe(torn, 5, 0, 1) == 0


def test_older_generations_are_forgotten() -> None:
    table = new_table(0.001)
    keep(table, 5, 7, 1, 1, 3, 1)
    assert probe(table, 5, 7, 3) != 0
    assert probe(table, 5, 7, 4) == 0


def test_sizes() -> None:
    assert len(new_table(0.00001)) == BUCKET == 2 * ENTRIES
    table = new_table(3)
    assert table.nbytes == 2 << 20
    assert table.ctypes.data % 64 == 0
    assert {bucket_of(table, mix(i)) % BUCKET for i in range(100)} == {0}


@pytest.mark.parametrize("size", [0, -1, float("nan"), float("inf"), 1 << 30])
def test_absurd_sizes(size: float) -> None:
    with pytest.raises(BadInput, match=r"table"):
        new_table(size)


def test_a_table_larger_than_memory() -> None:
    free = free_memory()
    if free is None:
        pytest.skip("this system does not tell its memory")
    with pytest.raises(BadInput, match="does not fit into memory"):
        new_table((free >> 20) * 4)


def test_mixing_is_a_bijection_that_agrees_with_the_compiled_one() -> None:
    import numba

    from spielbaum.engine import bits  # noqa: F401 - registers what Numba compiles it to

    mixed: Any = numba.njit(lambda word: mix(word) + 0)

    chance = np.random.default_rng(1)
    for word in [0, 1, -1, (1 << 63) - 1, -(1 << 63), *chance.integers(-(1 << 63), 1 << 63, 200, np.int64)]:
        assert mixed(np.int64(word)) == mix(int(word))
    assert len({mix(i) for i in range(5000)}) == 5000
