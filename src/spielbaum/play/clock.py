"""Time controls: so long a move, or so long a game with an increment for each move."""

from __future__ import annotations

import re
from dataclasses import dataclass

from spielbaum.errors import BadInput

#: A game is expected to take this many more moves when a prudent player shares out its time.
MOVES_TO_COME = 25
#: This part of what is left is never planned with: the answer has to be brought and counted as well.
RESERVE = 0.1


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds per move, or seconds per game plus an increment per move; neither means without limit.

    `margin` is forgiven before a player loses on time: the computer's own delays are not the player's fault.
    """

    move: float | None = None
    game: float | None = None
    increment: float = 0.0
    margin: float = 0.05

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """`2/move`, `300`, `300+2`, or nothing for no limit."""
        match = re.fullmatch(
            r"(?P<time>\d+\.?\d*)(?:\+(?P<increment>\d+\.?\d*)|(?P<move>/move))?", text.strip()
        )
        if not text.strip():
            return cls()
        if match is None or float(match["time"]) <= 0:
            raise BadInput("error.clock.text", given=text)
        time = float(match["time"])
        return cls(move=time) if match["move"] else cls(game=time, increment=float(match["increment"] or 0))

    def __str__(self) -> str:
        if self.move is not None:
            return f"{self.move:g}/move"
        if self.game is None:
            return ""
        return f"{self.game:g}+{self.increment:g}" if self.increment else f"{self.game:g}"

    @property
    def limited(self) -> bool:
        return self.move is not None or self.game is not None

    def left(self, used: float, moves: int) -> float | None:
        """Seconds left for the next move, after `used` seconds for that many moves; may be < 0."""
        if self.move is not None:
            return self.move
        if self.game is None:
            return None
        return self.game + self.increment * moves - used

    def budget(self, left: float | None) -> float | None:
        """What a prudent player spends on the next move."""
        if left is None:
            return None
        if self.move is not None:
            return left * (1 - RESERVE)
        return max(min(left / MOVES_TO_COME + self.increment * (1 - RESERVE), left * (1 - RESERVE)), 0.001)

    def overstepped(self, left: float | None, seconds: float) -> bool:
        return left is not None and seconds > left + self.margin
