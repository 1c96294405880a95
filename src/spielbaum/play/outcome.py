"""How a game ended: who won, what it paid, and why it was over."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from spielbaum.errors import BadInput, one_line
from spielbaum.game import Game, Position
from spielbaum.result import Value


class Reason(StrEnum):
    """Why a game is over."""

    NORMAL = "normal"
    RESIGNATION = "resignation"
    TIME = "time"
    ILLEGAL = "illegal move"
    CRASH = "crash"
    #: A program wrote something that its protocol does not allow. Records call it so.
    PROTOCOL_ERROR = "rubbish"
    #: More moves than the match allows; counts as a draw.
    LENGTH = "length"
    #: Both players agreed on a draw; from games that were played elsewhere.
    AGREEMENT = "agreement"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    `winners` are the players with the greatest pay-off, all of them in a draw. Where a player broke the game
    off, `loser` is who resigned, overstepped, erred or crashed, everybody else wins, and there are no
    pay-offs; `detail` says which move was illegal or what was raised. A game that became too long, or was
    agreed to be a draw, has no loser and pays 0 to everybody. Where the rules ended the game, `detail` may be
    the key of a sentence that says why.
    """

    winners: tuple[int, ...]
    players: int
    reason: Reason = Reason.NORMAL
    payoffs: tuple[Value, ...] | None = None
    loser: int | None = None
    detail: str = ""

    @property
    def draw(self) -> bool:
        return self.players > 1 and len(self.winners) == self.players

    @property
    def scores(self) -> tuple[float, ...]:
        """One point, shared by the winners: 1 and 0, or ½ each in a draw of two players; alone 1."""
        return tuple(1 / len(self.winners) if p in self.winners else 0.0 for p in range(self.players))


def final_outcome(position: Position[Any, Any]) -> Outcome:
    """The outcome where the rules end the game."""
    game = position.game
    drawn = position.drawn_by_repetition
    payoffs = (0,) * game.facts.players if drawn else payoffs_of(game, position.state)
    most = max(payoffs)
    winners = tuple(p for p, pay in enumerate(payoffs) if pay == most)
    return Outcome(winners, game.facts.players, payoffs=payoffs, detail=position.ending)


def payoffs_of(game: Game[Any, Any], state: Any) -> tuple[Value, ...]:
    """The pay-off of each player where the game is over."""
    utility = game.utility(state)
    return tuple(utility) if isinstance(utility, tuple) else (utility, -utility)[: game.facts.players]


class Fault(BadInput):
    """What a player raises that loses for another reason than that it raised something."""

    def __init__(self, reason: Reason, key: str, **fields: object) -> None:
        super().__init__(key, **fields)
        self.reason = reason


def lost_by_raising(game: Game[Any, Any], loser: int, error: Exception) -> Outcome:
    """The outcome where a player raised something instead of choosing a move."""
    if isinstance(error, Fault):
        return lost_by(game, loser, error.reason, str(error))
    return lost_by(game, loser, Reason.CRASH, one_line(error))


def drawn_by(game: Game[Any, Any], reason: Reason) -> Outcome:
    """The outcome where the game was broken off and nobody won."""
    return Outcome(tuple(range(game.facts.players)), game.facts.players, reason, (0,) * game.facts.players)


def lost_by(game: Game[Any, Any], loser: int, reason: Reason, detail: str = "") -> Outcome:
    """The outcome where one player broke the game off."""
    winners = tuple(p for p in range(game.facts.players) if p != loser)
    return Outcome(winners, game.facts.players, reason, None, loser, detail)
