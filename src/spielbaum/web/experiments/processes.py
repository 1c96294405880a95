"""Runs that this server started: each is the command line's own process.

It has a session of its own, so Ctrl-C in the server's terminal and the end of the page do not reach it. It
is stopped as in a terminal, with SIGINT, and whatever happens to it, what was finished is in its folder.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from threading import Timer
from time import time
from typing import IO

from spielbaum.web.experiments.request import CheckedRequest

#: How long a run may take to stop before it is ended; it loses the games that are being played either way.
GRACE = 20.0
#: Exit codes that are no failure: done, a test that says no, interrupted.
FINE = {0, 3, 130, -signal.SIGINT}
_TAIL = 2000


@dataclass
class RunProcess:
    """A run being played, or one that has ended since."""

    process: subprocess.Popen[bytes]
    #: What it says on stderr. A file, not a pipe: it must be able to speak when the server is gone.
    log: IO[bytes]
    request: CheckedRequest
    begun: float = field(default_factory=time)
    stopping: bool = False

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    @property
    def problem(self) -> str:
        """The last thing it said, where it failed."""
        if self.alive or self.process.returncode in FINE or self.stopping:
            return ""
        size = self.log.seek(0, os.SEEK_END)
        self.log.seek(max(0, size - _TAIL))
        lines = self.log.read().decode(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else f"exit {self.process.returncode}"

    def stop(self, grace: float = GRACE) -> None:
        if self.stopping or not self.alive:
            return
        self.stopping = True
        interrupt(self.process.pid)
        timer = Timer(grace, self.end)
        timer.daemon = True
        timer.start()

    def end(self) -> None:
        """At once, with all of its workers."""
        if self.alive:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def wait(self, seconds: float) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)


def start_process(arguments: Sequence[str], request: CheckedRequest) -> RunProcess:
    log = TemporaryFile()  # noqa: SIM115 - lives as long as the process is remembered
    process = subprocess.Popen(
        [sys.executable, "-m", "spielbaum", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=log,
        start_new_session=True,
    )
    return RunProcess(process, log, request)


def interrupt(process: int) -> None:
    """As Ctrl-C does it."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGINT)
