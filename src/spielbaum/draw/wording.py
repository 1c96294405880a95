"""Numbers, windows and players in the words of a language; names made safe to show."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from math import inf, isinf

from spielbaum.language import written
from spielbaum.result import Payoff, Value

#: Longer names are shortened in figures; the whole name is in the tooltip.
LONGEST = 24

#: Characters of a fraction that is shown as one.
MOST_FRACTION = 7

#: Control characters would end a line or drive a terminal, the bidirectional ones would turn round
#: what stands after them; none of them belongs in a label. Lone surrogates cannot be encoded at all.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]+")


def clean(text: str) -> str:
    """The text as one line without anything that steers a terminal, an editor or a parser."""
    return " ".join(_UNSAFE.sub(" ", text).split())


def spaced(line: str, written: Callable[[str], str], space: str = " ") -> str:
    """A row of a board, in which every space counts; `written` is how its words are written."""
    return space.join(map(written, line.split(" ")))


def shortened(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def number_text(value: Value, language: str = "en", *, signed: bool = False) -> str:
    """A number with a real minus sign; a short fraction as it is, else at most three significant digits."""
    if isinf(value):
        return "+∞" if value == inf else "−∞"
    if float(value).is_integer():
        text = str(int(value))
    elif isinstance(value, Fraction) and len(str(value)) <= MOST_FRACTION:
        text = str(value)
    else:
        text = f"{float(value):.3g}"
    return written(text if value < 0 or not signed else "+" + text, language)


def _separator(values: tuple[Value, ...], language: str) -> str:
    whole = all(isinf(v) or float(v).is_integer() for v in values)
    return ", " if language != "de" or whole else "; "  # 1,5; 2 and not 1,5, 2


def tuple_text(values: tuple[Value, ...], language: str = "en") -> str:
    return "(" + _separator(values, language).join(number_text(v, language) for v in values) + ")"


def payoff_text(value: Payoff, language: str = "en") -> str:
    return tuple_text(value, language) if isinstance(value, tuple) else number_text(value, language)


def window_text(alpha: Value | None, beta: Value | None, language: str = "en") -> str:
    """The window (α, β); only the upper limit where the search has no α."""
    if alpha is None or beta is None:
        return "" if beta is None else f"≤ {number_text(beta, language)}"
    return tuple_text((alpha, beta), language)


def width_in_cells(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) == "Cf" else
        2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )  # fmt: skip


_NARROW = frozenset("iljI.,:;'|!()[]{}/ ·")
_WIDE = frozenset("mwMW@%∞—…")


def width_in_em(text: str, *, bold: bool = False) -> float:
    """About how wide the text is in a sans-serif font, measured on DejaVu Sans, one of the widest."""
    total = 0.0
    for c in text:
        if unicodedata.combining(c) or unicodedata.category(c) == "Cf":
            continue
        if unicodedata.east_asian_width(c) in "WF":
            total += 1.0
        elif c in _NARROW:
            total += 0.37
        elif c in _WIDE:
            total += 0.95
        elif c.isupper():
            total += 0.69
        elif c in "≥≤≈−+=<>#":
            total += 0.84
        else:
            total += 0.63
    return total * (1.07 if bold else 1.0)
