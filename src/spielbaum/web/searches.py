"""The part of the interface that searches: players' moves, hints, values of moves, reviews."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import StreamingResponse

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.play.specs import Spec, parse_player
from spielbaum.web import messages
from spielbaum.web.house import PROBLEMS, Asked, Client, Home, House, Language, failure
from spielbaum.web.limits import Busy, Limits
from spielbaum.web.pool import Job, Message
from spielbaum.web.queue import Visitor
from spielbaum.web.routes import check_position

router = APIRouter(prefix="/api", responses=PROBLEMS, tags=["searches"])


@dataclass(frozen=True, slots=True)
class Wish:
    """A search that somebody wants, the thinking time (None: as long as is allowed), and since when."""

    client: Visitor
    task: dict[str, Any]
    seconds: float | None
    asked: float

    def job(self, house: House) -> AbstractAsyncContextManager[Job]:
        return house.pool.job(self.client, self.task, self.seconds, self.asked)


EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"description": "Events, one JSON document each.", "content": {"text/event-stream": {}}}
}


@router.post("/think", response_class=StreamingResponse, responses=EVENTS)
async def think(
    ask: messages.Think, house: Home, language: Language, client: Client, asked: Asked
) -> StreamingResponse:
    """Let a player choose a move: a stream of events, the last one `done` (Chosen) or `problem`.

    `queued` gives the name of the search for `/stop`; `preparing` says whether rules are being compiled;
    `info` (Info) tells what is known so far. Closing the connection stops the search.
    """
    spec = _capped(ask.player, house.limits)
    await _check(house, ask, client)
    task = ask.model_dump() | {"kind": "think", "player": str(spec), "language": language}
    return _stream(house, Wish(client, task, spec.options.get("seconds"), asked))


@router.post("/review", response_class=StreamingResponse, responses=EVENTS)
async def review(
    ask: messages.Review, house: Home, language: Language, client: Client, asked: Asked
) -> StreamingResponse:
    """Every position of a game again, from the last to the first: `ply` events (ReviewedPly), then `done`."""
    await _check(house, ask, client)
    task = ask.model_dump() | {"kind": "review", "language": language}
    moves = sum(len(item) for item in ask.moves)  # or fewer, where one text holds one long move
    return _stream(house, Wish(client, task, ask.seconds * (moves + 1), asked))


@router.post("/hint")
async def hint(
    ask: messages.Ask, house: Home, language: Language, client: Client, asked: Asked, request: Request
) -> messages.Hint:
    """The best move that can be found in that time."""
    await _check(house, ask, client)
    task = ask.model_dump() | {"kind": "hint", "language": language}
    done = await _answer(house, Wish(client, task, ask.seconds, asked), request)
    return messages.Hint.model_validate(done)


@router.post("/values")
async def values(
    ask: messages.Ask, house: Home, language: Language, client: Client, asked: Asked, request: Request
) -> messages.Values:
    """The value of every legal move, as far as it is known in that time."""
    await _check(house, ask, client)
    task = ask.model_dump() | {"kind": "values", "language": language}
    done = await _answer(house, Wish(client, task, ask.seconds, asked), request)
    return messages.Values.model_validate(done)


@router.post("/stop")
async def stop(which: messages.Stop, house: Home) -> messages.Stopped:
    """Let a search answer at once with the best move so far."""
    job = house.running.get(which.job)
    if job is not None:
        await house.pool.stop(job)
    return messages.Stopped(stopped=job is not None)


async def _check(house: House, where: messages.Where, client: Visitor) -> None:
    """Refuse at once what no worker could do. The rules of a file are run by the worker only."""
    house.pool.admit(client)
    if house.shelf.foreign(where.game):
        return
    position = messages.Where(game=where.game, start=where.start, moves=where.moves)
    checked = await house.answer(check_position, position, "en", client)
    if checked.over and not isinstance(where, messages.Review):
        raise BadInput("web.error.over")


def _capped(text: str, limits: Limits) -> Spec:
    """The player as it was read, within the caps."""
    spec = parse_player(text)
    if spec.name == "human":
        raise BadInput("web.error.human")
    if spec.command:  # a visitor must not start programs on this machine
        raise BadInput("error.player.program", player=spec.name)
    for option, value in spec.options.items():
        most = limits.of_option(option)
        if most is not None and value > most:
            raise BadInput("web.error.cap", option=option, most=f"{most:g}", given=f"{value:g}")
    return spec


async def _messages(job: Job) -> AsyncIterator[Message]:
    """What the worker says, to the last word."""
    while True:
        message = await job.messages.get()
        if "done" in message:
            message["done"]["shortened"] = job.shortened
        yield message
        if "done" in message or "error" in message:
            return


def _stream(house: House, wish: Wish) -> StreamingResponse:
    name = secrets.token_urlsafe(16)
    language = wish.task["language"]

    def problem(error: SpielbaumError) -> bytes:
        busy = isinstance(error, Busy)
        return _event("problem", {"error": error.sentence(language), "busy": busy})

    async def events() -> AsyncIterator[bytes]:
        try:
            async with wish.job(house) as job:
                house.running[name] = job
                yield _event("queued", {"job": name})
                async for message in _messages(job):
                    for kind, data in message.items():
                        yield problem(failure(data)) if kind == "error" else _event(kind, data)
        except SpielbaumError as error:
            yield problem(error)
        finally:
            house.running.pop(name, None)

    return StreamingResponse(events(), media_type="text/event-stream")


def _event(kind: str, data: object) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


async def _answer(house: House, wish: Wish, request: Request) -> dict[str, Any]:
    """The last word of a search; a client that goes away stops it."""

    async def last() -> Message:
        return [message async for message in _messages(job)][-1]

    async def leaves() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    async with wish.job(house) as job:
        answer, gone = asyncio.create_task(last()), asyncio.create_task(leaves())
        try:
            await asyncio.wait((answer, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
        if not answer.done():
            answer.cancel()
            raise HTTPException(499)
    message = answer.result()
    if "error" in message:
        raise failure(message["error"])
    done: dict[str, Any] = message["done"]
    return done
