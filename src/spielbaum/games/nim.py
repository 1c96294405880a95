"""Nim: take any number of matches from one heap; 3-5-7 in the misère form is the match-stick game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import NamedTuple

from spielbaum.board import Board, Cell
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.games.words import join, names, switches, words


class State(NamedTuple):
    #: All heaps in one word, the first one in the lowest bits.
    heaps: int
    player: int


def nim(heaps: tuple[int, ...] = (3, 5, 7), misere: bool = True) -> Game[State, tuple[int, int]]:
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
        key=key,
        move_text=lambda _s, move: f"{ascii_lowercase[move[0]]}{move[1]}",
        notation=notation,
        parse=parse,
        picture=picture,
        most_moves=matches,
        longest=matches,
        title=words("nim.title"),
        rules=join(words("nim.rules", heaps=shown), words("last.loses" if misere else "last.wins")),
        player_names=names("white", "black"),
        switches=switches("nim", "heaps", "misere"),
    )
