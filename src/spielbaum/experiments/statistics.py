"""Results as values: add them, turn them round, ask them for Elo, likelihood of superiority and a verdict.

Games of a pair have the same opening with the sides swapped, so they are not independent: what an opening
gives one side it gives the other in the second game. All conclusions are therefore drawn from pairs where
there are any (five outcomes, *pentanomial*), and from single games (three, *trinomial*) otherwise.

Let a unit be a pair or a game, n the number of units, x_i ∈ {0, ¼, ½, ¾, 1} or {0, ½, 1} its possible scores
and p_i their shares. m = Σ p_i·x_i is the score, s² = Σ p_i·(x_i − m)² the variance of a unit.

- Elo (logistic): E(m) = −400·log₁₀(1/m − 1). Elo, The Rating of Chessplayers, 1978.
- One player against k − 1 equal ones, with the share m of the points: E(m) = −400·log₁₀((1/m − 1)/(k − 1)).
  By Luce's choice axiom (Individual Choice Behavior, 1959) a player of strength a wins among all with
  probability a/(a + (k − 1)·b), and Elo is 400·log₁₀(a/b); for k = 2 it is the usual Elo.
- Interval: Wilson's (1927), with the variance that was seen instead of that of a coin: with
  φ = s²/(m·(1 − m)), mixed with one unit of φ = 1 so that few games are not taken for certainty, it holds
  all μ with (m − μ)² ≤ z²·φ·μ·(1 − μ)/n. It never leaves (0, 1) except at the open end of a score of 0 or 1;
  for many games it is m ± z·s/√n.
- Likelihood of superiority: Φ((m − ½)/√(Σ p_i·(x_i − ½)²/n)), with the equal share instead of ½ where there
  are more than two players; for games of two that is the customary Φ((W − L)/√(W + L)).
- Sequential test: see `sprt`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from statistics import NormalDist
from typing import Literal

#: Scores of a game and, in the same scale, of a pair.
GAME_SCORES = (0.0, 0.5, 1.0)
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
#: Mean squares below this are what rounding leaves of nothing; those of real differences are far above it.
ROUNDING = 1e-18
#: Two-sided confidence of every interval.
CONFIDENCE = 0.95

Pentanomial = tuple[int, int, int, int, int]
NO_PAIRS: Pentanomial = (0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its interval; None where it is beyond all numbers, as after nothing but wins."""

    value: float | None
    low: float | None
    high: float | None

    @property
    def error(self) -> float | None:
        """Half the width of the interval: the number behind ±."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def __truediv__(self, by: float) -> Interval:
        """The same in units of `by` > 0."""
        return Interval(*(None if x is None else x / by for x in (self.value, self.low, self.high)))


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of one player against another. `a + b` joins, `-a` is the other player's view.

    `pairs` counts the pairs of which both games are in: with 0, ½, 1, 1½, 2 points.
    """

    wins: int = 0
    losses: int = 0
    draws: int = 0
    pairs: Pentanomial = NO_PAIRS

    @classmethod
    def game(cls, score: float) -> Tally:
        """A single game with a score of 0, ½ or 1."""
        return cls(wins=int(score == 1), losses=int(score == 0), draws=int(score not in (0, 1)))

    @classmethod
    def pair(cls, first: float, second: float) -> Tally:
        """Both games of a pair."""
        games = cls.game(first) + cls.game(second)
        points = games.draws + 2 * games.wins
        one = [int(points == index) for index in range(5)]
        return cls(games.wins, games.losses, games.draws, (one[0], one[1], one[2], one[3], one[4]))

    def __add__(self, other: Tally) -> Tally:
        a, b = self.pairs, other.pairs
        return Tally(
            self.wins + other.wins,
            self.losses + other.losses,
            self.draws + other.draws,
            (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4]),
        )

    def __neg__(self) -> Tally:
        a, b, c, d, e = self.pairs
        return Tally(self.losses, self.wins, self.draws, (e, d, c, b, a))

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """Points a game, from 0 to 1."""
        return self.points / self.games if self.games else None

    @property
    def draw_ratio(self) -> float | None:
        return self.draws / self.games if self.games else None

    @property
    def units(self) -> Units:
        """What conclusions are drawn from: pairs where there are any, else games."""
        if any(self.pairs):
            return Units(PAIR_SCORES, self.pairs)
        return Units(GAME_SCORES, (self.losses, self.draws, self.wins))

    @property
    def elo(self) -> Interval:
        """How much stronger, with its interval."""
        return self.units.elo()

    @property
    def narrowing(self) -> float | None:
        """How much narrower pairs make the interval than as many independent games, as a share of its width.

        With the variances that were seen: v of a game and w of the mean score of a pair, which would be v/2
        for independent games; the share is 1 − √(w/(v/2)). Below zero where pairs make it wider; None where
        there are fewer than two pairs or nothing varies.
        """
        pairs, games = (
            Units(PAIR_SCORES, self.pairs),
            Units(GAME_SCORES, (self.losses, self.draws, self.wins)),
        )
        alone = games.moment(games.mean) / 2
        if pairs.number < 2 or alone < ROUNDING:
            return None
        return 1 - math.sqrt(pairs.moment(pairs.mean) / alone)

    @property
    def superiority(self) -> float:
        """The likelihood that the first player is the stronger one (LOS); ½ where nothing is known."""
        return self.units.superiority()


