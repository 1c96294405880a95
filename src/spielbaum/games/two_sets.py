"""Two sets of cells and who moves, in one word: own men below, those of the other player, then the player."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class TwoSets(NamedTuple):
    """How such a word is read and made."""

    own: Callable[[int], int]
    other: Callable[[int], int]
    player: Callable[[int], int]
    #: `pack(mine, theirs, mover)`.
    pack: Callable[[int, int, int], int]


def two_sets(cells: int) -> TwoSets:
    """For boards of so many cells, a bit each."""
    board = (1 << cells) - 1

    def own(s: int) -> int:
        return s & board

    def other(s: int) -> int:
        return (s >> cells) & board

    def player(s: int) -> int:
        return s >> (2 * cells)

    def pack(mine: int, theirs: int, mover: int) -> int:
        return mine | (theirs << cells) | (mover << (2 * cells))

    return TwoSets(own, other, player, pack)
