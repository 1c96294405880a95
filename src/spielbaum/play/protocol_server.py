"""A program that hears lines while it thinks: what our bot and our UCI engine have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Lock, Thread

Work = Callable[[], None]

#: Seconds that the last work is waited for at the end: compiling cannot be interrupted.
LAST_WAIT = 0.5


class ProtocolServer(ABC):
    """One thread hears, another one works; what is to be done is done in the order it was heard."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._lock = Lock()
        self._work: SimpleQueue[Work | None] = SimpleQueue()
        #: Set when the last search that was asked for is to answer.
        self.stop = Event()

    @abstractmethod
    def hear(self, line: str) -> bool:
        """Take a line in, at once; False where it was the last one."""

    def later(self, work: Work) -> None:
        """Do this when everything before it is done."""
        self._work.put(work)

    def say(self, *lines: str) -> None:
        # Whoever started us may be gone already; we hear of it when our input ends.
        with self._lock, suppress(BrokenPipeError):
            for line in lines:
                self._write(line)

    def serve(self, lines: Iterable[str]) -> bool:
        """Hear until the end of the lines; False where work that cannot be interrupted is still going on."""
        worker = Thread(target=self._run, daemon=True)
        worker.start()
        try:
            for line in lines:
                if not self.hear(line):
                    break
        finally:
            self.leave()
            self._work.put(None)
        worker.join(LAST_WAIT)
        return not worker.is_alive()

    def leave(self) -> None:
        """Nobody is interested any more."""
        self.stop.set()

    @abstractmethod
    def failed(self, error: Exception) -> None:
        """Say that work could not be done; the next is done all the same."""

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                work()
            except Exception as error:  # noqa: BLE001 - who waits for an answer must not wait for ever
                self.failed(error)
