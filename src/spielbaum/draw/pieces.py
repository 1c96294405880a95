"""Pieces as outlines, drawn with few strokes, in a square of 100 × 100; chess pieces have their foot at 88.

A game says by `Board.pieces` which set its letters belong to. Pieces on tiles belong to whoever they point
away from: the tile of the second player is turned round, and what is painted on it stays upright.
"""

from __future__ import annotations

from typing import NamedTuple

from spielbaum.draw.svg_text import element, fixed

#: The fill and the line of the first player's pieces and of the second's, the same on light and dark paper.
_COLOURS = (("#fffdf6", "#22252b"), ("#3a3f4a", "#0c0e12"))
#: Lines inside a piece.
_INNER = ("#22252b", "#f2efe6")

_FOOT = "M22 88V79Q22 77 24 77H76Q78 77 78 79V88Z"


def _ball(x: int, y: int, r: int) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"


class Outline(NamedTuple):
    """A piece: its outline, the lines inside, and whether the outline points away from the owner."""

    outline: str
    inner: str
    turns: bool = False


_CHESS: dict[str, tuple[str, str]] = {
    "P": (f"M40 46H60Q60 64 68 77H32Q40 64 40 46Z{_ball(50, 33, 14)}{_FOOT}", ""),
    "R": (
        f"M27 20H38V28H45V20H55V28H62V20H73V38L66 44V68L70 77H30L34 68V44L27 38Z{_FOOT}",
        "M34 44H66M34 68H66",
    ),
    "N": (
        "M32 77Q32 62 44 54Q50 50 47 44L36 51Q31 55 27 51Q23 47 26 42L38 24L38 12L47 19"
        f"Q64 20 70 40Q75 58 71 77Z{_FOOT}",
        "M42 30V31M58 30Q64 44 63 66",
    ),
    "B": (
        f"M50 19C69 34 70 50 60 60H40C30 50 31 34 50 19ZM42 60H58Q59 70 67 77H33Q41 70 42 60Z"
        f"{_ball(50, 14, 5)}{_FOOT}",
        "M50 33V47M43 40H57M40 60H60",
    ),
    "Q": (
        f"M20 30L34 54L36 24L46 52L50 21L54 52L64 24L66 54L80 30L70 64V77H30V64Z{_ball(20, 27, 5)}"
        f"{_ball(36, 21, 5)}{_ball(50, 17, 5)}{_ball(64, 21, 5)}{_ball(80, 27, 5)}{_FOOT}",
        "M30 64Q50 58 70 64",
    ),
    "K": (
        "M46 8H54V15H61V22H54V34H46V22H39V15H46Z"
        f"M50 40C58 27 82 32 76 50C73 58 70 62 69 77H31C30 62 27 58 24 50C18 32 42 27 50 40Z{_FOOT}",
        "M30 66Q50 60 70 66M50 40V60",
    ),
}


#: Where the tile of a piece that goes one cell in a direction has its dot.
_DOTS = {
    "n": (50, 14),
    "ne": (72, 22),
    "e": (80, 56),
    "se": (82, 86),
    "s": (50, 87),
    "sw": (18, 86),
    "w": (20, 56),
    "nw": (28, 22),
}


def _tile(directions: str, picture: str) -> Outline:
    """A tile that points ahead, with a dot on each side to which the piece goes, and an animal on it."""
    dots = "".join(_ball(*_DOTS[direction], 2) for direction in directions.split())
    return Outline(f"M50 4L82 15L93 96H7L18 15Z{dots}", picture, turns=True)


#: The pieces of each set by letter; the first one stands beside the names of the players.
SETS: dict[str, dict[str, Outline]] = {
    "chess": {letter: Outline(*_CHESS[letter]) for letter in "KQRBNP"},
    "animals": {
        "L": _tile(
            "n ne e se s sw w nw",
            "M50 33A8 8 0 0 1 63 38A8 8 0 0 1 71 50A8 8 0 0 1 68 64A8 8 0 0 1 57 74A8 8 0 0 1 43 74"
            "A8 8 0 0 1 32 65A8 8 0 0 1 29 50A8 8 0 0 1 37 38A8 8 0 0 1 50 33Z"
            f"{_ball(50, 54, 14)}M45 50V51M55 50V51M47 57H53L50 60ZM50 60V62M44 62Q47 65 50 62Q53 65 56 62",
        ),
        "G": _tile(
            "n e s w",
            "M33 78V63Q33 56 41 55L45 35L41 27M49 28L50 33L63 39L61 44L53 42L56 55Q66 56 66 64V78"
            "M43 78V68H56V78M48 41V42M50 50V51M42 61V62M57 61V62",
        ),
        "E": _tile(
            "ne se sw nw",
            "M39 42Q23 32 23 50Q23 65 39 60M61 42Q77 32 77 50Q77 65 61 60M39 42Q50 33 61 42V58Q61 64 55 65"
            "M39 42V58Q39 65 45 66V75Q46 80 53 78M55 65V70M45 48V49M55 48V49",
        ),
        "C": _tile(
            "n",
            f"{_ball(48, 54, 17)}M64 48L74 53L65 58M56 47V48M36 55Q44 65 52 55M42 71V79M54 71V79",
        ),
        "H": _tile(
            "n ne e s w nw",
            "M31 56Q30 43 24 35Q40 37 46 47Q50 38 57 38Q67 40 67 53Q67 73 48 73Q32 73 31 56Z"
            "M53 38Q51 29 57 31Q59 25 62 31Q67 29 64 40M67 47L76 52L67 55"
            "M60 47V48M38 56Q46 66 54 57M43 73V80M54 73V80",
        ),
    },
}


def piece(shape: Outline, player: int, x: float, y: float, size: float) -> str:
    """A player's piece, in a square with its upper left corner at x, y."""
    fill, line = _COLOURS[player]
    turned = {"transform": "rotate(180 50 50)"} if shape.turns and player else {}
    drawn = element(
        "path", d=shape.outline, fill=fill, stroke=line, stroke_width=4.0, stroke_linejoin="round", **turned
    )
    if shape.inner:
        drawn += element(
            "path",
            d=shape.inner,
            fill="none",
            stroke=_INNER[player],
            stroke_width=3.5,
            stroke_linecap="round",
        )
    return element("g", drawn, transform=f"translate({fixed(x)} {fixed(y)}) scale({fixed(size / 100)})")
