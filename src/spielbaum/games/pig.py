"""Pig: throw the die as often as you dare, but a one loses the points of the turn."""

from __future__ import annotations

import re
from typing import NamedTuple

from spielbaum.board import Board, Cell
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Presentation
from spielbaum.games.localized import localized, names, switches
from spielbaum.result import CHANCE

HOLD, ROLL = 0, 1
MOVES = ("hold", "roll")


class State(NamedTuple):
    """The points of both players, those of this turn, whose turn it is, and whether the die is rolling."""

    first: int
    second: int
    total: int
    turn: int
    rolling: bool


def pig(target: int = 100, sides: int = 6) -> Game[State, int]:
    """The first with `target` points wins; a die of `sides` sides, of which the one loses the turn."""
    if target < 1 or sides < 2:
        raise BadInput("error.game.pig", target=target, sides=sides)

    def over(s: State) -> bool:
        return s.first >= target or s.second >= target

    def moves(s: State) -> range:
        if s.rolling:
            return range(1, sides + 1)
        if s.total == 0:  # there is nothing to hold before the first throw of a turn
            return range(ROLL, ROLL + 1)
        # Whoever has enough holds: so a turn ends, and there are only so many positions.
        enough = (s.second if s.turn else s.first) + s.total >= target
        return range(HOLD, HOLD + 1) if enough else range(HOLD, ROLL + 1)

    def play(s: State, m: int) -> State:
        if s.rolling:
            if m == 1:
                return State(s.first, s.second, 0, 1 - s.turn, False)
            return State(s.first, s.second, s.total + m, s.turn, False)
        if m == ROLL:
            return State(s.first, s.second, s.total, s.turn, True)
        if s.turn == 0:
            return State(s.first + s.total, s.second, 0, 1, False)
        return State(s.first, s.second + s.total, 0, 0, False)

    def player(s: State) -> int:
        return CHANCE if s.rolling else s.turn

    def weight(_s: State, _m: int) -> int:
        return 1

    def utility(s: State) -> int:
        return 1 if s.first >= target else -1

    def evaluate(s: State) -> int:
        return s.first - s.second

    def notation(s: State) -> str:
        return f"{s.first}-{s.second}+{s.total}/{s.turn + 1}{'*' if s.rolling else ''}"

    def parse(text: str) -> State | None:
        """`12 to 30 points, 8 in this turn, 1 to move` is written 12-30+8/1, with `*` while the die rolls."""
        match = re.fullmatch(r"(\d{1,9})-(\d{1,9})\+(\d{1,9})/([12])(\*?)", text)
        if match is None:
            return None
        first, second, total = (int(match[group]) for group in (1, 2, 3))
        state = State(first, second, total, int(match[4]) - 1, bool(match[5]))
        won = (first >= target) + (second >= target)
        # Whoever has won has just held: the other one is to move, with nothing in this turn.
        ended = won == 1 and total == 0 and not state.rolling and (first >= target) == (state.turn == 1)
        if total == 1 or (won and not ended):
            raise BadInput("error.board.pig", text=text, target=target)
        return state

    def picture(s: State) -> Board:
        """The points of the first player, those of this turn, and the points of the second."""
        return Board("scores", ((Cell(0, s.first), Cell(None, s.total), Cell(1, s.second)),))

    return Game(
        "pig",
        start=State(0, 0, 0, 0, False),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over,
        evaluate=evaluate,
        weight=weight,
        facts=Facts(unit=target, most_moves=max(2, sides), repeats=True),
        presentation=Presentation(
            move_text=lambda s, m: str(m) if s.rolling else MOVES[m],
            move_names={name: localized(f"pig.move.{name}") for name in MOVES},
            notation=notation,
            parse=parse,
            picture=picture,
            title=localized("pig.title"),
            rules=localized("pig.rules", target=target, sides=sides),
            player_names=names("white", "black"),
            switches=switches("pig", "target", "sides"),
        ),
    )
