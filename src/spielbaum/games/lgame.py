"""The L game (de Bono 1967): two L-shaped pieces and two neutral ones on 4 × 4 cells.

An L lies like a knight's move of chess, from the end of its long arm to its foot, so there are 48 places:

    3  x x        the L a1b3 lies on a1, a2, a3 and b3
    2  x
    1  x
       a b

A position is one word, in which places of an L and cells are numbers:

    bits 0 to 5      the L of the player to move      bits 12 to 15    the cell of one neutral piece
    bits 6 to 11     the other L                      bits 16 to 19    that of the other, a larger number
                                                      bit 20           who moves

The key of a position, which leaves out who moves, is itself a position with the first player to move.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from spielbaum.board import SYMBOLS, Board, Cell, Place, Step
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games.grid import read_letters, read_mover, square_name, square_names, write_letters
from spielbaum.games.localized import join, localized, names
from spielbaum.tables import table

SIZE = 4
CELLS = SIZE * SIZE
NEUTRAL = "*"
#: A move is the new place of the L times this, plus what is done with a neutral piece: 0 for nothing, a cell
#: plus FIRST or SECOND where the first or the second one goes there.
OPTIONS, FIRST, SECOND = 64, 16, 32
#: The most moves that a position has, as all of them were counted.
MOST_MOVES = 221


def _path(end: int, foot: int) -> list[int] | None:
    """The cells of the L from the end of its arm to its foot; None where these are no knight's move apart."""
    (y, x), (v, u) = divmod(end, SIZE), divmod(foot, SIZE)
    if sorted((abs(v - y), abs(u - x))) != [1, 2]:
        return None
    up, right = (v - y) // 2 if abs(v - y) == 2 else 0, (u - x) // 2 if abs(u - x) == 2 else 0
    return [end + step * (SIZE * up + right) for step in range(3)] + [foot]


#: The end and the foot of each place of an L.
PLACES = [(a, b) for a, b in product(range(CELLS), repeat=2) if _path(a, b) is not None]
#: The cells that it covers there, from end to foot and as a set.
PATHS = [_path(a, b) or [] for a, b in PLACES]
COVERS = table(sum(1 << cell for cell in path) for path in PATHS)


