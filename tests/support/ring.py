"""A token on a ring: whoever steps to the far side wins; without a rule both would walk round for ever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spielbaum import Facts, Game


def ring() -> Game[Any, Any]:
    def moves(_s: tuple[int, int]) -> Iterator[int]:
        yield 1
        yield 3

    return Game(
        "ring",
        start=(0, 0),
        moves=moves,
        play=lambda s, move: ((s[0] + move) % 4, 1 - s[1]),
        player=lambda s: s[1],
        over=lambda s: s[0] == 2,
        utility=lambda s: 1 if s[1] == 1 else -1,
        evaluate=lambda s: 1 if s[0] == 1 else 0,
        facts=Facts(
            unit=2,
            repeats=True,
        ),
    )
