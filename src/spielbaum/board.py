"""A position as people see it: a few kinds of boards, described, not drawn.

A game says what lies where; the text below, the SVG of `spielbaum.draw` and the page in the
browser all paint from that one description, so a game file contains no drawing code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["grid", "points", "columns", "pits", "heaps", "tiles", "scores", "backgammon"]
Mark = Literal["last", "win", "check"]
#: What the letters of pieces stand for …
PieceSet = Literal["chess", "animals"]
#: … and the letters of each set; the first one stands for its player.
PIECE_SETS: Mapping[PieceSet, str] = {"chess": "KQRBNP", "animals": "LGECH"}

#: One symbol a player, told apart by shape and not by colour alone.
SYMBOLS = ("X", "O", "A", "B")

#: Row and column of a cell. The pieces in the hand of player 0 lie in the row behind the last one, those of
#: player 1 in the row behind that.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a board.

    `player` is whose stone lies there, `count` how many seeds or matches, `move` the text of the legal
    move that choosing this place makes. Where stones are of several kinds, `piece` is the capital letter
    of this one; a piece without a player belongs to nobody. `joined` names the sides (n, e, s, w) on which a
    stone goes on into the next cell.
    """

    player: int | None = None
    count: int | None = None
    move: str | None = None
    mark: Mark | None = None
    piece: str | None = None
    joined: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing lies there."""
        return self.player is None and self.piece is None


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player has by now, to stand beside the name.

    `key` is that of a sentence with the `count`, such as "discs: 12"; `pieces` are the letters of pieces that
    were taken. A `lead` of 0 is not worth a word.
    """

    key: str
    count: int
    pieces: str = ""
    lead: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A legal move that is made by choosing two places, mostly where a stone stands and where it goes."""

    #: The text of the move.
    move: str
    origin: Place
    target: Place
    #: The piece that the stone turns into, where the player has a choice.
    becomes: str | None = None
    #: Places that are chosen after these two.
    then: tuple[Place, ...] = ()
    #: What the stone will cover, where that is more than its target.
    covers: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Cube:
    """A doubling cube: what it shows, and who may turn it next (None: either)."""

    stake: int
    owner: int | None = None
    #: Whether the owner has yet to take it.
    offered: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Rows of cells, from the top.

    grid: stones on a chequered board. points: stones on the points where `lines` meet. columns: stones
    dropped into columns. pits: a row of pits for each player (the first player's at the bottom) with the two
    stores as the outer cells of the rows: top row `store, houses…`, bottom row `houses…, store`. heaps: one
    row of matches per heap. tiles: numbers (`count`) on squares. scores: one row of points (`count`), those
    of a `player` or of the turn under way. backgammon: the points 13 to 24 in the top row and 12 to 1 in the
    bottom row, `count` men on each; after six points a cell for the bar and at the end one for the men borne
    off, of the second player above and of the first below.
    """

    kind: Kind
    rows: tuple[tuple[Cell, ...], ...]
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()
    #: The legal moves of a game in which pieces go from place to place; there choosing one place is no move.
    steps: tuple[Step, ...] = ()
    #: What each player has in hand, one cell per kind of piece, with its `count`.
    hands: tuple[tuple[Cell, ...], ...] = ()
    #: Pairs of neighbouring points that a line joins.
    lines: tuple[tuple[Place, Place], ...] = ()
    pieces: PieceSet = "chess"
    #: What the dice show.
    dice: tuple[int, ...] = ()
    cube: Cube | None = None
    #: What a player alone has scored so far.
    score: int | None = None

    def cell(self, place: Place) -> Cell:
        """What lies on a place, on the board or in a hand."""
        row, column = place
        return self.rows[row][column] if row < len(self.rows) else self.hands[row - len(self.rows)][column]


def place_name(board: Board, place: Place) -> str:
    """What people call a place, such as e4; for a piece in hand its letter and a star."""
    row, column = place
    if row >= len(board.rows):
        return f"{stone_text(board.cell(place), SYMBOLS)}*"
    first = board.column_names[column] if board.column_names else str(column + 1)
    return first + (board.row_names[row] if board.row_names else str(row + 1))


def piece_letters(board: Board) -> list[str]:
    """The letters of the players' pieces on a board, the one that stands for a player first."""
    here = {cell.piece for row in board.rows for cell in row if cell.player is not None and cell.piece}
    known = PIECE_SETS[board.pieces]
    return sorted(here, key=lambda letter: known.index(letter) if letter in known else len(known))


def piece_changed(old: Cell, new: Cell) -> bool:
    """Whether a piece has left this place or come to it."""
    return (old.piece, new.piece) != (None, None) and (old.player, old.piece) != (new.player, new.piece)


def board_text(board: Board, symbols: tuple[str, ...] = SYMBOLS) -> str:
    """The board in plain text, for terminals, screen readers and tests."""
    text = _PAINTERS[board.kind](board, symbols)
    beside = table_text(board, symbols)
    return f"{text}\n{beside}" if beside else text


