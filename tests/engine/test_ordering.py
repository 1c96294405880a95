"""Which moves experience counts for."""

from __future__ import annotations

import pytest

from spielbaum.engine import ordering
from spielbaum.engine.ordering import BY_GAME, BY_KILLER, BY_TABLE, MOST_HISTORY, MOST_ORDER, TIE_BITS, learns


@pytest.mark.parametrize("by_table", [0, BY_TABLE])
def test_killers_and_history_are_about_quiet_moves(monkeypatch: pytest.MonkeyPatch, by_table: int) -> None:
    """Whatever was learnt of a quiet move, and whatever the game says of a lively one."""
    quiet = (0, -MOST_HISTORY, MOST_HISTORY, BY_KILLER + 2 + MOST_HISTORY)
    lively = [order * BY_GAME for order in (-MOST_ORDER, -1000, -1, 1, 1000, MOST_ORDER)]
    monkeypatch.setattr(ordering, "REDUCIBLE", True)
    assert all(learns((rank << TIE_BITS) + by_table) for rank in quiet)
    assert not any(learns((rank << TIE_BITS) + by_table) for rank in lively)
    monkeypatch.setattr(ordering, "REDUCIBLE", False)
    assert all(learns((rank << TIE_BITS) + by_table) for rank in (*quiet, *lively))


def test_the_move_of_the_table_comes_first() -> None:
    highest = (MOST_ORDER * BY_GAME << TIE_BITS) + (1 << TIE_BITS) - 1
    assert highest < BY_TABLE - (MOST_ORDER * BY_GAME << TIE_BITS)
    assert BY_TABLE + highest < 1 << 63
