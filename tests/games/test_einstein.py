"""EinStein würfelt nicht!: its rules and what is written of its positions."""

from __future__ import annotations

from typing import Any

import pytest

from spielbaum import CHANCE, Position
from spielbaum.conformance import check_game
from spielbaum.errors import BadInput
from spielbaum.games.einstein import einstein
from spielbaum.search import expectiminimax, star2

START = "ABC../DE.../F...f/...ed/..cba w *"


def test_the_start_and_a_few_moves() -> None:
    game = einstein()
    position = Position.of(game, "5 b4c3 1")
    assert game.presentation.notation is not None
    assert game.presentation.notation(game.start) == START
    assert game.presentation.notation(position.state) == "ABC../D..../F.E.f/...ed/..cba b 1"
    assert position.movers == [CHANCE, 0, CHANCE]
    assert position.legal_texts == ["e1d1", "e1e2", "e1d2"]  # onto own stones as well


def test_the_nearest_numbers_move_where_a_stone_is_gone() -> None:
    position = Position.of(einstein(), "...../.B.../..E../...../d...a w 3")
    assert position.legal_texts == ["b4c4", "b4b3", "b4c3", "c3d3", "c3c2", "c3d2"]
    black = Position.of(einstein(), "...../.B.../..E../...../d...a b 2")
    assert black.legal_texts == ["e1d1", "e1e2", "e1d2", "a1a2"]
    assert Position.of(einstein(), "...../.B.../..E../...../d...a w 6").legal_texts == [
        "c3d3",
        "c3c2",
        "c3d2",
    ]


@pytest.mark.parametrize(
    ("text", "move", "value"),
    [
        ("...../...../...../...A./d.... w 4", "d2e1", 1),  # the corner
        ("...../.a.../...../...../...D. b 1", "b4a5", -1),
        ("...../.a.../..D../...../..... b 1", "b4b5", 0),
        ("..A../..a../...../...../..... w 2", "c5c4", 1),  # the last stone
    ],
)
def test_the_end(text: str, move: str, value: int) -> None:
    game = einstein()
    after = Position.of(game, text).play(move)
    assert after.over == (value != 0)
    if value:
        assert game.utility(after.state) == value
        assert after.player != CHANCE


def test_placements() -> None:
    game = einstein(first=615243, second=162534)
    assert game.presentation.notation is not None
    assert game.presentation.notation(game.start) == "FAE../BD.../C...d/...ce/..bfa w *"


def test_rows_and_columns_may_be_exchanged() -> None:
    game = einstein()
    one, two = "A.B../...../..C../...../....a w 2", "A..../...../B.C../...../....a w 2"
    assert game.key_of(Position.of(game, one).state) == game.key_of(Position.of(game, two).state)


def test_a_race_is_searched_to_its_end() -> None:
    """White needs two moves, Black, to move, one with any throw: White has lost."""
    game = einstein()
    state = Position.of(game, "...../..A../...../.b.../..... b *").state
    assert expectiminimax(game, state, depth=4).value != -1
    near = Position.of(game, ".a.../...../..A../...../..... b *").state
    assert expectiminimax(game, near, depth=4).value == -1 == star2(game, near, depth=4).value


@pytest.mark.long
def test_check_finds_nothing_wrong() -> None:
    assert not check_game(einstein(), games=20).faults


@pytest.mark.parametrize(
    "text",
    [
        "ABC../DE.../F...f/...ed/..cba w 7",
        "ABC../DE.../F...f/...ed/..cba w 0",
        "ABC../DE.../F...f/...ed/..cba w",
        "ABC../DE.../F...f/...ed/..cba x 1",
        "AAC../DE.../F...f/...ed/..cba w 1",
        "...../...../...../...../..... w *",
        "..a../...../...../...../....A w *",
        "..a../...../...../...../....A b 1",
    ],
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Position.of(einstein(), text)


@pytest.mark.parametrize("parameters", [{"first": 12345}, {"second": 112345}])
def test_impossible_placements_are_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        einstein(**parameters)
