"""Searches in processes of their own, so that none of them can block a page or take the server down.

The promise: whoever asks has an answer within the thinking time plus `Limits.wait` seconds. It is kept by
construction, on four grounds:

* Nobody is let into the queue who could not begin in time if everybody before gets the least share.
* A search is told when it begins how long it may think so that all who wait begin in time; one that began
  when nobody waited is asked to answer when somebody does.
* A job that has not begun when its time comes is refused at that moment.
* A search that has not answered at its deadline is answered for; its process is ended if it does not obey.

Compiling the rules of a game is not in the promise; the page says that it goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from time import monotonic
from typing import Any

from spielbaum.web.limits import Busy, Limits
from spielbaum.web.queue import FairQueue, allowance
from spielbaum.web.workers import Job, Message, Stage, Worker

__all__ = ["Job", "Message", "Pool", "Stage"]

#: How often the pool looks whether someone waits too long or a search does not end.
TICK = 0.02
#: Seconds of a search that are not thinking, but the way there and back, as long as nothing was measured.
OVERHEAD = 0.05
#: How much each new measurement of that counts: what is slow is believed sooner than what is fast.
SLOWER, FASTER = 0.3, 0.05
#: A search that has thought so much longer than it was given is reminded.
SLACK = 0.2


class Pool:
    """The workers and the queue before them."""

    def __init__(self, limits: Limits, games: Mapping[str, str] | None = None) -> None:
        self.limits = limits
        self._games = dict(games or {})
        self._queue: FairQueue[Job] = FairQueue()
        self._starting: set[Worker] = set()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = count(1)
        self._clock: asyncio.Task[None] | None = None
        self._closed = False
        self._overhead = OVERHEAD

    async def start(self) -> None:
        """Start the processes; jobs may be asked for at once."""
        self._clock = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """End every search and every process; whoever still waits gets no answer."""
        self._closed = True
        if self._clock is not None:
            await self._clock
        # Nothing is cancelled: a process that is just being started or ended would be lost from sight.
        while self._tasks:
            await asyncio.gather(*(worker.end() for worker in (*self._busy, *self._starting)))
            await asyncio.sleep(TICK)
        await asyncio.gather(*(worker.end() for worker in self._idle))

    @property
    def load(self) -> tuple[int, int]:
        """How many searches run and how many wait."""
        return len(self._busy), len(self._queue)

    @property
    def ready(self) -> bool:
        """Whether all workers are there."""
        return len(self._idle) + len(self._busy) >= self.limits.workers

    @property
    def room(self) -> int:
        """How many may wait so that the last of them begins in time, each search given its least share."""
        return max(1, int(self.limits.begin * self.limits.workers / (self.limits.share + self._overhead)))

    def admit(self, client: str) -> None:
        """Refuse a job for which the promise could not be kept."""
        if len(self._queue) >= self.room:
            raise Busy("web.error.busy", waiting=len(self._queue))
        if self._queue.of(client) >= self.limits.per_client:
            raise Busy("web.error.too_many", most=self.limits.per_client)

    @asynccontextmanager
    async def job(
        self, client: str, task: Mapping[str, Any], wanted: float | None = None, asked: float | None = None
    ) -> AsyncIterator[Job]:
        """A job in the queue; leaving the block before its end frees its place or its worker.

        `wanted` are the seconds of thinking, `asked` is when the request came, where that was earlier.
        """
        self.admit(client)
        wanted = self.limits.seconds if wanted is None else min(wanted, self.limits.seconds)
        job = Job(next(self._numbers), client, task, wanted, asked=monotonic() if asked is None else asked)
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

    # --------------------------------------------------------------------------------- handing out

    def _dispatch(self) -> None:
        while self._idle and len(self._queue) and not self._closed:
            worker, job = self._idle.pop(), self._queue.take()
            worker.job = job
            self._busy.add(worker)
            job.taken = monotonic()
            job.given = min(job.wanted, self._most(job.taken))
            job.reach(Stage.TAKEN)
            self._spawn(self._serve(worker, job))

    def _most(self, now: float) -> float:
        """Seconds that a search may think so that everybody who waits begins in time."""
        ages = [now - job.asked for job in self._queue]
        most = allowance(ages, self.limits.workers, self.limits.begin) - self._overhead
        return max(most, self.limits.share)

    async def _serve(self, worker: Worker, job: Job) -> None:
        try:
            await worker.run(job)
        finally:
            self._learn(job)
            worker.job = None
            self._busy.discard(worker)
            # Spare workers, made while others were compiling, go when they are no longer needed.
            if worker.alive and len(self._idle) + len(self._thinking()) < self.limits.workers:
                self._idle.append(worker)
            else:
                await worker.end()
            self._dispatch()

    def _learn(self, job: Job) -> None:
        """What a search that ran out of time needed besides thinking."""
        now = monotonic()
        thought = (now if job.stopped is None else job.stopped) - job.since
        if job.stage is not Stage.THINKING or job.taken is None:
            return
        if job.stopped is None and thought < job.given:
            return
        sample = now - job.taken - job.prepared - min(thought, job.given)
        self._overhead += (SLOWER if sample > self._overhead else FASTER) * (sample - self._overhead)

    def _thinking(self) -> list[Worker]:
        """The busy workers that can be counted on: all but those that compile."""
        now = monotonic()
        return [w for w in self._busy if w.job is not None and not w.job.compiling(now)]

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _launch(self, worker: Worker) -> None:
        self._starting.add(worker)
        try:
            ready = await worker.start()
        finally:
            self._starting.discard(worker)
        if ready and worker.alive:
            self._idle.append(worker)
            self._dispatch()
        else:
            await worker.end()
            await asyncio.sleep(1)  # whatever keeps it from starting, it must not fill the machine

    # ------------------------------------------------------------------------------- keeping watch

    async def _watch(self) -> None:
        while not self._closed:
            self._staff()
            now = monotonic()
            for job in [job for job in self._queue if now - job.asked > self.limits.begin]:
                self._queue.drop(job.client, job)
                job.fail("web.error.busy", waiting=len(self._queue))
            most = self._most(now) if len(self._queue) else float("inf")
            for worker in list(self._busy):
                if worker.job is not None:
                    await self._supervise(worker, worker.job, now, most)
            await asyncio.sleep(TICK)

    def _staff(self) -> None:
        """Have as many workers as there should be; those that compile for somebody do not count."""
        there = len(self._idle) + len(self._starting) + len(self._thinking())
        most = 2 * self.limits.workers - len(self._starting) - len(self._idle) - len(self._busy)
        for _ in range(min(self.limits.workers - there, most)):
            worker = Worker(self._games)
            self._starting.add(worker)
            self._spawn(self._launch(worker))

    async def _supervise(self, worker: Worker, job: Job, now: float, most: float) -> None:
        spent = now - job.since
        limits = self.limits
        if now > job.asked + job.wanted + limits.wait + job.prepared and job.stage is not Stage.PREPARING:
            job.fail("web.error.late")
        if job.stage in (Stage.TAKEN, Stage.PREPARING):
            if spent > limits.preparation:
                await self._lose(worker, job, limits.preparation)
        elif job.stage is Stage.READING:
            if spent > limits.rules:
                await self._lose(worker, job, limits.rules)
        elif job.stopped is not None:
            if now - job.stopped > limits.grace:
                await self._lose(worker, job, limits.grace)
        elif spent >= min(most, job.given + SLACK):
            job.shortened = job.shortened or spent < job.wanted
            await self.stop(job)

    async def _lose(self, worker: Worker, job: Job, seconds: float) -> None:
        """End a process that does not come back; another one takes its place."""
        job.fail("web.error.lost", seconds=f"{seconds:g}")
        await worker.end()
