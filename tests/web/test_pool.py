"""Workers and the queue before them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from spielbaum.web.limits import Busy, Limits
from spielbaum.web.pool import Job, Pool

pytestmark = pytest.mark.xdist_group("web")

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


def run(limits: Limits, story: Any) -> Any:
    async def whole() -> Any:
        pool = Pool(limits)
        await pool.start()
        try:
            return await asyncio.wait_for(story(pool), 60)
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


def test_a_stopped_search_answers_with_a_legal_move() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job("a", ENDLESS) as job:
            await until(lambda: job.began is not None)
            await pool.stop(job)
            assert (await answer(job))["done"]["move"] in "1234567"

    run(Limits(workers=1), story)


def test_a_job_that_is_stopped_while_it_waits_answers_when_its_turn_comes() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job("a", ENDLESS) as first, pool.job("b", ENDLESS) as second:
            await pool.stop(second)
            await pool.stop(first)
            assert "done" in await answer(first)
            assert "done" in await answer(second)

    run(Limits(workers=1), story)


def test_a_client_that_leaves_frees_its_worker() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job("a", ENDLESS) as job:
            await until(lambda: job.began is not None)
        async with pool.job("b", SHORT) as job:
            assert "done" in await answer(job)
        await until(lambda: pool.load == (0, 0))

    run(Limits(workers=1, wait=30), story)


def test_a_client_that_leaves_the_queue_is_forgotten() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job("a", ENDLESS):
            async with pool.job("b", ENDLESS):
                assert pool.load == (1, 1)
            assert pool.load == (1, 0)

    run(Limits(workers=1), story)


def test_long_searches_are_shortened_while_others_wait() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job("a", ENDLESS) as long, pool.job("b", SHORT) as short:
            assert "done" in await answer(long)
            assert long.shortened
            assert "done" in await answer(short)
            assert not short.shortened

    run(Limits(workers=1, wait=0.5), story)


def test_nobody_is_let_in_whom_the_promise_could_not_be_kept_for() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job("a", ENDLESS), pool.job("b", ENDLESS), pool.job("c", ENDLESS):
            assert pool.load == (1, pool.room)
            with pytest.raises(Busy):
                async with pool.job("d", SHORT):
                    pass

    run(Limits(workers=1, wait=20, share=10), story)


def test_one_page_cannot_fill_the_queue() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job("a", ENDLESS), pool.job("a", ENDLESS):
            with pytest.raises(Busy):
                async with pool.job("a", SHORT):
                    pass
            async with pool.job("b", SHORT):
                assert pool.load == (1, 2)

    run(Limits(workers=1, per_client=1), story)


def test_a_search_that_does_not_obey_loses_its_process() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job("a", ENDLESS) as job:
            await until(lambda: job.began is not None)
            await pool.stop(job)
            assert (await answer(job))["error"]["key"] == "web.error.crashed"
        async with pool.job("b", SHORT) as job:
            assert "done" in await answer(job)

    # No time at all to obey.
    run(Limits(workers=1, grace=-1), story)


def test_compiling_does_not_keep_others_waiting() -> None:
    async def story(pool: Pool) -> None:
        async with pool.job("a", ENDLESS) as job:
            await until(lambda: job.began is not None)
            job.prepares(True)
            async with pool.job("b", SHORT) as other:
                assert "done" in await answer(other)
            assert not job.shortened
            job.prepares(False)
            await pool.stop(job)
            assert "done" in await answer(job)
        await until(lambda: pool.load == (0, 0))

    run(Limits(workers=1, wait=30), story)
