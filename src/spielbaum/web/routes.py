"""The part of the interface that needs no search: games, positions, sentences, records."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from spielbaum import __version__
from spielbaum.errors import BadInput
from spielbaum.language import LANGUAGES, catalogue
from spielbaum.play.describe import record_text
from spielbaum.play.files import record_json
from spielbaum.play.outcome import Reason, final_outcome, lost_by
from spielbaum.play.pgn import record_pgn
from spielbaum.play.record import new_record
from spielbaum.play.specs import parse_player
from spielbaum.web import messages
from spielbaum.web.house import PROBLEMS, Client, Home, Language
from spielbaum.web.shelf import Shelf
from spielbaum.web.view import position_view

router = APIRouter(prefix="/api", responses=PROBLEMS, tags=["games"])


@router.get("/about")
async def about(house: Home) -> messages.About:
    """What this server is, what it allows, how busy it is."""
    limits = house.limits
    running, waiting = house.load
    return messages.About(
        name="spielbaum",
        version=__version__,
        languages=list(LANGUAGES),
        pages=house.pages,
        limits={"seconds": limits.seconds, "depth": limits.depth, "wait": limits.wait, "moves": limits.moves},
        running=running,
        waiting=waiting,
    )


@router.get("/catalogue/{code}")
async def sentences(code: str) -> dict[str, str]:
    """All sentences of a language, the same that the command line uses."""
    if code not in LANGUAGES:
        raise BadInput("web.error.language", given=code[:16], known=", ".join(LANGUAGES))
    return dict(catalogue(code))


@router.get("/games")
async def games(house: Home, language: Language) -> messages.Games:
    """The games that can be asked for, each with its default parameters."""
    return await asyncio.to_thread(house.games, language)


@router.post("/position")
async def position(
    where: messages.Where, house: Home, language: Language, client: Client
) -> messages.PositionView:
    """The board after those moves, and what may be played."""
    return await house.answer(show_position, where, language, client)


@router.post("/record")
async def record(keep: messages.Keep, house: Home, language: Language, client: Client) -> messages.RecordView:
    """The game written down: as a document that `spielbaum play --load` reads, and as text."""
    return await house.answer(write_record, keep, language, client)


def check_position(where: messages.Where, shelf: Shelf, _language: str) -> messages.Checked:
    """Raise what is wrong with a position that somebody wants to be searched."""
    return messages.Checked(over=shelf.position(where.game, where.start, where.moves).over)


def show_position(where: messages.Where, shelf: Shelf, language: str) -> messages.PositionView:
    found = shelf.position(where.game, where.start, where.moves)
    return position_view(found, where.game.partition(":")[0], language, shelf.limits)


def write_record(keep: messages.Keep, shelf: Shelf, language: str) -> messages.RecordView:
    found = shelf.position(keep.game, keep.start, keep.moves)
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
