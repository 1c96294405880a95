"""Workers and the queue before them."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from spielbaum.web.server_limits import Busy, ServerLimits
from spielbaum.web.workers.pool import Job, Pool, Stage
from spielbaum.web.workers.queue import Visitor
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.xdist_group("pool")

#: Minimax from the start of Connect Four: it ends when it is stopped, not before.
ENDLESS = {
    "kind": "think",
    "game": "connect4",
    "start": "",
    "moves": [],
    "player": "minimax",
    "seed": 0,
    "seconds": 60,
    "language": "en",
}
SHORT = ENDLESS | {"player": "first"}


TRAP = Path(__file__).parent.parent / "support" / "trap.py"
#: Minimax on rules that never come back from the first move but one.
HANGING = ENDLESS | {"game": "trap:left=6"}
#: Rules that never come back while the position is built.
UNREADABLE = SHORT | {"game": "trap:left=6", "moves": ["3"]}


def run(limits: ServerLimits, story: Any) -> Any:
    async def whole() -> Any:
        pool = Pool(limits, {"trap": str(TRAP)})
        await pool.start()
        await until(lambda: pool.ready)
        try:
            return await asyncio.wait_for(story(pool), PATIENCE)
        finally:
            await pool.close()

    return asyncio.run(whole())


async def answer(job: Job) -> dict[str, Any]:
    while True:
        message = await job.messages.get()
        if "done" in message or "error" in message:
            return message


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.01)


#: What the processor had given to a worker when it was first asked, in its own ticks.
BEFORE: dict[int, int] = {}


def worked(pool: Pool) -> float:
    """Seconds that the processor gave to the busy worker since the first call; else those that passed."""
    (worker,) = pool._busy
    assert worker.job is not None
    assert worker._process is not None
    number = worker._process.pid
    try:
        fields = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return monotonic() - worker.job.since
    return (int(fields[11]) - BEFORE.setdefault(number, int(fields[11]))) / os.sysconf("SC_CLK_TCK")


def test_a_stopped_search_answers_with_a_legal_move() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("a"), ENDLESS) as job:
            await until(lambda: job.stage is Stage.THINKING)
            await pool.stop(job)
            assert (await answer(job))["done"]["move"] in "1234567"

    run(ServerLimits(workers=1), story)


def test_a_job_that_is_stopped_while_it_waits_answers_when_its_turn_comes() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("a"), ENDLESS) as first, pool.job(Visitor("b"), ENDLESS) as second:
            await pool.stop(second)
            await pool.stop(first)
            assert "done" in await answer(first)
            assert "done" in await answer(second)

    run(ServerLimits(workers=1, wait=PATIENCE), story)


def test_a_client_that_leaves_frees_its_worker() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("a"), ENDLESS) as job:
            await until(lambda: job.stage is Stage.THINKING)
        async with pool.job(Visitor("b"), SHORT) as job:
            assert "done" in await answer(job)
        await until(lambda: pool.load == (0, 0))

    run(ServerLimits(workers=1, wait=PATIENCE), story)


def test_a_client_that_leaves_the_queue_is_forgotten() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("a"), ENDLESS):
            async with pool.job(Visitor("b"), ENDLESS):
                assert pool.load == (1, 1)
            assert pool.load == (1, 0)

    run(ServerLimits(workers=1), story)


def test_long_searches_are_shortened_while_others_wait() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("a"), ENDLESS) as long, pool.job(Visitor("b"), SHORT) as short:
            assert "done" in await answer(long)
            assert long.shortened
            assert "done" in await answer(short)
            assert not short.shortened

    run(ServerLimits(workers=1, wait=40, reserve=30), story)


def test_nobody_is_let_in_whom_the_promise_could_not_be_kept_for() -> None:
    async def story(pool: Pool) -> None:
        async with (
            pool.job(Visitor("a"), ENDLESS),
            pool.job(Visitor("b"), ENDLESS),
            pool.job(Visitor("c"), ENDLESS),
        ):
            assert pool.load == (1, pool.room)
            with pytest.raises(Busy):
                async with pool.job(Visitor("d"), SHORT):
                    pass

    run(ServerLimits(workers=1, wait=41, reserve=20, share=10), story)


def test_one_page_cannot_fill_the_queue() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("a"), ENDLESS), pool.job(Visitor("a"), ENDLESS):
            with pytest.raises(Busy):
                async with pool.job(Visitor("a"), SHORT):
                    pass
            async with pool.job(Visitor("b"), SHORT):
                assert pool.load == (1, 2)

    run(ServerLimits(workers=1, per_client=1), story)


def test_a_search_that_does_not_obey_loses_its_process() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("a"), HANGING) as job:
            await until(lambda: job.stage is Stage.THINKING)
            # A second of work, where everything else takes milliseconds: it is in the move that never ends.
            await until(lambda: worked(pool) > 1)
            await pool.stop(job)
            assert (await answer(job))["error"]["key"] == "web.error.lost"
        async with pool.job(Visitor("b"), SHORT) as job:
            assert "done" in await answer(job)

    run(ServerLimits(workers=1, wait=PATIENCE, grace=0.1), story)


def test_rules_that_never_come_back_lose_their_process() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("a"), UNREADABLE, 30) as job:
            assert (await answer(job))["error"]["key"] == "web.error.lost"
        async with pool.job(Visitor("b"), SHORT) as job:
            assert "done" in await answer(job)

    run(ServerLimits(workers=1, wait=PATIENCE, rules=5), story)


def test_a_search_that_is_late_is_answered_for() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("a"), UNREADABLE, 0.1) as job:
            assert (await answer(job))["error"]["key"] == "web.error.late"
            assert pool.load == (1, 0)  # whoever asked has an answer, though the worker is still at it

    run(ServerLimits(workers=1, wait=2, rules=60), story)


def test_a_job_that_has_not_begun_in_time_is_refused_at_that_moment() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("a"), UNREADABLE, 30) as hog, pool.job(Visitor("b"), SHORT) as job:
            assert (await answer(job))["error"]["key"] == "web.error.busy"
            assert not hog.answered

    run(ServerLimits(workers=1, wait=1.5, reserve=1, rules=60), story)


def test_a_search_is_told_how_long_it_may_think_so_that_all_begin_in_time() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job(Visitor("first"), SHORT) as job:  # imports what it needs
            assert "done" in await answer(job)
        async with AsyncExitStack() as stack:
            jobs = [
                await stack.enter_async_context(pool.job(Visitor(str(i)), ENDLESS, 4.5)) for i in range(9)
            ]
            answers = [await answer(job) for job in jobs]
        assert all("done" in answer for answer in answers)
        # The first one was cut short when others came, the next ones knew of them from the beginning, and for
        # the last one there was nobody to hurry for.
        assert jobs[0].shortened
        assert all(job.given < job.wanted for job in jobs[1:-1])
        for place, job in enumerate(jobs[1:-1], start=1):
            assert job.given <= 4 / (len(jobs) - 1 - place)

    # Promised is more than begun by, so that a slow machine does not make anybody late.
    run(ServerLimits(workers=1, wait=34, reserve=30, share=0.01), story)


def test_rules_are_compiled_for_a_search_where_no_code_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No worker finds the code that was compiled, so whoever compiles it searches as well."""
    nowhere = tmp_path / "file"
    nowhere.touch()
    monkeypatch.setenv("SPIELBAUM_CACHE", str(nowhere / "cache"))

    async def story(pool: Pool) -> None:
        task = SHORT | {"game": "takeaway:matches=3", "player": "mcts:playouts=1"}
        async with pool.job(Visitor("a"), task) as job:
            assert (await answer(job))["done"]["move"] in "123"
            assert job.deferred == 2
        async with pool.job(Visitor("b"), SHORT) as job:
            assert "done" in await answer(job)

    run(ServerLimits(workers=1, compilers=1, wait=PATIENCE), story)
