"""What the finished games of a match or a tournament say, kept up to date game by game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from spielbaum.experiments.kind import Finished, State
from spielbaum.experiments.statistics import Interval, Sprt, Tally, Verdict
from spielbaum.play.outcome import Outcome
from spielbaum.result import CHANCE


class Scoreboard:
    """Tallies of all pairings, each from the side of its first player, and the verdict of the test."""

    def __init__(self, settings: Any) -> None:
        self.settings = settings
        self.tallies: dict[tuple[int, int], Tally] = {
            (pairing[0], pairing[1]): Tally() for pairing in settings.pairings if len(pairing) == 2
        }
        self.reasons: Counter[str] = Counter()
        self.unscored: dict[int, str] = {}
        #: The score of the pairing's first player in each game; None where it is unscored.
        self._scores: dict[int, float | None] = {}
        #: Pairs are judged in the order of their numbers: quick games must not come first in the test.
        self.judged = Tally()
        self._next_pair = 0
        self.verdict: Verdict | None = None
        #: Whether nature moved in some game.
        self.thrown = False

    @property
    def played(self) -> int:
        return len(self._scores)

    @property
    def games_each(self) -> int:
        """Games of the pairing that has played most; a test may have stopped before the plan's end."""
        return max(tally.games for tally in self.tallies.values())

    @property
    def complete(self) -> bool:
        return self.verdict is not None or self.played == self.settings.planned

    @property
    def state(self) -> State:
        return State(self.settings.planned, self.played, self.complete, dict(sorted(self.unscored.items())))

    @property
    def endings(self) -> dict[str, int]:
        """Games that did not end by the rules, by their reason."""
        return {why: count for why, count in self.reasons.items() if why != "normal"}

    def summary(self) -> Scoreboard:
        return self

    def running(self) -> list[Tally]:
        """The result of a match after each of its pairs, in the order of their numbers."""
        total, tallies = Tally(), []
        for number in range(self.settings.planned // 2):
            pair = self._pair(number)
            if pair is not None:
                total += pair
                tallies.append(total)
        return tallies

    def add(self, finished: Finished) -> None:
        number = finished.number
        first, second = self.settings.pairings[number // 2 % len(self.settings.pairings)]
        pairing = first, second
        outcome = self._outcome(finished)
        score = None if outcome is None else outcome.scores[number % 2]
        if score is not None:
            self.tallies[pairing] += Tally.game(score)
        self._scores[number] = score
        pair = self._pair(number // 2)
        if pair is not None:
            self.tallies[pairing] += Tally(pairs=pair.pairs)
        self._judge()

    def _outcome(self, finished: Finished) -> Outcome | None:
        """How the game ended, noted; None where it is unscored."""
        if finished.measurement is None:
            self.unscored[finished.number] = finished.unscored
            return None
        outcome: Outcome = finished.measurement.outcome
        self.reasons[outcome.reason.value] += 1
        self.thrown = self.thrown or any(ply.player == CHANCE for ply in finished.measurement.plies)
        return outcome

    def _pair(self, pair: int) -> Tally | None:
        first, second = self._scores.get(2 * pair), self._scores.get(2 * pair + 1)
        return None if first is None or second is None else Tally.pair(first, second)

    def _judge(self) -> None:
        """The test goes as far as all pairs are in, and stops for good at its verdict."""
        sprt = self.test
        if sprt is None:
            return
        while self.verdict is None and {2 * self._next_pair, 2 * self._next_pair + 1} <= self._scores.keys():
            self.judged += self._pair(self._next_pair) or Tally()
            self._next_pair += 1
            self.verdict = sprt.verdict(self.judged)

    # ------------------------------------------------------------------ as a document

    @property
    def test(self) -> Sprt | None:
        test: Sprt | None = getattr(self.settings, "test", None)
        return test

    def document(self) -> dict[str, Any]:
        """The summary of a match as JSON; never a number that is none."""
        document = self._facts() | tally_document(self.tallies[0, 1])
        if self.test is not None:
            document["sprt"] = self._sprt_document(self.test)
        if self.thrown:
            document["narrowing"] = _rounded(self.tallies[0, 1].narrowing)
        return document

    def _facts(self) -> dict[str, Any]:
        """What the summary of every run of games begins with."""
        settings = self.settings
        return {
            "kind": settings.kind,
            "game": settings.game,
            "players": list(settings.players),
            "planned": settings.planned,
            "played": self.played,
            "complete": self.complete,
            "unscored": [{"game": n, "reason": why} for n, why in sorted(self.unscored.items())],
            "endings": dict(sorted(self.reasons.items())),
            "openings": settings.opening_count,
        }

    def _sprt_document(self, sprt: Sprt) -> dict[str, Any]:
        return {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "lower": round(sprt.lower, 4),
            "upper": round(sprt.upper, 4),
            "llr": round(sprt.llr(self.judged), 4),
            "pairs": self._next_pair,
            "verdict": self.verdict,
        }


def points_of(board: Scoreboard, player: int) -> dict[str, Any]:
    own = [t if pairing[0] == player else -t for pairing, t in board.tallies.items() if player in pairing]
    return {"points": sum(tally.points for tally in own), "games": sum(tally.games for tally in own)}


def tally_document(tally: Tally) -> dict[str, Any]:
    return {
        "wins": tally.wins,
        "losses": tally.losses,
        "draws": tally.draws,
        "score": _rounded(tally.score),
        "elo": interval_document(tally.elo),
        "superiority": _rounded(tally.superiority),
        "draw_ratio": _rounded(tally.draw_ratio),
        "pairs": list(tally.pairs),
    }


def interval_document(interval: Interval, digits: int = 2) -> dict[str, float | None]:
    return {
        "value": _rounded(interval.value, digits),
        "low": _rounded(interval.low, digits),
        "high": _rounded(interval.high, digits),
    }


def _rounded(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits) + 0.0  # no −0.0
