"""The 64-bit words that tell a position from all others of its game, and the state back from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.engine.layout import layout_of, written
from spielbaum.engine.shapes import flat_parts
from spielbaum.errors import BadInput
from spielbaum.game import Game

_HALF = 1 << 63


def solution_key(game: Game[Any, Any]) -> Callable[[Any], Any] | None:
    """What tells positions apart in a whole solution; None where that is all they consist of.

    In a game with chance points once won stay out of it where the game tells them apart (`rest`).
    """
    if game.has_chance:
        from spielbaum.engine.expected_graph import key_with_chance

        return key_with_chance(game)
    return game.hints.solution_key or game.hints.key


class PositionWords:
    """Turns states of a game into words: those of its `key` where positions are folded, else of the state."""

    def __init__(self, game: Game[Any, Any], *, folded: bool) -> None:
        self._key = solution_key(game) if folded else None
        if folded and self._key is None:
            raise BadInput("table.no_key", game=game.name)
        self._layout = layout_of(game.start)
        self._pack, self._unpack = written(self._layout.source, self._layout.names, "pack", "unpack")
        self.words = len(self.of(game.start))

    def of(self, state: Any) -> tuple[int, ...]:
        """What a position is looked up by."""
        if self._key is None:
            return self.of_state(state)
        return tuple(_signed(int(part)) for part in flat_parts(self._key(state)))

    def of_state(self, state: Any) -> tuple[int, ...]:
        row = self._row([0] * self._layout.words)
        self._pack(state, row)
        return tuple(map(int, row))

    def state(self, words: Sequence[int]) -> Any:
        """The state that lies in these words (not those of a key); None where none can."""
        if len(words) != self._layout.words:
            return None
        return self._unpack(self._row(words))

    def _row(self, words: Sequence[int]) -> Any:
        """A list, which is all that plain numbers need; parts that are arrays lie in an array."""
        if self._layout.parts:
            return list(words)
        import numpy as np

        return np.array(words, np.int64)


def _signed(number: int) -> int:
    """As compiled code sees it: 64 bits in two's complement."""
    return (number + _HALF) % (1 << 64) - _HALF
