"""A search and the process that does it.

A worker is `python -m spielbaum.web.workers.process`: it says when it is ready, reads one job per line
from its standard input and writes messages, one per line, to its standard output, all JSON. Between them it
says at which stage it is: only thinking is on the clock of a search.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from spielbaum.web.workers.queue import Visitor

#: Longest line between server and worker; a review of a long game and a page of the tree lab stay below.
LINE_BYTES = 16 * 1024 * 1024

#: A search that thought for so much of the time it was given was ended by the clock.
USED = 0.9

Message = dict[str, Any]
#: What a worker does where the rules are not compiled yet: give the job back; compile, and then give it back;
#: or compile and do the job.
Compile = Literal["never", "only", "too"]


class Stage(StrEnum):
    """Where a job is; the times that each stage may take are in `Limits`."""

    WAITING = "waiting"
    #: A worker has it, and has not said yet that it is at it.
    TAKEN = "taken"
    #: The rules of the game build the position. They are somebody's Python, and may never come back.
    READING = "reading"
    #: The rules are compiled, or the compiled ones are loaded, or it waits for that. It cannot be stopped,
    #: and the page says so.
    PREPARING = "preparing"
    THINKING = "thinking"


@dataclass(eq=False)
class Job:
    """One question: what is asked, how much thinking it is worth, and what has been answered so far."""

    number: int
    visitor: Visitor
    task: Mapping[str, Any]
    #: Seconds of thinking that were asked for, and those that could be given.
    wanted: float = 0.0
    given: float = 0.0
    asked: float = field(default_factory=monotonic)
    #: It has no end of its own and gives its worker up whenever somebody else wants one.
    background: bool = False
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
    #: Whoever asked has gone.
    left: bool = False
    #: How often it came back because the rules must be compiled first.
    deferred: int = 0
    #: It was done in plain Python, as the rules are not compiled.
    uncompiled: bool = False
    #: When its rules should be compiled, where that is known.
    compiled_by: float | None = None
    messages: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)

    def reach(self, stage: Stage) -> None:
        """Another stage begins, and with it its clock."""
        now = monotonic()
        if self.stage is Stage.PREPARING:
            self.prepared += now - self.since
        self.stage, self.since = stage, now
        if self.stopped is not None:
            self.stopped = now

    def say(self, message: Message) -> None:
        """Hand a message to whoever asked; nothing follows the last word."""
        if not self.answered:
            self.answered = "done" in message or "error" in message
            self.messages.put_nowait(message)

    def fail(self, key: str, **fields: object) -> None:
        self.say({"error": {"key": key, "fields": fields}})


class Ended(StrEnum):
    """How a worker came to the end of a job."""

    ANSWERED = "answered"
    #: The rules must be compiled first, and it was not allowed to.
    DEFERRED = "deferred"
    #: The rules are compiled now, which is all that it was asked for.
    COMPILED = "compiled"


class Worker:
    """A process and the job it is doing; `nice` is how far it steps back behind others on the machine.

    Its engines know what is solved in the folder `solutions`.
    """

    def __init__(self, games: Mapping[str, str], nice: int, solutions: Path | None = None) -> None:
        self._games = games
        self._solutions = () if solutions is None else (str(solutions),)
        self._nice = nice
        self._process: asyncio.subprocess.Process | None = None
        self.job: Job | None = None
        #: Whose job of which game it did last: its tables know something of that.
        self.served: tuple[Visitor, Any] | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> bool:
        """Start the process and wait until it is ready; False where it is lost before."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "spielbaum.web.workers.process",
            json.dumps(dict(self._games)),
            str(self._nice),
            *self._solutions,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_BYTES,
            # Ctrl-C is the server's, which closes its workers; one that is starting would break off noisily.
            start_new_session=True,
        )
        assert process.stdout is not None
        return bool(await process.stdout.readline())

    async def run(self, job: Job, compiling: Compile) -> Ended:
        """Do the job: its messages go to whoever asked, and the last one is `done` or `error`."""
        try:
            await self._tell({**job.task, "job": job.number, "given": job.given, "compile": compiling})
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
                if "uncompiled" in message:
                    job.uncompiled = True
                    continue
                if (seconds := message.get("preparing")) and seconds is not True:
                    job.compiled_by = monotonic() + seconds
                if "ended" in message:
                    return Ended(message["ended"])
                if "done" in message and job.given < job.wanted:
                    job.shortened = job.shortened or monotonic() - job.since >= USED * job.given
                job.say(message)
                if "done" in message or "error" in message:
                    return Ended.ANSWERED
        except (OSError, ValueError):
            pass
        # Lost: it was ended because it did not come back, or it broke down by itself.
        await self.end()
        job.fail("web.error.crashed")
        return Ended.ANSWERED

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
