"""Players and games for the tests of play."""

from __future__ import annotations

from collections.abc import Iterator
from time import sleep
from typing import Any

from spielbaum.game import Game, Position
from spielbaum.game_fields import Facts
from spielbaum.play import RESIGN, Turn


class Scripted:
    """Answers one thing after the other."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def choose(self, position: Position[Any, Any], turn: Turn) -> Any:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


class Sleeper:
    """Thinks too long, whatever it is told."""

    spec = "sleeper"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def choose(self, position: Position[Any, Any], turn: Turn) -> Any:
        sleep(self.seconds)
        return position.game.legal(position.state)[0]


class Quitter:
    """Gives up at once."""

    def choose(self, position: Position[Any, Any], turn: Turn) -> Any:
        return RESIGN


def endless() -> Game[int, int]:
    """Two players move a stone to and fro, for ever."""

    def moves(_s: int) -> Iterator[int]:
        yield 1

    return Game(
        "endless", start=0, moves=moves, play=lambda s, m: (s + m) % 2, utility=lambda _s: 0,
        player=lambda s: s, facts=Facts(repeats=True),
    )  # fmt: skip


def race() -> Game[tuple[int, int], int]:
    """Count to five in ones and twos; a game without picture, notation, title or names."""

    def moves(s: tuple[int, int]) -> Iterator[int]:
        if s[0] < 5:
            yield 1
            yield 2

    return Game(
        "race", start=(0, 0), moves=moves, play=lambda s, m: (s[0] + m, 1 - s[1]),
        utility=lambda s: 1 if s[1] == 1 else -1, player=lambda s: s[1], facts=Facts(longest=5),
    )  # fmt: skip


#: The same as a file of its own, as a user would write it.
RACE = """
from typing import NamedTuple
from spielbaum import Game

class State(NamedTuple):
    count: int
    player: int

def race(goal: int = 5) -> Game:
    def moves(s):
        if s.count < goal:
            yield 1
            yield 2

    def play(s, step):
        return State(s.count + step, 1 - s.player)

    def utility(s):
        return 1 if s.player == 1 else -1

    return Game("race", start=State(0, 0), moves=moves, play=play, utility=utility)
"""
