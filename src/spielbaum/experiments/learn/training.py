"""Fits a network to positions: targets, epochs, what was learnt after each of them.

The target of a position is the mover's expected score: what the search has proven, or between the result of
the game and what the search thought. Of the epochs the one counts whose loss on positions of other games is
least; after some without a better one it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import cos, exp, pi
from threading import Event
from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.engine.evaluation import SOFT, Network, quantised
from spielbaum.engine.features import Features, features_of
from spielbaum.engine.kernels import KERNELS
from spielbaum.engine.position_set import NO_RULES
from spielbaum.engine.rules import rules_of
from spielbaum.engine.specialise import Code
from spielbaum.experiments.learn.samples import PARTS, Samples
from spielbaum.game import Game

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

#: Positions whose features are listed at a time; positions per step, and least steps per epoch.
CHUNK = 1 << 14
BATCH, STEPS = 512, 50
#: Epochs without a better one after which it ends.
PATIENCE = 4
#: Of the positions judged worst this many are told, among this many at most.
WORST, MOST_JUDGED = 6, 20_000
#: Of the decided positions so many are asked for their winner after each epoch.
ASKED = 4000


@dataclass(frozen=True)
class Listed:
    """The active features of positions, one after the other, and what is known of the positions."""

    numbers: npt.NDArray[np.int32]
    #: Where those of each view of each position end.
    ends: npt.NDArray[np.int64]
    movers: npt.NDArray[np.int64]
    targets: Floats
    #: The logarithm of the odds that the network adds to.
    known: Floats

    def __len__(self) -> int:
        return len(self.movers)


@dataclass(frozen=True)
class Trained:
    """What came of it: the network, and the mean loss after each epoch on what was learnt and on the rest."""

    network: Network
    losses: tuple[tuple[float, float], ...]
    best: int
    #: The loss on the rest of one who knows only the mean, and of the evaluation that played.
    constant: float
    before: float
    #: How many of the rest were proven, and the loss on these alone: against perfect play.
    proven: int
    proven_loss: float
    #: Numbers of those that were judged worst, and the score expected of who wins there.
    worst: tuple[tuple[int, float], ...]
    #: After each epoch the share of decided positions (`decided`, by their numbers) whose winner it names.
    knows: tuple[float, ...]
    decided: npt.NDArray[np.int64]


@cache
def _fit_epoch() -> Any:
    return Code(rules_of(NO_RULES), interpreted=False, announce=None).make(
        KERNELS["fit_epoch"], rules_of(NO_RULES).names
    )


def listed(
    game: Game[Any, Any], features: Features, samples: Samples, targets: Floats, known: Floats
) -> Listed:
    """The features of all positions."""
    rules = rules_of(game)
    # Part of the rules: other features are other code, also where nothing else differs.
    rules = replace(rules, names={**rules.names, **features.in_code})
    list_features = Code(rules, interpreted=False, announce=None)["list_features"]
    memory = np.zeros(features.room, np.int64)
    found: list[Any] = []
    ends: list[Any] = []
    written = 0
    for begin in range(0, len(samples), CHUNK):
        states = np.repeat(samples.states[begin : begin + CHUNK], features.views, axis=0)
        movers = samples.movers[begin : begin + CHUNK].astype(np.int64)
        sides = np.stack([movers, 1 - movers], axis=1)[:, : features.views].reshape(-1)
        numbers = np.zeros(len(sides) * features.most_active, np.int32)
        here = np.zeros(len(sides), np.int64)
        count = list_features(np.ascontiguousarray(states).reshape(-1), sides.copy(), memory, numbers, here)
        found.append(numbers[:count].copy())
        ends.append(here + written)
        written += count
    return Listed(
        np.concatenate(found) if found else np.zeros(0, np.int32),
        np.concatenate(ends) if ends else np.zeros(0, np.int64),
        samples.movers.astype(np.int64),
        targets,
        known,
    )


def own_estimates(game: Game[Any, Any], samples: Samples) -> Floats:
    """What the game's own evaluation says of each position, from its mover, in units."""
    code = Code(rules_of(game), interpreted=False, announce=None)["list_estimates"]
    found = np.zeros(len(samples))
    code(samples.states.reshape(-1), samples.movers.astype(np.int64), found)
    return found


def slope_of(samples: Samples) -> float:
    """How much a point of the search's estimate adds to the logarithm of the odds, as results show."""
    estimated = samples.proven == 0
    return fitted_slope(samples.values[estimated] / PARTS, samples.scores[estimated])


def fitted_slope(values: Floats, scores: Floats) -> float:
    """How much of these values is the logarithm of the odds, as such scores show."""
    if len(values) < 100 or np.ptp(values) == 0:
        return 0.0
    slope = 0.0
    for _ in range(30):  # Newton's method for one number
        guess = 1.0 / (1.0 + np.exp(-np.clip(slope * values, -30, 30)))
        curve = float((guess * (1 - guess) * values * values).sum())
        if curve < 1e-9:
            break
        slope += float(((scores - guess) * values).sum()) / curve
    return max(slope, 0.0) if np.isfinite(slope) else 0.0


def targets_of(samples: Samples, trust: float, slope: float) -> Floats:
    """Expected scores: `trust` is how much the search's estimate counts beside the result of the game."""
    guess = 1.0 / (1.0 + np.exp(-np.clip(slope * samples.values / PARTS, -30, 30)))
    mixed = trust * guess + (1.0 - trust) * samples.scores
    exact = 0.5 + 0.5 * np.sign(samples.values)
    return np.asarray(np.where(samples.proven == 1, exact, mixed), np.float64)


