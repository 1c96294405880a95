"""Moves of nature in a game that is played: dice that are the same again with the same seed."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import accumulate
from random import Random
from typing import Any

from spielbaum.game import Game, Position
from spielbaum.result import CHANCE


def next_throw(position: Position[Any, Any]) -> tuple[int, int]:
    """In whose turn nature moves now, and how often it has moved in the turns of that player since the root.

    The turn is that of the player who moved last; before anybody has moved, that of the first one, whoever
    moves then: what decided about a throw must not change with the moves after it.
    """
    turn, throws = 0, Counter[int]()
    for mover in position.movers:
        if mover == CHANCE:
            throws[turn] += 1
        else:
            turn = mover
    return turn, throws[turn]


def throw(position: Position[Any, Any], seed: int) -> Any:
    """The outcome of chance in this position.

    The k-th move of nature in the turns of a player is decided by the k-th number of the seed's sequence for
    that seat, whatever the others do. So games with the same seed have the same luck in each seat, as far as
    their throws are of the same kind, and a move that is taken back and made again meets the same dice.
    """
    return outcome(position.game, position.state, luck(seed, *next_throw(position)))


def luck(seed: int, seat: int, number: int) -> float:
    """The number from 0 to 1 that decides about the throw of a seat with this number, counted from 0."""
    return Random(f"dice/{seed}/{seat}/{number}").random()


def outcome(game: Game[Any, Any], state: Any, number: float) -> Any:
    """The outcome that a number from 0 to 1 stands for; each has as large a share of them as is likely."""
    assert game.weight is not None
    outcomes = game.legal(state)
    ends = list(accumulate(game.weight(state, move) for move in outcomes))
    return outcomes[bisect_right(ends, int(number * ends[-1]))]
