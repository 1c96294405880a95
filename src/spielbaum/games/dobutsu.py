"""Dōbutsu shōgi (Kitao and Fujita 2008): shōgi for two lions on 3 × 4 cells; pieces that are taken come back.

A position is one word, always seen by the player to move, who sits at row 0. Each cell has four bits: what
stands there, and as the highest of the four whose it is. Above the cells lie the hands, two bits per kind:

    row 3     9 10 11        bits 0 to 47     the cells, four bits each
    row 2     6  7  8        bits 48 to 53    chicks, giraffes, elephants in the hand of the player to move
    row 1     3  4  5        bits 54 to 59    those in the other hand
    row 0     0  1  2        bit 60           who moves

After a move the board is turned round for the other player. So the key of a position, which leaves out who
moves, is itself a position with the first player to move. Sets of cells have the lowest of the four bits of
each of their cells.

Where a lion can be taken it must be taken, and all positions after that have one key. So the keys that can be
reached are those of the published analysis (Tanaka 2009), which ends where a lion can be taken, and one more.
"""

from __future__ import annotations

from collections.abc import Iterator

from spielbaum.bits import flip_rows, lowest_bit, shift_right
from spielbaum.board import Board, Cell, Step
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games.grid import read_letters, read_mover, square_name, square_names, write_letters
from spielbaum.games.localized import join, localized, names
from spielbaum.tables import table

WIDTH, HEIGHT = 3, 4
CELLS = WIDTH * HEIGHT
# Kinds of pieces; the first three can be in a hand. Only a lion has the third bit and not the first.
CHICK, GIRAFFE, ELEPHANT, LION, HEN = 1, 2, 3, 4, 5
IN_HAND = (CHICK, GIRAFFE, ELEPHANT)
OTHERS = 8

HANDS_AT, OTHER_HAND_AT, PLAYER_AT = 48, 54, 60
BOARD = (1 << HANDS_AT) - 1
HAND = (1 << (OTHER_HAND_AT - HANDS_AT)) - 1
#: Every cell, as a set.
ALL = 0x111_111_111_111
HOME_ROW = 0x111
FAR_ROW = HOME_ROW << 36
LEFT_COLUMN = 0x00F_00F_00F_00F
MIDDLE_COLUMN = LEFT_COLUMN << 4

#: What stands on a cell, by letter: capital letters are the first player's.
LETTERS = ".CGELH"

_STEPS = {
    CHICK: ((1, 0),),
    GIRAFFE: ((1, 0), (0, -1), (0, 1), (-1, 0)),
    ELEPHANT: ((1, -1), (1, 1), (-1, -1), (-1, 1)),
    LION: ((1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, -1), (-1, 0), (-1, 1)),
    HEN: ((1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, 0)),
}


def _reach(kind: int, cell: int) -> int:
    row, column = divmod(cell, WIDTH)
    targets = ((row + up, column + right) for up, right in _STEPS.get(kind, ()))
    return sum(1 << 4 * (y * WIDTH + x) for y, x in targets if 0 <= y < HEIGHT and 0 <= x < WIDTH)


#: The cells that a piece of the player to move reaches, by its kind and its cell.
REACH = table([_reach(kind, cell) for cell in range(CELLS)] for kind in range(HEN + 1))

#: Material in chicks; a piece in a hand is worth as much as on the board.
WORTH = table([0, 1, 3, 3, 0, 4])
#: More than all the material that there is.
WIN = 30
#: Three kinds to drop on 7 cells, a lion's 8 steps, and three pieces more with 6 steps each.
MOST_MOVES = 47


# --- parts of a position


def player(s: int) -> int:
    return s >> PLAYER_AT


def at(s: int, cell: int) -> int:
    """What stands on a cell: a kind, with `OTHERS` where it is the other player's."""
    return (s >> (4 * cell)) & 15


def own_cells(s: int) -> int:
    return (s | (s >> 1) | (s >> 2)) & ~(s >> 3) & ALL


def other_cells(s: int) -> int:
    return (s >> 3) & ALL


def lions(s: int) -> int:
    """The cells with lions."""
    return (s >> 2) & ~s & ALL


def in_hand(s: int, kind: int) -> int:
    """How many pieces of a kind the player to move has in hand."""
    return (s >> (HANDS_AT + 2 * (kind - 1))) & 3


def turned(s: int) -> int:
    """The board turned round, the pieces and the hands given to the other side; the other player to move."""
    bytes_turned = shift_right(flip_rows(s & BOARD), 16)
    cells = ((bytes_turned & 0x0F0F_0F0F_0F0F) << 4) | ((bytes_turned >> 4) & 0x0F0F_0F0F_0F0F)
    occupied = (cells | (cells >> 1) | (cells >> 2)) & ALL
    hands = (((s >> HANDS_AT) & HAND) << OTHER_HAND_AT) | (((s >> OTHER_HAND_AT) & HAND) << HANDS_AT)
    return (cells ^ (occupied << 3)) | hands | ((1 - player(s)) << PLAYER_AT)


