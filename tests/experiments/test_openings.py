"""Openings are distinct, go on, and come again with the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from spielbaum.errors import BadInput
from spielbaum.experiments import choose_openings
from spielbaum.games import load_game

TICTACTOE = load_game("tictactoe")


def test_random_openings() -> None:
    openings = choose_openings(TICTACTOE, "random:3", 40, seed=7)
    assert len(openings) == 40
    states = [opening.position(TICTACTOE).state for opening in openings]
    assert len(set(states)) == 40
    assert all(len(opening.moves) == 3 for opening in openings)
    assert choose_openings(TICTACTOE, "random:3", 40, seed=7) == openings
    assert choose_openings(TICTACTOE, "random:3", 10, seed=7) == openings[:10]
    assert choose_openings(TICTACTOE, "random:3", 40, seed=8) != openings


def test_throws_of_openings_are_drawn_by_weight() -> None:
    """Of 60 new tiles of 2048 some six are a 4; drawn evenly it would be half of them."""
    openings = choose_openings(load_game("2048"), "random:2", 30, seed=1)
    tiles = [tile for opening in openings for tile in opening.moves]
    assert len(tiles) == 60
    assert sum(tile.startswith("4") for tile in tiles) <= 15


def test_all_openings() -> None:
    # 9 · 8 orders of the first two stones are as many positions.
    assert len(choose_openings(TICTACTOE, "all:2", 1000, seed=0)) == 72
    # 9 · 8 · 7 orders of three, of which the two crosses may be exchanged.
    assert len(choose_openings(TICTACTOE, "all:3", 1000, seed=0)) == 9 * 8 * 7 // 2
    assert len(choose_openings(TICTACTOE, "random:2", 1000, seed=0)) == 72
    assert len(choose_openings(TICTACTOE, "start", 5, seed=0)) == 1


def test_openings_never_end_the_game() -> None:
    for opening in choose_openings(TICTACTOE, "random:6", 30, seed=1):
        assert not opening.position(TICTACTOE).over


def test_states_that_are_arrays() -> None:
    kalah = load_game("kalah")
    openings = choose_openings(kalah, "random:2", 10, seed=0)
    boards = {str(opening.position(kalah)) for opening in openings}
    assert len(boards) == len(openings) == 10


def test_openings_from_a_file(tmp_path: Path) -> None:
    connect4 = load_game("connect4")
    file = tmp_path / "openings"
    file.write_text("44\n\n45 # towards the edge\n44\n", encoding="utf-8")
    openings = choose_openings(connect4, f"file:{file}", 10, seed=0)
    assert [opening.moves for opening in openings] == [("4", "4"), ("4", "5")]
    file.write_text("44\n48\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"Line 2 of .*: Move 2 of 48: 8"):
        choose_openings(connect4, f"file:{file}", 10, seed=0)
    with pytest.raises(BadInput, match="cannot be read"):
        choose_openings(connect4, f"file:{tmp_path}/none", 10, seed=0)


@pytest.mark.parametrize("text", ["", "random", "random:x", "random:-1", "file:", "book:2"])
def test_what_is_no_opening(text: str) -> None:
    with pytest.raises(BadInput, match="random:4"):
        choose_openings(TICTACTOE, text, 4, seed=0)


def test_openings_that_do_not_exist() -> None:
    with pytest.raises(BadInput, match="goes on"):
        choose_openings(TICTACTOE, "random:9", 4, seed=0)
    with pytest.raises(BadInput, match="random:60"):
        choose_openings(load_game("connect4"), "all:60", 4, seed=0)
