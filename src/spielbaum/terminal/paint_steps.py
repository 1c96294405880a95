"""A board on which pieces move, as lines of characters: squares of two rows, the piece in the middle.

A square is half a row, a row and half a row high: half blocks join the colours of two ranks in one row.
Whatever matters is told by characters too: [ ] is the cursor, < > what was chosen, such as the figure in
hand, · and · · its targets, # # what a piece will cover, ( ) the last move, + + a king in check. Pieces in
hand stand above and below the board, as C×2. Where lines join points, { } are targets and * * a winning row.
Values stand in the half rows below the figures, or in a line below the board where that has no half rows.
"""

from __future__ import annotations

from spielbaum.board import Board, Cell, stone_text
from spielbaum.terminal.paint import Painting, Span, Target, View, fit, other_moves, values_below
from spielbaum.terminal.steps import GLYPHS

#: Colours of squares by what they say; `widgets` knows them.
LIGHT, DARK, GOAL, DANGER, CURSOR = "01234"
#: Characters of a square in a row; a value fits below the wide ones.
WIDE, NARROW = 5, 3
#: Above and below the board.
NOTHING = "x"


def figure_widths(board: Board) -> tuple[int, int]:
    """The columns that the board needs: to be read with ease, and at least."""
    margin, columns = 1 + max((len(name) for name in board.row_names), default=-1), len(board.rows[0])
    return WIDE * columns + margin, NARROW * columns + margin


def paint_figures(board: Board, legal: list[str], view: View, width: int = 46, height: int = 20) -> Painting:
    """The board, in which `Cell.move` is the name of a square; below it moves that go from no square."""
    painting = _points(board, view) if board.kind == "points" else _squares(board, view, width, height)
    painting.needs = painting.width, painting.height
    if not _badges_inside(board, width, height):
        values_below(painting, view, width, height)
    other_moves(painting, legal, view, width)
    return painting


def _badges_inside(board: Board, width: int, height: int) -> bool:
    """Whether the squares are large enough for values."""
    margin = 1 + max((len(name) for name in board.row_names), default=-1)
    return (
        board.kind != "points"
        and WIDE * len(board.rows[0]) + margin <= width
        and 2 * len(board.rows) + 2 + len(board.hands) <= height
    )


def _squares(board: Board, view: View, width: int, height: int) -> Painting:
    margin = 1 + max((len(name) for name in board.row_names), default=-1)
    columns = len(board.rows[0])
    inside = WIDE if WIDE * columns + margin <= width else NARROW
    halves = 2 * len(board.rows) + 2 + len(board.hands) <= height
    below = _badges_inside(board, width, height)
    cells = [
        [_square(board, cell, (y, x), view, inside) for x, cell in enumerate(row)]
        for y, row in enumerate(board.rows)
    ]
    painting = Painting()
    blank = " " * margin
    for hand in board.hands[1:]:
        _hand(painting, board, hand, view, margin)
    above = [NOTHING] * columns
    for y, row in enumerate(board.rows):
        grounds = [ground for _, ground in cells[y]]
        if halves:
            badges = [""] * columns if y == 0 or not below else _badges(board.rows[y - 1], view)
            painting.lines.append([(blank, ""), *_between(above, grounds, inside, badges)])
        name = board.row_names[y].rjust(margin - 1) + " " if board.row_names else ""
        line: list[Span] = [(name, "name")]
        for x, (text, ground) in enumerate(cells[y]):
            move = row[x].move
            if move is not None:
                at = len(painting.lines)
                painting.targets.append(Target(move, margin + inside * x, at, inside, 1))
            line.append((text, f"ground-{ground}"))
        painting.lines.append(line)
        above = grounds
    if halves:
        badges = _badges(board.rows[-1], view) if below else [""] * columns
        painting.lines.append([(blank, ""), *_between(above, [NOTHING] * columns, inside, badges)])
    names = "".join(name[-inside:].center(inside) for name in board.column_names)
    painting.lines.append([(blank, ""), (names, "name")])
    for hand in board.hands[:1]:
        _hand(painting, board, hand, view, margin)
    return painting


