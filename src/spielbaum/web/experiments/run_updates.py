"""Pages that watch the runs: however many there are, the folder is looked at once for all of them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from spielbaum.errors import SpielbaumError
from spielbaum.web.experiments.manager import RunManager
from spielbaum.web.experiments.messages import RunLine
from spielbaum.web.server_limits import Busy, ServerLimits, TooMany

#: Seconds between two looks at the folder.
PAUSE = 0.5
#: Runs whose view is kept, in each language.
MOST_VIEWS = 32


@dataclass
class _Look:
    """What was seen in one language. A list that says the same as the one before is the one before."""

    lines: list[RunLine] | None = None
    text: str = ""
    at: float = float("-inf")
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    #: What was told of a run, and of which state of it.
    views: dict[str, tuple[RunLine, str]] = field(default_factory=dict)


class RunUpdates:
    """What pages hear of the runs of one folder."""

    def __init__(self, manager: RunManager, limits: ServerLimits) -> None:
        self._manager = manager
        self._limits = limits
        self._looks: dict[str, _Look] = {}
        #: Pages that are looking at the moment, by address.
        self._pages: Counter[str] = Counter()

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """Room for one more page, or one sentence."""
        limits = self._limits
        if self._pages[address] >= limits.watchers_per_address:
            raise TooMany("web.error.watchers", most=limits.watchers_per_address)
        if self._pages.total() >= limits.watchers:
            raise Busy("web.error.watchers", most=limits.watchers)
        self._pages[address] += 1
        try:
            yield
        finally:
            self._pages[address] -= 1
            if not self._pages[address]:
                del self._pages[address]

    async def events(self, names: list[str], language: str) -> AsyncGenerator[bytes, None]:
        """All that changes, until the server ends: first the list, then the runs named."""
        told: list[RunLine] | None = None
        known: dict[str, RunLine] = {}
        while not self._manager.ending():
            look = await self._seen(language)
            if look.lines is not None and look.lines is not told:
                told, text = look.lines, look.text
                yield _event("runs", text)
                for line in told:
                    if line.name in names and known.get(line.name) != line:
                        known[line.name] = line
                        view = await self._view(look, line, language)
                        if view is not None:
                            yield _event("run", view)
            await asyncio.sleep(PAUSE)

    async def _seen(self, language: str) -> _Look:
        look = self._looks.setdefault(language, _Look())
        async with look.lock:
            if monotonic() - look.at >= PAUSE:
                lines = await asyncio.to_thread(self._manager.lines, language)
                if lines != look.lines:
                    look.lines = lines
                    look.text = json.dumps([line.model_dump() for line in lines], ensure_ascii=False)
                look.at = monotonic()
        return look

    async def _view(self, look: _Look, line: RunLine, language: str) -> str | None:
        """A run with its figures; None where it is gone in the meantime."""
        async with look.lock:
            kept = look.views.get(line.name)
            if kept is None or kept[0] != line:
                try:
                    view = await asyncio.to_thread(self._manager.view, line.name, language)
                except SpielbaumError:
                    return None
                kept = look.views[line.name] = (line, view.model_dump_json())
                while len(look.views) > MOST_VIEWS:
                    look.views.pop(next(iter(look.views)))
            return kept[1]


def _event(kind: str, data: str) -> bytes:
    return f"event: {kind}\ndata: {data}\n\n".encode()
