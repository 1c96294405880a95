"""How people write boards of squares: cells as b2, whole boards as X.O/.X./... from the top."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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


def square_name(place: tuple[int, int], height: int) -> str:
    """As in chess: columns are letters from the left, rows numbers from below; places count from the top."""
    row, column = place
    return f"{ascii_lowercase[column]}{height - row}"


def square_names(width: int, height: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the columns and, from the top, of the rows, as in chess."""
    return tuple(ascii_lowercase[:width]), tuple(str(height - row) for row in range(height))


def write_letters(rows: Iterable[Iterable[str]]) -> str:
    """A board of pieces in one line of text, rows from the top."""
    return "/".join("".join(row) for row in rows)


def read_letters(text: str, width: int, height: int, letters: str) -> list[str]:
    """The letters on the cells, rows from the top; a dot is an empty cell."""
    rows = text.split("/")
    if len(rows) != height or any(len(row) != width or set(row) - {".", *letters} for row in rows):
        symbols = " ".join(f".{letters}")
        raise BadInput("error.board.rows", text=text, width=width, height=height, symbols=symbols)
    return rows


def read_mover(text: str, mover: str, symbols: str) -> int:
    """Who moves, as it is written behind a board."""
    if len(mover) != 1 or mover not in symbols:
        raise BadInput("error.board.mover", text=text, symbols=" | ".join(symbols))
    return symbols.index(mover)


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
