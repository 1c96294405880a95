"""Chess pieces as outlines, drawn with few strokes; each in a square of 100 × 100 with its foot at 88."""

from __future__ import annotations

from spielbaum.draw.svg_text import element, fixed

#: The fill and the line of the first player's pieces and of the second's, the same on light and dark paper.
_COLOURS = (("#fffdf6", "#22252b"), ("#3a3f4a", "#0c0e12"))
#: Lines inside a piece.
_INNER = ("#22252b", "#f2efe6")

_FOOT = "M22 88V79Q22 77 24 77H76Q78 77 78 79V88Z"


def _ball(x: int, y: int, r: int) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"


#: Outline and inner lines by letter.
OUTLINES: dict[str, tuple[str, str]] = {
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


def piece(letter: str, player: int, x: float, y: float, size: float) -> str:
    """The piece with that letter, in a square with its upper left corner at x, y."""
    outline, inner = OUTLINES[letter]
    fill, line = _COLOURS[player]
    shape = element("path", d=outline, fill=fill, stroke=line, stroke_width=4.0, stroke_linejoin="round")
    if inner:
        shape += element(
            "path", d=inner, fill="none", stroke=_INNER[player], stroke_width=3.5, stroke_linecap="round"
        )
    return element("g", shape, transform=f"translate({fixed(x)} {fixed(y)}) scale({fixed(size / 100)})")
