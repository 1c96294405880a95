"""Hexapawn (Gardner 1962): a chess of pawns only, on a board of any size.

A position is one word, always seen by the player to move, who goes from row 0 upwards. With 3 × 3 cells:

    row 2    6  7  8        bits 0 to 8     pawns of the player to move
    row 1    3  4  5        bits 9 to 17    pawns of the other player
    row 0    0  1  2        bit 18          who moves

After a move the board is turned upside down for the other player. So the key of a position, which leaves out
who moves, is itself a position with the first player to move.
"""

from __future__ import annotations

from collections.abc import Iterator

from spielbaum.bits import popcount
from spielbaum.board import Board, Cell, Step
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games.grid import read_letters, read_mover, square_name, square_names, write_letters
from spielbaum.games.localized import localized, names, switches
from spielbaum.games.two_sets import two_sets

#: Two bits per cell and one for the player must fit into a signed word.
MOST_CELLS = 30


def hexapawn(width: int = 3, height: int = 3) -> Game[int, int]:
    """Pawns on the first and on the last row; the game is won on the far row, or when the other is stuck."""
    if width < 1 or height < 3 or width * height > MOST_CELLS:
        raise BadInput("error.game.hexapawn", width=width, height=height, limit=MOST_CELLS)
    cells = width * height
    home = (1 << width) - 1
    far = home << (cells - width)
    first_column = sum(1 << (row * width) for row in range(height))
    last_column = first_column << (width - 1)

    # --- rules

    own, other, player, pack = two_sets(cells)

    def upside_down(pawns: int) -> int:
        turned = 0
        for row in range(height):
            turned |= ((pawns >> (row * width)) & home) << ((height - 1 - row) * width)
        return turned

    def mirrored(pawns: int) -> int:
        turned = 0
        for column in range(width):
            turned |= ((pawns >> column) & first_column) << (width - 1 - column)
        return turned

    def ahead(s: int) -> int:
        """The pawns that can go straight ahead."""
        return own(s) & ~((own(s) | other(s)) >> width) & ~far

    def takes_left(s: int) -> int:
        """The pawns that can take one on their left."""
        return own(s) & ~first_column & (other(s) >> (width - 1))

    def takes_right(s: int) -> int:
        return own(s) & ~last_column & (other(s) >> (width + 1))

    def over(s: int) -> bool:
        """The other player has reached the near row, or the player to move is stuck."""
        return (other(s) & home) != 0 or (ahead(s) | takes_left(s) | takes_right(s)) == 0

    def moves(s: int) -> Iterator[int]:
        """A move is its origin times the number of cells, plus its target."""
        if (other(s) & home) == 0:
            straight, left, right = ahead(s), takes_left(s), takes_right(s)
            for cell in range(cells - width):
                if (left >> cell) & 1:
                    yield cell * cells + cell + width - 1
                if (straight >> cell) & 1:
                    yield cell * cells + cell + width
                if (right >> cell) & 1:
                    yield cell * cells + cell + width + 1

    def play(s: int, move: int) -> int:
        origin, target = 1 << (move // cells), 1 << (move % cells)
        mine, theirs = own(s) ^ origin ^ target, other(s) & ~target
        return pack(upside_down(theirs), upside_down(mine), 1 - player(s))

    def utility(s: int) -> int:
        """Whoever would have to move when the game is over has lost."""
        return 1 if player(s) else -1

    # --- hints for the search

    def evaluate(s: int) -> int:
        """Pawns more than the other has."""
        surplus = popcount(own(s)) - popcount(other(s))
        return -surplus if player(s) else surplus

    def order(s: int, move: int) -> int:
        target = move % cells
        if target >= cells - width:
            return 2
        return (other(s) >> target) & 1

    def order_reason(s: int, move: int) -> str:
        return ("", "capture", "win")[order(s, move)]

    def key(s: int) -> int:
        """Seen by the player to move, and of two mirror images the smaller word."""
        return min(pack(own(s), other(s), 0), pack(mirrored(own(s)), mirrored(other(s)), 0))

    # --- how people see it

    def place(s: int, cell: int) -> tuple[int, int]:
        """Row from the top and column; the first player sits below."""
        row, column = cell // width, cell % width
        return (row if player(s) else height - 1 - row), column

    def letters(s: int) -> list[list[str]]:
        """The letter on each cell, rows from the top: capital letters are White's."""
        rows = [["."] * width for _ in range(height)]
        for cell in range(cells):
            y, x = place(s, cell)
            if (own(s) >> cell) & 1:
                rows[y][x] = "Pp"[player(s)]
            elif (other(s) >> cell) & 1:
                rows[y][x] = "pP"[player(s)]
        return rows

    def move_text(s: int, move: int) -> str:
        return "".join(square_name(place(s, cell), height) for cell in (move // cells, move % cells))

    def notation(s: int) -> str:
        return f"{write_letters(letters(s))} {'wb'[player(s)]}"

    def parse(text: str) -> int | None:
        """Rows from the top, then who moves: ppp/.../PPP w"""
        pawns, _, mover = text.partition(" ")
        if "/" not in pawns:
            return None
        rows = read_letters(pawns, width, height, "Pp")
        white = black = 0
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                bit = 1 << ((height - 1 - y) * width + x)
                white |= bit if letter == "P" else 0
                black |= bit if letter == "p" else 0
        who = read_mover(text, mover, "wb")
        mine, theirs = (upside_down(black), upside_down(white)) if who else (white, black)
        if popcount(mine) > width or popcount(theirs) > width or mine & far:
            raise BadInput("error.board.hexapawn", text=text, most=width)
        return pack(mine, theirs, who)

    def picture(s: int) -> Board:
        rows = tuple(
            tuple(Cell() if letter == "." else Cell("Pp".index(letter), piece="P") for letter in row)
            for row in letters(s)
        )
        steps = tuple(
            Step(move_text(s, move), place(s, move // cells), place(s, move % cells)) for move in moves(s)
        )
        return Board("grid", rows, *square_names(width, height), steps)

    return Game(
        "hexapawn",
        start=pack(home, far, 0),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over,
        evaluate=evaluate,
        facts=Facts(
            unit=width + 1,
            most_moves=3 * width,
            longest=2 * width * (height - 2) + 1,  # one step more ends the game
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
            title=localized("hexapawn.title"),
            rules=localized("hexapawn.rules", width=width, height=height),
            player_names=names("white", "black"),
            switches=switches("hexapawn", "width", "height"),
        ),
    )
