"""What a player is: an object with one method that chooses a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.result import Result

#: Where a player reports what it thinks so far.
Report = Callable[[Result[Any]], None]


def _silent(_result: Result[Any]) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player is told besides the position.

    Who has not answered after `seconds` loses on time; `budget` is what a prudent player spends of it.
    None means without limit. Once `stop` is set, an answer is wanted at once: the best move found so far.
    """

    seconds: float | None = None
    budget: float | None = None
    stop: Event = field(default_factory=Event)
    report: Report = _silent
    #: Where everybody has a clock for the whole game: what each shows, and what a move adds to it.
    clocks: tuple[float, ...] = ()
    increment: float = 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's answer: a move and, where there was one, the search behind it.

    `slip` marks a move that a level chose by mistake on purpose; `move` is None only with `resigns`.
    """

    move: Any
    result: Result[Any] | None = None
    slip: bool = False
    resigns: bool = False


RESIGN = Choice(None, resigns=True)


class Player(ABC):
    """Chooses moves. Only `choose` is needed; an object of any class that has it becomes a player too."""

    #: How the player is written, as in `engine:seconds=0.5`; also its name in records.
    spec: str = ""

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:  # noqa: B027 (need not do anything)
        """Called before the first move of a game, off the clock: refuse a game that does not fit, compile.

        `seed` is the game's own: chance that a player uses is a function of its seed, this one and the
        position, so that a game can be played again move by move.
        """

    @abstractmethod
    def choose(self, position: Position[Any, Any], turn: Turn) -> Any:
        """A legal move, or a `Choice` with the search behind it."""

    def close(self) -> None:  # noqa: B027
        """Give back memory and threads; the player may be used again."""


@dataclass(slots=True)
class _Adapter(Player):
    """Any object with a method `choose(position, turn)`."""

    thing: Any
    spec: str

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        if hasattr(self.thing, "prepare"):
            self.thing.prepare(game, seed)

    def choose(self, position: Position[Any, Any], turn: Turn) -> Any:
        return self.thing.choose(position, turn)

    def close(self) -> None:
        if hasattr(self.thing, "close"):
            self.thing.close()


def as_player(thing: object) -> Player:
    """A player from its text, or from an object with a method `choose`."""
    if isinstance(thing, Player):
        return thing
    if isinstance(thing, str):
        from spielbaum.play.specs import make_player

        return make_player(thing)
    if not callable(getattr(thing, "choose", None)):
        raise BadInput("error.player.no_method", type=type(thing).__name__)
    return _Adapter(thing, str(getattr(thing, "spec", "") or type(thing).__name__))


def as_choice(answer: Any) -> Choice:
    return answer if isinstance(answer, Choice) else Choice(answer)


def chance(position: Position[Any, Any], game_seed: int, own_seed: int | None) -> Random:
    """Random numbers that depend on nothing but the seeds and the moves so far."""
    return Random(f"{own_seed}/{game_seed}/{position.player}/{position.history}")