def mirrored(s: int) -> int:
    """Left and right exchanged."""
    sides = ((s & LEFT_COLUMN) << 8) | ((s >> 8) & LEFT_COLUMN)
    return (s & MIDDLE_COLUMN) | sides | (s & ~BOARD)


# --- rules


def takes_lion(s: int) -> bool:
    """Whether the player to move can take the other lion."""
    lion = lions(s) & other_cells(s)
    if lion == 0:
        return False
    near = int(REACH[LION, lowest_bit(lion) >> 2]) & own_cells(s)
    while near:
        cell = lowest_bit(near) >> 2
        near &= near - 1
        if int(REACH[at(s, cell), cell]) & lion:
            return True
    return False


def over(s: int) -> bool:
    """The player to move has no lion any more, or the other lion is on the near row and cannot be taken."""
    if (lions(s) & own_cells(s)) == 0:
        return True
    return (lions(s) & other_cells(s) & HOME_ROW) != 0 and not takes_lion(s)


def moves(s: int) -> Iterator[int]:
    """A move is its origin times the number of cells, plus its target; a hand follows the cells as origins.

    Until the game is over there is one. All arrangements of own pieces were searched: up to mirror images
    only one leaves them all stuck, GE. LGE CC. ... from the far row to the near one, and the other lion,
    alone on the board, could have come there only from the near row, where it had won.
    """
    must = takes_lion(s)
    goals = lions(s) & other_cells(s) if must else ALL & ~own_cells(s)
    pieces = own_cells(s)
    while pieces:
        origin = lowest_bit(pieces) >> 2
        pieces &= pieces - 1
        reached = int(REACH[at(s, origin), origin]) & goals
        while reached:
            yield origin * CELLS + (lowest_bit(reached) >> 2)
            reached &= reached - 1
    if not must:
        for kind in IN_HAND:
            if in_hand(s, kind):
                free = goals & ~other_cells(s)
                while free:
                    yield (CELLS + kind - 1) * CELLS + (lowest_bit(free) >> 2)
                    free &= free - 1


def play(s: int, move: int) -> int:
    origin, target = move // CELLS, move % CELLS
    if origin >= CELLS:
        kind = origin - CELLS + 1
        return turned((s | (kind << (4 * target))) - (1 << (HANDS_AT + 2 * (kind - 1))))
    kind, taken = at(s, origin), at(s, target) & 7
    if kind == CHICK and target >= CELLS - WIDTH:
        kind = HEN
    s = (s & ~(15 << (4 * origin)) & ~(15 << (4 * target))) | (kind << (4 * target))
    if taken == HEN:
        taken = CHICK
    if taken and taken != LION:
        s += 1 << (HANDS_AT + 2 * (taken - 1))
    return turned(s)


def utility(s: int) -> int:
    """Whoever would have to move when the game is over has lost."""
    return 1 if player(s) else -1


def ending(s: int) -> str:
    return "game.dobutsu.try" if lions(s) & own_cells(s) else "game.dobutsu.catch"


# --- hints for the search


def evaluate(s: int) -> int:
    """Material, for the first player."""
    balance = 0
    for cell in range(CELLS):
        piece = at(s, cell)
        worth = int(WORTH[piece & 7])
        balance += -worth if piece & OTHERS else worth
    for kind in IN_HAND:
        theirs = (s >> (OTHER_HAND_AT + 2 * (kind - 1))) & 3
        balance += (in_hand(s, kind) - theirs) * int(WORTH[kind])
    return -balance if player(s) else balance


def order(s: int, move: int) -> int:
    """Lions first, then other captures by what is taken, then chicks that grow up."""
    origin, target = move // CELLS, move % CELLS
    taken = at(s, target) & 7
    if taken == LION:
        return WIN
    grows = origin < CELLS - WIDTH <= target and at(s, origin) == CHICK
    return int(WORTH[taken]) * 2 + (1 if grows else 0)


def order_reason(s: int, move: int) -> str:
    if order(s, move) > 1:
        return "win" if order(s, move) == WIN else "capture"
    return "promotion" if order(s, move) == 1 else ""


def key(s: int) -> int:
    """Seen by the player to move, of two mirror images the smaller word; 0 where the lion was taken."""
    if (lions(s) & own_cells(s)) == 0:
        return 0
    word = s & ((1 << PLAYER_AT) - 1)
    return min(word, mirrored(word))


# --- how people see it


def place(s: int, cell: int) -> tuple[int, int]:
    """Row from the top and column of a cell, or of a piece in hand; the first player sits below."""
    if cell >= CELLS:
        return HEIGHT + player(s), cell - CELLS
    row, column = divmod(CELLS - 1 - cell if player(s) else cell, WIDTH)
    return HEIGHT - 1 - row, column


