"""Boards as SVG, from the description that a game gives; the game knows nothing about drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from spielbaum.board import Board, Cell, Place, backgammon_numbers, board_text
from spielbaum.draw.pieces import SETS, piece
from spielbaum.draw.svg_text import document, element, fixed, scope_of, words
from spielbaum.draw.theme import style_sheet

#: The side of a square in a picture of its own; boards inside tree nodes are scaled down.
CELL = 44.0
MARGIN = 8.0
#: The height of a row of pieces in hand.
HAND = 36.0
#: The side of a die, and where its pips are: columns and rows from the middle.
DIE = 28.0
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
#: From the middle of a square to each of its sides.
_ARMS = {"n": "0 -22", "e": "22 0", "s": "0 22", "w": "-22 0"}


@dataclass(frozen=True, slots=True)
class Picture:
    """Markup with its size, to be put into a drawing."""

    width: float
    height: float
    markup: str


def board_svg(board: Board, *, theme: str = "auto", title: str = "", plain: bool = False) -> str:
    """The board as a picture of its own, with coordinates."""
    picture = board_picture(board, names=True)
    text = board_text(board)
    scope = scope_of(f"{board!r}{theme}")
    style = style_sheet(theme, scope, tree=False, boards=True, plain=plain)
    width, height = picture.width + 2 * MARGIN, picture.height + 2 * MARGIN
    paper = element("rect", width=width, height=height, class_="paper")
    body = paper + element("g", picture.markup, transform=f"translate({fixed(MARGIN)} {fixed(MARGIN)})")
    return document(scope, width, height, style, title or board.kind, text, body)


def board_picture(board: Board, *, names: bool) -> Picture:
    """The board without a document around it; below it the dice, and the cube with the sign of its owner."""
    picture = _PAINTERS[board.kind](board, names)
    if not board.dice and board.cube is None:
        return picture
    markup, below, apart = picture.markup, picture.height + 8.0, DIE + 6.0
    for index, die in enumerate(board.dice):
        markup += _die(die, index * apart, below)
    width = max(picture.width, len(board.dice) * apart)
    if board.cube is not None:
        left = width - DIE
        markup += element("rect", x=left, y=below, width=DIE, height=DIE, rx=3.0, class_="b-square-2")
        markup += element("rect", x=left, y=below, width=DIE, height=DIE, rx=3.0, class_="b-frame")
        markup += _text(str(board.cube.stake), left + DIE / 2, below + DIE / 2 + 5, "b-count")
        if board.cube.owner is not None:
            at = left - apart / 2
            markup += _disc(board.cube.owner, at, below + DIE / 2, DIE / 2 - 2)
            if board.cube.offered:
                markup += _text("?", at - apart / 2 - 4, below + DIE / 2 + 5, "b-count")
    return Picture(width, below + DIE, markup)


# --------------------------------------------------------------------------- signs


def _sign(player: int, x: float, y: float, r: float, kind: str) -> str:
    """The symbol of a player, as lines: cross, ring, triangle, square."""
    width = float(max(1.2, r * 0.3))
    class_ = f"b-{kind}-{player}"
    if player == 1:
        return element("circle", cx=x, cy=y, r=float(r), class_=class_, stroke_width=width)
    a = r * 0.9
    if player == 0:
        path = f"M{fixed(x - a)} {fixed(y - a)}L{fixed(x + a)} {fixed(y + a)}"
        path += f"M{fixed(x + a)} {fixed(y - a)}L{fixed(x - a)} {fixed(y + a)}"
    elif player == 2:
        path = f"M{fixed(x)} {fixed(y - r)}L{fixed(x + r)} {fixed(y + a)}H{fixed(x - r)}Z"
    else:
        path = f"M{fixed(x - a)} {fixed(y - a)}H{fixed(x + a)}V{fixed(y + a)}H{fixed(x - a)}Z"
    return element("path", d=path, class_=class_, stroke_width=width)


def _disc(player: int, x: float, y: float, r: float) -> str:
    return element("circle", cx=x, cy=y, r=float(r), class_=f"b-disc-{player}") + _sign(
        player, x, y, r * 0.42, "sign"
    )


def _die(number: int, x: float, y: float) -> str:
    """A die with its upper left corner at x, y; beyond six pips the number."""
    middle = DIE / 2
    face = element("rect", x=x, y=y, width=DIE, height=DIE, rx=6.0, class_="b-frame")
    if number not in _PIPS:
        return face + _text(str(number), x + middle, y + middle + 5, "b-count")
    return face + "".join(
        element("circle", cx=x + middle + 7.5 * dx, cy=y + middle + 7.5 * dy, r=2.6, class_="b-seed")
        for dx, dy in _PIPS[number]
    )


def _numbered(player: int, number: str, x: float, y: float, r: float) -> str:
    """A stone with its number."""
    stone = element("circle", cx=x, cy=y, r=float(r), class_=f"b-disc-{player}")
    # Drawn in the colour of the player's sign.
    text = {"text_anchor": "middle", "font_family": "sans-serif", "font_size": "16", "stroke_width": "1.6"}
    return stone + element("text", words(number), x=x, y=y + 5.5, class_=f"b-sign-{player}", **text)


def _marked(cell: Cell, x: float, y: float, r: float) -> str:
    if cell.mark is None or cell.mark == "check":
        return ""
    return element("circle", cx=x, cy=y, r=float(r), class_=f"b-{cell.mark}")


def _text(text: str, x: float, y: float, class_: str = "b-text") -> str:
    return element("text", words(text), x=float(x), y=float(y), class_=class_)


# -------------------------------------------------------------------------- painters


def _grid(board: Board, names: bool) -> Picture:
    rows, columns = len(board.rows), len(board.rows[0])
    left = 18.0 if names and board.row_names else 0.0
    below = 20.0 if names and board.column_names else 0.0
    above = HAND if len(board.hands) > 1 else 0.0
    points = board.kind == "points"
    # A board of few squares is played with signs (noughts and crosses), a large one with stones.
    signs = max(rows, columns) <= 4 and not points
    parts = [_lines(board, left, above)] if points else []
    for j, row in enumerate(board.rows):
        for i, cell in enumerate(row):
            x, y = left + i * CELL, above + j * CELL
            cx, cy = x + CELL / 2, y + CELL / 2
            if not points:
                class_ = "b-square-2" if (i + j) % 2 else "b-square"
                parts.append(element("rect", x=x, y=y, width=CELL, height=CELL, class_=class_))
            if cell.mark == "check":
                parts.append(element("circle", cx=cx, cy=cy, r=20.0, fill="#d64545", fill_opacity="0.75"))
            parts.append(_stone(board, cell, x, y, signs=signs))
            parts.append(_marked(cell, cx, cy, 20))
    if not points:
        parts += _frame(rows, columns, left, above)
    if left:
        parts += [_text(name, 7, above + (j + 0.5) * CELL + 4) for j, name in enumerate(board.row_names)]
    at = above + rows * CELL
    if below:
        parts += [_text(name, left + (i + 0.5) * CELL, at + 15) for i, name in enumerate(board.column_names)]
    for player, hand in enumerate(board.hands):
        parts.append(_hand(board, hand, left, 0.0 if player else at + below))
    return Picture(left + columns * CELL, at + below + (HAND if board.hands else 0.0), "".join(parts))


def _frame(rows: int, columns: int, left: float, above: float) -> list[str]:
    """The lines around and between squares."""
    right, bottom = left + columns * CELL, above + rows * CELL
    lines = "".join(
        [f"M{fixed(left + i * CELL)} {fixed(above)}V{fixed(bottom)}" for i in range(1, columns)]
        + [f"M{fixed(left)} {fixed(above + j * CELL)}H{fixed(right)}" for j in range(1, rows)]
    )
    size = {"width": columns * CELL, "height": rows * CELL}
    frame = [element("rect", x=left, y=above, class_="b-frame", **size)]
    return [*frame, element("path", d=lines, class_="b-frame")] if lines else frame


def _lines(board: Board, left: float, above: float) -> str:
    """The lines between points, and the points."""

    def at(place: Place) -> str:
        return f"{fixed(left + (place[1] + 0.5) * CELL)} {fixed(above + (place[0] + 0.5) * CELL)}"

    return element("path", d="".join(f"M{at(one)}L{at(two)}" for one, two in board.lines), class_="b-frame")


def _stone(board: Board, cell: Cell, x: float, y: float, *, signs: bool) -> str:
    """What lies on the square with its upper left corner at x, y."""
    cx, cy = x + CELL / 2, y + CELL / 2
    shape = SETS[board.pieces].get(cell.piece or "")
    if cell.player is None:
        return "" if cell.empty else element("circle", cx=cx, cy=cy, r=9.0, class_="b-neutral")
    if shape is not None:
        return piece(shape, cell.player, x + 2, y + 1, CELL - 4)
    joints = "".join(
        element("path", d=f"M{fixed(cx)} {fixed(cy)}l{_ARMS[side]}", class_=f"b-joint-{cell.player}")
        for side in cell.joined
    )
    if cell.piece is not None and cell.piece.isdigit():
        return _numbered(cell.player, cell.piece, cx, cy, 17)
    if signs and not joints:
        return _sign(cell.player, cx, cy, 13, "mark")
    return joints + _disc(cell.player, cx, cy, 17)


def _hand(board: Board, hand: tuple[Cell, ...], left: float, top: float) -> str:
    """The pieces in hand, each kind with its number."""
    side = HAND - 8
    parts = []
    for i, cell in enumerate(hand):
        shape = SETS[board.pieces].get(cell.piece or "")
        if cell.count and cell.player is not None and shape is not None:
            x = left + i * CELL
            parts += [piece(shape, cell.player, x, top + 4, side)]
            parts += [_text(f"×{cell.count}", x + side + 6, top + HAND / 2 + 4)]
    return "".join(parts)


def _columns(board: Board, names: bool) -> Picture:
    rows, columns = len(board.rows), len(board.rows[0])
    below = 20.0 if names and board.column_names else 0.0
    pad = 6.0
    width, height = columns * CELL + 2 * pad, rows * CELL + 2 * pad
    parts = [element("rect", x=0.0, y=0.0, width=width, height=height, rx=14.0, class_="b-panel")]
    for j, row in enumerate(board.rows):
        for i, cell in enumerate(row):
            cx, cy = pad + (i + 0.5) * CELL, pad + (j + 0.5) * CELL
            if cell.player is None:
                parts.append(element("circle", cx=cx, cy=cy, r=18.0, class_="b-hole"))
            else:
                parts.append(_disc(cell.player, cx, cy, 18))
            parts.append(_marked(cell, cx, cy, 12.5))
    if below:
        at = height + 15
        parts += [_text(name, pad + (i + 0.5) * CELL, at) for i, name in enumerate(board.column_names)]
    return Picture(width, height + below, "".join(parts))


def _seeds(count: int, x: float, y: float, r: float) -> str:
    """Seeds on a sunflower spiral; beyond what fits, the number beside the pit tells."""
    shown = min(count, 24)
    spread = r * 0.74 / sqrt(max(shown, 6))
    parts = []
    for k in range(shown):
        angle, away = k * pi * (3 - sqrt(5)), spread * sqrt(k + 0.5)
        parts.append(
            element("circle", cx=x + away * cos(angle), cy=y + away * sin(angle), r=2.8, class_="b-seed")
        )
    return "".join(parts)


def _pits(board: Board, names: bool) -> Picture:
    top, bottom = board.rows
    houses = len(bottom) - 1
    pit, store = 54.0, 58.0
    below = 20.0 if names and board.column_names else 0.0
    width, height = houses * pit + 2 * store + 16, 174.0
    parts = [element("rect", x=0.0, y=0.0, width=width, height=height, rx=30.0, class_="b-wood")]

    def house(cell: Cell, x: float, y: float, number_y: float) -> None:
        parts.append(element("circle", cx=x, cy=y, r=23.0, class_="b-pit"))
        parts.append(_seeds(cell.count or 0, x, y, 23))
        parts.append(_marked(cell, x, y, 23))
        parts.append(_text(str(cell.count), x, number_y, "b-count"))

    for i, cell in enumerate(top[1:]):
        house(cell, 8 + store + (i + 0.5) * pit, 50, 20)
    for i, cell in enumerate(bottom[:-1]):
        house(cell, 8 + store + (i + 0.5) * pit, height - 50, height - 10)
    for cell, x in ((top[0], 8 + store / 2), (bottom[-1], width - 8 - store / 2)):
        parts.append(
            element("rect", x=x - 22, y=26.0, width=44.0, height=height - 52, rx=22.0, class_="b-pit")
        )
        parts.append(_seeds(cell.count or 0, x, height / 2, 30))
        parts.append(_text(str(cell.count), x, 20, "b-count"))
    if below:
        for i, name in enumerate(board.column_names):
            parts.append(_text(name, 8 + store + (i + 0.5) * pit, height + 15))
    return Picture(width, height + below, "".join(parts))


def _heaps(board: Board, names: bool) -> Picture:
    left = 26.0 if names and any(board.row_names) else 0.0
    apart, tall, gap = 15.0, 46.0, 12.0
    most = max((len(row) for row in board.rows), default=0)
    width = left + max(1, most) * apart + (34.0 if names else 0.0)
    parts = []
    for j, row in enumerate(board.rows):
        y = j * (tall + gap)
        if left and j < len(board.row_names):
            parts.append(_text(board.row_names[j], 10, y + tall / 2 + 4))
        for i, cell in enumerate(row):
            x = left + (i + 0.5) * apart
            parts.append(
                element("rect", x=x - 2.2, y=y + 6, width=4.4, height=tall - 6, rx=1.0, class_="b-match")
            )
            parts.append(element("ellipse", cx=x, cy=y + 7, rx=3.6, ry=5.6, class_="b-head"))
            if cell.mark is not None:
                parts.append(
                    element("rect", x=x - 5.5, y=y, width=11.0, height=tall, rx=5.0, class_=f"b-{cell.mark}")
                )
        if names:
            parts.append(_text(str(len(row)), left + len(row) * apart + 14, y + tall / 2 + 5, "b-count"))
    height = len(board.rows) * (tall + gap) - gap
    return Picture(width, max(height, 1.0), "".join(parts))


def _tiles(board: Board, _names: bool) -> Picture:
    """Numbers on squares: the larger the number, the stronger the colour."""
    rows, columns = len(board.rows), len(board.rows[0])
    parts = []
    for y, row in enumerate(board.rows):
        for x, cell in enumerate(row):
            size = {"x": x * CELL + 2, "y": y * CELL + 2, "width": CELL - 4, "height": CELL - 4, "rx": 5.0}
            parts.append(element("rect", class_="b-square", **size))
            if cell.count is not None:
                strength = fixed(min(0.08 * max(cell.count.bit_length() - 1, 0), 0.9))
                parts.append(element("rect", fill="#e0902a", fill_opacity=strength, **size))
                parts.append(_text(str(cell.count), (x + 0.5) * CELL, (y + 0.5) * CELL + 5, "b-count"))
    return Picture(columns * CELL, rows * CELL, "".join(parts))


def _backgammon(board: Board, names: bool) -> Picture:
    """Points as triangles, men as stones from the rim inwards; of more than five the number is written."""
    wide, tall, r = 34.0, 170.0, 15.0
    above = 18.0 if names else 0.0
    columns, height = len(board.rows[0]), 2 * tall + 20.0
    bar, off = columns // 2 - 1, columns - 1
    width = columns * wide
    parts = [element("rect", x=0.0, y=above, width=width, height=height, class_="b-square")]
    for row, cells in enumerate(board.rows):
        rim, inwards = (above, 1) if row == 0 else (above + height, -1)
        for x, cell in enumerate(cells):
            left, middle = x * wide, (x + 0.5) * wide
            if x in (bar, off):
                top = rim if row == 0 else rim - height / 2
                parts.append(
                    element("rect", x=left, y=top, width=wide, height=height / 2, class_="b-square-2")
                )
            else:
                tip = f"{fixed(middle)} {fixed(rim + inwards * tall)}"
                d = f"M{fixed(left)} {fixed(rim)}h{fixed(wide)}L{tip}Z"
                parts.append(element("path", d=d, class_="b-square-2" if (x + row) % 2 else "b-hole"))
            men = cell.count or 0
            if cell.player is None or not men:
                continue
            for index in range(min(men, 5)):
                y = rim + inwards * (r + 1 + index * (2 * r + 1))
                if index == 4 and men > 5:
                    parts.append(_numbered(cell.player, str(men), middle, y, r))
                else:
                    parts.append(_disc(cell.player, middle, y, r))
    parts.append(element("rect", x=0.0, y=above, width=width, height=height, class_="b-frame"))
    if names:
        for numbers, y in zip(backgammon_numbers(board), (above - 5, above + height + 14), strict=True):
            parts += [_text(number, (x + 0.5) * wide, y) for x, number in enumerate(numbers) if number]
    return Picture(width, height + 2 * above, "".join(parts))


_PAINTERS: dict[str, Callable[[Board, bool], Picture]] = {
    "grid": _grid,
    "points": _grid,
    "columns": _columns,
    "pits": _pits,
    "heaps": _heaps,
    "tiles": _tiles,
    "scores": _tiles,
    "backgammon": _backgammon,
}
