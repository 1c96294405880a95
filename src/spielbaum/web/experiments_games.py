"""The games of a run as a page lists them, each with what the page *Play* needs to show it."""

from __future__ import annotations

from spielbaum.errors import SpielbaumError
from spielbaum.experiments.folder import MEASUREMENTS, Finished, read_games
from spielbaum.experiments.measurements import Contest, SweepSettings, SweepSummary
from spielbaum.language import say
from spielbaum.play.describe import outcome_words
from spielbaum.play.outcome import Outcome, Reason
from spielbaum.web.experiments_folder import RunFolder
from spielbaum.web.experiments_messages import OF_GAMES, GameLine, Only, RunGames
from spielbaum.web.experiments_record import fits
from spielbaum.web.game_catalog import GameCatalog


class GameList:
    """The games of a run of the game `spec`."""

    def __init__(self, runs: RunFolder, name: str, spec: str, shelf: GameCatalog, language: str) -> None:
        self.runs, self.name, self.spec, self.shelf, self.language = runs, name, spec, shelf, language

    def part(self, first: int, count: int, only: Only) -> RunGames:
        """Finished games, in the order of their numbers."""
        kind = self.runs.brief(self.name).kind
        if kind in OF_GAMES:
            return self._recorded(first, count, only)
        return self._contests(first, count, only) if kind == "sweep" else RunGames(total=0, games=[])

    def _recorded(self, first: int, count: int, only: Only) -> RunGames:
        record = self.runs.record(self.name)
        plan = record.board.plan
        # From the side of the first player of each pairing, who has another seat in each of its games.
        numbers = [n for n in record.numbers if fits(record.scores[n], plan.seat_of_first(n), only)]
        games = [
            self._recorded_line(finished, [plan.players[player] for player in plan.pairing(finished.number)])
            for finished in record.games(numbers[first : first + count])
        ]
        return RunGames(total=len(numbers), games=games)

    def _contests(self, first: int, count: int, only: Only) -> RunGames:
        """Games between neighbours on the ladder; *first player* is the one with less time."""
        summary = self.runs.summary(self.name)
        assert isinstance(summary, SweepSummary)
        record = read_games(self.runs.path / self.name, MEASUREMENTS)
        found = [each.measurement for _, each in sorted(record.items())]
        played = list(enumerate(each for each in found if isinstance(each, Contest)))
        chosen = [(number, each) for number, each in played if fits(each.score, 0, only)]
        games = [self._contest_line(n, each, summary.settings) for n, each in chosen[first : first + count]]
        return RunGames(total=len(chosen), games=games)

    def _recorded_line(self, finished: Finished, players: list[str]) -> GameLine:
        record = finished.record
        if record is None or record.outcome is None:
            why = say("experiments.unscored", self.language, why=finished.unscored)
            return GameLine(number=finished.number, players=players, text=why, reason="unscored")
        return self._line(
            finished.number,
            list(record.players),
            record.outcome.scores,
            record.outcome.reason,
            record.start,
            record.moves,
            record.outcome,
        )

    def _contest_line(self, number: int, contest: Contest, settings: SweepSettings) -> GameLine:
        rungs = settings.ladder[contest.contest], settings.ladder[contest.contest + 1]
        players = [f"{contest.algorithm}:{settings.limit}={rung:.10g}" for rung in rungs]
        seats = (contest.first, 1 - contest.first)
        scores = tuple(contest.score[seat] for seat in seats)
        return self._line(
            number,
            [players[seat] for seat in seats],
            scores,
            Reason(contest.reason),
            contest.start,
            contest.moves,
            None,
        )

    def _line(
        self,
        number: int,
        players: list[str],
        scores: tuple[float, ...],
        reason: Reason,
        start: str | None,
        moves: tuple[str, ...],
        outcome: Outcome | None,
    ) -> GameLine:
        try:
            game = self.shelf.game(self.spec)
        except SpielbaumError:  # a game that this server does not have
            game = None
        loser = None if outcome is None else outcome.loser
        if outcome is None:
            best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
            outcome = Outcome(best, len(scores), reason)
        return GameLine(
            number=number,
            players=players,
            result="–".join("½" if score == 0.5 else f"{score:.3g}" for score in scores),
            text=say("experiments.result.none", self.language)
            if game is None
            else outcome_words(game, outcome, self.language),
            reason=reason.value,
            game="" if game is None else self.spec,
            move_width=None if game is None else game.move_width,
            start=start or "",
            moves=list(moves),
            resigned=loser if reason is Reason.RESIGNATION else None,
            unfinished=reason is not Reason.NORMAL,
        )
