"""One heap of matches, a few are taken in turn, and someone must take the last one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum.board import Board, Cell
from spielbaum.errors import BadInput
from spielbaum.game import Game


class State(NamedTuple):
    left: int
    player: int


def takeaway(matches: int = 5, most: int = 2, misere: bool = True) -> Game[State, int]:
    """Take one to `most` matches in turn; whoever takes the last one loses (misère) or wins."""
    if matches < 0 or most < 1:
        raise BadInput("error.game.takeaway", matches=matches, most=most)

    def moves(s: State) -> Iterator[int]:
        yield from range(1, min(most, s.left) + 1)

    def play(s: State, taken: int) -> State:
        return State(s.left - taken, 1 - s.player)

    def utility(s: State) -> int:
        # The player to move has nothing to take: the other one took the last match.
        mover_wins = misere
        return 1 if mover_wins == (s.player == 0) else -1

    def parse(text: str) -> State | None:
        """`3 left, 2 to move` is written 3/2."""
        left, slash, player = text.partition("/")
        if not slash or not left.isdigit() or player not in ("1", "2"):
            return None
        return State(int(left), int(player) - 1)

    def picture(s: State) -> Board:
        row = tuple(Cell(move=str(s.left - i) if s.left - i <= most else None) for i in range(s.left))
        return Board("heaps", (row,), row_names=("1",))

    return Game(
        "takeaway",
        start=State(matches, 0),
        moves=moves,
        play=play,
        utility=utility,
        edge_text=lambda s, taken: f"{taken}/{s.left - taken}",
        notation=lambda s: f"{s.left}/{s.player + 1}",
        parse=parse,
        picture=picture,
        most_moves=most,
        longest=matches,
        title={"en": "Take-away", "de": "Streichholzspiel"},
        rules={
            "en": f"One heap of {matches} matches. A move takes 1 to {most} of them. "
            f"Whoever takes the last match {'loses' if misere else 'wins'}.",
            "de": f"Ein Haufen mit {matches} Streichhölzern. Ein Zug nimmt 1 bis {most} davon. "
            f"Wer das letzte nimmt, {'verliert' if misere else 'gewinnt'}.",
        },
        player_names=({"en": "White", "de": "Weiß"}, {"en": "Black", "de": "Schwarz"}),
    )
