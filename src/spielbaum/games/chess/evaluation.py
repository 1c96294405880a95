"""What a chess position is worth without searching, and why.

Values are pairs for opening and ending; how many pieces are left says how much each of the two counts.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from spielbaum.bits import popcount
from spielbaum.games.chess.board import LIGHT, State
from spielbaum.games.chess.features import balance
from spielbaum.games.chess.weights import (
    AT,
    COUNT,
    GROUPS,
    MOST_PHASE,
    SIZES,
    WEIGHTS,
    ending_part,
    opening_part,
    packed,
)

#: How much an advantage counts, in eighths: less where it is hard to use, more where only pawns are left.
_WHOLE, _NO_PAWNS, _OPPOSITE_BISHOPS, _PAWN_ENDING = 8, 1, 3, 13
#: `features` times the weights is this many times the evaluation.
GRAIN = _WHOLE * MOST_PHASE
#: A won game is worth this many hundredths of a pawn, more than nine queens and all that belongs to them.
WIN = 20_000


def phase(s: State) -> int:
    """MOST_PHASE at the start of a game, 0 where only kings and pawns are left."""
    # A queen stands in two sets: 1 + 2, and 1 more.
    pieces = popcount(s.knights) + popcount(s.diagonal) + 2 * popcount(s.straight)
    return min(pieces + popcount(s.diagonal & s.straight), MOST_PHASE)


def scale(s: State, ahead: int) -> int:
    """How much of an advantage counts, in parts of _WHOLE."""
    own = s.white if ahead > 0 else s.black
    if not s.pawns & own:
        # Without pawns one needs more than a minor piece to win.
        other = (s.white | s.black) & ~own
        return _WHOLE if _force(s, own) - _force(s, other) > 3 else _NO_PAWNS
    if not s.knights | s.straight:
        if not s.diagonal:
            return _PAWN_ENDING
        light = s.diagonal & LIGHT
        if popcount(s.diagonal & s.white) == 1 == popcount(s.diagonal & s.black) == popcount(light):
            return _OPPOSITE_BISHOPS
    return _WHOLE


def _force(s: State, own: int) -> int:
    """Pieces without pawns, in pawns."""
    queens = popcount(s.diagonal & s.straight & own)
    minors = popcount((s.knights | (s.diagonal & ~s.straight)) & own)
    return 3 * minors + 5 * popcount(s.straight & ~s.diagonal & own) + 9 * queens


def evaluation(weights: tuple[int, ...] = WEIGHTS) -> Callable[[State], int]:
    """E(s) in hundredths of a pawn from White's side, with these weights."""
    w = packed(weights)

    def evaluate(s: State) -> int:
        value = int(balance(w, s))
        middle = phase(s)
        tapered = opening_part(value) * middle + ending_part(value) * (MOST_PHASE - middle)
        tapered *= scale(s, tapered)
        # Rounded towards 0, so that a position is worth the same to either side.
        if tapered < 0:
            return -min(-tapered // GRAIN, WIN - 1)
        return min(tapered // GRAIN, WIN - 1)

    return evaluate


# ------------------------------------------------------------------------------------------- the reasons


class _Counts(dict[int, int]):
    """How often each feature counts: what weights become of which only the places are known."""

    def __add__(self, other: _Counts | int) -> _Counts:
        added = _Counts(self)
        if other:  # a sum may begin with 0
            assert isinstance(other, _Counts)
            for place, count in other.items():
                added[place] = added.get(place, 0) + count
        return added

    __radd__ = __add__

    def __mul__(self, factor: int) -> _Counts:
        return _Counts({place: factor * count for place, count in self.items()} if factor else {})

    __rmul__ = __mul__

    def __neg__(self) -> _Counts:
        return self * -1

    def __sub__(self, other: _Counts) -> _Counts:
        return self + -other


class _Places:
    """As weights these yield the features themselves."""

    def __getitem__(self, place: int) -> _Counts:
        return _Counts({int(place): 1})


def features(s: State, weights: tuple[int, ...] = WEIGHTS) -> tuple[int, ...]:
    """White's features less Black's, once for the opening and once for the ending.

    Their product with the weights is GRAIN times the evaluation, before it is rounded. The weights say who is
    ahead, and with that how much of it counts (`scale`).
    """
    found, middle = balance(_Places(), s), phase(s)
    counts = [found.get(place, 0) for place in range(COUNT)]
    both = [int(count) * part for part in (middle, MOST_PHASE - middle) for count in counts]
    scaled = scale(s, sum(count * weight for count, weight in zip(both, weights, strict=True)))
    return tuple(count * scaled for count in both)


def terms(s: State, weights: tuple[int, ...] = WEIGHTS) -> list[tuple[str, int]]:
    """The evaluation in parts: (name, hundredths of a pawn for White less Black); their sum is E(s)."""
    parts = [f * weight for f, weight in zip(features(s, weights), weights, strict=True)]
    both = [opening + ending for opening, ending in zip(parts[:COUNT], parts[COUNT:], strict=True)]
    exact = {
        group: Fraction(sum(sum(both[(at := getattr(AT, name)) : at + SIZES[name]]) for name in names), GRAIN)
        for group, names in GROUPS.items()
    }
    # Rounded down first; the largest remainders get what is missing in the sum.
    rounded = {group: value.__floor__() for group, value in exact.items()}
    missing = int(sum(exact.values())) - sum(rounded.values())
    for group in sorted(exact, key=lambda group: rounded[group] - exact[group])[:missing]:
        rounded[group] += 1
    return list(rounded.items())
