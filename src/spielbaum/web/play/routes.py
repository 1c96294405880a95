"""The interface of the page *Play*: positions, records, players' moves, hints, values of moves, reviews."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from spielbaum.web.messages import Download, PositionRequest
from spielbaum.web.play import messages
from spielbaum.web.play.positions import show_position, throw_dice, write_record
from spielbaum.web.play.searches import answer, search_for, stream
from spielbaum.web.problems import EVENTS, PROBLEMS
from spielbaum.web.state import CurrentClient, State

router = APIRouter(prefix="/api", responses=PROBLEMS, tags=["play"])


@router.post("/position")
async def position(where: PositionRequest, client: CurrentClient) -> messages.PositionView:
    """The board after those moves, and what may be played."""
    return await client.answer(show_position, where)


@router.post("/record")
async def record(request: messages.RecordRequest, client: CurrentClient) -> Download:
    """The game written down: as a document that `spielbaum play --load` reads, as text, some games as PGN."""
    return await client.answer(write_record, request)


@router.post("/throw")
async def throw(request: messages.ThrowRequest, client: CurrentClient) -> messages.Thrown:
    """Let nature move where it is its turn; the same game with the same seed has the same throws."""
    return await client.answer(throw_dice, request)


@router.post("/think", response_class=StreamingResponse, responses=EVENTS)
async def think(ask: messages.MoveRequest, client: CurrentClient) -> StreamingResponse:
    """Let a player choose a move: a stream of events, the last one `done` (Chosen) or `problem`.

    `queued` gives the name of the search for `/stop`; `preparing` says whether rules are being compiled;
    `info` (Info) tells what is known so far. Closing the connection stops the search.
    """
    return stream(client.state, await search_for(client, "think", ask))


@router.post("/review", response_class=StreamingResponse, responses=EVENTS)
async def review(ask: messages.ReviewRequest, client: CurrentClient) -> StreamingResponse:
    """Every position of a game again, from the last to the first: `ply` events (ReviewedPly), then `done`.

    It gives way to others as an analysis does; whoever wants the plies that are missing asks for them.
    """
    return stream(client.state, await search_for(client, "review", ask))


@router.post("/hint")
async def hint(ask: messages.ValueRequest, client: CurrentClient, request: Request) -> messages.Hint:
    """The best move that can be found in that time."""
    search = await search_for(client, "hint", ask)
    return messages.Hint.model_validate(await answer(client.state, search, request))


@router.post("/analyse", response_class=StreamingResponse, responses=EVENTS)
async def analyse(ask: messages.AnalysisRequest, client: CurrentClient) -> StreamingResponse:
    """The value of every legal move, better and better: `values` events (Values), then `done` (Values).

    It ends when everything is proven (`complete`), after the longest time that a search may take, or when
    others need the worker (`shortened`); whoever wants more asks again. Closing the connection stops it.
    """
    return stream(client.state, await search_for(client, "analyse", ask))


@router.post("/stop")
async def stop(which: messages.StopRequest, state: State) -> messages.Stopped:
    """Let a search answer at once with the best move so far."""
    job = state.running.get(which.job)
    if job is not None:
        await state.pool.stop(job)
    return messages.Stopped(stopped=job is not None)
