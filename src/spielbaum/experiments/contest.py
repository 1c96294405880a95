"""Games between two settings of one player, in pairs: the steps of a ladder, old weights and new ones."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, ClassVar

from spielbaum.documents import Duration, Index, Share, Side
from spielbaum.experiments.kind import PlayedGame
from spielbaum.experiments.openings import Opening
from spielbaum.experiments.statistics import Interval, Pentanomial, Tally, total
from spielbaum.experiments.worker import stop_event
from spielbaum.game import Game
from spielbaum.play import Player, Record, play_match
from spielbaum.play.outcome import Reason


@dataclass(frozen=True, slots=True)
class Contest:
    """A game between two settings of one player, from an opening.

    `contest` is the step of the ladder (`sweep`) or 0 (`tune`). Player 0 of the contest has less time or the
    old weights, player 1 more time or the new ones; `first` of the two moves first in the game. `score`,
    `depth` and `nodes` are in the order of the contest: points, and means of a move.
    """

    kind: ClassVar[str] = "contest"
    algorithm: str
    contest: Index
    #: Both games of a pair have the same opening, with the sides swapped.
    pair: Index
    opening: Index
    first: Side
    #: The moves of the whole game, the opening's included, from `start` (None: the start of the game).
    start: str | None
    moves: tuple[str, ...]
    score: tuple[Share, Share]
    reason: str
    depth: tuple[Duration, Duration]
    nodes: tuple[Duration, Duration]


@dataclass(frozen=True, slots=True)
class Step:
    """Neighbours on the ladder, from the side of the one with more time."""

    low: float
    high: float
    wins: int
    losses: int
    draws: int
    pairs: Pentanomial
    score: float | None
    elo: Interval
    #: Elo/log₂(high/low); on a ladder of depths Elo/(high − low), a ply being the unit there.
    per_doubling: Interval
    superiority: float

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws


def play_contest(
    game: Game[Any, Any],
    players: tuple[Player, Player],
    opening: Opening,
    seed: int,
    *,
    algorithm: str,
    contest: int,
    pair: int,
    number: int,
    first: int,
) -> Contest | None:
    """One game; `first` of the two players, who are in the order of the contest, has the first seat."""
    seated = players if first == 0 else players[::-1]
    record = play_match(game, seated, start=opening.position(game), seed=seed, stop=stop_event())
    if record.outcome is None:
        return None
    seats = (first, 1 - first)  # of each player of the contest
    scores = record.outcome.scores
    return Contest(
        algorithm,
        contest,
        pair,
        number,
        first,
        record.start,
        record.moves,
        (scores[seats[0]], scores[seats[1]]),
        record.outcome.reason.value,
        _means(record, seats, lambda thought: thought.depth or 0),
        _means(record, seats, lambda thought: thought.nodes),
    )


def _means(record: Record, seats: tuple[int, int], of: Callable[[Any], float]) -> tuple[float, float]:
    own = [
        [of(ply.thought) for ply in record.plies[record.opening :] if ply.player == seat and ply.thought]
        for seat in seats
    ]
    first, second = (round(fmean(each), 2) if each else 0.0 for each in own)
    return first, second


def tally_of(contests: Iterable[Contest]) -> Tally:
    """From the side of player 1 of the contest: the one with more time, or the new weights."""
    pairs: dict[int, list[float]] = {}
    for each in contests:
        pairs.setdefault(each.pair, []).append(each.score[1])
    return total(
        [
            Tally.pair(scores[0], scores[1]) if len(scores) == 2 else Tally.game(scores[0])
            for scores in pairs.values()
        ]
    )


def step_of(low: float, high: float, units: float, contests: Sequence[Contest]) -> Step:
    """A step of the ladder that is `units` doublings (or plies) high."""
    tally = tally_of(contests)
    return Step(
        low,
        high,
        tally.wins,
        tally.losses,
        tally.draws,
        tally.pairs,
        tally.score,
        tally.elo,
        tally.elo / units,
        tally.superiority,
    )


def doublings(limit: str, low: float, high: float) -> float:
    return high - low if limit == "depth" else math.log2(high / low)


def plies_of(opening: str, most: int) -> int:
    """How many moves of a game its opening was, where the text of the openings says it."""
    found = re.fullmatch(r"(?:random|all):(\d+)", opening)
    return min(int(found[1]), most) if found else 0


def played_of(
    number: int, contest: Contest, players: tuple[str, str], sides: tuple[str, str], openings: str
) -> PlayedGame:
    """The game behind a contest; `players` and `sides` are in the order of the contest."""
    seats = (contest.first, 1 - contest.first)
    return PlayedGame(
        number,
        tuple(players[seat] for seat in seats),
        tuple(sides[seat] for seat in seats),
        contest.first,
        tuple(contest.score[seat] for seat in seats),
        contest.reason,
        contest.start,
        contest.moves,
        plies_of(openings, len(contest.moves)),
    )


def endings_of(contests: Iterable[Contest]) -> dict[str, int]:
    """Games that did not end by the rules, by their reason."""
    return dict(Counter(each.reason for each in contests if each.reason != Reason.NORMAL.value))
