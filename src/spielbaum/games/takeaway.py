"""One heap of matches, a few are taken in turn, and someone must take the last one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from spielbaum.board import Board, Cell
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Presentation
from spielbaum.games.localized import join, localized, names, switches


class State(NamedTuple):
    left: int
    player: int


def takeaway(matches: int = 5, most: int = 2, misere: bool = True) -> Game[State, int]:
    """Take one to `most` matches in turn; whoever takes the last one loses (misère) or wins."""
    if matches < 0 or most < 1:
        raise BadInput("error.game.takeaway", matches=matches, most=most)

    def moves(s: State) -> Iterator[int]:
        for taken in range(1, min(most, s.left) + 1):  # noqa: UP028 (Numba knows no yield from)
            yield taken

    def play(s: State, taken: int) -> State:
        return State(s.left - taken, 1 - s.player)

    def utility(s: State) -> int:
        # The player to move has nothing to take: the other one took the last match.
        return 1 if (s.player == 0) == misere else -1

    def parse(text: str) -> State | None:
        """`3 left, 2 to move` is written 3/2."""
        match = re.fullmatch(r"(\d{1,9})/([12])", text)
        if match is None:
            return None
        if int(match[1]) > matches:
            raise BadInput("error.board.matches", text=text, matches=matches)
        return State(int(match[1]), int(match[2]) - 1)

    def picture(s: State) -> Board:
        row = tuple(Cell(move=str(s.left - i) if s.left - i <= most else None) for i in range(s.left))
        return Board("heaps", (row,), row_names=("1",))

    return Game(
        "takeaway",
        start=State(matches, 0),
        moves=moves,
        play=play,
        utility=utility,
        facts=Facts(
            most_moves=most,
            longest=matches,
        ),
        presentation=Presentation(
            edge_text=lambda s, taken: f"{taken}/{s.left - taken}",
            notation=lambda s: f"{s.left}/{s.player + 1}",
            parse=parse,
            picture=picture,
            title=localized("takeaway.title"),
            rules=join(
                localized("takeaway.rules", matches=matches, most=most),
                localized("last.loses" if misere else "last.wins"),
            ),
            player_names=names("white", "black"),
            switches=switches("takeaway", "matches", "most", "misere"),
        ),
    )
