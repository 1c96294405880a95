"""Lines through logarithms of counts, and logistic regression: what `growth` and `tune` fit.

- Line: least squares; the interval of the slope is b ± t·s_b with Student's t for n − 2 degrees of freedom.
- Logistic regression: P(y) = σ(x·w); w is what makes −Σ (y·ln p + (1 − y)·ln(1 − p)) + ridge/2·Σ (w_i·s_i)²
  least, with s_i the deviation of column i: so the unit of a column does not matter, and columns that are
  constant, or copies of each other, have a finite answer. y may be ½ (a draw). Newton's method.
- Its errors are those of Liang and Zeger (1986), with the games as clusters: positions of one game share
  their result, so they tell less than as many independent ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any

from spielbaum.experiments.statistics import CONFIDENCE, Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Newton's method on a strictly convex function; it never takes a tenth of this.
MOST_STEPS = 100
PRECISE = 1e-10
#: Intervals of Simpson's rule; exact to ten digits for the integrands below.
SLICES = 2000
HALVINGS = 80


@dataclass(frozen=True, slots=True)
class Line:
    """y = intercept + slope·x, with half the width of the slope's interval and R²."""

    intercept: float
    slope: float
    error: float
    r2: float


def line(x: Sequence[float], y: Sequence[float]) -> Line | None:
    """The line of least squares; None below three points, where nothing is left to tell an error from."""
    n = len(x)
    if n < 3:
        return None
    mx, my = fmean(x), fmean(y)
    sxx = sum((a - mx) ** 2 for a in x)
    slope = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / sxx
    intercept = my - slope * mx
    rest = sum((b - intercept - slope * a) ** 2 for a, b in zip(x, y, strict=True))
    total = sum((b - my) ** 2 for b in y)
    error = math.sqrt(rest / (n - 2) / sxx) * student(n - 2)
    return Line(intercept, slope, error, 1 - rest / total if total > 0 else 1.0)


@dataclass(frozen=True, slots=True)
class Fit:
    """ln nodes = ln factor + depth·ln branching, by least squares over `depths` depths; with R²."""

    branching: Interval
    factor: float
    r2: float
    depths: int


def growth_fit(depths: Sequence[int], counts: Sequence[float]) -> Fit | None:
    """counts = factor·branching^depth."""
    found = line(depths, [math.log(count) for count in counts])
    if found is None:
        return None
    b = Interval(*(math.exp(found.slope + side * found.error) for side in (0, -1, 1)))
    return Fit(b, math.exp(found.intercept), found.r2, len(depths))


@cache
def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """t with P(|T| ≤ t) = confidence. With t = √ν·tan θ the density is cos^(ν−1) θ."""

    def mass(angle: float) -> float:
        step = angle / SLICES
        heights = [math.cos(i * step) ** (freedom - 1) for i in range(SLICES + 1)]
        return step / 3 * (heights[0] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2]) + heights[-1])

    wanted = confidence * mass(math.pi / 2)
    low, high = 0.0, math.pi / 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if mass(middle) < wanted else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


@dataclass(frozen=True)
class Logistic:
    """The weights that were found, with their intervals."""

    weights: tuple[float, ...]
    intervals: tuple[Interval, ...]

    def loss(self, x: Floats, y: Floats) -> float:
        """Mean log loss, in nats."""
        import numpy as np

        z = x @ np.array(self.weights)
        return float(np.mean(np.logaddexp(0, z) - y * z))


def logistic(
    x: Floats, y: Floats, clusters: Any, *, ridge: float, penalised: Sequence[bool] | None = None
) -> Logistic:
    """Fit; `clusters` tells which rows belong together, `penalised` which columns the ridge holds down."""
    import numpy as np

    rows, columns = x.shape
    held = np.ones(columns) if penalised is None else np.array(penalised, float)
    # A column that never changes has no deviation; its weight is held at 0 by the size of its entries.
    deviation = x.std(axis=0)
    scale = np.where(deviation > 0, deviation, np.maximum(np.abs(x).max(axis=0), 1.0))
    penalty = ridge * held * scale**2
    # Where the ridge holds nothing down, columns that follow from others would leave the answer open.
    penalty += 1e-9 * rows * scale**2
    w = np.zeros(columns)
    hessian = np.eye(columns)
    for _ in range(MOST_STEPS):
        p = _sigmoid(x @ w)
        slope = x.T @ (p - y) + penalty * w
        hessian = (x * (p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(hessian, slope)
        # Far out the curve is flat and a full step would overshoot: none moves a row by more than 5 logits.
        furthest = float(np.abs(x @ step).max(initial=0.0))
        w -= step * min(1.0, 5.0 / furthest) if furthest > 0 else 0.0
        if furthest < PRECISE:
            break
    residual = (x * (y - _sigmoid(x @ w))[:, None])[np.argsort(clusters, kind="stable")]
    starts = np.flatnonzero(np.diff(np.sort(clusters), prepend=np.min(clusters) - 1))
    per_game = np.add.reduceat(residual, starts, axis=0)
    inverse = np.linalg.inv(hessian)
    spread = np.sqrt(np.diag(inverse @ (per_game.T @ per_game) @ inverse))
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    intervals = tuple(
        Interval(float(a), float(a - z * s), float(a + z * s)) for a, s in zip(w, spread, strict=True)
    )
    return Logistic(tuple(map(float, w)), intervals)


def _sigmoid(z: Floats) -> Floats:
    import numpy as np

    found: Floats = 0.5 * (1 + np.tanh(z / 2))
    return found
