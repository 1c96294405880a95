"""A site without a server for tests: built once, then served as files by Python's own plain server."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from spielbaum.errors import BadInput
from spielbaum.site.build import Plan, site_files
from spielbaum.site.runtime import Runtime, find_runtime

#: Kept with the environment; fetched by the first test that needs it.
KEPT = Path(sys.prefix) / "site-runtime"
#: Sites work in any folder of a host.
FOLDER = "course/games"


def runtime() -> Runtime:
    """The Python for browsers; tests are skipped where it cannot be fetched, and not with CI=true."""
    try:
        return find_runtime(KEPT)
    except BadInput as error:
        if error.key not in ("site.no_npm", "site.not_fetched") or os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))


def write_site(place: Path, plan: Plan) -> Path:
    """Write the site into a folder of a host; the answer is the root of the host."""
    for name, content in site_files(plan, runtime()).items():
        path = place / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return place


class _Quiet(SimpleHTTPRequestHandler):
    headers_sent: Mapping[str, str] = {}

    def end_headers(self) -> None:
        for name, value in self.headers_sent.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_words: Any) -> None:
        """Say nothing."""


@contextmanager
def hosting(root: Path, headers: Mapping[str, str] | None = None) -> Iterator[str]:
    """The address of the site on a plain host, as long as the block; `headers` go with every file."""
    handler = type("_Host", (_Quiet,), {"headers_sent": headers or {}})
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(root)))
    thread = Thread(target=host.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{host.server_address[1]}/{FOLDER}"
    finally:
        host.shutdown()
        host.server_close()
        thread.join()
