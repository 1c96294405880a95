"""Answers that cannot be right are named with the rule before anything is compiled."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from spielbaum import Game, load_game
from spielbaum.engine import Engine
from spielbaum.engine.guards import check_answers
from spielbaum.engine.mcts import Mcts
from spielbaum.errors import BrokenGame
from spielbaum.games import built_in_names
from tests.support.changed import changed
from tests.support.patience import PATIENCE


def state_of_another_form(s: Any, taken: int) -> Any:
    return (s.left - taken, 1 - s.player, 0)


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "no number": ({"utility": lambda _s: None}, "engine.guard.number"),
    "beyond values": ({"utility": lambda _s: 7}, "engine.guard.values"),
    "two numbers": ({"utility": lambda _s: (1, -1)}, "engine.guard.payoff"),
    "third player": ({"player": lambda _s: 2}, "engine.guard.player"),
    "player by name": ({"player": lambda _s: "white"}, "engine.guard.player"),
    "estimate": ({"evaluate": lambda _s: None}, "engine.guard.number"),
    "order": ({"order": lambda _s, _m: "first"}, "engine.guard.number"),
    "form": ({"play": state_of_another_form, "player": lambda s: s[1]}, "engine.guard.form"),
    "no moves": (
        {"moves": lambda s: [1] if s.left > 4 else [], "over": lambda s: s.left == 0},
        "engine.guard.no_moves",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_the_rule_is_named(what: str) -> None:
    changes, key = FAULTS[what]
    game: Game[Any, Any] = changed(load_game("takeaway"), **changes)
    with pytest.raises(BrokenGame) as raised:
        Engine(game, table_mb=0.01).solve()
    assert raised.value.key == key
    rule = next(iter(changes)) if "function" in raised.value.fields else ""
    assert rule in str(raised.value)


def test_games_of_several_players_too() -> None:
    game: Game[Any, Any] = replace(load_game("trio"), utility=lambda _s: (1, 2))
    with pytest.raises(BrokenGame) as raised:
        Mcts(game).search(playouts=5)
    assert raised.value.key in ("engine.guard.payoff", "engine.guard.values")


def test_a_rule_that_does_not_come_back_is_left_to_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.engine.guards.SECONDS", 0.05)
    awake = Event()

    def play(_s: Any, _taken: int) -> Any:
        awake.wait(PATIENCE)
        raise ValueError

    check_answers(replace(load_game("takeaway"), play=play))
    awake.set()


@pytest.mark.parametrize("name", built_in_names())
def test_the_games_that_come_along_pass(name: str) -> None:
    check_answers(load_game(name))
