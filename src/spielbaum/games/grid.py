"""How people write boards of squares: cells as b2, whole boards as X.O/.X./... from the top."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase

from spielbaum.board import SYMBOLS, Board, Cell, Kind
from spielbaum.errors import BadInput

#: Who has a stone on the cell in that column and that row from the top; None where it is empty.
Owner = Callable[[int, int], int | None]


def cell_name(column: int, row: int) -> str:
    """Columns are letters from the left, rows numbers from the top: a1 is the upper left corner."""
    return f"{ascii_lowercase[column]}{row + 1}"


def write_rows(width: int, height: int, owner: Owner) -> str:
    """The board in one line of text, rows from the top."""
    return "/".join("".join(_symbol(owner(column, row)) for column in range(width)) for row in range(height))


def _symbol(owner: int | None) -> str:
    return "." if owner is None else SYMBOLS[owner]


def looks_like_rows(text: str) -> bool:
    """Whether the text is meant as a board and not as a list of moves."""
    return bool(text) and set(text.upper()) <= {".", "/", *SYMBOLS}


def read_rows(text: str, width: int, height: int, players: int) -> list[list[int | None]]:
    """The owner of each cell, rows from the top."""
    rows = text.upper().split("/")
    allowed = "." + "".join(SYMBOLS[:players])
    if len(rows) != height or any(len(row) != width or set(row) - set(allowed) for row in rows):
        raise BadInput("error.board.rows", text=text, width=width, height=height, symbols=" ".join(allowed))
    return [[None if symbol == "." else SYMBOLS.index(symbol) for symbol in row] for row in rows]


def grid_board(
    kind: Kind,
    width: int,
    height: int,
    owner: Owner,
    move: Callable[[int, int], str | None],
    wins: Callable[[int, int], bool],
    *,
    column_names: tuple[str, ...] | None = None,
    row_names: tuple[str, ...] | None = None,
) -> Board:
    """The board as people see it."""
    rows = tuple(
        tuple(
            Cell(owner(column, row), move=move(column, row), mark="win" if wins(column, row) else None)
            for column in range(width)
        )
        for row in range(height)
    )
    if column_names is None:
        column_names = tuple(ascii_lowercase[:width])
    if row_names is None:
        row_names = tuple(str(row + 1) for row in range(height))
    return Board(kind, rows, column_names, row_names)
