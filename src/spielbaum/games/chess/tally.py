"""What each player has captured, and by how many pawns one is ahead."""

from __future__ import annotations

from spielbaum.bits import popcount
from spielbaum.board import Tally
from spielbaum.games.chess.board import State

#: The pieces that are captured, the dearest first, and what people count them as.
WORTH = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}


def army(s: State, side: int) -> dict[str, int]:
    """How many pieces of each kind a side has."""
    queens = s.diagonal & s.straight
    sets = {"Q": queens, "R": s.straight ^ queens, "B": s.diagonal ^ queens, "N": s.knights, "P": s.pawns}
    return {letter: popcount(squares & side) for letter, squares in sets.items()}


def captured(before: dict[str, int], now: dict[str, int]) -> str:
    """The letters of the pieces that are gone; a pawn that was promoted is not."""
    promoted = sum(max(0, now[letter] - count) for letter, count in before.items() if letter != "P")
    gone = {letter: max(0, count - now[letter]) for letter, count in before.items()}
    gone["P"] = max(0, gone["P"] - promoted)
    return "".join(letter * gone[letter] for letter in WORTH)


def tally(start: State, s: State) -> tuple[Tally, Tally]:
    before = army(start, start.white), army(start, start.black)
    now = army(s, s.white), army(s, s.black)
    white, black = (sum(WORTH[letter] * count for letter, count in side.items()) for side in now)
    lead = white - black
    return (
        Tally("game.chess.lead", max(lead, 0), captured(before[1], now[1]), lead=True),
        Tally("game.chess.lead", max(-lead, 0), captured(before[0], now[0]), lead=True),
    )
