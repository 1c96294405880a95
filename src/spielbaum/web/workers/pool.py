"""Jobs in processes of their own, so that none of them can block a page or take the server down.

The promise: whoever asks has an answer within the thinking time plus `ServerLimits.wait` seconds. It is kept
by construction, on four grounds:

* Nobody is let into the queue who could not begin in time if everybody before gets the least share.
* A search is told when it begins how long it may think so that all who wait begin in time; one that began
  when nobody waited is asked to answer when somebody does.
* A job that has not begun when its time comes is refused at that moment.
* A search that has not answered at its deadline is answered for; its process is ended if it does not obey.

Compiling the rules of a game is not in the promise; the page says that it goes on. It has a queue and
processes of its own: a worker that meets rules which are not compiled gives the job back and takes the next
one, and the job returns to the queue when a compiling process has put the code into the cache. So however
many games are asked for the first time, all workers stay there for the others. A move or a hint that can be
found in plain Python is not given back: it is answered so, and the rules are compiled meanwhile.

The games of the pages are compiled in the background from the start (`warm`), one after the other, by a
process of their own that steps back behind all others; one that somebody waits for is compiled beside it.

Of a full queue the visitor with the most jobs gives one up for somebody with fewer.

Analyses are background jobs: they have no end of their own. They have a queue of their own that is served
when nobody else waits, they give up their worker as soon as somebody does, and they take turns. What they
have found by then is their answer; whoever wants more asks again, and gets the same worker if that is idle.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

from spielbaum.web.server_limits import Busy, ServerLimits, TooMany
from spielbaum.web.workers.queue import FairQueue, Visitor, allowance
from spielbaum.web.workers.worker import Ended, Job, Message, Stage, Worker

__all__ = ["Compilation", "Job", "Message", "Pool", "Stage"]

#: How often the pool looks whether someone waits too long or a search does not end.
TICK = 0.02
#: How often whoever waits for the compiler is told how long it will still take.
TELL = 2.0
#: Seconds of a search that are not thinking, but the way there and back, as long as nothing was measured.
OVERHEAD = 0.05
#: How much each new measurement of that counts: what is slow is believed sooner than what is fast.
SLOWER, FASTER = 0.3, 0.05
#: A search that has thought so much longer than it was given is reminded.
SLACK = 0.2
#: Searches step back behind the server, so that pages stay quick when every core is busy; compilers further.
NICE, NICE_COMPILER, NICE_WARMING = 5, 10, 15


@dataclass(frozen=True, slots=True)
class Compilation:
    """A game that is being compiled, and the seconds that are left, if that is known."""

    game: str
    seconds: float | None


class Pool:
    """The workers and the queue before them.

    `nice` is how far the workers step back behind others on this machine; with `lazy` they are started
    when the first job comes. `solutions` is the folder of solved games that engines look into.
    """

    def __init__(
        self,
        limits: ServerLimits,
        games: Mapping[str, str] | None = None,
        *,
        nice: int = NICE,
        lazy: bool = False,
        solutions: Path | None = None,
    ) -> None:
        self.limits = limits
        self._games = dict(games or {})
        self._solutions = solutions
        self._nice = nice
        self._needed = not lazy
        self._queue: FairQueue[Job] = FairQueue()
        #: Jobs whose rules must be compiled first.
        self._deferred: FairQueue[Job] = FairQueue()
        #: Jobs that are done while nobody waits for another one.
        self._background: FairQueue[Job] = FairQueue()
        self._starting: set[Worker] = set()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        #: Workers that compile, and those that did and are kept for the next time.
        self._compiling: set[Worker] = set()
        self._compilers: list[Worker] = []
        #: Games that nobody has asked for yet, the next one to compile first, and who does it.
        self._cold: list[str] = []
        self._warming: Worker | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = count(1)
        self._clock: asyncio.Task[None] | None = None
        self._closed = False
        self._overhead = OVERHEAD
        #: When the first worker was ready, or should have been; the promise counts from there.
        self._opened = float("inf")

    async def start(self) -> None:
        """Start the processes; jobs may be asked for at once."""
        if self._needed:
            self._opened = monotonic() + self.limits.preparation
        self._clock = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """End every search and every process; whoever still waits gets no answer."""
        self._closed = True
        if self._clock is not None:
            await self._clock
        # Nothing is cancelled: a process that is just being started or ended would be lost from sight.
        while self._tasks:
            working = (*self._busy, *self._starting, *self._at_compiling)
            await asyncio.gather(*(worker.end() for worker in working))
            await asyncio.sleep(TICK)
        await asyncio.gather(*(worker.end() for worker in (*self._idle, *self._compilers)))

    @property
    def load(self) -> tuple[int, int]:
        """How many jobs run and how many wait."""
        waiting = len(self._queue) + len(self._background) + len(self._deferred)
        return len(self._busy) + len(self._compiling), waiting

    @property
    def ready(self) -> bool:
        """Whether all workers are there."""
        return len(self._idle) + len(self._busy) >= self.limits.workers

    @property
    def room(self) -> int:
        """How many may wait so that the last of them begins in time, each search given its least share."""
        return max(1, int(self.limits.begin * self.limits.workers / (self.limits.share + self._overhead)))

    def admit(self, visitor: Visitor, *, background: bool = False) -> None:
        """Refuse a job for which the promise could not be kept."""
        queues = (self._queue, self._deferred, self._background)
        if sum(queue.of(visitor) for queue in queues) >= self.limits.per_client:
            raise TooMany("web.error.too_many", most=self.limits.per_client)
        if background:
            if len(self._background) >= self.limits.background:
                raise Busy("web.error.busy", waiting=len(self._background))
            return
        if len(self._queue) >= self.room and self._queue.giving_way(visitor.address) is None:
            raise Busy("web.error.busy", waiting=len(self._queue))

    @asynccontextmanager
    async def job(
        self,
        visitor: Visitor,
        task: Mapping[str, Any],
        wanted: float | None = None,
        asked: float | None = None,
        *,
        background: bool = False,
    ) -> AsyncIterator[Job]:
        """A job in the queue; leaving the block before its end frees its place or its worker.

        `wanted` are the seconds of thinking, `asked` is when the request came, where that was earlier.
        """
        self.admit(visitor, background=background)
        if not background and len(self._queue) >= self.room:
            self._give_way(self._queue, visitor, "web.error.busy")
        if not self._needed:
            self._needed, self._opened = True, monotonic() + self.limits.preparation
        wanted = self.limits.seconds if wanted is None else min(wanted, self.limits.seconds)
        asked = monotonic() if asked is None else asked
        job = Job(next(self._numbers), visitor, task, wanted, asked=asked, background=background)
        self._queue_of(job).put(visitor, job)
        self._dispatch()
        try:
            yield job
        finally:
            job.left = True
            if not self._queue_of(job).drop(visitor, job) and not self._deferred.drop(visitor, job):
                await self.stop(job)

    async def stop(self, job: Job) -> None:
        """Ask for the answer at once; a job that still waits answers as soon as it begins."""
        if job.stopped is None:
            job.stopped = monotonic()
            for worker in (*self._busy, *self._compiling):
                await worker.stop(job)

    # --------------------------------------------------------------------------------- handing out

    def _give_way(self, queue: FairQueue[Job], visitor: Visitor, key: str) -> bool:
        """Refuse the last job of whoever has the most, for that visitor."""
        last = queue.giving_way(visitor.address)
        if last is None:
            return False
        queue.drop(last.visitor, last)
        last.fail(key, waiting=len(queue))
        return True

    def _queue_of(self, job: Job) -> FairQueue[Job]:
        return self._background if job.background else self._queue

    def _dispatch(self) -> None:
        while self._idle and not self._closed and (queue := self._queue or self._background):
            job = queue.take()
            worker = self._idle_for(job)
            worker.job = job
            self._busy.add(worker)
            job.taken = monotonic()
            job.given = min(job.wanted, self._most(job.taken))
            job.reach(Stage.TAKEN)
            self._spawn(self._serve(worker, job))

    def _idle_for(self, job: Job) -> Worker:
        """A worker; the one that knows most about the job where it is idle."""
        served = (job.visitor, job.task.get("game"))
        last = next((worker for worker in self._idle if worker.served == served), self._idle[-1])
        self._idle.remove(last)
        last.served = served
        return last

    def _most(self, now: float) -> float:
        """Seconds that a search may think so that everybody who waits begins in time."""
        ages = [self._age(job, now) for job in self._queue]
        most = allowance(ages, self.limits.workers, self.limits.begin) - self._overhead
        return max(most, self.limits.share)

    def _age(self, job: Job, now: float) -> float:
        """Seconds since a job was asked for, without those of compiling, or before there was a worker."""
        return now - max(job.asked, min(now, self._opened)) - job.prepared

    async def _serve(self, worker: Worker, job: Job) -> None:
        ended = Ended.ANSWERED
        try:
            ended = await worker.run(job, "never")
        finally:
            self._learn(job)
            worker.job = None
            self._busy.discard(worker)
            if worker.alive and len(self._idle) + len(self._busy) < self.limits.workers:
                self._idle.append(worker)
            else:
                await worker.end()
            if ended is Ended.DEFERRED and not job.left:
                self._defer(job)
            elif job.uncompiled:
                self._demand(job.visitor, job.task["game"])
            self._dispatch()

    def _learn(self, job: Job) -> None:
        """What a search that ran out of time needed besides thinking, or a question in all."""
        now = monotonic()
        if job.taken is None:
            return
        if job.task.get("kind") == "ask":
            sample = now - job.taken
        elif job.stage is Stage.THINKING:
            thought = (now if job.stopped is None else job.stopped) - job.since
            if job.stopped is None and thought < job.given:
                return
            sample = now - job.taken - job.prepared - min(thought, job.given)
        else:
            return
        self._overhead += (SLOWER if sample > self._overhead else FASTER) * (sample - self._overhead)

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
            self._opened = min(self._opened, monotonic())
            self._idle.append(worker)
            self._dispatch()
        else:
            await worker.end()
            await asyncio.sleep(1)  # whatever keeps it from starting, it must not fill the machine

    # ------------------------------------------------------------------------------------ compiling

    def warm(self, games: Sequence[str]) -> None:
        """Compile these games in the background, in that order."""
        self._cold.extend(games)
        if self._warming is None and self._cold:
            self._warming = self._worker(NICE_WARMING)
            self._spawn(self._warm(self._warming))

    async def _warm(self, worker: Worker) -> None:
        try:
            while self._cold and not self._closed and (worker.alive or await worker.start()):
                worker.job = job = self._compilation(Visitor("", "warm"), self._cold.pop(0))
                await worker.run(job, "too")  # a game that cannot be compiled says so to whoever plays it
        finally:
            self._warming = None
            await worker.end()

    @property
    def compilations(self) -> list[Compilation]:
        """What is being compiled, and what will be."""
        now = monotonic()
        jobs = [worker.job for worker in self._at_compiling if worker.job is not None]
        left = {job.task["game"]: None for job in self._deferred} | dict.fromkeys(self._cold)
        under_way = {job.task["game"]: job.compiled_by for job in jobs}
        return [
            Compilation(game, None if by is None else max(0.0, by - now))
            for game, by in (under_way | {game: None for game in left if game not in under_way}).items()
        ]

    def _seconds_left(self, job: Job) -> float | None:
        """Until the rules of its game should be compiled, if somebody is at it."""
        return next((one.seconds for one in self.compilations if one.game == job.task.get("game")), None)

    def _tell_waiting(self) -> None:
        """How long it will still take, to everybody who waits for a game to be compiled."""
        for job in [*self._deferred, *(worker.job for worker in self._at_compiling)]:
            if job is not None and (seconds := self._seconds_left(job)):
                job.say({"preparing": seconds})

    @property
    def _at_compiling(self) -> list[Worker]:
        return [*self._compiling, *(() if self._warming is None else (self._warming,))]

    def _compilation(self, visitor: Visitor, game: str) -> Job:
        task = {"kind": "warm", "game": game, "language": "en"}
        return Job(next(self._numbers), visitor, task, stage=Stage.PREPARING, left=True, deferred=1)

    def _demand(self, visitor: Visitor, game: str) -> None:
        """Compile a game that somebody plays, unless that is under way."""
        if game in self._cold:
            self._cold.remove(game)
        jobs = [worker.job for worker in self._at_compiling]
        known = {job.task.get("game") for job in (*jobs, *self._deferred) if job is not None}
        if game not in known and len(self._deferred) < self.limits.compilations:
            asking = Visitor(visitor.address, "compiling")  # beside what a page asks for itself
            self._deferred.put(asking, self._compilation(asking, game))
            self._compile_next()

    def _defer(self, job: Job) -> None:
        """Let the rules of its game be compiled first."""
        # Whoever wants the same game as somebody else costs nothing more.
        games = {other.task.get("game") for other in self._deferred}
        full = len(games) >= self.limits.compilations and job.task.get("game") not in games
        if full and not self._give_way(self._deferred, job.visitor, "web.error.compiling"):
            job.fail("web.error.compiling", waiting=len(games))
            return
        job.deferred += 1
        job.reach(Stage.PREPARING)
        job.say({"preparing": self._seconds_left(job) or True})
        self._deferred.put(job.visitor, job)
        self._compile_next()

    def _compile_next(self) -> None:
        while len(self._compiling) < self.limits.compilers and len(self._deferred) and not self._closed:
            job = self._deferred.take()
            worker = self._compilers.pop() if self._compilers else self._worker(NICE_COMPILER)
            worker.job = job
            self._compiling.add(worker)
            self._spawn(self._compile(worker, job))

    async def _compile(self, worker: Worker, job: Job) -> None:
        ended = Ended.ANSWERED
        try:
            if not worker.alive and not await worker.start():
                job.fail("web.error.crashed")
            elif not self._closed:
                job.taken, job.given = monotonic(), job.wanted
                job.reach(Stage.PREPARING)  # its clock begins anew
                # A second time: the code could not be kept, so whoever compiles it has to search as well.
                ended = await worker.run(job, "only" if job.deferred == 1 else "too")
        finally:
            worker.job = None
            self._compiling.discard(worker)
            if worker.alive and not self._closed:
                self._compilers.append(worker)
            else:
                await worker.end()
            if ended is Ended.COMPILED:
                self._come_back(job)
            self._compile_next()
            self._dispatch()

    def _come_back(self, job: Job) -> None:
        """Into the queue again, and with it everybody who waited for the same game."""
        same = [other for other in self._deferred if other.task.get("game") == job.task.get("game")]
        for other in same:
            self._deferred.drop(other.visitor, other)
            other.deferred -= 1
        for one in (job, *same):
            if not one.left:
                one.reach(Stage.WAITING)
                self._queue_of(one).put(one.visitor, one)

    # ------------------------------------------------------------------------------- keeping watch

    async def _watch(self) -> None:
        told = monotonic()
        while not self._closed:
            self._staff()
            now = monotonic()
            if now - told > TELL:
                told = now
                self._tell_waiting()
            for job in [job for job in self._queue if self._age(job, now) > self.limits.begin]:
                self._queue.drop(job.visitor, job)
                job.fail("web.error.busy", waiting=len(self._queue))
            most = self._most(now) if len(self._queue) else float("inf")
            turn = self._turn()
            for worker in list(self._busy):
                if worker.job is not None:
                    most_of_it = turn if worker.job.background else most
                    await self._supervise(worker, worker.job, now, most_of_it)
            for worker in self._at_compiling:
                if worker.job is not None and worker.alive:
                    await self._supervise(worker, worker.job, now, float("inf"))
            await asyncio.sleep(TICK)

    def _turn(self) -> float:
        """Seconds that a background job may think before somebody else has its worker."""
        if len(self._queue) and not self._idle:
            return self.limits.share
        return self.limits.turn if len(self._background) else float("inf")

    def _worker(self, nice: int) -> Worker:
        return Worker(self._games, nice, self._solutions)

    def _staff(self) -> None:
        """Have as many workers as there should be."""
        there = len(self._idle) + len(self._starting) + len(self._busy)
        for _ in range(self.limits.workers - there if self._needed else 0):
            worker = self._worker(self._nice)
            self._starting.add(worker)
            self._spawn(self._launch(worker))

    async def _supervise(self, worker: Worker, job: Job, now: float, most: float) -> None:
        spent = now - job.since
        limits = self.limits
        late = self._age(job, now) > job.wanted + limits.wait and job.stage is not Stage.PREPARING
        if late and not job.background:
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
