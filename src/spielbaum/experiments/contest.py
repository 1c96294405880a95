"""Games between two settings of one player: the steps of a ladder, old weights and new ones.

Of two players each has one of the settings. Of n players one has the better setting and n − 1 the other. An
opening is played n times, so that the one with more has every seat: by two players as a pair.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, ClassVar

from spielbaum.documents import Duration, Index, Share
from spielbaum.experiments.kind import PlayedGame
from spielbaum.experiments.openings import Opening
from spielbaum.experiments.statistics import Interval, Pentanomial, Tally, Units, total
from spielbaum.experiments.worker import stop_event
from spielbaum.game import Game
from spielbaum.play import Player, Record, play_match
from spielbaum.play.outcome import Reason


@dataclass(frozen=True, slots=True)
class Contest:
    """A game between two settings of one player, from an opening.

    `contest` is the step of the ladder (`sweep`) or 0 (`tune`). Player 1 of the contest has more time or the
    new weights, player 0 and all others have less time or the old ones. `first` of them has the first seat,
    and the others follow in their order. `score`, `depth` and `nodes` are in the order of the contest:
    points, and means of a move.
    """

    kind: ClassVar[str] = "contest"
    algorithm: str
    contest: Index
    #: All games of a pair (with n players: n games) have the same opening, and another `first`.
    pair: Index
    opening: Index
    first: Index
    #: The moves of the whole game, the opening's included, from `start` (None: the start of the game).
    start: str | None
    moves: tuple[str, ...]
    score: tuple[Share, ...]
    reason: str
    depth: tuple[Duration, ...]
    nodes: tuple[Duration, ...]

    def of_players(self, number: int) -> bool:
        """Whether this many players could have played it."""
        lists = (self.score, self.depth, self.nodes)
        return self.first < number and all(len(each) == number for each in lists)


@dataclass(frozen=True, slots=True)
class Step:
    """Neighbours on the ladder, from the side of the one with more time.

    Of more than two players that one has *won* where it won alone and *drawn* where it shared the win.
    """

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
    players: Sequence[Player],
    opening: Opening,
    seed: int,
    dice: int,
    *,
    algorithm: str,
    contest: int,
    pair: int,
    number: int,
    first: int,
) -> Contest | None:
    """One game; `first` of the players, who are in the order of the contest, has the first seat.

    All games of a pair have the same `dice`.
    """
    seats = seats_of(len(players), first)
    seated = [players[seats.index(seat)] for seat in range(len(players))]
    record = play_match(game, seated, start=opening.position(game), seed=seed, dice=dice, stop=stop_event())
    if record.outcome is None:
        return None
    return Contest(
        algorithm,
        contest,
        pair,
        number,
        first,
        record.start,
        record.moves,
        tuple(record.outcome.scores[seat] for seat in seats),
        record.outcome.reason.value,
        _means(record, seats, lambda thought: thought.depth or 0),
        _means(record, seats, lambda thought: thought.nodes),
    )


def seats_of(players: int, first: int) -> list[int]:
    """The seat of each player of a contest."""
    return [(player - first) % players for player in range(players)]


def _means(record: Record, seats: Iterable[int], of: Callable[[Any], float]) -> tuple[float, ...]:
    own = [
        [of(ply.thought) for ply in record.plies[record.opening :] if ply.player == seat and ply.thought]
        for seat in seats
    ]
    return tuple(round(fmean(each), 2) if each else 0.0 for each in own)


def step_of(low: float, high: float, units: float, contests: Sequence[Contest], players: int = 2) -> Step:
    """A step of the ladder that is `units` doublings (or plies) high."""
    pairs: dict[int, list[float]] = {}
    for each in contests:
        pairs.setdefault(each.pair, []).append(each.score[1])
    tally = total(
        [
            Tally.pair(*scores) if players == len(scores) == 2 else total(list(map(Tally.game, scores)))
            for scores in pairs.values()
        ]
    )
    # Conclusions are drawn from openings that were played in all seats; without one from single games.
    whole = [fmean(scores) for scores in pairs.values() if len(scores) == players]
    seen = Units.of(whole or [score for scores in pairs.values() for score in scores])
    elo = seen.elo(players)
    return Step(
        low,
        high,
        tally.wins,
        tally.losses,
        tally.draws,
        tally.pairs,
        fmean(each.score[1] for each in contests) if contests else None,
        elo,
        elo / units,
        seen.superiority(players),
    )


def doublings(limit: str, low: float, high: float) -> float:
    return high - low if limit == "depth" else math.log2(high / low)


def plies_of(opening: str, most: int) -> int:
    """How many moves of a game its opening was, where the text of the openings says it."""
    found = re.fullmatch(r"(?:random|all):(\d+)", opening)
    return min(int(found[1]), most) if found else 0


def played_of(
    number: int, contest: Contest, players: Sequence[str], sides: Sequence[str], openings: str
) -> PlayedGame:
    """The game behind a contest; `players` and `sides` are in the order of the contest.

    Of two players the first one is compared with the other, of several the one with more with all others.
    """
    seats = seats_of(len(sides), contest.first)
    order = [seats.index(seat) for seat in range(len(sides))]
    return PlayedGame(
        number,
        tuple(players[player] for player in order),
        tuple(sides[player] for player in order),
        seats[0 if len(sides) == 2 else 1],
        tuple(contest.score[player] for player in order),
        contest.reason,
        contest.start,
        contest.moves,
        plies_of(openings, len(contest.moves)),
    )


def endings_of(contests: Iterable[Contest]) -> dict[str, int]:
    """Games that did not end by the rules, by their reason."""
    return dict(Counter(each.reason for each in contests if each.reason != Reason.NORMAL.value))
