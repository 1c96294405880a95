"""Compiling pauses the search for garbage, and nothing but compiling."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from spielbaum.engine.compiler import collection_paused


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    yield
    gc.enable()


def test_garbage_waits_for_the_last_one_who_compiles() -> None:
    first, second = collection_paused(), collection_paused()
    first.__enter__()
    assert not gc.isenabled()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()


def test_rules_that_cannot_be_compiled_leave_it_on() -> None:
    with pytest.raises(ValueError, match="no rule"), collection_paused():
        raise ValueError("no rule")
    assert gc.isenabled()


def test_whoever_turned_it_off_finds_it_off() -> None:
    gc.disable()
    with collection_paused():
        pass
    assert not gc.isenabled()
