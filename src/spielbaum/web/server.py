"""The server around the application: connections, and how long each of them may take.

Uvicorn waits for ever for the rest of a request, and for a client that does not read its answer. Here a
request must have come in as a whole within `ServerLimits.request` seconds, and an answer must move on within
`ServerLimits.stalled`. Where there are more connections than `ServerLimits.connections`, the address with the
most of them loses one to a newcomer with fewer, so that nobody shuts the others out.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from http import HTTPStatus
from time import monotonic
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from spielbaum.language import say
from spielbaum.web.security import HEADERS, network, preferred_language
from spielbaum.web.server_limits import ServerLimits


def make_server(app: FastAPI, *, log_level: str = "warning", grace: int = 2) -> uvicorn.Server:
    """The server of an application of `create_app`; pages that watch leave when it is to end."""
    config = uvicorn.Config(
        app, http=Connection, lifespan="on", log_level=log_level, timeout_graceful_shutdown=grace
    )
    server = uvicorn.Server(config)
    app.state.runs.manager.ending = lambda: server.should_exit
    return server


class Connection(H11Protocol):
    """A connection of HTTP/1.1 whose requests and answers have to end some time."""

    def __init__(self, config: uvicorn.Config, *given: Any, **more: Any) -> None:
        super().__init__(config, *given, **more)
        self.limits: ServerLimits = config.app.state.spielbaum.limits  # type: ignore[union-attr]
        self._begun = monotonic()
        self._incoming: asyncio.TimerHandle | None = None
        self._outgoing: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        return network(self.client)

    @property
    def answering(self) -> bool:
        """Whether a request is being answered."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    # ------------------------------------------------------------------------------ as asyncio calls it

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.limits.connections and not self._make_room():
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "web.error.connections")
        else:
            self._time_request()

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            super().data_received(data)
            self._time_request()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._incoming, self._outgoing):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._outgoing = self.loop.call_later(self.limits.stalled, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._outgoing is not None:
            self._outgoing.cancel()

    # ------------------------------------------------------------------------------------------- inside

    def _time_request(self) -> None:
        """Let the clock run until the request is there as a whole; each byte does not start it again."""
        unfinished = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if unfinished and self._incoming is None:
            self._incoming = self.loop.call_later(self.limits.request, self._too_slow)
        elif not unfinished and self._incoming is not None:
            self._incoming.cancel()
            self._incoming = None

    def _too_slow(self) -> None:
        self._incoming = None
        begun = self.conn.their_state is h11.SEND_BODY or self.conn.trailing_data[0]
        if begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "web.error.slow", seconds=f"{self.limits.request:g}")
        else:  # nothing was asked, or it is answered already
            self.transport.close()

    def _make_room(self) -> bool:
        """Close a connection of whoever has the most, one without a request where there is one."""
        counts = Counter(other.address for other in self.connections if isinstance(other, Connection))
        greediest, most = counts.most_common(1)[0]
        if most <= counts[self.address]:
            return False
        theirs = [o for o in self.connections if isinstance(o, Connection) and o.address == greediest]
        min(theirs, key=lambda other: (other.answering, other._begun)).transport.abort()
        return True

    def _refuse(self, status: HTTPStatus, key: str, **fields: object) -> None:
        """One sentence, and good-bye."""
        accepted = dict(self.headers or ()).get(b"accept-language", b"")
        language = preferred_language(accepted.decode("latin-1"))
        body = json.dumps({"error": say(key, language, **fields)}, ensure_ascii=False).encode()
        headers = HEADERS | {
            "Cache-Control": "no-store",
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Connection": "close",
            "Retry-After": "1",
        }
        if self.answering:
            self.cycle.disconnected = True  # the application must not answer as well
            self.cycle.message_event.set()
        response = h11.Response(
            status_code=status, headers=list(headers.items()), reason=status.phrase.encode()
        )
        for event in (response, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
