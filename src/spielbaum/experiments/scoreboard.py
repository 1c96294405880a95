"""What the finished games of a plan say, kept up to date game by game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from spielbaum.documents import Count, Whole, checked
from spielbaum.errors import BadInput
from spielbaum.experiments.folder import Finished, read_games, read_settings
from spielbaum.experiments.openings import Opening
from spielbaum.experiments.plan import Form, Kind, Plan, Seating
from spielbaum.experiments.ratings import ratings
from spielbaum.experiments.rules import Rules
from spielbaum.experiments.statistics import Interval, Sprt, Tally, Verdict
from spielbaum.play.outcome import Outcome


class Scoreboard:
    """Tallies of all pairings, each from the side of its first player, and the verdict of the test."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tallies: dict[tuple[int, int], Tally] = {
            (pairing[0], pairing[1]): Tally() for pairing in plan.pairings if len(pairing) == 2
        }
        self.reasons: Counter[str] = Counter()
        self.unscored: dict[int, str] = {}
        #: The score of the pairing's first player in each game; None where it is unscored.
        self._scores: dict[int, float | None] = {}
        #: Pairs are judged in the order of their numbers: quick games must not come first in the test.
        self.judged = Tally()
        self._next_pair = 0
        self.verdict: Verdict | None = None

    @property
    def played(self) -> int:
        return len(self._scores)

    @property
    def games_each(self) -> int:
        """Games of the pairing that has played most; a test may have stopped before the plan's end."""
        return max(tally.games for tally in self.tallies.values())

    @property
    def complete(self) -> bool:
        return self.verdict is not None or self.played == self.plan.total

    def add(self, finished: Finished) -> None:
        number = finished.number
        first, second = self.plan.pairings[number // 2 % len(self.plan.pairings)]
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
        if finished.record is None:
            self.unscored[finished.number] = finished.unscored
            return None
        outcome = finished.record.outcome
        assert outcome is not None
        self.reasons[outcome.reason.value] += 1
        return outcome

    def _pair(self, pair: int) -> Tally | None:
        first, second = self._scores.get(2 * pair), self._scores.get(2 * pair + 1)
        return None if first is None or second is None else Tally.pair(first, second)

    def _judge(self) -> None:
        """The test goes as far as all pairs are in, and stops for good at its verdict."""
        sprt = self.plan.sprt
        if sprt is None:
            return
        while self.verdict is None and {2 * self._next_pair, 2 * self._next_pair + 1} <= self._scores.keys():
            self.judged += self._pair(self._next_pair) or Tally()
            self._next_pair += 1
            self.verdict = sprt.verdict(self.judged)

    # ------------------------------------------------------------------ as a document

    def document(self) -> dict[str, Any]:
        """The summary as JSON; never a number that is none."""
        plan, document = self.plan, self._facts()
        if plan.kind == "match":
            document |= tally_document(self.tallies[0, 1])
            if plan.sprt is not None:
                document["sprt"] = self._sprt_document(plan.sprt)
            return document
        rated = ratings(len(plan.players), self.tallies)
        document["form"] = plan.form
        document["ratings"] = [
            {"player": player, "elo": interval_document(rating)} | _points(self, index)
            for index, (player, rating) in enumerate(zip(plan.players, rated, strict=True))
        ]
        document["pairings"] = [
            {"first": first, "second": second} | tally_document(tally)
            for (first, second), tally in self.tallies.items()
        ]
        return document

    def _facts(self) -> dict[str, Any]:
        """What the summary of every run of games begins with."""
        plan = self.plan
        return {
            "kind": plan.kind,
            "game": plan.game,
            "players": list(plan.players),
            "planned": plan.total,
            "played": self.played,
            "complete": self.complete,
            "unscored": [{"game": n, "reason": why} for n, why in sorted(self.unscored.items())],
            "endings": dict(sorted(self.reasons.items())),
            "openings": len(plan.openings),
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


def _points(board: Scoreboard, player: int) -> dict[str, Any]:
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


def empty_board(plan: Plan) -> Scoreboard:
    """The board of a run of which nothing is played yet."""
    if plan.kind != "multiplayer":
        return Scoreboard(plan)
    from spielbaum.experiments.shares import ShareBoard

    return ShareBoard(plan)


def scoreboard_of(plan: Plan, finished: Mapping[int, Finished]) -> Scoreboard:
    board = empty_board(plan)
    for number in sorted(finished):
        if number >= plan.total:
            raise BadInput("error.run.beyond", game=number, planned=plan.total)
        check_seats(plan, finished[number])
        board.add(finished[number])
    return board


def read_run(folder: Path) -> Scoreboard:
    """What a run has come to, also while it goes on; it cannot be played from, for it has no openings."""
    plan = read_plan(folder)
    try:
        return scoreboard_of(plan, read_games(folder))
    except BadInput as error:
        if "path" in error.fields:
            raise
        raise BadInput("error.run.foreign", path=folder, why=error) from error


def read_plan(folder: Path) -> Plan:
    """What a run is to play, without the openings themselves."""
    try:
        found = checked(read_settings(folder), _Settings)
        plan = Plan(
            kind=found.kind,
            rules=Rules(found.game, found.rules),
            players=found.players,
            games=found.games,
            opening_text=found.openings,
            openings=(Opening(None, ()),) * found.opening_count,
            seed=found.seed,
            time=found.clock,
            form=found.form,
            sprt=None if found.sprt is None else Sprt(*found.sprt),
            seating=found.seating,
        )
        if (wrong := _unsound(plan)) is not None:
            raise BadInput("error.document.wrong", where=wrong)
    except BadInput as error:
        if "path" in error.fields:
            raise
        raise BadInput("error.run.foreign", path=folder, why=error) from error
    return plan


#: More players than any game has; their seatings are all listed.
MOST_SEATS = 8
_Elo = Annotated[float, Meta(ge=-1e4, le=1e4)]


@dataclass(frozen=True, slots=True)
class _Settings:
    """`Plan.settings` as they are read back."""

    kind: Kind
    game: str
    players: Annotated[tuple[str, ...], Meta(min_length=2, max_length=1000)]
    games: Annotated[int, Meta(ge=1, le=10**7)]
    openings: str
    opening_count: Count
    seed: Whole
    clock: str
    form: Form
    sprt: tuple[_Elo, _Elo] | None
    rules: str = ""
    seating: Seating = "permutations"


def _unsound(plan: Plan) -> str | None:
    """The setting that could not have been asked for; None where all could."""
    if plan.kind == "match" and len(plan.players) != 2:
        return "players"
    if plan.kind == "multiplayer" and (len(plan.players) > MOST_SEATS or plan.sprt is not None):
        return "players"
    if plan.sprt is not None and not plan.sprt.elo0 < plan.sprt.elo1:
        return "sprt"
    return "games" if plan.games % len(plan.seatings) else None


def check_seats(plan: Plan, finished: Finished) -> None:
    """Raise unless the game is one of as many players as have seats."""
    outcome = None if finished.record is None else finished.record.outcome
    seats = len(plan.pairings[0])
    if outcome is not None and outcome.players != seats:
        raise BadInput("error.run.seats", players=seats)
