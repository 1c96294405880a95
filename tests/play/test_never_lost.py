"""At full strength small games are never lost from a position that is not lost.

The opponent tries every reply, so all games that can arise are played. The oracle of the values is plain
minimax (a memo over states), not the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.play import Player, Turn, as_choice, make_player


def values_of(game: Game[Any, Any]) -> Callable[[Any], int]:
    @cache
    def value(state: Any) -> int:
        """For player 0."""
        if game.ended(state):
            return int(game.utility(state))  # type: ignore[arg-type]
        children = [value(game.play(state, move)) for move in game.legal(state)]
        return max(children) if game.player(state) == 0 else min(children)

    return value


def games_against_everything(game: Game[Any, Any], player: Player, side: int) -> int:
    """Play all games against all replies; after each of its moves the value must still be there."""
    value = values_of(game)
    sign = 1 - 2 * side
    seen: set[Any] = set()
    stack = [Position(game, game.start)]
    while stack:
        position = stack.pop()
        if position.state in seen or position.over:
            continue
        seen.add(position.state)
        if position.player != side:
            stack += [position.after(move) for move in game.legal(position.state)]
            continue
        move = as_choice(player.choose(position, Turn())).move
        after = position.after(move)
        assert sign * value(after.state) == sign * value(position.state), (position.moves, move)
        stack.append(after)
    return len(seen)


@pytest.mark.parametrize("spec", ["engine:level=8", "perfect:seconds=60"])
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", ["tictactoe", "takeaway", "nim"])
def test_small_games_are_never_lost(name: str, side: int, spec: str) -> None:
    game = load_game(name)
    player = make_player(spec)
    player.prepare(game, 1)
    assert games_against_everything(game, player, side) > 3


def test_the_oracle_knows_the_rule_of_misere_nim() -> None:
    """xor ≠ 0 wins, unless all heaps are ≤ 1: then an even number of ones does."""
    game = load_game("nim")
    value = values_of(game)
    for a in range(4):
        for b in range(6):
            for c in range(8):
                won = (a + b + c) % 2 == 0 if max(a, b, c) <= 1 else a ^ b ^ c != 0
                assert value(Position.of(game, f"{a}-{b}-{c}/1").state) == (1 if won else -1)
