"""Five and six men's morris: mills on two squares take men of the opponent.

spielbaum solve --all "examples/merels.py:men=5" -o merels.table

0---1---2        Men are placed first, then moved along lines. Three in a row along a side of a square
| 8-9-10|        are a mill and take a man of the opponent, one in a mill only if all are in mills.
7-15  11-3       Whoever has placed all men loses with two men left, or when no man can move.
|14-13-12|
6---5---4
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from spielbaum import Facts, Game, Presentation

POINTS = 16
NOWHERE = POINTS  # where men come from that are placed, and which man a move takes that takes none
LINES = [
    tuple(square + (corner + step) % 8 for step in range(3)) for square in (0, 8) for corner in (0, 2, 4, 6)
]
MILLS = tuple(sum(1 << point for point in line) for line in LINES)


def _joined(one: int, two: int) -> bool:
    """Along a square, or from the middle of a side to that of the other square."""
    if one // 8 == two // 8:
        return (one - two) % 8 in (1, 7)
    return one % 2 == 1 and one % 8 == two % 8


NEIGHBOURS = tuple(sum(1 << two for two in range(POINTS) if _joined(one, two)) for one in range(POINTS))


class State(NamedTuple):
    mine: int  # the points of the player to move
    theirs: int
    placed: int  # men placed by both
    mover: int


def in_mill(men: int, point: int) -> bool:
    return any(mill >> point & 1 and men & mill == mill for mill in MILLS)


def all_in_mills(men: int) -> bool:
    return all(not men >> point & 1 or in_mill(men, point) for point in range(POINTS))


def game(men: int = 6) -> Game[State, int]:
    def moves(s: State) -> Iterator[int]:
        """A move is where from, where to and which man is taken, as digits to the base of 17."""
        placing = s.placed < 2 * men
        free = ~(s.mine | s.theirs) & 0xFFFF
        if not placing and s.mine.bit_count() < 3:
            free = 0
        protected = all_in_mills(s.theirs)
        for origin in range(POINTS + 1):
            if placing:
                if origin != NOWHERE:
                    continue
                rest, reached = s.mine, free
            else:
                if origin == NOWHERE or not s.mine >> origin & 1:
                    continue
                rest, reached = s.mine ^ 1 << origin, free & NEIGHBOURS[origin]
            for target in range(POINTS):
                if not reached >> target & 1:
                    continue
                if s.theirs == 0 or not in_mill(rest | 1 << target, target):
                    yield (origin * 17 + target) * 17 + NOWHERE
                    continue
                for taken in range(POINTS):
                    if s.theirs >> taken & 1 and (protected or not in_mill(s.theirs, taken)):
                        yield (origin * 17 + target) * 17 + taken

    def play(s: State, move: int) -> State:
        origin, target, taken = move // 289, move // 17 % 17, move % 17
        mine, theirs, placed = s.mine | 1 << target, s.theirs, s.placed
        if origin == NOWHERE:
            placed += 1
        else:
            mine ^= 1 << origin
        if taken != NOWHERE:
            theirs ^= 1 << taken
        return State(theirs, mine, placed, 1 - s.mover)

    def utility(s: State) -> int:
        """Whoever would have to move has lost."""
        return 1 if s.mover else -1

    def move_text(_s: State, move: int) -> str:
        """Where to, before it where from, behind it which man is taken: 3, 3-4, 3-4x12"""
        origin, target, taken = move // 289, move // 17 % 17, move % 17
        text = f"{target}" if origin == NOWHERE else f"{origin}-{target}"
        return text if taken == NOWHERE else f"{text}x{taken}"

    def notation(s: State) -> str:
        """The men on the points 0 to 15, how many were placed, and who moves: XO.............. 2 X"""
        first, second = (s.theirs, s.mine) if s.mover else (s.mine, s.theirs)
        men = "".join("X" if first >> p & 1 else "O" if second >> p & 1 else "." for p in range(POINTS))
        return f"{men} {s.placed} {'XO'[s.mover]}"

    def parse(text: str) -> State | None:
        board = re.fullmatch(r"([XO.]{16}) (\d{1,2}) ([XO])", text.strip().upper())
        if board is None:
            return None
        first, second = (sum(1 << p for p in range(POINTS) if board[1][p] == who) for who in "XO")
        placed, mover = int(board[2]), "XO".index(board[3])
        if placed > 2 * men or max(first.bit_count(), second.bit_count()) > (placed + 1) // 2:
            return None
        return State(second, first, placed, 1) if mover else State(first, second, placed, 0)

    return Game(
        "merels",
        start=State(0, 0, 0, 0),
        moves=moves,
        play=play,
        utility=utility,
        player=lambda s: s.mover,
        evaluate=lambda s: (s.mine.bit_count() - s.theirs.bit_count()) * (1 - 2 * s.mover),
        facts=Facts(unit=POINTS, repeats=True),
        presentation=Presentation(
            move_text=move_text,
            notation=notation,
            parse=parse,
            title={"en": f"Morris with {men} men each", "de": f"Mühle mit je {men} Steinen"},
        ),
    )
