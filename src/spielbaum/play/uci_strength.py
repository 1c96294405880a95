"""How `UCI_Elo` is made: a number of positions per move, and slips as people make them (see `levels.py`).

The table is only roughly right; `docs/howto/uci.md` says what was measured.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from math import exp, log

#: Elo, positions per move, slips in a hundred moves.
_TABLE = (
    (800, 45, 48.0),
    (1000, 100, 36.0),
    (1200, 330, 24.5),
    (1400, 860, 17.5),
    (1600, 2_400, 10.5),
    (1800, 8_500, 6.5),
    (2000, 50_000, 1.5),
    (2400, 2_000_000, 0.0),
)
LEAST, MOST = _TABLE[0][0], _TABLE[-1][0]


@dataclass(frozen=True, slots=True)
class Strength:
    nodes: int
    slips: float


def strength_of(elo: int) -> Strength:
    """Between two entries of the table positions grow like Elo's own scale, by factors; slips fall evenly."""
    elo = max(min(elo, MOST), LEAST)
    at = min(max(bisect_right([entry[0] for entry in _TABLE], elo) - 1, 0), len(_TABLE) - 2)
    (low, few, often), (high, many, seldom) = _TABLE[at], _TABLE[at + 1]
    part = (elo - low) / (high - low)
    nodes = exp(log(few) + part * (log(many) - log(few)))
    return Strength(round(nodes), often + part * (seldom - often))