def letters(s: int) -> list[list[str]]:
    """The letter on each cell, rows from the top."""
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    for cell in range(CELLS):
        y, x = place(s, cell)
        piece = at(s, cell)
        black = (piece >= OTHERS) != bool(player(s))
        letter = LETTERS[piece & 7]
        rows[y][x] = letter.lower() if black else letter
    return rows


def hands(s: int) -> tuple[list[int], list[int]]:
    """How many pieces of each kind White and Black have in hand."""
    mine = [in_hand(s, kind) for kind in IN_HAND]
    theirs = [in_hand(turned(s), kind) for kind in IN_HAND]
    return (theirs, mine) if player(s) else (mine, theirs)


def move_text(s: int, move: int) -> str:
    origin, target = move // CELLS, move % CELLS
    to = square_name(place(s, target), HEIGHT)
    if origin >= CELLS:
        return f"{LETTERS[origin - CELLS + 1]}*{to}"
    return square_name(place(s, origin), HEIGHT) + to


def notation(s: int) -> str:
    white, black = (
        "".join(LETTERS[kind] * n for kind, n in zip(IN_HAND, hand, strict=True)) for hand in hands(s)
    )
    return f"{write_letters(letters(s))} {white + black.lower() or '-'} {'wb'[player(s)]}"


def parse(text: str) -> int | None:
    """Rows from the top, what is in hand, who moves: gle/.c./.C./ELG - w"""
    words = text.split()
    if not words or "/" not in words[0]:
        return None
    held = words[1] if len(words) == 3 else ""
    known = LETTERS[1:] + LETTERS[1:].lower()
    rows = read_letters(words[0], WIDTH, HEIGHT, known)
    who = read_mover(text, " ".join(words[2:]), "wb")
    if held != "-" and (not held or set(held.upper()) - {LETTERS[kind] for kind in IN_HAND}):
        raise BadInput("error.board.hands", text=text, letters=" ".join(LETTERS[kind] for kind in IN_HAND))
    everything = ("".join(rows) + held).upper().replace("H", "C")
    lion_letters = "".join(rows)
    if (
        any(everything.count(LETTERS[kind]) != 2 for kind in IN_HAND)
        or max(lion_letters.count("L"), lion_letters.count("l")) > 1
        or "lL"[who] not in lion_letters
    ):
        raise BadInput("error.board.dobutsu", text=text)
    s = 0
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            kind = LETTERS.index(letter.upper())
            piece = kind | (OTHERS if letter.islower() else 0)
            s |= piece << (4 * ((HEIGHT - 1 - y) * WIDTH + x))
    for letter in held.replace("-", ""):
        start = OTHER_HAND_AT if letter.islower() else HANDS_AT
        s += 1 << (start + 2 * (LETTERS.index(letter.upper()) - 1))
    s = turned(s) if who else s
    if lions(s) & own_cells(s) & FAR_ROW:
        raise BadInput("error.board.dobutsu_try", text=text)
    if not over(s) and next(moves(s), None) is None:
        raise BadInput("error.board.dobutsu_stuck", text=text)
    return s


def picture(s: int) -> Board:
    threatened = "Ll"[player(s)] if takes_lion(turned(s)) else None

    def cell(letter: str) -> Cell:
        if letter == ".":
            return Cell()
        owner = int(letter.islower())
        return Cell(owner, piece=letter.upper(), mark="check" if letter == threatened else None)

    rows = tuple(tuple(cell(letter) for letter in row) for row in letters(s))
    held = tuple(
        tuple(Cell(owner, count, piece=LETTERS[kind]) for kind, count in zip(IN_HAND, hand, strict=True))
        for owner, hand in enumerate(hands(s))
    )
    playable = [] if over(s) else list(moves(s))
    steps = tuple(
        Step(move_text(s, move), place(s, move // CELLS), place(s, move % CELLS)) for move in playable
    )
    return Board("grid", rows, *square_names(WIDTH, HEIGHT), steps, held, pieces="animals")


def _start() -> int:
    start = parse("gle/.c./.C./ELG - w")
    assert start is not None
    return start


def dobutsu() -> Game[int, int]:
    """Dōbutsu shōgi, the small shōgi of animals."""
    return Game(
        "dobutsu",
        start=_start(),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over,
        evaluate=evaluate,
        facts=Facts(
            unit=WIN,
            most_moves=MOST_MOVES,
            repeats=True,
            repetition=3,
        ),
        hints=Hints(
            order=order,
            key=key,
        ),
        presentation=Presentation(
            order_reason=order_reason,
            move_text=move_text,
            notation=notation,
            parse=parse,
            picture=picture,
            ending=ending,
            title=localized("dobutsu.title"),
            rules=join(localized("dobutsu.rules"), localized("repetition")),
            player_names=names("white", "black"),
        ),
    )
