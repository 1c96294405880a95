"""Memory that rules take while they run is given back, however the kernels leave their loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from numba.core.runtime import _nrt_python, rtsys  # type: ignore[attr-defined]

from spielbaum import Engine, Game
from spielbaum.engine.mcts import Mcts
from spielbaum.engine.writing import allocates
from tests.support.quick import later

State = tuple[int, int]


def listed(s: State) -> list[int]:
    return [taken for taken in (1, 2, 3) if taken <= s[0]]


def yielded(s: State) -> Iterator[int]:
    taken = 1
    while taken <= min(3, s[0]):
        yield taken
        taken += 1


def by_helper(s: State) -> Iterator[int]:
    yield from listed(s)


def heap(moves: Callable[[State], Any]) -> Game[State, int]:
    return Game(
        "heap",
        start=(12, 0),
        moves=moves,
        play=lambda s, taken: (s[0] - taken, 1 - s[1]),
        utility=lambda s: 1 if s[1] else -1,
        player=lambda s: s[1],
    )


def test_what_may_hold_memory() -> None:
    assert [allocates(moves) for moves in (listed, yielded, by_helper)] == [True, False, True]


@pytest.mark.parametrize("work", ["search", later("solve"), later("mcts")])
def test_lists_of_moves_are_given_back(work: str) -> None:
    """A generator that compiled code leaves before its end keeps what it holds: every node lost a list."""
    game = heap(listed)
    engine, random = Engine(game, table_mb=1), Mcts(game)
    ways: dict[str, Callable[[], Any]] = {
        "search": lambda: engine.search(depth=6),
        "solve": lambda: engine.solve(game.start),
        "mcts": lambda: random.search(playouts=20),
    }
    do = ways[work]
    _nrt_python.memsys_enable_stats()
    try:
        do()
        before = rtsys.get_allocation_stats()
        engine.clear()
        do()
        after = rtsys.get_allocation_stats()
        assert after.alloc - before.alloc == after.free - before.free > 0
    finally:
        _nrt_python.memsys_disable_stats()


@pytest.mark.parametrize("moves", [listed, yielded, by_helper])
def test_a_game_ends_where_there_is_no_move(moves: Callable[[State], Any]) -> None:
    game = heap(moves)
    engine = Engine(game, table_mb=1, interpreted=True)
    ended = engine.rules.names["ended"]
    assert [left for left in range(5) if ended((left, 0))] == [0]
    assert engine.solve((8, 0)).value == -1
    assert engine.solve((9, 0)).value == 1
