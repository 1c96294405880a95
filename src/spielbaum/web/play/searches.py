"""Searches for a page: who may ask for one, and its messages as a stream or as one answer."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from fastapi import HTTPException, Request
from fastapi.responses import StreamingResponse

from spielbaum.errors import SpielbaumError
from spielbaum.web.messages import PositionRequest
from spielbaum.web.play.positions import check_position
from spielbaum.web.play.search_tasks import BACKGROUND, refuse_unsearchable, task_of
from spielbaum.web.server_limits import Busy
from spielbaum.web.state import AppState, Client, failure
from spielbaum.web.workers.pool import Job, Message
from spielbaum.web.workers.queue import Visitor


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search that somebody wants, the thinking time (None: as long as is allowed), and since when."""

    visitor: Visitor
    task: dict[str, Any]
    seconds: float | None
    asked: float

    @property
    def background(self) -> bool:
        return self.task["kind"] in BACKGROUND

    def job(self, state: AppState) -> AbstractAsyncContextManager[Job]:
        return state.pool.job(self.visitor, self.task, self.seconds, self.asked, background=self.background)


async def search_for(client: Client, kind: str, ask: PositionRequest) -> SearchRequest:
    """A search of that kind, unless it is one that no worker could do."""
    task, seconds = task_of(kind, ask, client.language, client.state.limits)
    client.state.pool.admit(client.visitor, background=kind in BACKGROUND)
    # The rules of a file are run by the worker only.
    if not client.state.games.foreign(ask.game):
        position = PositionRequest(game=ask.game, start=ask.start, moves=ask.moves)
        refuse_unsearchable(await client.answer(check_position, position), ask)
    return SearchRequest(client.visitor, task, seconds, client.asked)


async def _messages(job: Job) -> AsyncIterator[Message]:
    """What the worker says, to the last word."""
    while True:
        message = await job.messages.get()
        if "done" in message:
            message["done"]["shortened"] = job.shortened
        yield message
        if "done" in message or "error" in message:
            return


def stream(state: AppState, search: SearchRequest) -> StreamingResponse:
    name = secrets.token_urlsafe(16)
    language = search.task["language"]

    def problem(error: SpielbaumError) -> bytes:
        busy = isinstance(error, Busy)
        return _event("problem", {"error": error.sentence(language), "busy": busy})

    async def events() -> AsyncIterator[bytes]:
        try:
            async with search.job(state) as job:
                state.running[name] = job
                yield _event("queued", {"job": name})
                async for message in _messages(job):
                    for kind, data in message.items():
                        yield problem(failure(data)) if kind == "error" else _event(kind, data)
        except SpielbaumError as error:
            yield problem(error)
        finally:
            state.running.pop(name, None)

    return StreamingResponse(events(), media_type="text/event-stream")


def _event(kind: str, data: object) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


async def answer(state: AppState, search: SearchRequest, request: Request) -> dict[str, Any]:
    """The last word of a search; a client that goes away stops it."""

    async def last() -> Message:
        return [message async for message in _messages(job)][-1]

    async def leaves() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    async with search.job(state) as job:
        last_message, gone = asyncio.create_task(last()), asyncio.create_task(leaves())
        try:
            await asyncio.wait((last_message, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
        if not last_message.done():
            last_message.cancel()
            raise HTTPException(499)
    message = last_message.result()
    if "error" in message:
        raise failure(message["error"])
    done: dict[str, Any] = message["done"]
    return done
