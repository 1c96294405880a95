"""What a solution holds, counted: how many positions are won, drawn and lost, and in how many plies."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from spielbaum.solution.entries import Entry
from spielbaum.solution.reader import Solution

#: Columns of the distribution of expected values, and blocks of a file that are read for it.
COLUMNS, MOST_BLOCKS = 24, 200


@dataclass(frozen=True, slots=True)
class Counts:
    """Positions by what they are worth to the player to move."""

    won: int = 0
    #: Drawn by rule: one of the players can force the end that is a draw.
    drawn: int = 0
    #: Drawn by cycle: neither side can force an end.
    cycle: int = 0
    lost: int = 0

    @property
    def positions(self) -> int:
        return self.won + self.drawn + self.cycle + self.lost


@dataclass(frozen=True)
class Statistics:
    """The counts, in all, by remoteness and by layer, and what stands out."""

    counts: Counts
    #: By remoteness, ascending; draws by cycle have none and are left out.
    by_remoteness: dict[int, Counts]
    #: By layer of the game, ascending; empty where it has none.
    by_layer: dict[int, Counts]
    #: How many positions have each value in points.
    by_value: dict[int | float, int]
    #: The start; None where it is not in the file.
    start: Entry | None
    #: The longest forced win, and a state that shows it; None where nothing is won, or no state was kept.
    longest: Entry | None
    longest_state: Any


def statistics_of(solution: Solution) -> Statistics:
    """Read off the summary of the file: no position is looked at."""
    entries = solution.entries
    total: Counter[Entry] = Counter()
    layers: dict[int, Counter[Entry]] = {}
    for section in solution.summary.sections:
        counted = Counter(dict(zip(entries, section.counts, strict=False)))
        total += counted
        if section.layer is not None:
            layers[section.layer] = layers.get(section.layer, Counter()) + counted
    distances = sorted({entry.remoteness for entry in total if not entry.cycle})
    wins = [entry for entry in total if entry.value > 0]
    longest = max(wins, key=lambda entry: entry.remoteness, default=None)
    return Statistics(
        counts=_counts(total),
        by_remoteness={
            plies: _counts({e: n for e, n in total.items() if e.remoteness == plies and not e.cycle})
            for plies in distances
        },
        by_layer={layer: _counts(counted) for layer, counted in sorted(layers.items())},
        by_value={
            value: sum(count for entry, count in total.items() if entry.value == value)
            for value in sorted({entry.value for entry in total})
        },
        start=solution.look(solution.game.start),
        longest=longest,
        longest_state=None if longest is None else solution.example(longest),
    )


class Column(NamedTuple):
    """Positions whose expected value lies between these; of a large file about how many."""

    low: float
    high: float
    positions: int


def distribution_of(solution: Solution) -> list[Column]:
    """How many positions have which expected value, from the least to the greatest.

    A large file is read in part: every second block, or third …, and counts are multiplied accordingly.
    """
    assert solution.expected_summary is not None
    sections = solution.expected_summary.sections
    span = min(each.least for each in sections), max(each.greatest for each in sections)
    edges, counts = np.histogram_bin_edges([], COLUMNS, span), np.zeros(COLUMNS, np.int64)
    step = -(-solution.block_count // MOST_BLOCKS)
    for block in range(0, solution.block_count, step):
        counts += step * np.histogram(solution.expected_values(block), edges)[0]
    return [
        Column(float(low), float(high), int(count))
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
    ]


def _counts(entries: dict[Entry, int]) -> Counts:
    return Counts(
        won=sum(count for entry, count in entries.items() if entry.value > 0),
        drawn=sum(count for entry, count in entries.items() if entry.value == 0 and not entry.cycle),
        cycle=sum(count for entry, count in entries.items() if entry.cycle),
        lost=sum(count for entry, count in entries.items() if entry.value < 0),
    )
