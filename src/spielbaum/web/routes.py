"""What every page asks the server for: what it is, its sentences, its games."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from spielbaum import __version__
from spielbaum.errors import BadInput
from spielbaum.language import LANGUAGES, catalogue
from spielbaum.web import messages
from spielbaum.web.problems import PROBLEMS
from spielbaum.web.state import Language, State

router = APIRouter(prefix="/api", responses=PROBLEMS, tags=["games"])


@router.get("/about")
async def about(state: State) -> messages.About:
    """What this server is, what it allows, how busy it is."""
    limits = state.limits
    running, waiting = state.load
    return messages.About(
        name="spielbaum",
        version=__version__,
        languages=list(LANGUAGES),
        pages=state.pages,
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
async def games(state: State, language: Language) -> messages.Games:
    """The games that can be asked for, each with its default parameters."""
    return await asyncio.to_thread(state.games_view, language)
