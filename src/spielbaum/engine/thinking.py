"""A search under way: watch it, stop it, wait for its answer.

The search runs in a thread of its own, in compiled code that does not hold Python's lock, so whoever waits
can be interrupted. A timer sets the flag that the search reads at every node.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import Generic, TypeVar

from spielbaum.engine.slots import Int64Array
from spielbaum.errors import BrokenGame
from spielbaum.result import Result

M = TypeVar("M")

#: How often a waiting thread looks up, for Ctrl-C; and an asynchronous reader gets news of the counters.
BEAT = 0.2
#: Seconds between two looks at a search that is followed; its end is noticed at once.
POLL = 0.05
#: A rule that has not come back so long after the end of the search never will.
GRACE = 10.0


class Thinking(Generic[M]):
    """The handle of a search that was started."""

    def __init__(
        self,
        work: Callable[[Thinking[M]], Result[M]],
        control: Int64Array,
        counters: Callable[[], int],
        seconds: float | None,
    ) -> None:
        self._control = control
        self._counters = counters
        self._seconds = seconds
        self._info: Result[M] | None = None
        self._answer: Result[M] | None = None
        self._error: BaseException | None = None
        self._began: float | None = None
        self._version = 0
        self._readers: list[Callable[[], object]] = []
        self._done = threading.Event()
        self._timer: threading.Timer | None = None
        control[0] = 0
        self._start(work)

    # -------------------------------------------------------------------------------- for everyone

    @property
    def info(self) -> Result[M] | None:
        """What is known now, with the counters as they stand; None as long as nothing is."""
        if self._done.is_set() or self._info is None:
            return self._info
        return replace(self._info, nodes=self._counters(), seconds=self.seconds)

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return self._counters()

    @property
    def seconds(self) -> float:
        """How long it has been searching; compiling does not count."""
        return 0.0 if self._began is None else perf_counter() - self._began

    @property
    def done(self) -> bool:
        return self._done.is_set()

    def stop(self) -> None:
        """End the search now; `result` has its answer at once."""
        self._control[0] = 1

    def result(self, timeout: float | None = None) -> Result[M]:
        """Wait for the answer. Ctrl-C stops the search and is raised again."""
        until = None if timeout is None else perf_counter() + timeout
        try:
            self._wait(until)
        except KeyboardInterrupt:
            self.stop()
            self._done.wait(GRACE)
            raise
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer

    def follow(self, report: Callable[[Result[M]], object], stopped: Callable[[], bool]) -> Result[M]:
        """Wait for the answer, tell what is known in between, and stop when that is wished."""
        shown = None
        while True:
            try:
                return self.result(timeout=POLL)
            except TimeoutError:
                if stopped():
                    self.stop()
                info = self.info
                if info is not None and info != shown:
                    shown = info
                    report(info)

    async def __aiter__(self) -> AsyncIterator[Result[M]]:
        """Each new depth or better move, and the counters a few times a second; ends with the search."""
        loop = asyncio.get_running_loop()
        news = asyncio.Event()

        def tell() -> None:
            with suppress(RuntimeError):  # the reader's loop has ended
                loop.call_soon_threadsafe(news.set)

        self._readers.append(tell)
        try:
            while not self.done:
                if (info := self.info) is not None:
                    yield info
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), BEAT)
                news.clear()
            if (info := self.info) is not None:
                yield info
        finally:
            self._readers.remove(tell)

    # -------------------------------------------------------------------------------- for the search

    def begin(self) -> None:
        """The clock starts: everything is compiled."""
        self._began = perf_counter()
        if self._seconds is not None:
            self._timer = threading.Timer(self._seconds, self.stop)
            self._timer.daemon = True
            self._timer.start()

    @property
    def stopped(self) -> bool:
        return bool(self._control[0])

    def report(self, news: Result[M]) -> None:
        """Something new is known."""
        self._info = news
        for tell in list(self._readers):
            tell()

    # -------------------------------------------------------------------------------- inside

    def _start(self, work: Callable[[Thinking[M]], Result[M]]) -> None:
        threading.Thread(target=self._run, args=(work,), name="spielbaum search", daemon=True).start()

    def _run(self, work: Callable[[Thinking[M]], Result[M]]) -> None:
        try:
            self._info = self._answer = work(self)
        except BaseException as error:  # noqa: BLE001 - raised again where the result is asked for
            self._error = error
        finally:
            if self._timer is not None:
                self._timer.cancel()
            self._done.set()
            for tell in list(self._readers):
                tell()

    def _wait(self, until: float | None) -> None:
        """Wait in short steps; give up where a rule never comes back after the search was told to end."""
        nodes, since = -1, 0.0
        while not self._done.wait(BEAT if until is None else min(BEAT, max(until - perf_counter(), 0))):
            now = perf_counter()
            if until is not None and now >= until:
                raise TimeoutError
            counted = self._counters()
            if not self.stopped or self._began is None or counted != nodes:  # compiling may take minutes
                nodes, since = counted, now
            elif now - since > GRACE:
                raise BrokenGame("engine.rule.stuck", seconds=round(now - since))


class InPlace(Thinking[M]):
    """A search where there are no threads: it runs in whoever asks for its result.

    `due` is what the running kernel asks, whether to stop.
    """

    _stopped: Callable[[], bool] | None = None

    def result(self, timeout: float | None = None) -> Result[M]:
        """The answer; it is worked out now, however long that takes."""
        if not self.done:
            self._run(self._work)
        return super().result(timeout)

    def follow(self, report: Callable[[Result[M]], object], stopped: Callable[[], bool]) -> Result[M]:
        self._stopped = stopped
        self._readers.append(lambda: None if self.done or self._info is None else report(self._info))
        return self.result()

    async def __aiter__(self) -> AsyncIterator[Result[M]]:
        yield self.result()

    def begin(self) -> None:
        self._began = perf_counter()

    def due(self) -> bool:
        """Whether the search has to end now."""
        late = self._seconds is not None and self.seconds >= self._seconds
        return late or (self._stopped is not None and self._stopped())

    def _start(self, work: Callable[[Thinking[M]], Result[M]]) -> None:
        self._work = work
