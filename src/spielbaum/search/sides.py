"""Whose side a value is from, in the negamax forms."""

from __future__ import annotations

from typing import Any

from spielbaum.game import Game
from spielbaum.result import Value
from spielbaum.search.common import Search
from spielbaum.trace import Path


def turn(game: Game[Any, Any], before: Any, after: Any) -> int:
    """−1 where the other player is to move after it, +1 after an extra turn or a pass."""
    return 1 if game.player(before) == game.player(after) else -1


def turned(alpha: Value, beta: Value, sign: int) -> tuple[Value, Value]:
    """The window for the child: (−β, −α), or the same one where the same player moves again."""
    return (alpha, beta) if sign == 1 else (-beta, -alpha)


def for_mover(search: Search, path: Path, state: Any) -> Value:
    """The pay-off or E(s) from the side of the player to move; the node is left."""
    sign = 1 if search.game.player(state) == 0 else -1
    value: Value = search.evaluate_leaf(path, state, lambda payoff: sign * payoff)
    return value
