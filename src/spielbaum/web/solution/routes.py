"""The interface of the page *Solution*: which games are solved, and walks through one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel

from spielbaum.errors import BadInput
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import Download, GameRequest, PositionRequest
from spielbaum.web.problems import PROBLEMS
from spielbaum.web.solution import messages
from spielbaum.web.solution.lookups import (
    FindQuestion,
    PositionQuestion,
    find_position,
    show_best_line,
    show_solved,
)
from spielbaum.web.solution.overview import GameQuestion, draw_distribution, list_solutions, show_solution
from spielbaum.web.solution.store import NOT_MADE, Places, SolutionStore
from spielbaum.web.state import Client, CurrentClient

A = TypeVar("A", bound=BaseModel)

router = APIRouter(prefix="/api/solution", responses=PROBLEMS, tags=["solution"])


def _places(request: Request) -> Places:
    store: SolutionStore = request.app.state.solutions
    return store.places


CurrentPlaces = Annotated[Places, Depends(_places)]


@router.get("")
async def solutions(client: CurrentClient, places: CurrentPlaces) -> messages.Solutions:
    """The games whose solutions can be looked up at once."""
    return await client.answer(list_solutions, places, drawing=True)


@router.post("")
async def solution(ask: GameRequest, client: CurrentClient, places: CurrentPlaces) -> messages.SolutionView:
    """What is in the solution of a game; a small game is solved first."""
    return await client.answer(show_solution, GameQuestion(**ask.model_dump(), places=places), drawing=True)


@router.post("/position")
async def position(
    ask: PositionRequest, client: CurrentClient, places: CurrentPlaces
) -> messages.SolvedPosition:
    """The board after those moves, and what it and every move are worth."""
    return await _looked_up(show_solved, ask, client, places)


@router.post("/line")
async def line(ask: PositionRequest, client: CurrentClient, places: CurrentPlaces) -> messages.BestLine:
    """How best play goes on from there."""
    return await _looked_up(show_best_line, ask, client, places)


@router.post("/find")
async def find(
    ask: messages.FindRequest, client: CurrentClient, places: CurrentPlaces
) -> messages.FoundPosition:
    """A position worth a look."""
    return await client.answer(find_position, FindQuestion(**ask.model_dump(), places=places), drawing=True)


@router.post("/figure")
async def figure(ask: GameRequest, client: CurrentClient, places: CurrentPlaces) -> Download:
    """How many positions are won, drawn and lost in how many plies, as SVG."""
    return await client.answer(
        draw_distribution, GameQuestion(**ask.model_dump(), places=places), drawing=True
    )


async def _looked_up(
    question: Callable[[PositionQuestion, GameCatalog, str], A],
    ask: PositionRequest,
    client: Client,
    places: Places,
) -> A:
    """An answer from a solution that is there; solving is left to the processes for what takes long."""
    here = PositionQuestion(**ask.model_dump(), places=places)
    try:
        return await client.answer(question, here)
    except BadInput as error:
        if error.key != NOT_MADE:
            raise
    await client.answer(show_solution, GameQuestion(game=ask.game, places=places), drawing=True)
    return await client.answer(question, here)
