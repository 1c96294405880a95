"""A real server on a free port of this machine, for tests of the pages and of their interface."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Thread
from time import sleep
from typing import Any

from spielbaum.web.app import create_app
from spielbaum.web.server import make_server
from spielbaum.web.server_limits import ServerLimits
from tests.support.patience import PATIENCE


def patient(**changes: Any) -> ServerLimits:
    """Limits of a server with one worker that is never in a hurry; what it promises is tested elsewhere."""
    hurry = ("wait", "grace", "rules", "preparation", "drawing", "drawing_wait", "request", "stalled")
    return ServerLimits(**{"workers": 1} | dict.fromkeys(hurry, PATIENCE) | changes)


@contextmanager
def serving(
    limits: ServerLimits, files: Mapping[str, str] | None = None, port: int = 0, **more: Any
) -> Iterator[str]:
    """The address of a server that runs as long as the block; `more` goes to `create_app`."""
    listener = socket.create_server(("127.0.0.1", port))
    app = create_app(limits, files, **more)
    server = make_server(app, log_level="critical", grace=1)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started and thread.is_alive():
            sleep(0.02)
        assert server.started, "the server did not start"
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
