"""The games of a run as a page lists them, each with what the page *Play* needs to show it."""

from __future__ import annotations

from spielbaum.errors import SpielbaumError
from spielbaum.experiments.kind import Finished, PlayedGame
from spielbaum.language import say
from spielbaum.play.describe import outcome_words
from spielbaum.play.outcome import Outcome, Reason
from spielbaum.web.experiments.messages import GameLine, Only, RunGames
from spielbaum.web.experiments.record_follower import RecordFollower, fits
from spielbaum.web.game_catalog import GameCatalog


def game_list(
    record: RecordFollower, spec: str, games: GameCatalog, language: str, first: int, count: int, only: Only
) -> RunGames:
    """Some of the finished games of a run of the game `spec`, in the order of their numbers."""
    numbers = [number for number, game in sorted(record.games.items()) if fits(game, only)]
    lines = [
        _line(game, finished, spec, games, language)
        for game, finished in record.played(numbers[first : first + count])
    ]
    return RunGames(total=len(numbers), games=lines)


def _line(played: PlayedGame, finished: Finished, spec: str, games: GameCatalog, language: str) -> GameLine:
    players = list(played.players)
    if not played.scores:
        why = say("experiments.unscored", language, why=finished.unscored)
        return GameLine(number=played.number, players=players, text=why, reason="unscored")
    try:
        game = games.game(spec)
    except SpielbaumError:  # a game that this server does not have
        game = None
    reason = Reason(played.reason)
    best = tuple(seat for seat, score in enumerate(played.scores) if score == max(played.scores))
    outcome = None if played.record is None else played.record.outcome
    outcome = outcome or Outcome(best, len(played.scores), reason)
    return GameLine(
        number=played.number,
        players=players,
        result="–".join("½" if score == 0.5 else f"{score:.3g}" for score in played.scores),
        text=say("experiments.result.none", language)
        if game is None
        else outcome_words(game, outcome, language),
        reason=reason.value,
        game="" if game is None else spec,
        move_width=None if game is None else game.presentation.move_width,
        start=played.start or "",
        moves=list(played.moves),
        resigned=outcome.loser if reason is Reason.RESIGNATION else None,
        unfinished=reason is not Reason.NORMAL,
    )
