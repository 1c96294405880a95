"""What the routes share: the games, the workers, the searches that can be told to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic
from typing import Annotated, Any, TypeVar, get_type_hints

from fastapi import Depends, Header, Request
from pydantic import BaseModel

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.web import messages
from spielbaum.web.guard import preferred_language
from spielbaum.web.limits import Busy, Limits
from spielbaum.web.pool import Job, Pool
from spielbaum.web.shelf import Shelf

Q = TypeVar("Q", bound=BaseModel)
A = TypeVar("A", bound=BaseModel)


class Failed(SpielbaumError):
    """A worker could not do its job."""


def failure(error: Mapping[str, Any]) -> SpielbaumError:
    """What a worker, or the pool in its place, says went wrong."""
    kind = BadInput if error.get("bad_input") else Busy if error["key"] == "web.error.busy" else Failed
    return kind(error["key"], **error["fields"])


class House:
    """One server; it knows nothing about who plays, so a page can be reloaded or shared at any time."""

    def __init__(self, limits: Limits, files: Mapping[str, str], pages: list[str]) -> None:
        self.limits = limits
        self.shelf = Shelf(files, limits)
        self.pool = Pool(limits, files)
        #: Where rules from files answer: they may never come back, and a thread cannot be ended.
        self.clerk = Pool(replace(limits, workers=1), files) if files else None
        self.pages = pages
        #: Searches under way by the name that only their client was told.
        self.running: dict[str, Job] = {}

    async def start(self) -> None:
        for pool in self._pools:
            await pool.start()

    async def close(self) -> None:
        await asyncio.gather(*(pool.close() for pool in self._pools))

    @property
    def _pools(self) -> list[Pool]:
        return [self.pool] if self.clerk is None else [self.pool, self.clerk]

    async def answer(self, question: Callable[[Q, Shelf, str], A], ask: Q, language: str, client: str) -> A:
        """A question that the rules of a game answer without a search, and never in the event loop.

        Built-in rules answer in a thread. Those of a file answer in a process of their own, which is ended
        after `Limits.rules` seconds; there the question is found by its name in `questions.py`.
        """
        if self.clerk is None or not self.shelf.foreign(_game_of(ask)):
            return await asyncio.to_thread(question, ask, self.shelf, language)
        task = {"kind": "ask", "question": question.__name__, "ask": ask.model_dump(mode="json")}
        async with self.clerk.job(client, task | {"language": language}, wanted=0) as job:
            message = await job.messages.get()
        if "error" in message:
            raise failure(message["error"])
        answered: A = get_type_hints(question)["return"].model_validate(message["done"])
        return answered


def _game_of(ask: BaseModel) -> str:
    """The game that a question is about; the tree lab names it inside its source."""
    game = getattr(ask, "game", None)
    return game if isinstance(game, str) else str(getattr(game, "game", ""))


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


def _language(accept_language: Annotated[str, Header(max_length=400)] = "") -> str:
    return preferred_language(accept_language)


def _client(request: Request, x_client: Annotated[str, Header(max_length=64)] = "") -> str:
    """Whom the queue is fair to: a page names itself, else it is the address that counts."""
    address = request.client.host if request.client is not None else ""
    return f"{address}/{x_client}"


def _asked(request: Request) -> float:
    """When the request came: the promise of the queue counts from there."""
    asked: float = request.scope.get("spielbaum.asked", monotonic())
    return asked


Asked = Annotated[float, Depends(_asked)]
Home = Annotated[House, Depends(_house)]
Language = Annotated[str, Depends(_language)]
Client = Annotated[str, Depends(_client)]

#: What can go wrong everywhere, for the description of the interface.
PROBLEMS: dict[int | str, dict[str, object]] = {
    400: {"model": messages.Problem, "description": "Another host was meant, or the request is broken."},
    403: {"model": messages.Problem, "description": "Asked by a page of another site."},
    413: {"model": messages.Problem, "description": "The message is too large."},
    415: {"model": messages.Problem, "description": "The message is not JSON."},
    422: {"model": messages.Problem, "description": "It cannot be used; the sentence says why."},
    500: {"model": messages.Problem, "description": "The rules of the game failed."},
    503: {"model": messages.Problem, "description": "Too many are waiting; ask again."},
}
