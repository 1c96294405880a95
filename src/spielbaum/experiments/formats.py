"""Numbers and names in words: the one way in which tables, figures, sentences and pages write them.

Each `Show` takes a value and a language and gives the text of a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielbaum.experiments.statistics import Interval
from spielbaum.language import catalogue, fixed, grouped, say
from spielbaum.play import spec_words

NOTHING = "–"
Show = Callable[[Any, str], str]


@dataclass(frozen=True, slots=True)
class Wld:
    """Games won, lost and drawn."""

    wins: int
    losses: int
    draws: int


@dataclass(frozen=True, slots=True)
class Span:
    """From one step of a ladder to the next."""

    low: float
    high: float


def number(value: float, language: str, *, sign: bool = False) -> str:
    """As few digits as tell it: 0.25, 12, −3,5."""
    digits = next((d for d in range(7) if abs(round(value, d) - value) <= 1e-9 * max(1, abs(value))), 6)
    return fixed(value, digits, language, sign=sign)


def duration(seconds: float, language: str) -> str:
    """`40 s`, `3 min`, `2.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{fixed(seconds / 3600, 1, language)} h"


# --- cells --------------------------------------------------------------------------------------------------


def text(value: Any, _language: str) -> str:
    """As it is."""
    return NOTHING if value is None else str(value)


def name(value: str, language: str) -> str:
    """A player with its options in brackets, fit for the middle of a sentence; algorithms in their words."""
    words = catalogue(language)
    known = words.get(f"plot.algorithm.{value}") or words.get(f"experiment.name.{value}")
    if known:
        return known
    said, comma, options = spec_words(value, language).partition(", ")
    return f"{said} ({options})" if comma else said


def yes_no(value: bool, language: str) -> str:
    return say("experiments.yes" if value else "experiments.no", language)


def plain(value: float | None, language: str) -> str:
    """A number with as few digits as tell it."""
    return NOTHING if value is None else number(value, language)


def count(value: float | None, language: str) -> str:
    """A whole number in groups of three digits."""
    return NOTHING if value is None else grouped(round(value), language)


def digits(wanted: int, *, sign: bool = False) -> Show:
    """Numbers with that many decimals; intervals follow in brackets."""

    def show(value: float | Interval | None, language: str) -> str:
        if isinstance(value, Interval):
            return _interval(value, lambda x: fixed(x, wanted, language, sign=sign))
        return NOTHING if value is None else fixed(value, wanted, language, sign=sign)

    return show


def percent(value: float | Interval | None, language: str) -> str:
    """`81.2 % (76.0 … 85.5)`; without an interval the number alone."""
    found = value if isinstance(value, Interval) else Interval(value, None, None)
    return _interval(found, lambda x: fixed(100 * x, 1, language), " %")


def _interval(value: Interval, write: Callable[[float], str], unit: str = "") -> str:
    if value.value is None:
        return NOTHING
    if value.low is None or value.high is None:
        return write(value.value) + unit
    return f"{write(value.value)}{unit} ({write(value.low)} … {write(value.high)})"


def elo(value: Interval, language: str) -> str:
    """`+12.3 ± 45.6`; after nothing but wins or losses what is sure, `> +120.4`; `–` before the first."""
    if value.value is not None and value.error is not None:
        return f"{fixed(value.value, 1, language, sign=True)} ± {fixed(value.error, 1, language)}"
    if value.low is not None:
        return f"> {fixed(value.low, 1, language, sign=True)}"
    if value.high is not None:
        return f"< {fixed(value.high, 1, language, sign=True)}"
    return NOTHING


def times(value: float | Interval | None, language: str) -> str:
    """`× 2.31`."""
    found = value.value if isinstance(value, Interval) else value
    return NOTHING if found is None else f"× {fixed(found, 2, language)}"


def wld(value: Wld, _language: str) -> str:
    return f"{value.wins}–{value.losses}–{value.draws}"


def span(value: Span, language: str) -> str:
    return f"{number(value.low, language)} → {number(value.high, language)}"


def points(value: float | None, _language: str) -> str:
    """½, 1, 1½ … as players write them."""
    if value is None:
        return ""
    whole, half = divmod(round(2 * value), 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def listed(value: tuple[Any, ...], _language: str) -> str:
    """`0-0-1-0-19`."""
    return "-".join(map(str, value))


#: Measures by which runs are compared, in the order of the table, and how they are written: Elo of a match
#: and of a tournament, the share of a player in a match of several, Elo of each doubling (of time or nodes)
#: and of each ply; the factor by which nodes grow with each ply, and by which techniques change them.
MEASURES: dict[str, Show] = {
    "elo": elo,
    "rating": elo,
    "share": percent,
    "doubling": elo,
    "ply": elo,
    "branching": digits(2),
    "ratio": times,
    "value": digits(2),
}