def total(tallies: Sequence[Tally]) -> Tally:
    return reduce(add, tallies, Tally())


@dataclass(frozen=True, slots=True)
class Units:
    """How often each score came up."""

    scores: tuple[float, ...]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, scores: Iterable[float]) -> Units:
        """Scores as they came; what differs by rounding only, as sums of thirds do, is the same score."""
        counts = Counter(min(1.0, round(score, 12)) for score in scores)
        return cls(tuple(counts), tuple(counts.values()))

    @property
    def number(self) -> int:
        return sum(self.counts)

    @property
    def mean(self) -> float:
        return sum(x * n for x, n in zip(self.scores, self.counts, strict=True)) / max(self.number, 1)

    def moment(self, around: float) -> float:
        """Mean squared distance from `around`; from the mean it is the variance."""
        squares = (n * (x - around) ** 2 for x, n in zip(self.scores, self.counts, strict=True))
        return sum(squares) / max(self.number, 1)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The scores that fit what was seen; 0 ≤ low ≤ mean ≤ high ≤ 1."""
        n, m = self.number, self.mean
        coin = m * (1 - m)
        seen = self.moment(m) / coin if coin > 0 else 1.0
        ratio = (n * seen + 1) / (n + 1)
        z2 = NormalDist().inv_cdf((1 + confidence) / 2) ** 2 * ratio / n
        centre = (m + z2 / 2) / (1 + z2)
        half = math.sqrt(z2 * coin + z2 * z2 / 4) / (1 + z2)
        # The ends of a score of 0 or 1 are exact, not what rounding leaves of them.
        return (0.0 if m == 0 else centre - half), (1.0 if m == 1 else centre + half)

    def share(self) -> Interval:
        """The mean with its interval."""
        if self.number == 0:
            return Interval(None, None, None)
        return Interval(self.mean, *self.interval())

    def elo(self, players: int = 2) -> Interval:
        """How much stronger one is than the other, or than each of several equal others."""
        share = self.share()
        ends = (share.value, share.low, share.high)
        return Interval(*(None if end is None else elo_of(end, players) for end in ends))

    def superiority(self, players: int = 2) -> float:
        """The likelihood that one is stronger than each of the others; ½ where nothing is known."""
        equal = 1 / players
        moment = self.moment(equal)
        if moment < ROUNDING:
            return 0.5
        return NormalDist().cdf((self.mean - equal) / math.sqrt(moment / self.number))


def share(count: int, number: int) -> Interval:
    """A share of independent cases with Wilson's interval; None where there are none."""
    return Units((0.0, 1.0), (number - count, count)).share()


