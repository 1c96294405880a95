"""EinStein würfelt nicht! (Ingo Althöfer 2004): a race of six stones a side; the die says which one moves.

The stones of a player are one word, five bits per stone: its cell, or `GONE`.

    row 0     0  1  2  3  4        the first player begins around cell 0 and goes right and down,
    row 1     5  6  7  8  9        the second begins around cell 24 and goes left and up
     …
    row 4    20 21 22 23 24
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum.board import Board, Cell, Step
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games.grid import read_letters, read_mover, square_name, square_names, write_letters
from spielbaum.games.localized import localized, names, switches
from spielbaum.result import CHANCE
from spielbaum.tables import table

SIZE, STONES = 5, 6
CELLS = SIZE * SIZE
LAST = CELLS - 1
GONE = 31
#: A word of stones that are all gone.
NONE = (1 << 5 * STONES) - 1
#: The three ways to go: along the row, along the column, between them; the second player goes the other way.
WAYS = (1, SIZE, SIZE + 1)
#: Where the stones stand at first, from the corner outwards: the row, then the next one.
CORNER = (0, 1, 2, 5, 6, 10)
#: How stones are written: those of the first player from 1 on as A to F, of the second as a to f.
LETTERS = "ABCDEF"
#: More than any evaluation.
UNIT = 128

#: The cell of each cell's mirror image, rows and columns exchanged.
MIRROR = table([x * SIZE + y for y in range(SIZE) for x in range(SIZE)] + [GONE] * (32 - CELLS))
#: How many moves it is at least to the far corner, for the first player and for the second.
AWAY = table(
    [
        [max(SIZE - 1 - cell // SIZE, SIZE - 1 - cell % SIZE) for cell in range(CELLS)],
        [max(cell // SIZE, cell % SIZE) for cell in range(CELLS)],
    ],
)


class State(NamedTuple):
    """The stones of both players, whose turn it is, and what the die shows: 0 while it rolls."""

    first: int
    second: int
    turn: int
    die: int


# --- parts of a position


def at(stones: int, stone: int) -> int:
    """Where a stone is."""
    return (stones >> (5 * stone)) & 31


def without(stones: int, cell: int) -> int:
    """The stones of a player without the one on that cell, if there is one."""
    for stone in range(STONES):
        if at(stones, stone) == cell:
            stones |= GONE << (5 * stone)
    return stones


def lower(stones: int, number: int) -> int:
    """The stone of that number (from 0), or the nearest lower one; −1 where all of these are gone."""
    while number >= 0 and at(stones, number) == GONE:
        number -= 1
    return number


def higher(stones: int, number: int) -> int:
    """The stone of that number (from 0), or the nearest higher one; `STONES` where all of these are gone."""
    while number < STONES and at(stones, number) == GONE:
        number += 1
    return number


def mirrored(stones: int) -> int:
    image = 0
    for stone in range(STONES):
        image |= int(MIRROR[at(stones, stone)]) << (5 * stone)
    return image


def mine(s: State) -> int:
    return s.second if s.turn else s.first


def goes_to(s: State, move: int) -> int:
    """The cell where a move ends."""
    origin, way = at(mine(s), move // 3), WAYS[move % 3]
    return origin - way if s.turn else origin + way


# --- rules


def won(s: State) -> int:
    """1 where the first player has won, −1 where the second has, otherwise 0."""
    if s.second == NONE or without(s.first, LAST) != s.first:
        return 1
    if s.first == NONE or without(s.second, 0) != s.second:
        return -1
    return 0


def over(s: State) -> bool:
    return won(s) != 0


def player(s: State) -> int:
    return CHANCE if s.die == 0 and won(s) == 0 else s.turn


def ways_of(s: State, stone: int) -> Iterator[int]:
    cell = at(mine(s), stone)
    border = 0 if s.turn else SIZE - 1
    if cell % SIZE != border:
        yield 3 * stone
    if cell // SIZE != border:
        yield 3 * stone + 1
    if cell % SIZE != border and cell // SIZE != border:
        yield 3 * stone + 2


def moves(s: State) -> Iterator[int]:
    """Where the die rolls, what it shows; otherwise three times the stone (from 0), plus the way."""
    if s.die == 0:
        yield from range(1, STONES + 1)
    else:
        low, high = lower(mine(s), s.die - 1), higher(mine(s), s.die - 1)
        if low >= 0:
            yield from ways_of(s, low)
        if high < STONES and high != low:
            yield from ways_of(s, high)


def play(s: State, move: int) -> State:
    if s.die == 0:
        return State(s.first, s.second, s.turn, move)
    stone, target = move // 3, goes_to(s, move)
    first, second = without(s.first, target), without(s.second, target)
    place = 5 * stone
    if s.turn:
        second = (second & ~(31 << place)) | (target << place)
    else:
        first = (first & ~(31 << place)) | (target << place)
    return State(first, second, 1 - s.turn, 0)


def weight(_s: State, _m: int) -> int:
    return 1


def utility(s: State) -> int:
    return won(s)


def ending(s: State) -> str:
    return "game.einstein.taken" if NONE in (s.first, s.second) else "game.einstein.corner"


# --- hints for the search


def to_go(stones: int, who: int) -> int:
    """For the six throws together, how far the best stone that may move is from the far corner."""
    total = 0
    for number in range(STONES):
        low, high = lower(stones, number), higher(stones, number)
        least = SIZE
        if low >= 0:
            least = min(least, int(AWAY[who, at(stones, low)]))
        if high < STONES:
            least = min(least, int(AWAY[who, at(stones, high)]))
        total += least
    return total


def evaluate(s: State) -> int:
    """Who has less far to go; a stone less is no loss as such, since the others move more often."""
    return 3 * (to_go(s.second, 1) - to_go(s.first, 0))


def order(s: State, move: int) -> int:
    """First what wins, then what takes a stone of the other player, then what goes across."""
    if s.die == 0:
        return 0
    target = goes_to(s, move)
    if target == (0 if s.turn else LAST):
        return 8
    theirs = s.first if s.turn else s.second
    return (4 if without(theirs, target) != theirs else 0) + (1 if move % 3 == 2 else 0)


def order_reason(s: State, move: int) -> str:
    worth = order(s, move)
    return "win" if worth == 8 else "capture" if worth >= 4 else ""


def key(s: State) -> tuple[int, int]:
    """Rows and columns may be exchanged."""
    here = s.first << (5 * STONES) | s.second
    image = mirrored(s.first) << (5 * STONES) | mirrored(s.second)
    return (min(here, image), 2 * s.die + s.turn)


# --- how people see it


def owner_of(s: State, cell: int) -> tuple[int, int] | None:
    """Whose stone stands on a cell, and which one."""
    for who, stones in enumerate((s.first, s.second)):
        for stone in range(STONES):
            if at(stones, stone) == cell:
                return who, stone
    return None


def place(cell: int) -> tuple[int, int]:
    return divmod(cell, SIZE)


def move_text(s: State, move: int) -> str:
    if s.die == 0:
        return str(move)
    origin = at(mine(s), move // 3)
    return square_name(place(origin), SIZE) + square_name(place(goes_to(s, move)), SIZE)


def notation(s: State) -> str:
    """Rows from the top, who moves, and what the die shows: ABC../DE.../F...f/...ed/..cba w 3."""
    letters = []
    for cell in range(CELLS):
        found = owner_of(s, cell)
        letters.append("." if found is None else (LETTERS, LETTERS.lower())[found[0]][found[1]])
    rows = [letters[y * SIZE : (y + 1) * SIZE] for y in range(SIZE)]
    return f"{write_letters(rows)} {'wb'[s.turn]} {s.die or '*'}"


def parse(text: str) -> State | None:
    words = text.split()
    if not words or "/" not in words[0]:
        return None
    if len(words) != 3 or words[2] not in {"*", *map(str, range(1, STONES + 1))}:
        raise BadInput("error.board.einstein_die", text=text)
    letters = "".join(read_letters(words[0], SIZE, SIZE, LETTERS + LETTERS.lower()))
    who = read_mover(text, words[1], "wb")
    if len(set(letters) - {"."}) != len(letters.replace(".", "")) or not letters.replace(".", ""):
        raise BadInput("error.board.einstein", text=text)
    first, second = (
        sum((letters.find(letter) & 31) << 5 * stone for stone, letter in enumerate(known))
        for known in (LETTERS, LETTERS.lower())
    )
    state = State(first, second, who, 0 if words[2] == "*" else int(words[2]))
    # Whoever has won has just moved, and the die does not roll any more.
    if won(state) == (-1 if who else 1) or (won(state) and state.die):
        raise BadInput("error.board.einstein", text=text)
    return state


def picture(s: State) -> Board:
    def cell(index: int) -> Cell:
        found = owner_of(s, index)
        if found is None:
            return Cell()
        last = index == (0 if found[0] else LAST)
        return Cell(found[0], piece=str(found[1] + 1), mark="win" if last else None)

    rows = tuple(tuple(cell(y * SIZE + x) for x in range(SIZE)) for y in range(SIZE))
    playable = [] if over(s) or s.die == 0 else list(moves(s))
    steps = tuple(
        Step(move_text(s, move), place(at(mine(s), move // 3)), place(goes_to(s, move))) for move in playable
    )
    return Board("grid", rows, *square_names(SIZE, SIZE), steps, dice=(s.die,) if s.die else ())


def _placed(name: str, numbers: int) -> list[int]:
    """The stones in the order of `CORNER`."""
    if sorted(str(numbers)) != sorted("123456"):
        raise BadInput("error.game.einstein", name=name, given=numbers)
    return [int(digit) - 1 for digit in str(numbers)]


def einstein(first: int = 123456, second: int = 123456) -> Game[State, int]:
    """EinStein würfelt nicht!; `first` and `second` are the numbers from each corner on, row by row."""
    white = sum(cell << 5 * stone for stone, cell in zip(_placed("first", first), CORNER, strict=True))
    black = sum(
        (LAST - cell) << 5 * stone for stone, cell in zip(_placed("second", second), CORNER, strict=True)
    )
    return Game(
        "einstein",
        start=State(white, black, 0, 0),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over,
        evaluate=evaluate,
        weight=weight,
        facts=Facts(
            unit=UNIT,
            most_moves=2 * len(WAYS),
            # Every stone makes at most eight steps; each step is a throw and a move.
            longest=2 * 2 * STONES * 2 * (SIZE - 1),
        ),
        hints=Hints(order=order, key=key),
        presentation=Presentation(
            order_reason=order_reason,
            move_text=move_text,
            notation=notation,
            parse=parse,
            picture=picture,
            ending=ending,
            title=localized("einstein.title"),
            rules=localized("einstein.rules"),
            player_names=names("white", "black"),
            switches=switches("einstein", "first", "second"),
        ),
    )