def _hand(painting: Painting, board: Board, hand: tuple[Cell, ...], view: View, margin: int) -> None:
    """The pieces in a hand in one row, each kind with its number."""
    line: list[Span] = [(" " * margin, "")]
    for x, cell in enumerate(hand):
        words = f"{figure_sign(board, cell, view.signs)}×{cell.count}"
        chosen, pointed = cell.move in view.chosen, cell.move is not None and cell.move == view.cursor
        text = f"[{words}]" if pointed else f"<{words}>" if chosen else f" {words} "
        line.append((text, "cursor" if pointed else "value" if cell.count else "name"))
        if cell.move is not None:
            painting.targets.append(Target(cell.move, margin + WIDE * x, len(painting.lines), WIDE, 1))
    painting.lines.append(line)


def _points(board: Board, view: View) -> Painting:
    """Points three characters wide, three apart, with the lines between them."""
    margin = 1 + max((len(name) for name in board.row_names), default=-1)
    joined = [set(line) for line in board.lines]
    painting = Painting()
    for y, row in enumerate(board.rows):
        line: list[Span] = [(board.row_names[y].rjust(margin - 1) + " " if board.row_names else "", "name")]
        between = ""
        for x, cell in enumerate(row):
            if x:
                line.append(("───" if {(y, x - 1), (y, x)} in joined else "   ", "line"))
                down = frozenset({(y, x - 1), (y + 1, x)}) in joined
                between += (
                    " ╲ " if down else " ╱ " if frozenset({(y, x), (y + 1, x - 1)}) in joined else "   "
                )
            line.append(_point(board, cell, (y, x), view))
            between += " │ " if {(y, x), (y + 1, x)} in joined else "   "
            if cell.move is not None:
                painting.targets.append(Target(cell.move, margin + 6 * x, len(painting.lines), 3, 1))
        painting.lines.append(line)
        if y + 1 < len(board.rows):
            painting.lines.append([(" " * margin, ""), (between, "line")])
    names = "   ".join(name[-3:].center(3) for name in board.column_names)
    painting.lines.append([(" " * margin, ""), (names, "name")])
    return painting


def _point(board: Board, cell: Cell, place: tuple[int, int], view: View) -> Span:
    sign = "·" if cell.empty else figure_sign(board, cell, view.signs)
    style = "" if cell.player is None else f"player{cell.player}"
    if cell.move is not None and cell.move == view.cursor:
        return f"[{sign}]", "cursor"
    if cell.move in view.chosen:
        return f"<{sign}>", f"{style} win"
    if cell.move in view.reach:
        return f"{{{sign}}}", "value"
    if cell.mark == "win":
        return f"*{sign}*", f"{style} win"
    if place in view.last:
        return f"({sign})", f"{style} last"
    return f" {sign} ", style or "line"


def _badges(row: tuple[Cell, ...], view: View) -> list[str]:
    """The values that belong to the squares of a row, one character narrower than a square."""
    return [fit(view.square_badges.get(cell.move or "", ""), WIDE - 1) for cell in row]


def _between(above: list[str], below: list[str], inside: int, badges: list[str]) -> list[Span]:
    """The half rows between two ranks; a value belongs to the square above it."""
    return [
        (badge.center(inside), f"ground-{over}")
        if badge
        else ("▀" * inside if under == NOTHING else "▄" * inside, f"edge-{over}-{under}")
        for over, under, badge in zip(above, below, badges, strict=True)
    ]


def _square(board: Board, cell: Cell, place: tuple[int, int], view: View, inside: int) -> tuple[str, str]:
    """The characters of a square and its colour."""
    ground = DARK if sum(place) % 2 else LIGHT
    sign = " " if cell.empty else figure_sign(board, cell, view.signs)
    goal = cell.move in view.reach
    if cell.move is not None and cell.move == view.cursor:
        text, ground = f"[{'·' if goal and sign == ' ' else sign}]", CURSOR
    elif cell.move in view.chosen:
        text, ground = f"<{sign}>", GOAL
    elif cell.move in view.covers:
        text, ground = f"#{sign}#", GOAL
    elif goal:
        text, ground = "·" if sign == " " else f"·{sign}·", GOAL
    elif cell.mark == "check":
        text, ground = f"+{sign}+", DANGER
    elif place in view.last:
        text = f"({sign})"
    else:
        text = sign
    return text.center(inside), ground


def figure_sign(board: Board, cell: Cell, signs: tuple[str, ...]) -> str:
    """The figure as a picture where there is one, else as a letter."""
    pictures = GLYPHS.get(cell.piece or "", "") if board.pieces == "chess" and cell.player is not None else ""
    return pictures[cell.player or 0] if pictures else stone_text(cell, signs)
