"""Engines are made once and used again; a cleared one plays like a new one."""

from __future__ import annotations

from typing import Any

import pytest

import spielbaum.engine
from spielbaum.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import EngineStore, Turn, play_match
from spielbaum.play.engine_store import SHARED
from spielbaum.play.levels import LevelPlayer

GAME = load_game("tictactoe")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Engine[Any, Any]]:
    """Every engine that a store makes."""
    engines: list[Engine[Any, Any]] = []

    def make(*arguments: Any, **options: Any) -> Engine[Any, Any]:
        engines.append(Engine(*arguments, **options))
        return engines[-1]

    monkeypatch.setattr(spielbaum.engine, "Engine", make)
    SHARED.clear()
    return engines


def test_a_level_takes_the_same_engine_for_every_move_and_plays_as_with_new_ones(
    made: list[Engine[Any, Any]],
) -> None:
    store = EngineStore(2)
    player = LevelPlayer(8, table_mb=1, engines=store)
    position = Position(GAME, GAME.start)
    while not position.over:
        player.prepare(GAME, 1)
        choice = player.choose(position, Turn())
        new = LevelPlayer(8, table_mb=1, engines=EngineStore(2)).choose(position, Turn())
        assert choice.move == new.move
        if choice.result is not None and new.result is not None:
            assert choice.result.nodes == new.result.nodes
        position = position.after(choice.move)
    assert store.take(GAME, 1, 1, "solve") is made[0]


def test_the_next_match_takes_the_engines_of_the_last(made: list[Engine[Any, Any]]) -> None:
    players = ["engine:nodes=200,table_mb=1"] * 2
    first = play_match(GAME, players, seed=1).moves
    assert len(made) == 2
    assert play_match(GAME, players, seed=1).moves == first
    assert len(made) == 2


def test_a_store_tells_engines_apart_and_keeps_only_some(made: list[Engine[Any, Any]]) -> None:
    store = EngineStore(1, most_table_mb=1)
    with store.lend(GAME, table_mb=64) as engine:
        assert engine.table_mb == 1
        with store.lend(GAME) as other:
            assert other is not engine
    with store.lend(GAME) as again:
        assert again is engine  # the last one that was given back
    with store.lend(load_game("tictactoe")) as another:
        assert another is not engine
    assert len(made) == 3


def test_an_engine_that_is_still_searching_is_not_given_to_others() -> None:
    store = EngineStore(1)
    engine = store.take(GAME, table_mb=1)
    thinking = engine.start(lines=2)  # goes on until it is stopped: the second best move is never proven
    store.give_back(engine)
    assert store.take(GAME, table_mb=1) is not engine
    thinking.stop()
    thinking.result()