def table_text(board: Board, symbols: tuple[str, ...] = SYMBOLS) -> str:
    """What lies beside the board: `[6] [1]` are dice, `<2> O` is the cube of the second player."""
    parts = [f"[{die}]" for die in board.dice]
    if board.cube is not None:
        parts.append(f"<{board.cube.stake}>")
        if board.cube.owner is not None:
            parts.append(symbols[board.cube.owner] + ("?" if board.cube.offered else ""))
    return " ".join(parts)


def _grid_text(board: Board, symbols: tuple[str, ...]) -> str:
    margin = max((len(name) for name in board.row_names), default=0)
    blank = " " * (margin + 1 if margin else 0)
    lines = [blank + hand_text(hand, symbols) for hand in board.hands[:0:-1]]
    for index, row in enumerate(board.rows):
        name = board.row_names[index].rjust(margin) + " " if board.row_names else ""
        lines.append(name + " ".join(stone_text(cell, symbols) for cell in row))
    if board.column_names:
        lines.append(blank + " ".join(name[-1] for name in board.column_names))
    return "\n".join(lines + [blank + hand_text(hand, symbols) for hand in board.hands[:1]])


def hand_text(hand: tuple[Cell, ...], symbols: tuple[str, ...]) -> str:
    """The pieces in a hand, each as often as it is there."""
    return "[" + " ".join(stone_text(cell, symbols) for cell in hand for _ in range(cell.count or 0)) + "]"


def _points_text(board: Board, symbols: tuple[str, ...]) -> str:
    """Points four characters apart, with the lines between them."""
    margin = max((len(name) for name in board.row_names), default=0) + 1
    width = 4 * (len(board.rows[0]) - 1) + 1
    canvas = [[" "] * width for _ in range(2 * len(board.rows) - 1)]
    for line in board.lines:
        (y1, x1), (y2, x2) = sorted(line)
        if y1 == y2:
            canvas[2 * y1][4 * min(x1, x2) + 1 : 4 * max(x1, x2)] = "---"
        else:
            canvas[2 * y1 + 1][2 * (x1 + x2)] = "|" if x1 == x2 else "\\" if x1 < x2 else "/"
    for y, row in enumerate(board.rows):
        for x, cell in enumerate(row):
            canvas[2 * y][4 * x] = stone_text(cell, symbols)
    names = [board.row_names[y // 2] if y % 2 == 0 and board.row_names else "" for y in range(len(canvas))]
    lines = [f"{name.rjust(margin - 1)} {''.join(row)}" for name, row in zip(names, canvas, strict=True)]
    return "\n".join([*lines, " " * margin + "   ".join(board.column_names)])


def stone_text(cell: Cell, symbols: tuple[str, ...]) -> str:
    """A player's symbol; pieces are capital letters for the first player, small ones for the second."""
    if cell.player is None:
        return cell.piece or "."
    if cell.piece is None:
        return symbols[cell.player]
    if cell.piece.isdigit():
        # Numbered stones: those of the second player have their number in a circle.
        return chr(ord("①") + int(cell.piece) - 1) if cell.player else cell.piece
    return cell.piece.lower() if cell.player else cell.piece


def _tiles_text(board: Board, _symbols: tuple[str, ...]) -> str:
    def number(cell: Cell) -> str:
        return "." if cell.count is None else str(cell.count)

    width = max(4, *(len(number(cell)) for row in board.rows for cell in row))
    return "\n".join(" ".join(number(cell).rjust(width) for cell in row) for row in board.rows)


def backgammon_numbers(board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stands above the cells of the top row and below those of the bottom row; "" for bar and off."""
    half = (len(board.rows[0]) - 2) // 2
    top = [str(2 * half + 1 + place) for place in range(2 * half)]
    bottom = [str(2 * half - place) for place in range(2 * half)]
    first, second = ((*row[:half], "", *row[half:], "") for row in (top, bottom))
    return first, second


def _backgammon_text(board: Board, symbols: tuple[str, ...]) -> str:
    def line(cells: list[str]) -> str:
        half = (len(cells) - 2) // 2
        parts = [cells[:half], cells[half : half + 1], cells[half + 1 : -1], cells[-1:]]
        # As narrow as fifteen men of a kind allow: it has to fit beside other things in a terminal.
        return "|".join("".join(cell.rjust(3) for cell in part) for part in parts).rstrip(" |")

    def men(row: tuple[Cell, ...]) -> list[str]:
        return ["." if cell.player is None else f"{cell.count}{symbols[cell.player]}" for cell in row]

    top, bottom = board.rows
    above, below = backgammon_numbers(board)
    return "\n".join(map(line, (list(above), men(top), men(bottom), list(below))))


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


_PAINTERS = {
    "grid": _grid_text,
    "points": _points_text,
    "columns": _grid_text,
    "pits": _pits_text,
    "heaps": _heaps_text,
    "tiles": _tiles_text,
    "scores": _tiles_text,
    "backgammon": _backgammon_text,
}
