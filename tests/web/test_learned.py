"""The learned evaluation as a player of the pages: offered where the package has one, open to visitors."""

from __future__ import annotations

import pytest

from spielbaum.games import load_game
from spielbaum.web.game_views import game_view
from spielbaum.web.play.search_tasks import capped
from spielbaum.web.server_limits import ServerLimits


@pytest.mark.parametrize(
    ("spec", "learned"),
    [
        ("connect4", True),
        ("kalah", True),
        ("othello", True),
        ("connect4:width=8", False),
        ("kalah:seeds=3", False),
        ("chess", True),
        ("chess:men=KQK", False),
    ],
)
def test_offered_where_there_is_one(spec: str, learned: bool) -> None:
    assert game_view(load_game(spec), spec, "en").learned is learned


def test_not_offered_where_networks_cannot_judge() -> None:
    assert not game_view(load_game("connect4"), "connect4", "en", ("mcts", "learned")).learned


def test_visitors_may_ask_for_it_and_for_no_file() -> None:
    assert (
        str(capped("engine:seconds=0.1,weights=shipped", ServerLimits()))
        == "engine:seconds=0.1,weights=shipped"
    )
