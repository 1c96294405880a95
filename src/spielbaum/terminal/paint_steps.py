"""A board on which figures wander, as lines of characters: squares of two rows, the figure in the middle.

A square is half a row, a row and half a row high: half blocks join the colours of two ranks in one row.
Whatever matters is told by characters too: [ ] is the cursor, < > the figure in hand, · and · · its targets,
( ) the last move, + + a king in check.
"""

from __future__ import annotations

from spielbaum.board import Board, Cell, stone_text
from spielbaum.terminal.paint import Painting, Span, Target, View, fit, other_moves
from spielbaum.terminal.steps import GLYPHS

#: Colours of squares by what they say; `widgets` knows them.
LIGHT, DARK, GOAL, DANGER, CURSOR = "01234"
#: Above and below the board.
NOTHING = "x"


def paint_figures(board: Board, legal: list[str], view: View, width: int = 46, height: int = 20) -> Painting:
    """The board, in which `Cell.move` is the name of a square; below it moves that go from no square."""
    margin = 1 + max((len(name) for name in board.row_names), default=-1)
    columns = len(board.rows[0])
    inside = 5 if 5 * columns + margin <= width else 3
    halves = 2 * len(board.rows) + 2 <= height
    cells = [
        [_square(cell, (y, x), view, inside) for x, cell in enumerate(row)]
        for y, row in enumerate(board.rows)
    ]
    painting = Painting()
    blank = " " * margin
    above = [NOTHING] * columns
    for y, row in enumerate(board.rows):
        grounds = [ground for _, ground in cells[y]]
        if halves:
            painting.lines.append([(blank, ""), *_between(above, grounds, inside)])
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
        painting.lines.append([(blank, ""), *_between(above, [NOTHING] * columns, inside)])
    names = "".join(name[-inside:].center(inside) for name in board.column_names)
    painting.lines.append([(blank, ""), (names, "name")])
    other_moves(painting, legal, view, width)
    return painting


def _between(above: list[str], below: list[str], inside: int) -> list[Span]:
    return [
        ("▀" * inside if under == NOTHING else "▄" * inside, f"edge-{over}-{under}")
        for over, under in zip(above, below, strict=True)
    ]


def _square(cell: Cell, place: tuple[int, int], view: View, inside: int) -> tuple[str, str]:
    """The characters of a square and its colour."""
    ground = DARK if sum(place) % 2 else LIGHT
    sign = " " if cell.piece is None else figure_sign(cell, view.signs)
    goal = cell.move in view.reach
    badge = fit(view.badges.get(cell.move or "", ""), inside)
    if cell.move is not None and cell.move == view.cursor:
        text, ground = f"[{'·' if goal and sign == ' ' else sign}]", CURSOR
    elif cell.move is not None and cell.move == view.hand:
        text, ground = f"<{sign}>", GOAL
    elif badge:
        text, ground = badge, GOAL if goal else ground
    elif goal:
        text, ground = "·" if sign == " " else f"·{sign}·", GOAL
    elif cell.mark == "check":
        text, ground = f"+{sign}+", DANGER
    elif place in view.last:
        text = f"({sign})"
    else:
        text = sign
    return text.center(inside), ground


def figure_sign(cell: Cell, signs: tuple[str, ...]) -> str:
    """The figure as a picture where there is one, else as a letter."""
    pictures = GLYPHS.get(cell.figure or "", "")
    return pictures[cell.piece or 0] if pictures else stone_text(cell, signs)
