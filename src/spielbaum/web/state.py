"""What the routes share: the games, the workers, the searches that can be told to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, TypeVar, get_type_hints

from fastapi import Depends, Header, Request
from pydantic import BaseModel

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.web import messages
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.game_views import games_view
from spielbaum.web.security import network, preferred_language
from spielbaum.web.server_limits import Busy, Compiling, ServerLimits
from spielbaum.web.workers.pool import Job, Pool
from spielbaum.web.workers.queue import Visitor

Q = TypeVar("Q", bound=BaseModel)
A = TypeVar("A", bound=BaseModel)


#: How far processes step back behind the server; boards least of all, since somebody waits for each.
NICE_BOARDS, NICE_DRAWING = 1, 10


class Failed(SpielbaumError):
    """A worker could not do its job."""


#: What the pool says in place of a worker that has no time.
_REFUSALS: dict[str, type[Busy]] = {
    "web.error.busy": Busy,
    "web.error.late": Busy,
    "web.error.compiling": Compiling,
}


def failure(error: Mapping[str, Any]) -> SpielbaumError:
    """What a worker, or the pool in its place, says went wrong."""
    kind = BadInput if error.get("bad_input") else _REFUSALS.get(error["key"], Failed)
    return kind(error["key"], **error["fields"])


class AppState:
    """One server; it knows nothing about who plays, so a page can be reloaded or shared at any time."""

    def __init__(
        self, limits: ServerLimits, files: Mapping[str, str], pages: list[str], solutions: Path | None = None
    ) -> None:
        self.limits = limits
        self.games = GameCatalog(files, limits)
        #: Searches.
        self.pool = Pool(limits, files, solutions=solutions)
        # Nothing below searches. It is done in processes all the same: rules and drawing are Python, and a
        # thread of this process would take its turns from the event loop. They are apart from each other, so
        # that a board never waits for figures, nor either for rules from files, which may never come back.
        few = max(1, limits.workers // 2)
        quick = replace(limits, workers=few, rules=limits.drawing, per_client=4 * limits.per_client)
        slow = replace(
            limits,
            workers=few,
            wait=limits.drawing_wait + limits.reserve,
            rules=limits.drawing,
        )
        #: Boards and records of registered games.
        self.boards = Pool(quick, nice=NICE_BOARDS)
        #: Figures, traces, exercises and reports.
        self.drawing = Pool(slow, nice=NICE_DRAWING, lazy=True)
        #: Whatever rules from files are asked for.
        self.rules_pool = Pool(replace(limits, workers=1), files) if files else None
        self.pages = pages
        #: Searches under way by the name that only their client was told.
        self.running: dict[str, Job] = {}
        self._views: dict[str, messages.Games] = {}

    async def start(self) -> None:
        for pool in self._pools:
            await pool.start()

    async def close(self) -> None:
        await asyncio.gather(*(pool.close() for pool in self._pools))

    @property
    def _pools(self) -> list[Pool]:
        pools = [self.pool, self.boards, self.drawing]
        return pools if self.rules_pool is None else [*pools, self.rules_pool]

    @property
    def load(self) -> tuple[int, int]:
        """How many jobs run and how many wait, of all kinds."""
        loads = [pool.load for pool in self._pools]
        return sum(running for running, _ in loads), sum(waiting for _, waiting in loads)

    def games_view(self, language: str) -> messages.Games:
        """The games that can be asked for; made once for each language."""
        if language not in self._views:
            self._views[language] = games_view(self.games, language)
        return self._views[language]

    async def answer(
        self,
        question: Callable[[Q, GameCatalog, str], A],
        ask: Q,
        language: str,
        visitor: Visitor,
        *,
        drawing: bool = False,
    ) -> A:
        """A question that is answered without a search, in another process; `drawing` where it takes long.

        There the question is found by its name in `questions.py`. A process that does not come back is
        ended, where rules come from a file after `ServerLimits.rules` seconds.
        """
        pool = self.drawing if drawing else self.boards
        if self.rules_pool is not None and self.games.foreign(_game_of(ask)):
            pool = self.rules_pool
        task = {"kind": "ask", "question": question.__name__, "ask": ask.model_dump(mode="json")}
        allowed = self.limits.drawing if drawing else 0
        async with pool.job(visitor, task | {"language": language}, wanted=allowed) as job:
            message = await job.messages.get()
        if "error" in message:
            raise failure(message["error"])
        answered: A = _answer_of(question).model_validate(message["done"])
        return answered


@lru_cache(maxsize=64)
def _answer_of(question: Callable[..., Any]) -> Any:
    return get_type_hints(question)["return"]


def _game_of(ask: BaseModel) -> str:
    """The game that a question is about; the tree lab names it inside its source."""
    game = getattr(ask, "game", None)
    return game if isinstance(game, str) else str(getattr(game, "game", ""))


def _state(request: Request) -> AppState:
    state: AppState = request.app.state.spielbaum
    return state


def _language(accept_language: Annotated[str, Header(max_length=400)] = "") -> str:
    return preferred_language(accept_language)


def _visitor(request: Request, x_client: Annotated[str, Header(max_length=64)] = "") -> Visitor:
    """Whom the queues are fair to."""
    return Visitor(network(request.scope.get("client")), x_client)


def _asked(request: Request) -> float:
    """When the request came: the promise of the queue counts from there."""
    asked: float = request.scope.get("spielbaum.asked", monotonic())
    return asked


Asked = Annotated[float, Depends(_asked)]
State = Annotated[AppState, Depends(_state)]
Language = Annotated[str, Depends(_language)]
CurrentVisitor = Annotated[Visitor, Depends(_visitor)]


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks for something: of which server, in which language, whom its queues are fair to, and when."""

    state: AppState
    language: str
    visitor: Visitor
    asked: float

    async def answer(
        self, question: Callable[[Q, GameCatalog, str], A], ask: Q, *, drawing: bool = False
    ) -> A:
        """See `AppState.answer`."""
        return await self.state.answer(question, ask, self.language, self.visitor, drawing=drawing)


def _client(state: State, language: Language, visitor: CurrentVisitor, asked: Asked) -> Client:
    return Client(state, language, visitor, asked)


CurrentClient = Annotated[Client, Depends(_client)]
