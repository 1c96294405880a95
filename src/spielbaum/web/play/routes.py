"""The interface of the page *Play*: positions, records, players' moves, hints, values of moves, reviews."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from spielbaum.web.messages import Download, PositionRequest
from spielbaum.web.play import messages
from spielbaum.web.play.positions import show_position, write_record
from spielbaum.web.play.searches import SearchRequest, answer, capped, check, stream
from spielbaum.web.problems import EVENTS, PROBLEMS
from spielbaum.web.state import Asked, CurrentVisitor, Language, State

router = APIRouter(prefix="/api", responses=PROBLEMS, tags=["play"])


@router.post("/position")
async def position(
    where: PositionRequest, state: State, language: Language, visitor: CurrentVisitor
) -> messages.PositionView:
    """The board after those moves, and what may be played."""
    return await state.answer(show_position, where, language, visitor)


@router.post("/record")
async def record(
    request: messages.RecordRequest, state: State, language: Language, visitor: CurrentVisitor
) -> Download:
    """The game written down: as a document that `spielbaum play --load` reads, as text, some games as PGN."""
    return await state.answer(write_record, request, language, visitor)


@router.post("/think", response_class=StreamingResponse, responses=EVENTS)
async def think(
    ask: messages.MoveRequest, state: State, language: Language, visitor: CurrentVisitor, asked: Asked
) -> StreamingResponse:
    """Let a player choose a move: a stream of events, the last one `done` (Chosen) or `problem`.

    `queued` gives the name of the search for `/stop`; `preparing` says whether rules are being compiled;
    `info` (Info) tells what is known so far. Closing the connection stops the search.
    """
    spec = capped(ask.player, state.limits)
    await check(state, ask, visitor)
    task = ask.model_dump() | {"kind": "think", "player": str(spec), "language": language}
    return stream(state, SearchRequest(visitor, task, spec.options.get("seconds"), asked))


@router.post("/review", response_class=StreamingResponse, responses=EVENTS)
async def review(
    ask: messages.ReviewRequest, state: State, language: Language, visitor: CurrentVisitor, asked: Asked
) -> StreamingResponse:
    """Every position of a game again, from the last to the first: `ply` events (ReviewedPly), then `done`."""
    await check(state, ask, visitor)
    task = ask.model_dump() | {"kind": "review", "language": language}
    moves = sum(len(item) for item in ask.moves)  # or fewer, where one text holds one long move
    return stream(state, SearchRequest(visitor, task, ask.seconds * (moves + 1), asked))


@router.post("/hint")
async def hint(
    ask: messages.ValueRequest,
    state: State,
    language: Language,
    visitor: CurrentVisitor,
    asked: Asked,
    request: Request,
) -> messages.Hint:
    """The best move that can be found in that time."""
    await check(state, ask, visitor)
    task = ask.model_dump() | {"kind": "hint", "language": language}
    done = await answer(state, SearchRequest(visitor, task, ask.seconds, asked), request)
    return messages.Hint.model_validate(done)


@router.post("/values")
async def values(
    ask: messages.ValueRequest,
    state: State,
    language: Language,
    visitor: CurrentVisitor,
    asked: Asked,
    request: Request,
) -> messages.Values:
    """The value of every legal move, as far as it is known in that time."""
    await check(state, ask, visitor)
    task = ask.model_dump() | {"kind": "values", "language": language}
    done = await answer(state, SearchRequest(visitor, task, ask.seconds, asked), request)
    return messages.Values.model_validate(done)


@router.post("/stop")
async def stop(which: messages.StopRequest, state: State) -> messages.Stopped:
    """Let a search answer at once with the best move so far."""
    job = state.running.get(which.job)
    if job is not None:
        await state.pool.stop(job)
    return messages.Stopped(stopped=job is not None)
