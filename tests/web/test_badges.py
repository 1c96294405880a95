"""Badges tell results and estimates apart, and results are the exact ones."""

from __future__ import annotations

from random import Random

import pytest

from spielbaum import Position, load_game
from spielbaum.result import Line, Proof
from spielbaum.search import alphabeta
from spielbaum.web.play.value_views import value_view

GAME = load_game("tictactoe")


def positions(count: int) -> list[Position[object, object]]:
    random = Random(20)
    found: list[Position[object, object]] = []
    while len(found) < count:
        position = Position(GAME, GAME.start)
        for _ in range(random.randrange(3, 8)):
            if not position.over:
                position = position.after(random.choice(position.legal_moves))
        if not position.over:
            found.append(position)
    return found


@pytest.mark.parametrize("language", ["en", "de"])
def test_proven_moves_have_badges_with_their_results(language: str) -> None:
    for position in positions(30):
        mover = position.player
        for move in position.legal_moves:
            after = position.after(move)
            value = GAME.utility(after.state) if after.over else alphabeta(GAME, after.state).value_for(0)
            assert isinstance(value, int)
            wins = value if mover == 0 else -value
            line = Line(wins, mover, (move,), Proof.PROVEN, distance=1 if after.over else None)
            view = value_view(position, line, language)
            assert view.short[0] == {1: "✓", 0: "=", -1: "✗"}[wins], (position, move, view.short)
            assert "≈" not in view.short
            assert view.share == {1: 1, 0: 0.5, -1: 0}[value]


@pytest.mark.parametrize("value", [-0.4, -0.01, 0.0, 0.01, 0.4])
def test_estimates_never_look_like_results(value: float) -> None:
    game = load_game("connect4")
    position = Position(game, game.start)
    units = round(value * game.facts.unit)
    view = value_view(position, Line(units / game.facts.unit, 0, (), Proof.ESTIMATE), "en")
    assert view.short[0] == "≈"
    assert not set(view.short) & set("✓✗=")
    assert view.share is not None
    assert 0 < view.share < 1
