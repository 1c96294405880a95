"""A position as people see it: a few kinds of boards, described, not drawn.

A game says what lies where; the text below, the SVG of `spielbaum.draw` and the page in the
browser all paint from that one description, so a game file contains no drawing code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["grid", "columns", "pits", "heaps"]
Mark = Literal["last", "win", "check"]

#: One symbol a player, told apart by shape and not by colour alone.
SYMBOLS = ("X", "O", "A", "B")


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a board.

    `player` is whose stone lies there, `count` how many seeds or matches, `move` the text of the legal
    move that choosing this place makes. Where stones are of several kinds, `piece` is the capital letter
    of this one.
    """

    player: int | None = None
    count: int | None = None
    move: str | None = None
    mark: Mark | None = None
    piece: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A legal move that takes a stone from one place to another, both as (row, column) of the board."""

    #: The text of the move.
    move: str
    origin: tuple[int, int]
    target: tuple[int, int]
    #: The piece that the stone turns into, where the player has a choice.
    becomes: str | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Rows of cells, from the top.

    grid: stones on a chequered board. columns: stones dropped into columns. pits: a row of pits for
    each player (the first player's at the bottom) with the two stores as the outer cells of the rows:
    top row `store, houses…`, bottom row `houses…, store`. heaps: one row of matches a heap.
    """

    kind: Kind
    rows: tuple[tuple[Cell, ...], ...]
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()
    #: The legal moves of a game in which pieces go from place to place; there choosing one place is no move.
    steps: tuple[Step, ...] = ()


def place_name(board: Board, place: tuple[int, int]) -> str:
    """What people call the place in that row and column, such as e4."""
    row, column = place
    first = board.column_names[column] if board.column_names else str(column + 1)
    return first + (board.row_names[row] if board.row_names else str(row + 1))


def piece_changed(old: Cell, new: Cell) -> bool:
    """Whether a piece has left this place or come to it."""
    return (old.piece, new.piece) != (None, None) and (old.player, old.piece) != (new.player, new.piece)


def board_text(board: Board, symbols: tuple[str, ...] = SYMBOLS) -> str:
    """The board in plain text, for terminals, screen readers and tests."""
    return _PAINTERS[board.kind](board, symbols)


def _grid_text(board: Board, symbols: tuple[str, ...]) -> str:
    margin = max((len(name) for name in board.row_names), default=0)
    lines = []
    for index, row in enumerate(board.rows):
        name = board.row_names[index].rjust(margin) + " " if board.row_names else ""
        lines.append(name + " ".join(stone_text(cell, symbols) for cell in row))
    if board.column_names:
        lines.append(" " * (margin + 1 if margin else 0) + " ".join(name[-1] for name in board.column_names))
    return "\n".join(lines)


def stone_text(cell: Cell, symbols: tuple[str, ...]) -> str:
    """A player's symbol; pieces are capital letters for the first player, small ones for the second."""
    if cell.player is None:
        return "."
    if cell.piece is None:
        return symbols[cell.player]
    return cell.piece.lower() if cell.player else cell.piece


def _pits_text(board: Board, _symbols: tuple[str, ...]) -> str:
    top, bottom = board.rows
    width = max(2, *(len(str(c.count)) for c in top + bottom))

    def pits(row: tuple[Cell, ...]) -> str:
        return " ".join(str(c.count).rjust(width) for c in row)

    gap = " " * len(pits(top[1:]))
    left, right = str(top[0].count).rjust(width), str(bottom[-1].count).rjust(width)
    blank = " " * width
    names = " ".join(name.rjust(width) for name in board.column_names)
    lines = [f"{blank}  {pits(top[1:])}", f"{left}  {gap}  {right}", f"{blank}  {pits(bottom[:-1])}"]
    return "\n".join(line.rstrip() for line in [*lines, f"{blank}  {names}"] if line.strip())


def _heaps_text(board: Board, _symbols: tuple[str, ...]) -> str:
    margin = max((len(name) for name in board.row_names), default=0)
    lines = []
    for name, row in zip(board.row_names, board.rows, strict=True):
        sticks = " ".join("|" for _ in row)
        lines.append(f"{name.rjust(margin)}: {sticks}{' ' if row else ''}({len(row)})")
    return "\n".join(lines)


_PAINTERS = {"grid": _grid_text, "columns": _grid_text, "pits": _pits_text, "heaps": _heaps_text}
