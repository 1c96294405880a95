"""A search and the process that does it.

A worker is `python -m spielbaum.web.worker`: it says when it is ready, reads one job a line from its standard
input and writes messages, one a line, to its standard output, all JSON. Between them it says at which stage
it is: only thinking is on the clock of a search.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from time import monotonic
from typing import Any

#: Longest line between server and worker; a review of a long game and a page of the tree lab stay below.
LINE_BYTES = 16 * 1024 * 1024

#: Seconds after which compiled rules would have been loaded.
LOADED = 2.0
#: A search that thought for so much of the time it was given was ended by the clock.
USED = 0.9

Message = dict[str, Any]


class Stage(StrEnum):
    """Where a job is; the times that each stage may take are in `Limits`."""

    WAITING = "waiting"
    #: A worker has it, and has not said yet that it is at it.
    TAKEN = "taken"
    #: The rules of the game build the position. They are somebody's Python, and may never come back.
    READING = "reading"
    #: The rules are compiled, or the compiled ones are loaded. That cannot be stopped, and the page says so.
    PREPARING = "preparing"
    THINKING = "thinking"


@dataclass(eq=False)
class Job:
    """One question: what is asked, how much thinking it is worth, and what has been answered so far."""

    number: int
    client: str
    task: Mapping[str, Any]
    #: Seconds of thinking that were asked for, and those that could be given.
    wanted: float = 0.0
    given: float = 0.0
    asked: float = field(default_factory=monotonic)
    stage: Stage = Stage.WAITING
    since: float = field(default_factory=monotonic)
    #: When a worker took it, and how long it was prepared for since then.
    taken: float | None = None
    prepared: float = 0.0
    stopped: float | None = None
    #: It was ended before its time because others were waiting.
    shortened: bool = False
    #: Whoever asked has the last word already, though the worker may still be at it.
    answered: bool = False
    messages: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)

    def reach(self, stage: Stage) -> None:
        """Another stage begins, and with it its clock."""
        now = monotonic()
        if self.stage is Stage.PREPARING:
            self.prepared += now - self.since
        self.stage, self.since = stage, now
        if self.stopped is not None:
            self.stopped = now

    def compiling(self, now: float) -> bool:
        """Whether it is prepared for so long that the rules have to be compiled first."""
        return self.stage is Stage.PREPARING and now - self.since > LOADED

    def say(self, message: Message) -> None:
        """Hand a message to whoever asked; nothing follows the last word."""
        if not self.answered:
            self.answered = "done" in message or "error" in message
            self.messages.put_nowait(message)

    def fail(self, key: str, **fields: object) -> None:
        self.say({"error": {"key": key, "fields": fields}})


class Worker:
    """A process and the job it is doing."""

    def __init__(self, games: Mapping[str, str]) -> None:
        self._games = games
        self._process: asyncio.subprocess.Process | None = None
        self.job: Job | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> bool:
        """Start the process and wait until it is ready; False where it is lost before."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "spielbaum.web.worker",
            json.dumps(dict(self._games)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_BYTES,
        )
        assert process.stdout is not None
        return bool(await process.stdout.readline())

    async def run(self, job: Job) -> None:
        """Do the job: its messages go to whoever asked, and the last one is `done` or `error`."""
        try:
            await self._tell({**job.task, "job": job.number, "given": job.given})
            if job.stopped is not None:
                await self._tell({"stop": job.number})
            assert self._process is not None
            assert self._process.stdout is not None
            while line := await self._process.stdout.readline():
                message: Message = json.loads(line)
                if message.pop("job", None) != job.number:
                    continue
                if "stage" in message:
                    job.reach(Stage(message["stage"]))
                    continue
                if "done" in message and job.given < job.wanted:
                    job.shortened = job.shortened or monotonic() - job.since >= USED * job.given
                job.say(message)
                if "done" in message or "error" in message:
                    return
        except (OSError, ValueError):
            pass
        # Lost: it was ended because it did not come back, or it broke down by itself.
        await self.end()
        job.fail("web.error.crashed")

    async def stop(self, job: Job) -> None:
        """Ask for the answer at once."""
        if self.job is job and self._process is not None:
            with suppress(OSError):
                await self._tell({"stop": job.number})

    async def end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _tell(self, message: Mapping[str, Any]) -> None:
        if self._process is None:
            raise BrokenPipeError
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        await self._process.stdin.drain()
