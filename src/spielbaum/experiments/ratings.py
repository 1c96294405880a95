"""Ratings of many players from their games against each other.

The model of Bradley and Terry (1952): a player rated r_i scores 1/(1 + 10^((r_j − r_i)/400)) a game against
one rated r_j; a draw is half a win. The ratings are the most likely ones, with a mean of 0. A faint prior,
normal with a deviation of `PRIOR` Elo, gives players without a loss or a win, and groups that never met, a
finite rating too; beside a hundred games it weighs less than one part in a thousand.

Intervals come from the curvature of the likelihood at its top. The draws of a game are taken for half a coin
each, so they are somewhat wide where many games are drawn.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist

from spielbaum.experiments.statistics import CONFIDENCE, Interval, Tally

#: Elo. Hardly any two programs differ by more.
PRIOR = 2000.0
#: Newton's method on a strictly concave function, each step at most `STEP` Elo: far more than it ever takes.
MOST_STEPS = 200
STEP = 400.0
PRECISE = 1e-9


def ratings(players: int, results: Mapping[tuple[int, int], Tally]) -> list[Interval]:
    """A rating for each player; `results[i, j]` are those of i against j, and each pairing stands once."""
    import numpy as np

    if players == 0:
        return []
    scale = math.log(10) / 400
    rating = np.zeros(players)
    curvature = np.eye(players)
    for _ in range(MOST_STEPS):
        slope = -rating / PRIOR**2
        curvature = np.eye(players) / PRIOR**2
        for (i, j), tally in results.items():
            chance = 1 / (1 + math.exp(-scale * (rating[i] - rating[j])))
            surprise = scale * (tally.points - tally.games * chance)
            weight = scale**2 * tally.games * chance * (1 - chance)
            slope[i] += surprise
            slope[j] -= surprise
            curvature[i, i] += weight
            curvature[j, j] += weight
            curvature[i, j] -= weight
            curvature[j, i] -= weight
        step = np.linalg.solve(curvature, slope)
        longest = float(np.abs(step).max())
        rating += step * min(1.0, STEP / longest) if longest > 0 else 0.0
        if longest < PRECISE:
            break
    # Ratings are known up to a constant only: errors are those of the distance from the mean of all.
    centre = np.eye(players) - 1 / players
    spread = np.sqrt(np.diag(centre @ np.linalg.inv(curvature) @ centre))
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    rating = rating - rating.mean()
    return [
        Interval(float(r), float(r - z * s), float(r + z * s)) for r, s in zip(rating, spread, strict=True)
    ]
