"""Work in threads of the server, a few at a time, visitors in turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar

from spielbaum.web.server_limits import Busy, TooMany
from spielbaum.web.workers.queue import FairQueue, Visitor

P = ParamSpec("P")
R = TypeVar("R")
_Turn = asyncio.Future[None]


class ThreadQueue:
    """At most `most` at a time, `waiting` in all and `per_page` of a page in the queue."""

    def __init__(self, most: int, waiting: int, per_page: int) -> None:
        self._most = most
        self._waiting = waiting
        self._per_page = per_page
        self._running = 0
        self._queue: FairQueue[_Turn] = FairQueue()
        self._visitors: dict[_Turn, Visitor] = {}

    async def run(self, visitor: Visitor, work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Do it in a thread when it is that visitor's turn."""
        async with self._turn(visitor):
            return await asyncio.to_thread(work, *given, **named)

    @asynccontextmanager
    async def _turn(self, visitor: Visitor) -> AsyncIterator[None]:
        if self._running >= self._most:
            await self._wait(visitor)
        else:
            self._running += 1
        try:
            yield
        finally:
            self._next()

    async def _wait(self, visitor: Visitor) -> None:
        """Come back with a turn that somebody else has handed on."""
        if self._queue.of(visitor) >= self._per_page:
            raise TooMany("web.error.too_many", most=self._per_page)
        if len(self._queue) >= self._waiting:
            last = self._queue.giving_way(visitor.address)
            if last is None:
                raise Busy("web.error.busy", waiting=len(self._queue))
            self._queue.drop(self._visitors[last], last)
            last.set_exception(Busy("web.error.busy", waiting=len(self._queue)))
        turn: _Turn = asyncio.get_running_loop().create_future()
        self._queue.put(visitor, turn)
        self._visitors[turn] = visitor
        try:
            await turn
        except asyncio.CancelledError:
            if not self._queue.drop(visitor, turn):
                self._next()  # it was ours already
            raise
        finally:
            del self._visitors[turn]

    def _next(self) -> None:
        while len(self._queue):
            turn: Any = self._queue.take()
            if not turn.done():
                turn.set_result(None)
                return
        self._running -= 1
