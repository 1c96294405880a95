"""Questions about a position that need no search; a process answers them, see `AppState.answer`."""

from __future__ import annotations

from spielbaum.errors import BadInput
from spielbaum.play.describe import record_text
from spielbaum.play.files import record_json
from spielbaum.play.outcome import Reason, final_outcome, lost_by
from spielbaum.play.pgn import record_pgn
from spielbaum.play.record import new_record
from spielbaum.play.specs import parse_player
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import Where
from spielbaum.web.play import messages
from spielbaum.web.play.views import position_view


def check_position(where: Where, games: GameCatalog, _language: str) -> messages.Checked:
    """Raise what is wrong with a position that somebody wants to be searched."""
    return messages.Checked(over=games.position(where.game, where.start, where.moves).over)


def show_position(where: Where, games: GameCatalog, language: str) -> messages.PositionView:
    found = games.position(where.game, where.start, where.moves)
    return position_view(found, where.game.partition(":")[0], language, games.limits)


def write_record(keep: messages.Keep, games: GameCatalog, language: str) -> messages.RecordView:
    found = games.position(keep.game, keep.start, keep.moves)
    game = found.game
    if len(keep.players) != game.players:
        raise BadInput("error.match.players", game=game.name, needed=game.players, given=len(keep.players))
    written = new_record(found, [str(parse_player(player)) for player in keep.players])
    if found.over:
        written = written.ended(final_outcome(found))
    elif keep.resigned is not None and keep.resigned < game.players:
        written = written.ended(lost_by(game, keep.resigned, Reason.RESIGNATION))
    return messages.RecordView(
        document=record_json(written),
        text=record_text(written, game, language),
        pgn=record_pgn(written) if game.name == "chess" else None,
    )
