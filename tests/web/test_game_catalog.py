"""Positions that clients name: read once, and from there on."""

from __future__ import annotations

from typing import Any

import pytest

from spielbaum.errors import IllegalMove, TooLarge
from spielbaum.game import Position
from spielbaum.web.game_catalog import GameCatalog, parameters_of


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves that were read from their text."""
    words: list[str] = []
    play = Position.play

    def counting(self: Position[Any, Any], text: str) -> Position[Any, Any]:
        words.append(text)
        return play(self, text)

    monkeypatch.setattr(Position, "play", counting)
    return words


def test_a_move_further_reads_one_move(played: list[str]) -> None:
    catalog = GameCatalog()
    catalog.position("connect4:height=5", "", ["1122"])
    assert len(played) == 4
    further = catalog.position("connect4:height=5", "", ["1122", "3"])
    assert played[4:] == ["3"]
    assert further.history_texts == list("11223")
    assert catalog.position("connect4:height=5", "", ["1", "1", "2", "2"]).plies == 4
    assert len(played) == 5


def test_other_games_and_starts_are_other_positions(played: list[str]) -> None:
    catalog = GameCatalog()
    one = catalog.position("connect4:width=6", "", ["1", "1"])
    other = catalog.position("connect4:width=5", "", ["1", "1"])
    assert one.game is not other.game
    assert len(played) == 4
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert catalog.position("chess", fen, ["O-O"]).root_notation == fen
    with pytest.raises(IllegalMove):
        catalog.position("chess", "", ["O-O"])


def test_parameters_that_a_game_offers_may_be_large() -> None:
    catalog = GameCatalog()
    game = catalog.game("2048:goal=2048")
    assert game.presentation.parameters["goal"] == 2048
    goal = next(one for one in parameters_of(game, "2048") if one.name == "goal")
    assert goal.choices[:2] == ("0", "8")
    with pytest.raises(TooLarge):
        catalog.game("2048:goal=2000")


def test_games_that_end_may_be_long() -> None:
    """Those that go in circles are read for 1,000 moves; the dice of Pig end it some time."""
    catalog = GameCatalog()
    assert catalog.position("pig", "", ["roll", "1"] * 600).plies == 1200
    with pytest.raises(TooLarge, match="At most 1000 moves"):
        catalog.position("chess", "", ["Nf3", "Nf6", "Ng1", "Ng8"] * 251)


def test_an_illegal_move_is_told_with_its_number() -> None:
    catalog = GameCatalog()
    catalog.position("connect4", "", ["4", "4"])
    with pytest.raises(IllegalMove, match=r"^Move 3 of 4 4 9 1: 9 is not"):
        catalog.position("connect4", "", ["4", "4", "9", "1"])
