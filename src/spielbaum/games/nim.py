"""Nim: take any number of matches from one heap; 3-5-7 in the misère form is the match-stick game.

The static evaluation (`static=endings`) judges a position where one sees at once who wins, in both forms:

    only heaps of one match            they are taken in turn, so it is enough to count them
    one larger heap                    the mover leaves an odd or an even number of ones, as it suits
    all heaps in pairs of equals       the other player copies every move

Everything else is lively (`dynamic`): it may not be judged, and a search goes on there until it is quiet.
With `static=sum` the binary sum of the heaps (Bouton 1901) judges every position, so that nothing is lively;
`static=none` judges nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Literal, NamedTuple

from spielbaum.board import Board, Cell
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games.localized import join, localized, names, switches


class State(NamedTuple):
    #: All heaps in one word, the first one in the lowest bits.
    heaps: int
    player: int


def nim(
    heaps: tuple[int, ...] = (3, 5, 7),
    misere: bool = True,
    static: Literal["endings", "sum", "none"] = "endings",
) -> Game[State, tuple[int, int]]:
    """Take any number of matches from one heap; whoever takes the last one loses (misère) or wins."""
    count = len(heaps)
    width = max(heaps, default=0).bit_length()
    if not 1 <= count <= 26 or min(heaps) < 0 or count * width >= 63:
        raise BadInput("error.game.nim", heaps="-".join(map(str, heaps)))
    mask = (1 << width) - 1
    matches = sum(heaps)

    def pack(sizes: tuple[int, ...]) -> int:
        return sum(size << (index * width) for index, size in enumerate(sizes))

    def unpack(packed: int) -> tuple[int, ...]:
        return tuple(size(packed, index) for index in range(count))

    def size(packed: int, heap: int) -> int:
        return (packed >> (heap * width)) & mask

    # --- rules

    def moves(s: State) -> Iterator[tuple[int, int]]:
        for heap in range(count):
            for taken in range(1, size(s.heaps, heap) + 1):
                yield (heap, taken)

    def play(s: State, move: tuple[int, int]) -> State:
        heap, taken = move
        return State(s.heaps - (taken << (heap * width)), 1 - s.player)

    def over(s: State) -> bool:
        return s.heaps == 0

    def utility(s: State) -> int:
        # The player to move finds nothing: the other one took the last match.
        return 1 if (s.player == 0) == misere else -1

    def key(s: State) -> int:
        """The heaps in order of size, since it does not matter which is which."""
        packed = 0
        for heap in range(count):
            mine = size(s.heaps, heap)
            rank = 0
            for other in range(count):
                theirs = size(s.heaps, other)
                if theirs > mine or (theirs == mine and other < heap):
                    rank += 1
            packed |= mine << (rank * width)
        return packed

    # --- hints for the search

    def at_once(s: State) -> int:
        """1 where the player to move plainly wins, −1 where he plainly loses, 0 where that is not plain."""
        ones, larger, paired = 0, 0, True
        for heap in range(count):
            mine = size(s.heaps, heap)
            if mine == 1:
                ones += 1
            elif mine > 1:
                larger += 1
            equals = 0
            for other in range(count):
                if size(s.heaps, other) == mine:
                    equals += 1
            if mine and equals % 2:
                paired = False
        if larger == 0:
            return 1 if (ones % 2 == 1) != misere else -1
        if larger == 1:
            return 1
        return -1 if paired else 0

    def by_sum(s: State) -> int:
        """1 where the player to move can win, −1 where he cannot, by the binary sum of the heaps."""
        total, larger = 0, False
        for heap in range(count):
            mine = size(s.heaps, heap)
            total ^= mine
            if mine > 1:
                larger = True
        # The misère form is played like the normal one, until only heaps of one match are left.
        return 1 if (total != 0) != (misere and not larger) else -1

    def endings(s: State) -> int:
        return at_once(s) if s.player == 0 else -at_once(s)

    def sums(s: State) -> int:
        return by_sum(s) if s.player == 0 else -by_sum(s)

    def dynamic(s: State) -> bool:
        return at_once(s) == 0

    def noisy(s: State) -> Iterator[tuple[int, int]]:
        """The moves to positions that can be judged."""
        for heap in range(count):
            for taken in range(1, size(s.heaps, heap) + 1):
                if at_once(play(s, (heap, taken))) != 0:
                    yield (heap, taken)

    # --- how people see it

    def notation(s: State) -> str:
        return "-".join(map(str, unpack(s.heaps))) + f"/{s.player + 1}"

    def parse(text: str) -> State | None:
        """Heaps of 3, 4 and 0 with the second player to move are written 3-4-0/2."""
        match = re.fullmatch(r"(\d{1,9}(?:-\d{1,9})*)/([12])", text)
        if match is None:
            return None
        sizes = tuple(int(number) for number in match[1].split("-"))
        if len(sizes) != count or any(now > most for now, most in zip(sizes, heaps, strict=True)):
            raise BadInput("error.board.heaps", text=text, heaps="-".join(map(str, heaps)))
        return State(pack(sizes), int(match[2]) - 1)

    def picture(s: State) -> Board:
        names = ascii_lowercase[:count]
        rows = tuple(
            tuple(Cell(move=f"{name}{left - index}") for index in range(left))
            for name, left in zip(names, unpack(s.heaps), strict=True)
        )
        return Board("heaps", rows, row_names=tuple(names))

    shown = "-".join(map(str, heaps))
    return Game(
        "nim",
        start=State(pack(heaps), 0),
        moves=moves,
        play=play,
        utility=utility,
        over=over,
        evaluate={"endings": endings, "sum": sums, "none": None}[static],
        facts=Facts(
            unit=2,  # E(s) is half a win at most, however plain it is
            most_moves=matches,
            longest=matches,
        ),
        hints=Hints(
            dynamic=dynamic if static == "endings" else None,
            noisy=noisy if static == "endings" else None,
            key=key,
        ),
        presentation=Presentation(
            move_text=lambda _s, move: f"{ascii_lowercase[move[0]]}{move[1]}",
            notation=notation,
            parse=parse,
            picture=picture,
            title=localized("nim.title"),
            rules=join(
                localized("nim.rules", heaps=shown), localized("last.loses" if misere else "last.wins")
            ),
            player_names=names("white", "black"),
            switches=switches("nim", "heaps", "misere", "static"),
        ),
    )
