"""What positions and moves are worth, wherever that is looked up; needs no NumPy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, NamedTuple

from spielbaum.game import Game


class Entry(NamedTuple):
    """What a position is worth to the player to move, in points, and the plies to the end under best play.

    `cycle` marks a draw by cycle: neither side can force an end. It has no remoteness; 0 stands there. In a
    game with chance the value is the expected one, where nature moves that of player 0, without remoteness.
    """

    value: int | float
    remoteness: int = 0
    cycle: bool = False

    @property
    def preference(self) -> tuple[int | float, int]:
        """Greater for what a player would rather have: more points, then a quicker win, a later loss."""
        sign = (self.value > 0) - (self.value < 0)
        return self.value, -sign * self.remoteness


class MoveEntry(NamedTuple):
    """A legal move, the state after it, and what it is worth to who makes it, counted from before the move.

    The entry is None where the position after it is neither known nor an end. An outcome of a move of nature
    may come with its probability.
    """

    move: Any
    after: Any
    entry: Entry | None
    share: Fraction | None = None


class Entries(ABC):
    """The entries of a game, by state."""

    game: Game[Any, Any]
    #: Expected values, of a game with chance.
    expected: bool = False

    @abstractmethod
    def look(self, state: Any) -> Entry | None:
        """What the position is worth to the player to move; None where it is not known.

        Where nature moves that is told from the side of player 0.
        """

    @abstractmethod
    def examples(self) -> list[Any]:
        """One position of each value and remoteness, as far as kept; the longest wins are among them.

        Of expected values those with the least and the greatest of each layer.
        """

    def moves(self, state: Any) -> list[MoveEntry]:
        """Every legal move with what it is worth to who makes it; an extra turn keeps the sign."""
        return [self.move(state, move) for move in self.game.legal(state)]

    def move(self, state: Any, move: Any) -> MoveEntry:
        """The same for one of the legal moves."""
        game = self.game
        after = game.play(state, move)
        entry = self.look(after) or self.end(after)
        if entry is not None:
            value = entry.value if self.sign(after) == self.sign(state) else -entry.value
            further = 0 if entry.cycle or self.expected else entry.remoteness + 1
            entry = Entry(value, further, entry.cycle)
        return MoveEntry(move, after, entry)

    def end(self, state: Any) -> Entry | None:
        """The entry of a position in which the game is over, by its rules; None for others."""
        if not self.game.ended(state):
            return None
        utility = self.game.utility(state)
        assert not isinstance(utility, tuple)
        return Entry(self.sign(state) * int(utility))

    def sign(self, state: Any) -> int:
        """1 where values of the state are told from the side of player 0 (nature's, too), else -1."""
        return -1 if self.game.player(state) > 0 else 1
