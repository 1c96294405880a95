"""Searches in processes of their own, so that none of them can block a page or take the server down.

A worker is `python -m spielbaum.web.worker`: it reads one job a line from its standard input and writes
messages, one a line, to its standard output, both JSON. A job is asked to stop by a line; one that does
not obey within the grace period loses its process, which is replaced.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any

from spielbaum.web.limits import Busy, Limits
from spielbaum.web.queue import FairQueue, allowance

#: How often the pool looks whether someone waits too long or a search does not end.
TICK = 0.02
#: Seconds that a search takes to hear that it should stop and to answer, as far as nothing was measured yet.
OVERHEAD = 0.07
#: How much each new measurement of that counts.
LEARN = 0.1
#: Longest line between server and worker; a review of a long game stays far below.
LINE_BYTES = 4 * 1024 * 1024

Message = dict[str, Any]


@dataclass(eq=False)
class Job:
    """One search: what is asked, and what has been answered so far."""

    number: int
    client: str
    task: Mapping[str, Any]
    asked: float = field(default_factory=monotonic)
    began: float | None = None
    stopped: float | None = None
    #: The worker compiles a game's rules; that is not thinking time, and it cannot be stopped.
    preparing: float | None = None
    #: It was ended before its time because others were waiting.
    shortened: bool = False
    messages: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)

    def prepares(self, on: bool) -> None:
        """Preparation began or ended; the clocks of the search begin anew after it."""
        now = monotonic()
        self.preparing = now if on else None
        self.began = now
        if self.stopped is not None:
            self.stopped = now


class Worker:
    """A process and the job it is doing."""

    def __init__(self, games: Mapping[str, str]) -> None:
        self._games = games
        self._process: asyncio.subprocess.Process | None = None
        self.job: Job | None = None

    async def run(self, job: Job) -> None:
        """Do the job: its messages go to its queue, and the last one is `done` or `error`."""
        try:
            process = await self.start()
            await self._tell({"job": job.number, **job.task})
            if job.stopped is not None:
                await self._tell({"stop": job.number})
            assert process.stdout is not None
            while line := await process.stdout.readline():
                message: Message = json.loads(line)
                if message.pop("job", None) != job.number:
                    continue
                if "preparing" in message:
                    job.prepares(message["preparing"])
                job.messages.put_nowait(message)
                if "done" in message or "error" in message:
                    return
        except (OSError, ValueError):
            await self.end()
        job.messages.put_nowait({"error": {"key": "web.error.crashed", "fields": {}}})

    async def stop(self, job: Job) -> None:
        """Ask for the answer at once."""
        if self.job is job and self._process is not None:
            with suppress(OSError):
                await self._tell({"stop": job.number})

    async def end(self) -> None:
        """End the process; the next job gets a new one."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def start(self) -> asyncio.subprocess.Process:
        """The process, started where it is not running."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "spielbaum.web.worker",
                json.dumps(dict(self._games)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_BYTES,
            )
        return self._process

    async def _tell(self, message: Mapping[str, Any]) -> None:
        if self._process is None:
            raise BrokenPipeError
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        await self._process.stdin.drain()


class Pool:
    """The workers and the queue before them."""

    def __init__(self, limits: Limits, games: Mapping[str, str] | None = None) -> None:
        self.limits = limits
        self._games = dict(games or {})
        self._queue: FairQueue[Job] = FairQueue()
        self._idle = [Worker(self._games) for _ in range(limits.workers)]
        self._busy: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = count(1)
        self._clock: asyncio.Task[None] | None = None
        self._closed = False
        self._overhead = OVERHEAD

    async def start(self) -> None:
        """Start the processes, so that the first search does not wait for them."""
        await asyncio.gather(*(worker.start() for worker in self._idle))
        self._clock = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """End every search and every process; whoever still waits gets no answer."""
        self._closed = True
        if self._clock is not None:
            await self._clock
        # Nothing is cancelled: a process that is just being started or ended would be lost from sight.
        while self._tasks:
            await asyncio.gather(*(worker.end() for worker in self._busy))
            await asyncio.sleep(TICK)
        await asyncio.gather(*(worker.end() for worker in self._idle))

    @property
    def load(self) -> tuple[int, int]:
        """How many searches run and how many wait."""
        return len(self._busy), len(self._queue)

    @property
    def room(self) -> int:
        """How many may wait so that the last of them begins in time, each search given its least share."""
        each = self.limits.share + max(0.0, self._overhead - OVERHEAD)
        return max(1, int(self.limits.wait * self.limits.workers / each))

    def admit(self, client: str) -> None:
        """Refuse a job for which the promise could not be kept."""
        if len(self._queue) >= self.room:
            raise Busy("web.error.busy", waiting=len(self._queue))
        if self._queue.of(client) >= self.limits.per_client:
            raise Busy("web.error.too_many", most=self.limits.per_client)

    @asynccontextmanager
    async def job(self, client: str, task: Mapping[str, Any]) -> AsyncIterator[Job]:
        """A job in the queue; leaving the block before its end frees its place or its worker."""
        self.admit(client)
        job = Job(next(self._numbers), client, task)
        self._queue.put(client, job)
        self._dispatch()
        try:
            yield job
        finally:
            if not self._queue.drop(client, job):
                await self.stop(job)

    async def stop(self, job: Job) -> None:
        """Ask for the answer at once; a job that still waits answers as soon as it begins."""
        if job.stopped is None:
            job.stopped = monotonic()
            for worker in self._busy:
                await worker.stop(job)

    def _dispatch(self) -> None:
        while self._idle and len(self._queue) and not self._closed:
            worker, job = self._idle.pop(), self._queue.take()
            worker.job = job
            self._busy.add(worker)
            job.began = monotonic()
            if job.stopped is not None:
                job.stopped = job.began
            task = asyncio.create_task(self._serve(worker, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, worker: Worker, job: Job) -> None:
        try:
            await worker.run(job)
        finally:
            if job.stopped is not None and job.preparing is None:
                self._overhead += LEARN * (monotonic() - job.stopped - self._overhead)
            worker.job = None
            self._busy.discard(worker)
            # Spare workers, made while others were compiling, go when they are no longer needed.
            if len(self._idle) + len(self._thinking()) < self.limits.workers:
                self._idle.append(worker)
            else:
                await worker.end()
            self._dispatch()

    def _thinking(self) -> list[Worker]:
        return [worker for worker in self._busy if worker.job is not None and worker.job.preparing is None]

    async def _watch(self) -> None:
        """Keep the promise: shorten searches while others wait, end those that do not obey."""
        while not self._closed:
            await asyncio.sleep(TICK)
            now = monotonic()
            waiting = [now - job.asked for job in self._queue]
            thinking = self._thinking()
            # Compiling must not keep the others waiting: a spare worker takes its place.
            if waiting and not self._idle and len(thinking) < self.limits.workers:
                if len(self._busy) < 2 * self.limits.workers:
                    self._idle.append(Worker(self._games))
                    self._dispatch()
            most = allowance(waiting, self.limits.workers, self.limits.wait) - self._overhead
            most = max(most, self.limits.share)
            for worker in list(self._busy):
                if worker.job is not None:
                    await self._supervise(worker, worker.job, now, most)

    async def _supervise(self, worker: Worker, job: Job, now: float, most: float) -> None:
        if job.preparing is not None:
            if now - job.preparing > self.limits.preparation:
                await worker.end()
        elif job.stopped is not None:
            if now - job.stopped > self.limits.grace:
                await worker.end()
        elif job.began is not None and now - job.began >= most:
            job.shortened = True
            await self.stop(job)
