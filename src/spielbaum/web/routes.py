"""What every page asks the server for: what it is, its sentences, its games."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from spielbaum.errors import BadInput
from spielbaum.language import LANGUAGES, catalogue
from spielbaum.web import messages
from spielbaum.web.game_views import about_page, show_game
from spielbaum.web.problems import PROBLEMS
from spielbaum.web.state import CurrentClient, Language, State

router = APIRouter(prefix="/api", responses=PROBLEMS, tags=["games"])
UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "As it was sent before."}}


@router.get("/about")
async def about(state: State) -> messages.About:
    """What this server is, what it allows, how busy it is, what it compiles."""
    compiling = [
        messages.CompilationView(game=each.game, seconds=each.seconds) for each in state.pool.compilations
    ]
    return about_page(state.limits, state.pages, *state.load, compiling)


@router.get("/catalogue/{code}", response_model=dict[str, str], responses=UNCHANGED)
async def sentences(code: str, request: Request) -> Response:
    """All sentences of a language, the same that the command line uses."""
    if code not in LANGUAGES:
        raise BadInput("web.error.language", given=code[:16], known=", ".join(LANGUAGES))
    return _kept(json.dumps(dict(catalogue(code)), ensure_ascii=False), request)


@router.get("/games", response_model=messages.Games, responses=UNCHANGED)
async def games(state: State, language: Language, request: Request) -> Response:
    """The games that can be asked for, each with its default parameters."""
    found = await asyncio.to_thread(state.games_view, language)
    return _kept(found.model_dump_json(), request)


@router.get("/games/{game}", response_model=messages.GameView, responses=UNCHANGED)
async def game(game: messages.Text, client: CurrentClient, request: Request) -> Response:
    """A game with its parameters: what holds in all its positions, to be asked for once."""
    found = await client.answer(show_game, messages.GameRequest(game=game))
    return _kept(found.model_dump_json(), request)


def _kept(body: str, request: Request) -> Response:
    """An answer that browsers keep; asked again, it is only sent where it has changed."""
    tag = f'"{sha256(body.encode()).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
