"""At full strength small games are never lost from a position that is not lost.

The engine is put into every position there is, also into those it would not have come to by itself. The
oracle of the values is plain minimax (a memo over states), not the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.play import Turn, as_choice, make_player


def values_of(game: Game[Any, Any]) -> Callable[[Any], int]:
    @cache
    def value(state: Any) -> int:
        """For player 0."""
        if game.ended(state):
            return int(game.utility(state))  # type: ignore[arg-type]
        children = [value(game.play(state, move)) for move in game.legal(state)]
        return max(children) if game.player(state) == 0 else min(children)

    return value


def every_position(game: Game[Any, Any]) -> Iterator[Position[Any, Any]]:
    """Each position of the game that is not over, once."""
    seen: set[Any] = set()
    stack = [Position(game, game.start)]
    while stack:
        position = stack.pop()
        if position.state in seen or position.over:
            continue
        seen.add(position.state)
        yield position
        stack += [position.after(move) for move in game.legal(position.state)]


@pytest.mark.parametrize(
    ("name", "spec", "least"),
    [
        ("tictactoe", "engine:level=8", 4520),
        ("takeaway", "engine:level=8", 6),
        pytest.param("takeaway:matches=21,most=3", "engine:level=8", 30, marks=pytest.mark.long),
        pytest.param("nim", "engine:level=8", 300, marks=pytest.mark.long),
        ("nim", "perfect:seconds=60", 300),
    ],
)
def test_small_games_are_never_lost(name: str, spec: str, least: int) -> None:
    """Each move keeps the value, so a game that begins drawn or won is never lost, whatever is replied."""
    game = load_game(name)
    value = values_of(game)
    player = make_player(spec)
    player.prepare(game, 1)
    count = 0
    for position in every_position(game):
        move = as_choice(player.choose(position, Turn())).move
        assert value(position.after(move).state) == value(position.state), (position.history_texts, move)
        count += 1
    assert count >= least


def test_the_oracle_knows_the_rule_of_misere_nim() -> None:
    """xor ≠ 0 wins, unless all heaps are ≤ 1: then an even number of ones does."""
    game = load_game("nim")
    value = values_of(game)
    for a in range(4):
        for b in range(6):
            for c in range(8):
                won = (a + b + c) % 2 == 0 if max(a, b, c) <= 1 else a ^ b ^ c != 0
                assert value(Position.of(game, f"{a}-{b}-{c}/1").state) == (1 if won else -1)
