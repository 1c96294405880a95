"""Elo, intervals, likelihood of superiority, sequential test and ratings: against what others published."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.experiments import Sprt, Tally, expected, ratings, total
from spielbaum.experiments.statistics import PAIR_SCORES, Pentanomial, Units, Verdict, elo_of

counts = st.integers(0, 500)
tallies = st.builds(Tally, counts, counts, counts, st.tuples(counts, counts, counts, counts, counts))


def paired(pairs: Pentanomial) -> Tally:
    """Results with these pairs; how ½ point pairs came about does not matter to the statistics."""
    a, b, c, d, e = pairs
    return Tally(wins=2 * e + d, losses=2 * a + b, draws=b + d + 2 * c, pairs=pairs)


@pytest.mark.parametrize(
    ("pairs", "elo", "error", "superiority"),
    [  # printed by fastchess at the end of matches
        ((1, 10, 78, 48, 13), 72.85, 22.33, 1.0),
        ((352, 579, 1264, 743, 464), 19.83, 6.77, 1.0),
        ((40, 67, 295, 123, 54), 25.25, 13.92, 0.9998),
    ],
)
def test_elo_from_pairs(pairs: Pentanomial, elo: float, error: float, superiority: float) -> None:
    tally = paired(pairs)
    estimate = tally.elo
    assert estimate.value == pytest.approx(elo, abs=0.005)
    # Theirs is the normal interval, ours Wilson's with one cautious unit: 2 % apart in 150 pairs.
    assert estimate.error == pytest.approx(error, rel=0.02)
    assert tally.superiority == pytest.approx(superiority, abs=2e-4)


def test_elo_from_games() -> None:
    """Printed by cutechess-cli: 779 − 118 − 103 [0.831], 276.1 ± 26.0, draws 10.3 %."""
    tally = Tally(779, 118, 103)
    assert tally.score == pytest.approx(0.8305)
    assert tally.elo.value == pytest.approx(276.1, abs=0.05)
    assert tally.elo.error == pytest.approx(26.0, abs=0.2)
    assert tally.draw_ratio == pytest.approx(0.103)


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "llr"),
    [  # Stockfish pull requests 2950, 2971, 3017, 3098 and 3209 of 2020, both tests of each, by Fishtest
        (-0.50, 1.50, (133, 1751, 5094, 1849, 165), 2.94),
        (0.25, 1.75, (149, 4748, 32785, 5063, 159), 2.95),
        (-0.50, 1.50, (17, 253, 1042, 337, 39), 2.96),
        (0.25, 1.75, (11, 407, 3238, 513, 11), 2.93),
        (-1.50, 0.50, (174, 2658, 10273, 2713, 178), 2.96),
        (-1.50, 0.50, (40, 1272, 12142, 1300, 30), 3.01),
        (-0.25, 1.25, (491, 7345, 29693, 7670, 465), 2.96),
        (0.25, 1.25, (53, 2220, 21459, 2445, 47), 2.97),
        (-0.25, 1.25, (253, 4282, 17604, 4431, 286), 2.94),
        (0.25, 1.25, (58, 3302, 33130, 3518, 84), 2.97),
    ],
)
def test_sequential_test(elo0: float, elo1: float, pairs: Pentanomial, llr: float) -> None:
    test = Sprt(elo0, elo1)
    assert (round(test.lower, 2), round(test.upper, 2)) == (-2.94, 2.94)
    assert test.llr(paired(pairs)) == pytest.approx(llr, abs=0.02)


def test_known_points_of_the_scale() -> None:
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.005)
    assert expected(400) == pytest.approx(10 / 11)
    assert elo_of(expected(-123.0)) == pytest.approx(-123.0)


def test_nothing_but_wins_is_bounded_on_one_side() -> None:
    tally = total([Tally.pair(1, 1)] * 10)
    assert tally.elo.value is None
    assert tally.elo.high is None
    assert tally.elo.error is None
    # Wilson: n/(n + z²) of ten pairs.
    assert tally.elo.low == pytest.approx(elo_of(10 / (10 + 1.959964**2)))
    lost = (-tally).elo
    assert (lost.value, lost.low) == (None, None)
    assert lost.high == pytest.approx(-(tally.elo.low or 0))
    assert 0.99 < tally.superiority < 1
    assert math.isfinite(Sprt(0, 10).llr(tally))
    assert Tally().elo.value is None
    assert Tally().superiority == 0.5
    assert Sprt(0, 10).llr(Tally()) == 0


def test_nothing_but_draws_is_no_certainty() -> None:
    tally = total([Tally.pair(0.5, 0.5)] * 4)
    assert tally.elo.value == pytest.approx(0)
    assert (tally.elo.error or 0) > 10


@given(tallies, tallies)
def test_algebra(a: Tally, b: Tally) -> None:
    assert a + b == b + a
    assert -(a + b) == -a + -b
    back = -a
    assert -back == a
    assert a + Tally() == a
    assert (a + b).games == a.games + b.games


@given(tallies)
def test_the_other_side_sees_the_mirror_image(tally: Tally) -> None:
    here, there = tally.elo, (-tally).elo
    for one, other in ((here.value, there.value), (here.low, there.high), (here.high, there.low)):
        assert (one is None) == (other is None)
        assert one is None or one == pytest.approx(-(other or 0), abs=1e-6)
    if here.value is not None and here.low is not None and here.high is not None:
        assert here.low <= here.value <= here.high
    assert tally.superiority + (-tally).superiority == pytest.approx(1)
    llr = Sprt(-3, 5).llr(tally)
    assert math.isfinite(llr)
    assert llr == pytest.approx(-Sprt(-5, 3).llr(-tally), abs=1e-6)


#: A score of 0.64, that is 100 Elo.
H1_SHARES = (0.055, 0.135, 0.2705, 0.272, 0.2675)
TESTS = 120


def simulate(random: Random, shares: tuple[float, ...], pairs: int) -> Tally:
    games = random.choices(
        [Tally.pair(x, y) for x, y in ((0, 0), (0, 0.5), (0, 1), (0.5, 1), (1, 1))], shares, k=pairs
    )
    return total(games)


def test_intervals_hold_what_they_promise() -> None:
    """The true difference lies within the 95 % interval in 95 % of matches."""
    random = Random(1)
    shares = (0.1, 0.2, 0.3, 0.2, 0.2)
    true = elo_of(sum(s * x / 4 for x, s in enumerate(shares))) or 0
    inside = 0
    for _ in range(400):
        elo = simulate(random, shares, 60).elo
        inside += (elo.low or -math.inf) <= true <= (elo.high or math.inf)
    assert 0.92 < inside / 400 < 0.98


@pytest.mark.parametrize(("shares", "true"), [((0.15, 0.2, 0.3, 0.2, 0.15), "H0"), (H1_SHARES, "H1")])
def test_error_rates_of_the_sequential_test(shares: tuple[float, ...], true: Verdict) -> None:
    """With players as strong as a hypothesis says, the other one is accepted in about 5 % of tests.

    And the tests are as long as theory says (Wald, 1945): the ratio is worth 0.95·2.94 − 0.05·2.94 = 2.65
    at the end, and a pair adds (s₁ − s₀)²/(2·variance) to it. They stop a little later than at the bound.
    """
    random = Random(2)
    test = Sprt(0, 100)
    wrong = pairs = 0
    for _ in range(TESTS):
        tally, verdict = Tally(), None
        while verdict is None and tally.games < 1000:
            tally += simulate(random, shares, 2)
            verdict = test.verdict(tally)
        assert verdict is not None
        wrong += verdict != true
        pairs += tally.games // 2
    assert wrong <= 14  # 5 % of 120 is 6; more than 14 has a chance below one in a thousand
    units = Units(PAIR_SCORES, tuple(round(1000 * share) for share in shares))
    drift = (expected(test.elo1) - expected(test.elo0)) ** 2 / (2 * units.moment(units.mean))
    assert pairs / TESTS == pytest.approx(0.9 * test.upper / drift, rel=0.25)


def test_superiority_from_games() -> None:
    """The customary ½·(1 + erf((W − L)/√(2·(W + L)))), whatever the draws."""
    for wins, losses, draws in ((10, 5, 0), (10, 5, 100), (779, 118, 103), (3, 9, 1)):
        customary = (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses)))) / 2
        assert Tally(wins, losses, draws).superiority == pytest.approx(customary)


def test_two_players_are_rated_by_their_difference() -> None:
    tally = Tally(60, 30, 10)
    first, second = ratings(2, {(0, 1): tally})
    assert first.value is not None
    assert second.value is not None
    assert first.value + second.value == pytest.approx(0)
    assert first.value - second.value == pytest.approx(elo_of(0.65) or 0, rel=2e-3)


def test_ratings_of_many() -> None:
    """Exact expectations give back the ratings they were made from."""
    true = [150.0, 40.0, -60.0, -130.0]
    results = {}
    for i in range(4):
        for j in range(i + 1, 4):
            wins = round(100_000 * expected(true[i] - true[j]))
            results[i, j] = Tally(wins, 100_000 - wins)
    found = ratings(4, results)
    assert [f.value for f in found] == pytest.approx(true, abs=0.1)
    assert all(0 < (f.error or 0) < 3 for f in found)


def test_ratings_are_finite_whatever_happens() -> None:
    always = ratings(3, {(0, 1): Tally(1000, 0), (0, 2): Tally(1000, 0), (1, 2): Tally()})
    assert all(rating.value is not None and abs(rating.value) < 3000 for rating in always)
    assert always[0].value == max(rating.value or 0 for rating in always)
    apart = ratings(4, {(0, 1): Tally(3, 1), (2, 3): Tally(2, 2)})
    assert (apart[0].error or 0) > 300  # the two groups never met
    assert ratings(0, {}) == []
    assert [r.value for r in ratings(1, {})] == [0]
