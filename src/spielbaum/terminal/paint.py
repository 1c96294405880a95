"""A position as lines of characters, with the places where a move can be chosen. Knows nothing of Textual.

Everything that matters is told by characters and not by colour alone: stones by their shape, the chosen
place by [ ], the last move by ( ), a winning line by * *. Boards on which
pieces move: `paint_steps`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from spielbaum.board import Board, Cell, Kind, board_text, piece_changed, table_text

#: Stones told apart by shape, for players whose name is not their sign.
SHAPES = ("●", "○", "▲", "■")
#: Rows of a board with pits, without values.
PIT_ROWS = 7
#: Below this many columns a text cannot be read.
TEXT_WIDTH = 20
#: Boards that are shown as they are written.
TEXTS: tuple[Kind, ...] = ("tiles", "scores", "backgammon")

#: (text, style): `player0` …, `cursor`, `arrow`, `last`, `win`, `value`, `name`, `line`, or nothing.
Span = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Target:
    """A rectangle of characters that stands for a move."""

    move: str
    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class View:
    """What to paint besides the board itself."""

    #: The move under the cursor.
    cursor: str | None = None
    #: Cells that the last move changed.
    last: frozenset[tuple[int, int]] = frozenset()
    #: A few characters for each move: its value.
    badges: Mapping[str, str] = field(default_factory=dict)
    signs: tuple[str, ...] = SHAPES
    #: The same by square, where pieces go from place to place.
    square_badges: Mapping[str, str] = field(default_factory=dict)
    #: The places that were chosen, such as that of the figure in hand, and those that can be chosen next.
    chosen: frozenset[str] = frozenset()
    reach: frozenset[str] = frozenset()
    #: What the piece will cover.
    covers: frozenset[str] = frozenset()


@dataclass(slots=True)
class Painting:
    lines: list[list[Span]] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    #: Columns and rows of the board alone; what stands below it may be cut off, the board may not.
    needs: tuple[int, int] = (0, 0)

    @property
    def width(self) -> int:
        return max((sum(len(text) for text, _ in line) for line in self.lines), default=0)

    @property
    def height(self) -> int:
        return len(self.lines)

    def text(self) -> str:
        return "\n".join("".join(text for text, _ in line).rstrip() for line in self.lines)

    def at(self, x: int, y: int) -> str | None:
        """The move at that character."""
        return next((target.move for target in self.targets if target.holds(x, y)), None)

    def next_to(self, move: str | None, dx: int, dy: int) -> str | None:
        """The nearest other move in a direction, None where there is none."""
        here = next((target for target in self.targets if target.move == move), None)
        if here is None:
            return self.targets[0].move if self.targets else None
        (x, y), best, move_found = here.centre, 1e9, None
        for target in self.targets:
            tx, ty = target.centre
            # A character is twice as high as wide.
            along = (tx - x) * dx + (ty - y) * 2 * dy
            across = abs((tx - x) * dy) + abs((ty - y) * 2 * dx)
            if target.move != move and along > 0 and along + 3 * across < best:
                best, move_found = along + 3 * across, target.move
        return move_found


def changed_cells(before: Board, after: Board) -> frozenset[tuple[int, int]]:
    """Where a stone came or changed sides, or the number of seeds changed."""
    if [len(row) for row in before.rows] != [len(row) for row in after.rows]:
        return frozenset()
    return frozenset(
        (y, x)
        for y, (old_row, new_row) in enumerate(zip(before.rows, after.rows, strict=True))
        for x, (old, new) in enumerate(zip(old_row, new_row, strict=True))
        if (new.player is not None and old.player is None) or piece_changed(old, new)
    )


def paint(
    board: Board | None, text: str, legal: list[str], view: View, width: int = 46, height: int = 20
) -> Painting:
    """The board (or the text where there is no picture), below it the moves that no place stands for."""
    painting = _text(text, width) if board is None else _BOARDS[board.kind](board, view, width, height)
    if board is not None and board.dice and board.kind not in TEXTS:
        painting.lines.append([(table_text(board), "name")])
    painting.needs = painting.width, painting.height
    shown = {target.move for target in painting.targets}
    other_moves(painting, [move for move in legal if move not in shown], view, width)
    return painting


def widths(board: Board | None) -> tuple[int, int]:
    """The columns that a board needs: to be read with ease, and at least. A text can be broken anywhere."""
    if board is None or board.kind == "heaps":
        return TEXT_WIDTH, TEXT_WIDTH
    if board.kind in TEXTS:
        width = max(map(len, board_text(board).splitlines()))
        return width, width
    if board.kind == "pits":
        houses = len(board.rows[1]) - 1
        return 4 * (houses + 2) + 1, 4 * (houses + 2) + 1
    columns = max(len(row) for row in board.rows)
    return 4 * columns + 1 + _margin(board), 2 * columns + 1 + _margin(board)


def _margin(board: Board) -> int:
    """Columns for the names of the rows."""
    return 1 + max((len(name) for name in board.row_names), default=-1)


def _text(text: str, width: int) -> Painting:
    parts = [line[at : at + width] for line in text.splitlines() for at in range(0, len(line) or 1, width)]
    return Painting([[(part, "")] for part in parts])


def values_below(painting: Painting, view: View, width: int, height: int) -> None:
    """Moves with their values, best first, as many as fit: for boards without room for them."""
    words = [f"{move} {badge}" for move, badge in view.badges.items()]
    painting.lines += _wrapped(words, 0, width)[: max(height - painting.height, 0)]


def other_moves(painting: Painting, moves: list[str], view: View, width: int) -> None:
    if not moves:
        return
    painting.lines.append([])
    line: list[Span] = []
    x = 0
    for move in moves:
        badge = f" {view.badges[move]}" if move in view.badges else ""
        words = f"[{move}{badge}]" if move == view.cursor else f" {move}{badge} "
        if x and x + 1 + len(words) > width:
            painting.lines.append(line)
            line, x = [], 0
        if x:
            line.append((" ", ""))
            x += 1
        painting.targets.append(Target(move, x, len(painting.lines), len(words), 1))
        line.append((words, "cursor" if move == view.cursor else "value" if badge else ""))
        x += len(words)
    painting.lines.append(line)


# --- grids and columns --------------------------------------------------------------------------------------


def _sizes(board: Board, width: int, height: int) -> tuple[int, int]:
    """Characters inside a cell: the widest that fits, and three rows high where there is room.

    1 means that not even three fit, see `_dense`.
    """
    columns = max(len(row) for row in board.rows)
    margin = _margin(board)
    inside = next((w for w in (7, 5, 3) if (w + 1) * columns + 1 + margin <= width), 1)
    tall = 3 if inside == 7 and 4 * len(board.rows) + 4 <= height else 1
    return (inside, tall) if inside < 7 or tall == 3 else (5, 1)


def _grid(board: Board, view: View, width: int, height: int) -> Painting:
    inside, tall = _sizes(board, width, height)
    if inside == 1:
        return _dense(board, view, width, height)
    below = board.kind == "columns" and bool(view.badges)
    lines_between = (tall + 1) * len(board.rows) + 3 + below <= height
    margin = _margin(board)
    painting = Painting()
    blank = " " * margin
    columns = len(board.rows[0])

    def ruler(left: str, middle: str, right: str) -> None:
        if lines_between:
            bar = left + middle.join(["─" * inside] * columns) + right
            painting.lines.append([(blank, ""), (bar, "line")])

    def names() -> list[Span]:
        shown = "".join(f" {name[-inside:]:^{inside}}" for name in board.column_names)
        return [(blank, ""), (shown, "name")]

    drop = board.kind == "columns"
    if drop:
        arrows = "".join(
            f" {'▼' if view.cursor is not None and cell.move == view.cursor else ' ':^{inside}}"
            for cell in board.rows[0]
        )
        painting.lines.append([(blank, ""), (arrows, "arrow")])
    ruler("┌", "┬", "┐")
    for y, row in enumerate(board.rows):
        if y:
            ruler("├", "┼", "┤")
        for part in range(tall):
            in_middle = part == tall // 2
            name = board.row_names[y].rjust(margin - 1) + " " if board.row_names and in_middle else blank
            line: list[Span] = [(name, "name")]
            at = margin
            for x, cell in enumerate(row):
                line.append(("│" if lines_between else " ", "line"))
                span = _cell(cell, (y, x), view, inside, drop) if in_middle else (" " * inside, "")
                if drop and not lines_between and not span[0].strip():
                    span = "·".center(inside), "line"  # where no lines show that there is a cell
                line.append(span)
                if cell.move is not None:
                    painting.targets.append(Target(cell.move, at, len(painting.lines), inside + 2, 1))
                at += inside + 1
            line.append(("│" if lines_between else "", "line"))
            painting.lines.append(line)
    ruler("└", "┴", "┘")
    painting.lines.append(names())
    if drop:
        _join_columns(painting)
    if drop and view.badges and painting.height < height:
        moves = [next((row[x].move for row in board.rows if row[x].move), None) for x in range(columns)]
        badges = "".join(f" {fit(view.badges.get(move or '', ''), inside):^{inside}}" for move in moves)
        painting.lines.append([(blank, ""), (badges, "value")])
    return painting


def _join_columns(painting: Painting) -> None:
    """A column into which stones fall is one place, however many cells it has."""
    first = {target.move: target for target in reversed(painting.targets)}
    painting.targets = [
        Target(move, target.x, 0, target.width, len(painting.lines)) for move, target in first.items()
    ]


def _dense(board: Board, view: View, width: int, height: int) -> Painting:
    """Cells of one character; what else a cell has to tell stands in the gaps beside it."""
    drop = board.kind == "columns"
    margin, columns = _margin(board), len(board.rows[0])
    painting = Painting()
    if drop:
        arrows = " ".join("▼" if view.cursor and cell.move == view.cursor else " " for cell in board.rows[0])
        painting.lines.append([(" " * (margin + 1), ""), (arrows, "arrow")])
    for y, row in enumerate(board.rows):
        name = board.row_names[y].rjust(margin - 1) + " " if board.row_names else ""
        gaps = [" "] * (columns + 1)
        cells: list[Span] = []
        for x, cell in enumerate(row):
            left, sign, right = tuple(_cell(cell, (y, x), replace(view, badges={}), 3, drop)[0])
            sign = "·" if drop and sign == " " else sign
            if (left, right) != (" ", " "):
                gaps[x : x + 2] = left, right
            style = "" if cell.player is None else f"player{cell.player}"
            cells.append((sign, "cursor" if left == "[" else style))
            if cell.move is not None:
                painting.targets.append(Target(cell.move, margin + 2 * x, len(painting.lines), 3, 1))
        line: list[Span] = [(name, "name"), (gaps[0], "")]
        for span, gap in zip(cells, gaps[1:], strict=True):
            line += [span, (gap, "")]
        painting.lines.append(line)
    names = " ".join(name[-1:] or " " for name in board.column_names)
    painting.lines.append([(" " * (margin + 1), ""), (names, "name")])
    if drop:
        _join_columns(painting)
    values_below(painting, view, width, height)
    return painting


def _cell(cell: Cell, place: tuple[int, int], view: View, inside: int, drop: bool) -> Span:
    sign = " " if cell.player is None else view.signs[cell.player]
    style = "" if cell.player is None else f"player{cell.player}"
    if cell.mark == "win":
        return f"*{sign}*".center(inside), f"{style} win"
    if place in view.last:
        return f"({sign})".center(inside), f"{style} last"
    if not drop and cell.move is not None:
        badge = view.badges.get(cell.move, "")
        if cell.move == view.cursor:
            return f"[{fit(badge, inside - 2) if cell.player is None and badge else sign}]".center(
                inside
            ), "cursor"
        if badge and cell.player is None:
            return fit(badge, inside).center(inside), "value"
        if badge:  # beside the stone, never in its place
            return f"{sign}{fit(badge, inside - 1)}".center(inside), style
        if cell.player is None:
            return "·".center(inside), "line"
    return sign.center(inside), style


def fit(badge: str, width: int) -> str:
    """As many digits as fit: +0.25, else +.25, else +.2."""
    if len(badge) > width:
        badge = badge.replace("0.", ".", 1).replace("0,", ",", 1)
    return badge if len(badge) <= width else badge[:width].rstrip(".,")


# --- pits ---------------------------------------------------------------------------------------------------


def _pits(board: Board, view: View, width: int, height: int) -> Painting:
    """Two rows of houses between the stores, which are as high as both rows."""
    top, bottom = board.rows
    houses = len(bottom) - 1
    inside = next((w for w in (5, 4, 3) if (w + 1) * (houses + 2) + 1 <= width), 3)
    painting = Painting()
    store = " " * inside

    def ruler(left: str, middle: str, right: str, sides: bool) -> None:
        bar = middle.join(["─" * inside] * houses)
        edge = "─" * inside if sides else store
        painting.lines.append([(left + edge + middle + bar + middle + edge + right, "line")])

    def names(reverse: bool) -> None:
        shown = list(board.column_names)[:: -1 if reverse else 1]
        line = "".join(f" {name:^{inside}}" for name in shown)
        painting.lines.append([(" " * (inside + 1), ""), (line, "name")])

    def badges(row: tuple[Cell, ...]) -> None:
        if height >= PIT_ROWS + 1 and any(cell.move in view.badges for cell in row):
            shown = "".join(f" {fit(view.badges.get(cell.move or '', ''), inside):^{inside}}" for cell in row)
            painting.lines.append([(" " * (inside + 1), ""), (shown, "value")])

    def pits(row: tuple[Cell, ...], left: Span, right: Span) -> None:
        line: list[Span] = [("│", "line"), left]
        at = inside + 1
        for cell in row:
            count = str(cell.count or "·")
            chosen = cell.move is not None and cell.move == view.cursor
            line.append(("│", "line"))
            line.append(
                (f"[{count}]".center(inside) if chosen else count.center(inside), "cursor" if chosen else "")
            )
            if cell.move is not None:
                painting.targets.append(Target(cell.move, at, len(painting.lines), inside + 2, 1))
            at += inside + 1
        painting.lines.append([*line, ("│", "line"), right, ("│", "line")])

    empty: Span = (store, "")
    names(reverse=True)
    badges(top[1:])
    ruler("┌", "┬", "┐", sides=True)
    pits(top[1:], empty, empty)
    left, right = (str(cell.count).center(inside) for cell in (top[0], bottom[-1]))
    bar = "┼".join(["─" * inside] * houses)
    painting.lines.append(
        [("│", "line"), (left, "player1"), (f"├{bar}┤", "line"), (right, "player0"), ("│", "line")]
    )
    pits(bottom[:-1], empty, empty)
    ruler("└", "┴", "┘", sides=True)
    badges(bottom[:-1])
    names(reverse=False)
    return painting


# --- heaps --------------------------------------------------------------------------------------------------


def _heaps(board: Board, view: View, width: int, _height: int) -> Painting:
    """A row of matches per heap, or more where it is long; choosing one takes it and all behind it."""
    painting = Painting()
    margin = max((len(name) for name in board.row_names), default=0)
    for y, row in enumerate(board.rows):
        name = board.row_names[y].rjust(margin) if board.row_names else ""
        step = 2 if 2 * len(row) + margin + 10 <= width else 1
        room = max((width - margin - 12) // step, 1) if len(row) * step + margin + 12 > width else len(row)
        line: list[Span] = [(f"{name}  ", "name")]
        chosen = next((x for x, cell in enumerate(row) if cell.move and cell.move == view.cursor), None)
        at = margin + 2
        for x, cell in enumerate(row):
            if x and x % room == 0:
                painting.lines.append(line)
                line, at = [(" " * (margin + 2), "")], margin + 2
            taken = chosen is not None and x >= chosen
            line.append((("x" if taken else "│").ljust(step), "cursor" if taken else ""))
            if cell.move is not None:
                painting.targets.append(Target(cell.move, at, len(painting.lines), step, 1))
            at += step
        line.append((f" ({len(row)})", "name"))
        if chosen is not None:
            line.append((f"  −{len(row) - chosen}", "cursor"))
        painting.lines.append(line)
        moves = [cell.move for cell in row if cell.move is not None and cell.move in view.badges]
        if moves:
            words = [f"{move} {view.badges[move]}" for move in moves]
            painting.lines += _wrapped(words, margin + 2, width)
        painting.lines.append([])
    return painting


def _wrapped(words: list[str], margin: int, width: int) -> list[list[Span]]:
    """Lines of words that have gaps of two spaces between them: `a3 +1` is one of them."""
    room = max(width - margin, 1)
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 2 + len(word) <= room:
            lines[-1] += f"  {word}"
        else:
            lines.append(word[:room])
    return [[(" " * margin + line, "value")] for line in lines]


def _as_text(board: Board, _view: View, width: int, _height: int) -> Painting:
    """Boards whose places make no moves."""
    return _text(board_text(board), width)


_BOARDS = {
    "grid": _grid,
    "points": _grid,
    "columns": _grid,
    "pits": _pits,
    "heaps": _heaps,
    **dict.fromkeys(TEXTS, _as_text),
}