def _images() -> list[list[int]]:
    """Each cell, seen in each of the eight symmetries of the square."""
    turn = [SIZE * (SIZE - 1 - cell % SIZE) + cell // SIZE for cell in range(CELLS)]
    flip = [SIZE * (cell // SIZE) + SIZE - 1 - cell % SIZE for cell in range(CELLS)]
    seen, found = list(range(CELLS)), []
    for _ in range(4):
        seen = [turn[cell] for cell in seen]
        found += [seen, [flip[cell] for cell in seen]]
    return found


CELL_IMAGES = table(_images())
PLACE_IMAGES = table([PLACES.index((i[a], i[b])) for a, b in PLACES] for i in _images())


# --- parts of a position


def own(s: int) -> int:
    return s & 63


def other(s: int) -> int:
    return (s >> 6) & 63


def low(s: int) -> int:
    """The first neutral piece."""
    return (s >> 12) & 15


def high(s: int) -> int:
    """The second one."""
    return (s >> 16) & 15


def player(s: int) -> int:
    return s >> 20


def pack(mine: int, theirs: int, one: int, two: int, mover: int) -> int:
    """The word of a position; the neutral pieces in any order."""
    return mine | (theirs << 6) | (min(one, two) << 12) | (max(one, two) << 16) | (mover << 20)


# --- rules


def taken(s: int) -> int:
    """The cells that the L of the player to move cannot cover."""
    return int(COVERS[other(s)]) | (1 << low(s)) | (1 << high(s))


def over(s: int) -> bool:
    blocked, here = taken(s), own(s)
    return not any(int(COVERS[place]) & blocked == 0 and place != here for place in range(len(PLACES)))


def moves(s: int) -> Iterator[int]:
    blocked, here = taken(s), own(s)
    for place in range(len(PLACES)):
        if int(COVERS[place]) & blocked == 0 and place != here:
            yield place * OPTIONS
            free = ~(int(COVERS[place]) | blocked)
            for cell in range(CELLS):
                if (free >> cell) & 1:
                    yield place * OPTIONS + FIRST + cell
                    yield place * OPTIONS + SECOND + cell


def play(s: int, move: int) -> int:
    place, option = move // OPTIONS, move % OPTIONS
    one, two = low(s), high(s)
    if option >= SECOND:
        two = option - SECOND
    elif option >= FIRST:
        one = option - FIRST
    return pack(other(s), place, one, two, 1 - player(s))


def utility(s: int) -> int:
    """Whoever cannot move has lost."""
    return 1 if player(s) else -1


# --- hints for the search


def freedom(mine: int, theirs: int, neutral: int) -> int:
    """How many other places there are for an L."""
    count = 0
    for place in range(len(PLACES)):
        if int(COVERS[place]) & (int(COVERS[theirs]) | neutral) == 0 and place != mine:
            count += 1
    return count


def evaluate(s: int) -> int:
    """Places for one L less those for the other."""
    neutral = (1 << low(s)) | (1 << high(s))
    balance = freedom(own(s), other(s), neutral) - freedom(other(s), own(s), neutral)
    return -balance if player(s) else balance


def key(s: int) -> int:
    """Seen by the player to move, and of the eight images the smallest word."""
    least = s & ((1 << 20) - 1)
    for image in range(8):
        seen = pack(
            int(PLACE_IMAGES[image, own(s)]),
            int(PLACE_IMAGES[image, other(s)]),
            int(CELL_IMAGES[image, low(s)]),
            int(CELL_IMAGES[image, high(s)]),
            0,
        )
        least = min(least, seen)
    return least


# --- how people see it


def at(cell: int) -> Place:
    return SIZE - 1 - cell // SIZE, cell % SIZE


def name(cell: int) -> str:
    return square_name(at(cell), SIZE)


def neutral_step(s: int, move: int) -> tuple[int, ...]:
    """From where to where a neutral piece goes; nothing where both stay."""
    option = move % OPTIONS
    if option >= SECOND:
        return high(s), option - SECOND
    return (low(s), option - FIRST) if option >= FIRST else ()


def move_text(s: int, move: int) -> str:
    """The new place of the L, and where a neutral piece goes: a1b3-d1c1"""
    text = "".join(map(name, PLACES[move // OPTIONS]))
    step = neutral_step(s, move)
    return f"{text}-{''.join(map(name, step))}" if step else text


def letters(s: int) -> list[list[str]]:
    """The symbol on each cell, rows from the top."""
    rows = [["."] * SIZE for _ in range(SIZE)]
    for place, who in ((own(s), player(s)), (other(s), 1 - player(s))):
        for cell in PATHS[place]:
            y, x = at(cell)
            rows[y][x] = SYMBOLS[who]
    for cell in (low(s), high(s)):
        y, x = at(cell)
        rows[y][x] = NEUTRAL
    return rows


def notation(s: int) -> str:
    return f"{write_letters(letters(s))} {SYMBOLS[player(s)]}"


def parse(text: str) -> int | None:
    """Rows from the top, then who moves: *XX./.OX./.OX./.OO* X"""
    board, _, mover = text.upper().partition(" ")
    if "/" not in board:
        return None
    first, second = SYMBOLS[:2]
    rows = read_letters(board, SIZE, SIZE, first + second + NEUTRAL)
    who = read_mover(text, mover, first + second)
    where: dict[str, list[int]] = {first: [], second: [], NEUTRAL: [], ".": []}
    for cell in range(CELLS):
        y, x = at(cell)
        where[rows[y][x]].append(cell)
    found = [
        [place for place, path in enumerate(PATHS) if sorted(path) == where[symbol]]
        for symbol in (first, second)
    ]
    if not all(found) or len(where[NEUTRAL]) != 2:
        raise BadInput("error.board.lgame", text=text)
    ((one,), (two,)) = found
    mine, theirs = (two, one) if who else (one, two)
    return pack(mine, theirs, where[NEUTRAL][0], where[NEUTRAL][1], who)


def picture(s: int) -> Board:
    rows = [[Cell() for _ in range(SIZE)] for _ in range(SIZE)]
    for place, who in ((own(s), player(s)), (other(s), 1 - player(s))):
        for cell in PATHS[place]:
            y, x = at(cell)
            rows[y][x] = Cell(who, joined=_joined(cell, PATHS[place]))
    for cell in (low(s), high(s)):
        y, x = at(cell)
        rows[y][x] = Cell(piece=NEUTRAL)
    steps = tuple(
        Step(
            move_text(s, move),
            at(PLACES[move // OPTIONS][0]),
            at(PLACES[move // OPTIONS][1]),
            then=tuple(map(at, neutral_step(s, move))),
            covers=tuple(map(at, PATHS[move // OPTIONS])),
        )
        for move in moves(s)
    )
    return Board("grid", tuple(map(tuple, rows)), *square_names(SIZE, SIZE), steps)


def _joined(cell: int, path: list[int]) -> str:
    """The sides on which the next cell belongs to the same L."""
    y, x = at(cell)
    neighbours = {"n": (y - 1, x), "e": (y, x + 1), "s": (y + 1, x), "w": (y, x - 1)}
    places = [at(other_cell) for other_cell in path]
    return "".join(side for side, neighbour in neighbours.items() if neighbour in places)


def _start() -> int:
    start = parse("*XX./.OX./.OX./.OO* X")
    assert start is not None
    return start


def lgame() -> Game[int, int]:
    """The L game: whoever cannot move the own L loses."""
    return Game(
        "lgame",
        start=_start(),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over,
        evaluate=evaluate,
        facts=Facts(
            unit=len(PLACES) + 1,
            most_moves=MOST_MOVES,
            repeats=True,
            repetition=3,
        ),
        hints=Hints(key=key),
        presentation=Presentation(
            move_text=move_text,
            notation=notation,
            parse=parse,
            picture=picture,
            title=localized("lgame.title"),
            rules=join(localized("lgame.rules"), localized("repetition")),
            player_names=names("blue", "orange"),
        ),
    )