def chained(steps: Sequence[Interval]) -> list[Interval]:
    """Sums of independent differences: that of the first one, of the first two …

    Errors add up as squares, on each side for itself. Behind a step with an open end, as after nothing but
    wins, only what is sure goes on: the sum of the ends that are known.
    """
    sums: list[Interval] = []
    at = Interval(0.0, 0.0, 0.0)
    for step in steps:
        low, high = _end(at, step, "low"), _end(at, step, "high")
        value = None if at.value is None or step.value is None else at.value + step.value
        at = Interval(value, low, high)
        sums.append(at)
    return sums


def _end(one: Interval, other: Interval, name: Literal["low", "high"]) -> float | None:
    first, second = getattr(one, name), getattr(other, name)
    if first is None or second is None:
        return None
    if one.value is None or other.value is None:
        return float(first + second)
    distance = math.hypot(first - one.value, second - other.value)
    return one.value + other.value + (distance if name == "high" else -distance)


def elo_of(score: float, players: int = 2) -> float | None:
    """The difference in Elo behind an expected score among `players`; None for 0 and 1."""
    return -400 * math.log10((1 / score - 1) / (players - 1)) if 0 < score < 1 else None


def expected(elo: float) -> float:
    """The expected score of a player who is so much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


# --- the sequential test ------------------------------------------------------------------------------------

Verdict = Literal["H0", "H1"]

#: A score that never came up is counted so often: a likelihood needs a share above 0 everywhere.
UNSEEN = 1e-3
#: Halvings of the search for the root below; 2⁻¹⁰⁰ of its range is below what a float resolves.
HALVINGS = 100


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test (1945): is the difference `elo0` (H0) or `elo1` (H1)?

    A false H1 is accepted with probability α, a false H0 with β; the test stops where the log-likelihood
    ratio leaves (log β/(1 − α), log (1 − β)/α).
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, tally: Tally) -> float:
        """The generalised log-likelihood ratio: each hypothesis with the shares that explain best what came.

        Under the hypothesis that the score is s, the most likely shares are p_i/(1 + θ·(x_i − s)) with θ such
        that their mean is s; so log L(s) = −n·Σ p_i·log(1 + θ_s·(x_i − s)) up to a constant.
        The shares: Owen, Empirical likelihood ratio confidence intervals for a single functional, Biometrika,
        1988; for matches Van den Bergh, hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf. The test with
        them: Li, Liu and Ying, Generalized sequential probability ratio test for separate families of
        hypotheses, Sequential Analysis, 2014. So does Fishtest, the test stand of Stockfish, from which
        `UNSEEN` comes as well.
        """
        units = tally.units
        if units.number == 0:
            return 0.0
        counts = [n or UNSEEN for n in units.counts]
        return _log_likelihood(units.scores, counts, expected(self.elo1)) - _log_likelihood(
            units.scores, counts, expected(self.elo0)
        )

    def verdict(self, tally: Tally) -> Verdict | None:
        llr = self.llr(tally)
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None


def _log_likelihood(scores: Sequence[float], counts: Sequence[float], mean: float) -> float:
    offsets = [x - mean for x in scores]
    # The sum falls from +∞ to −∞ between the poles of the worst and the best score.
    low, high = -1 / max(offsets), -1 / min(offsets)
    for _ in range(HALVINGS):
        theta = (low + high) / 2
        if theta in (low, high):
            break
        slope = sum(n * d / (1 + theta * d) for n, d in zip(counts, offsets, strict=True))
        low, high = (theta, high) if slope > 0 else (low, theta)
    theta = (low + high) / 2
    return -sum(n * math.log(1 + theta * d) for n, d in zip(counts, offsets, strict=True))
