"""Whether a position can come again within a game, so that its tree has no end."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from spielbaum.forms import frozen
from spielbaum.game import Game

#: Positions that are looked at; a cycle that only shows beyond them is not found.
MOST_POSITIONS = 10_000


def comes_again(
    game: Game[Any, Any],
    start: Any,
    key: Callable[[Any], Hashable] = frozen,
    most: int = MOST_POSITIONS,
) -> bool:
    """Whether some way from the start leads back to a position on it, as far as `most` positions show it.

    Depth first: a position that is met again while it is still open lies on a cycle. One that was left is
    not looked into again, for no cycle goes through it.
    """
    first = key(start)
    opened, left = {first}, set[Hashable]()
    stack = [(first, start, iter(game.legal(start)))]
    while stack and len(opened) + len(left) < most:
        here, state, moves = stack[-1]
        for move in moves:
            after = game.play(state, move)
            name = key(after)
            if name in opened:
                return True
            if name not in left:
                opened.add(name)
                stack.append((name, after, iter(game.legal(after))))
                break
        else:
            stack.pop()
            opened.remove(here)
            left.add(here)
    return False
