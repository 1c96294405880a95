"""Many positions in one call, several threads on one position, and the table that grows."""

from __future__ import annotations

import random
from time import sleep
from typing import Any

import numpy as np
import pytest

from spielbaum import load_game
from spielbaum.engine import Engine
from spielbaum.engine.deepening import Deepening
from spielbaum.engine.exact_solver import LOOK_UP
from spielbaum.engine.exact_values import NO_CHILD
from spielbaum.engine.machine import mix
from spielbaum.engine.table import BUCKET, ENTRIES, keep, probe, spread
from spielbaum.engine.workspace import NODES, SHARED
from spielbaum.game import Game
from tests.support.quick import later


def positions(game: Game[Any, Any], number: int, seed: int, plies: int) -> list[Any]:
    """States some plies from the start where the game is not over."""
    chance = random.Random(seed)
    found: list[Any] = []
    while len(found) < number:
        state = game.start
        for _ in range(plies):
            if not game.ended(state):
                state = game.play(state, chance.choice(game.legal(state)))
        if not game.ended(state):
            found.append(state)
    return found


@pytest.mark.parametrize(("spec", "plies"), [("connect4:width=5,height=4", 5), later("nim:heaps=2-3-4", 2)])
@pytest.mark.parametrize("fresh", [True, False])
def test_values_are_those_of_solve(spec: str, plies: int, fresh: bool) -> None:
    game = load_game(spec)
    states = positions(game, 30, 7, plies)
    alone = Engine(game, table_mb=0.5)
    expected = []
    for state in states:
        alone.clear()
        value = alone.solve(state, line=False).value
        assert isinstance(value, int)
        expected.append(value)
    engine = Engine(game, table_mb=0.5)
    assert engine.values(states, fresh=fresh) == expected
    signs = [(value > 0) - (value < 0) for value in expected]
    assert Engine(game, table_mb=0.5).outcomes(states, fresh=fresh) == signs
    assert engine.outcomes(states) == signs
    assert engine.values([]) == []


def test_two_threads_prove_the_same() -> None:
    game = load_game("connect4:width=5,height=4")
    one, two = Engine(game, table_mb=4), Engine(game, table_mb=4, threads=2)
    for state in positions(game, 12, 3, 2):
        result, expected = two.solve(state), one.solve(state)
        assert (result.value, result.proven) == (expected.value, True)
        assert result.distance == expected.distance


def test_what_another_thread_has_decided_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some nodes the table knows the root, as if another thread had just written it."""
    engine = Engine(load_game("connect4:width=5,height=4"), interpreted=True, table_mb=1)
    scope = engine.code["solve"].__globals__
    settled, remember = scope["settled"], scope["remember"]

    def settled_together(info: Any, s: Any) -> Any:
        info[SHARED] = 1
        return settled(info, s)

    def remember_and_hear(work: Any, table: Any, *entry: int) -> None:
        remember(work, table, *entry)
        if work.info[NODES] >= 1000:
            remember(work, table, 0, 0, 0, 0, NO_CHILD, 1 << 20)

    monkeypatch.setitem(scope, "settled", settled_together)
    monkeypatch.setitem(scope, "remember", remember_and_hear)
    assert engine.values([engine.game.start]) == [0]
    (work,) = engine.memory.workspaces
    assert 1000 <= work.info[NODES] <= 1000 + 10 * LOOK_UP  # alone it takes 3556
    assert not work.busy.any()  # no thread is said to be anywhere


def test_the_value_of_every_move_is_found_by_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread begins at another move; the search of the others counts among the nodes."""
    began: dict[int, int] = {}
    searched = Deepening._below

    def below(self: Deepening, state: Any, child: Any, depth: int) -> tuple[int, int]:
        began.setdefault(id(self), child)
        return searched(self, state, child, depth)

    monkeypatch.setattr(Deepening, "_below", below)
    game = load_game("connect4")
    engine = Engine(game, table_mb=4, threads=2)
    # Without a limit, so that both get to work on a busy machine too.
    thinking = engine.start(every_move=True)
    while not (len(began) == 2 and all(work.info[NODES] > 10_000 for work in engine.memory.workspaces)):
        assert not thinking.done
        sleep(0.01)
    thinking.stop()
    result = thinking.result()
    assert set(began.values()) == {game.play(game.start, 0), game.play(game.start, 3)}
    assert result.nodes == sum(int(work.info[NODES]) for work in engine.memory.workspaces) > 20_000


@pytest.mark.long
def test_two_threads_value_every_move_as_one_does() -> None:
    game = load_game("connect4:width=5,height=4")
    one, two = Engine(game, table_mb=4), Engine(game, table_mb=4, threads=2)
    for state in positions(game, 8, 5, 4):
        result, expected = (
            two.search(state, depth=6, every_move=True),
            one.search(state, depth=6, every_move=True),
        )
        assert (result.move_values, result.move) == (expected.move_values, expected.move)
        exact = one.solve(state, every_move=True)
        result = two.search(state, depth=30, every_move=True)
        assert result.proven
        assert (result.value, result.move_values) == (exact.value, exact.move_values)


def test_spreading_keeps_what_the_table_knows() -> None:
    words, oldest = 4 * BUCKET, 3
    table = np.zeros(2 * words, np.int64)
    table[words:] = -1  # what lies beyond is rubbish and must not be believed
    for key in range(1, 4 * ENTRIES):
        keep(table[:words], key, mix(key), key, 1, oldest, 1)
    for key in range(100, 103):
        keep(table[:words], key, mix(key), key, 0, oldest - 1, 1)
    kept = {key: probe(table[:words], key, mix(key), oldest) for key in range(1, 103)}
    assert sum(data != 0 for data in kept.values()) > ENTRIES
    spread(table, words, oldest)
    for key, data in kept.items():
        assert probe(table, key, mix(key), oldest) == data
