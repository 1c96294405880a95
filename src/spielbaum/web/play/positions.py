"""Questions about a position that need no search; a process answers them, see `AppState.answer`."""

from __future__ import annotations

from spielbaum.errors import BadInput
from spielbaum.play.clock import TimeControl
from spielbaum.play.describe import record_text
from spielbaum.play.dice import throw
from spielbaum.play.files import record_file
from spielbaum.play.outcome import Reason, final_outcome, lost_by
from spielbaum.play.pgn import record_pgn
from spielbaum.play.record import new_record
from spielbaum.play.specs import parse_player
from spielbaum.result import CHANCE
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import Download, PositionRequest
from spielbaum.web.play import messages
from spielbaum.web.play.views import position_view


def check_position(request: PositionRequest, games: GameCatalog, _language: str) -> messages.Checked:
    """Raise what is wrong with a position that somebody wants to be searched."""
    found = games.position(request.game, request.start, request.moves)
    return messages.Checked(over=found.over, chance=not found.over and found.player == CHANCE)


def throw_dice(request: messages.ThrowRequest, games: GameCatalog, _language: str) -> messages.Thrown:
    """The throw that comes now in the game with that seed; see `spielbaum.play.dice`."""
    found = games.position(request.game, request.start, request.moves)
    if found.over or found.player != CHANCE:
        raise BadInput("web.error.no_throw")
    move = found.game.move_name(found.state, throw(found, request.seed))
    return messages.Thrown(move=move, outcomes=found.legal_texts)


def show_position(request: PositionRequest, games: GameCatalog, language: str) -> messages.PositionView:
    found = games.position(request.game, request.start, request.moves)
    return position_view(found, request.game.partition(":")[0], language, games.limits)


def write_record(request: messages.RecordRequest, games: GameCatalog, language: str) -> Download:
    found = games.position(request.game, request.start, request.moves)
    game, players = found.game, request.players
    if len(players) != game.facts.players:
        raise BadInput("error.match.players", game=game.name, needed=game.facts.players, given=len(players))
    specs = [str(parse_player(player)) for player in players]
    time = str(TimeControl.parse(request.clock))
    record = new_record(found, specs, time=time, seed=request.seed or None)
    if found.over:
        record = record.ended(final_outcome(found))
    elif request.resigned is not None and request.resigned < game.facts.players:
        reason = Reason.TIME if request.overtime else Reason.RESIGNATION
        record = record.ended(lost_by(game, request.resigned, reason))
    match request.format:
        case "json":
            return Download(name="game.json", media="application/json", text=record_file(record))
        case "text":
            return Download(name="game.txt", media="text/plain", text=record_text(record, game, language))
        case "pgn":
            return Download(name="game.pgn", media="application/vnd.chess-pgn", text=record_pgn(record))