def first_weights(features: Features, hidden: int, active: float, seed: int) -> Floats:
    """Random weights small enough that sums lie within the bend."""
    random = np.random.default_rng(seed)
    rows = random.normal(0.0, 0.5 / max(active, 1.0) ** 0.5, (features.count + 2, hidden))
    rows[features.count :] = 0.25
    output = random.normal(0.0, 1.0 / hidden**0.5, features.views * hidden)
    return np.concatenate([rows.reshape(-1), output, [0.0]])


def train(
    game: Game[Any, Any],
    split: Sequence[tuple[Samples, Samples]],
    *,
    hidden: int,
    epochs: int,
    rate: float,
    trust: float,
    seed: int,
    stop: Event,
    beside: bool = False,
) -> Trained | None:
    """A network fitted to the first and judged by the second half of each pair; None where it was stopped.

    What an estimate means is another thing in each pair, as another evaluation played. A network `beside` the
    game's own evaluation adds to what that says.
    """
    features = features_of(rules_of(game))
    slopes = [slope_of(learnt) for learnt, _ in split]
    halves = [Samples.joined(pair[half] for pair in split) for half in (0, 1)]
    targets = [
        np.concatenate(
            [targets_of(pair[half], trust, slope) for pair, slope in zip(split, slopes, strict=True)]
        )
        for half in (0, 1)
    ]
    known, own = [np.zeros(len(samples)) for samples in halves], 0.0
    if beside:
        estimates = [own_estimates(game, samples) for samples in halves]
        own = fitted_slope(estimates[0] / game.facts.unit, targets[0]) / game.facts.unit
        known = [own * each for each in estimates]
    train_set, test_set = (
        listed(game, features, halves[half], targets[half], known[half]) for half in (0, 1)
    )
    active = len(train_set.numbers) / max(len(train_set.ends), 1)
    weights = first_weights(features, hidden, active, seed)
    gradient, first, second = (np.zeros_like(weights) for _ in range(3))
    batch = max(min(BATCH, len(train_set) // STEPS), 1)
    sizes = np.array([features.count, features.views, hidden, batch, 0], np.int64)
    sums = np.zeros(features.views * hidden)
    random = np.random.default_rng(seed + 1)
    fit_epoch = _fit_epoch()

    def run(data: Listed, order: Any, rate: float) -> float:
        total = fit_epoch(
            weights, gradient, first, second, sizes, data.numbers, data.ends, data.movers, data.targets,
            data.known, order, sums, rate,
        )  # fmt: skip
        return float(total) / max(len(order), 1)

    def winner_scores(positions: Any) -> list[float]:
        """What score is expected of who wins there: the loss of a decided position is its logarithm."""
        return [exp(-run(test_set, np.array([number]), 0.0)) for number in positions]

    proven = np.flatnonzero(np.concatenate([rest.proven for _, rest in split]))
    decided = proven[test_set.targets[proven] != 0.5][:MOST_JUDGED]
    asked = decided[:: -(-len(decided) // ASKED) or 1]
    knows: list[float] = []
    best, kept, losses, proven_loss = -1, weights.copy(), [], 0.0
    for epoch in range(epochs):
        if stop.is_set():
            return None
        step = rate * (0.02 + 0.98 * 0.5 * (1 + cos(pi * epoch / epochs)))
        seen = run(train_set, random.permutation(len(train_set)), step)
        unseen = run(test_set, np.arange(len(test_set)), 0.0)
        losses.append((seen, unseen))
        if len(asked):
            knows.append(float(np.mean([score > 0.5 for score in winner_scores(asked)])))
        if best < 0 or unseen < losses[best][1]:
            best, kept, proven_loss = epoch, weights.copy(), run(test_set, proven, 0.0)
        elif epoch - best >= PATIENCE:
            break
    weights[:] = kept
    # Of positions that came up more than once one is told.
    states = np.concatenate([rest.states for _, rest in split])
    scores = {
        states[number].tobytes(): (int(number), score)
        for number, score in zip(decided, winner_scores(decided), strict=True)
    }
    worst = sorted(scores.values(), key=lambda each: each[1])[:WORST]
    # Where margins are in units of the evaluation, a point of the odds stays as many units as it was.
    softness = slopes[0] if game.hints.swing is not None and slopes[0] > 0 else SOFT
    rows, output = kept[: (features.count + 2) * hidden], kept[(features.count + 2) * hidden : -1]
    network = quantised(
        game,
        features,
        rows.reshape(-1, hidden),
        output.reshape(features.views, hidden),
        float(kept[-1]),
        softness=softness,
        own=own,
    )
    return Trained(
        network,
        tuple(losses),
        best,
        _constant_loss(train_set.targets, test_set.targets),
        _value_loss(split[-1][1], slopes[-1], trust),
        len(proven),
        proven_loss,
        tuple(worst),
        tuple(knows),
        asked,
    )


def _constant_loss(learnt: Floats, rest: Floats) -> float:
    mean = min(max(float(learnt.mean()), 1e-6), 1 - 1e-6) if len(learnt) else 0.5
    return float(-(rest * np.log(mean) + (1 - rest) * np.log(1 - mean)).mean()) if len(rest) else 0.0


def _value_loss(rest: Samples, slope: float, trust: float) -> float:
    """The loss of who believes what the search said of the position, with all its depth."""
    targets = targets_of(rest, trust, slope)
    total = np.clip(slope * rest.values / PARTS, -30, 30)
    return float((np.logaddexp(0, total) - targets * total).mean()) if len(rest) else 0.0
