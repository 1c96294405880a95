"""How much one address may ask, whose turn it is, and how often the folder of runs is looked at."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from spielbaum.web.experiments.manager import RunManager
from spielbaum.web.experiments.run_updates import RunUpdates
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.security import MOST_REMEMBERED, Rates, network
from spielbaum.web.server_limits import Busy, ServerLimits, TooMany
from spielbaum.web.workers.queue import Visitor
from spielbaum.web.workers.thread_queue import ThreadQueue
from tests.support.patience import PATIENCE


def test_a_bucket_is_filled_again() -> None:
    now = 0.0
    rates = Rates(rate=2, burst=3, clock=lambda: now)
    assert [rates.allow("a") for _ in range(4)] == [True, True, True, False]
    assert rates.allow("b")
    now = 1.0
    assert [rates.allow("a") for _ in range(3)] == [True, True, False]
    now = 100.0
    assert [rates.allow("a") for _ in range(4)] == [True, True, True, False]


def test_the_number_of_addresses_that_are_remembered_is_bounded() -> None:
    rates = Rates(rate=1, burst=1, clock=lambda: 0.0)
    for number in range(MOST_REMEMBERED + 5):
        rates.allow(str(number))
    assert len(rates._seen) == MOST_REMEMBERED


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_is_what_one_customer_has(host: str, known: str) -> None:
    assert network((host, 1234)) == known


def test_nobody_has_an_address_without_a_connection() -> None:
    assert network(None) == ""


def test_threads_are_given_to_visitors_in_turn() -> None:
    """One is at work; of those that wait, the other visitor's is the second, though it came last."""

    async def story() -> list[str]:
        turns = ThreadQueue(most=1, waiting=3, per_page=8)
        gate, order = Event(), list[str]()

        def work(name: str) -> None:
            gate.wait(PATIENCE)
            order.append(name)

        greedy = [asyncio.create_task(turns.run(Visitor("greedy"), work, f"greedy {n}")) for n in range(4)]
        await asyncio.sleep(0)
        other = asyncio.create_task(turns.run(Visitor("other"), work, "other"))
        await asyncio.sleep(0)  # the last one of the greedy visitor had to give way
        gate.set()
        ended = await asyncio.gather(*greedy, other, return_exceptions=True)
        assert [type(end) for end in ended] == [type(None)] * 3 + [Busy, type(None)]
        await turns.run(Visitor("other"), work, "afterwards")
        return order

    assert asyncio.run(story()) == ["greedy 0", "greedy 1", "other", "greedy 2", "afterwards"]


def test_a_page_that_asks_too_much_is_refused_and_one_that_leaves_frees_its_place() -> None:
    async def story() -> None:
        turns = ThreadQueue(most=1, waiting=2, per_page=1)
        gate = Event()
        first = asyncio.create_task(turns.run(Visitor("a"), gate.wait, PATIENCE))
        second = asyncio.create_task(turns.run(Visitor("a"), gate.wait, PATIENCE))
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await turns.run(Visitor("a"), gate.wait, PATIENCE)
        third = asyncio.create_task(turns.run(Visitor("b"), gate.wait, PATIENCE))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await turns.run(Visitor("c"), gate.wait, PATIENCE)
        second.cancel()
        await asyncio.wait([second])
        gate.set()
        assert all(await asyncio.gather(first, third))
        assert await turns.run(Visitor("a"), gate.wait, PATIENCE)

    asyncio.run(story())


def test_the_folder_is_looked_at_once_for_all_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    class Counting(RunManager):
        def lines(self, language: str) -> Any:
            looks.append(language)
            return super().lines(language)

    async def story() -> None:
        limits = ServerLimits()
        watch = RunUpdates(Counting(tmp_path, GameCatalog({}, limits), limits), limits)
        for language in ("en", "de"):
            for _ in range(100):
                page = watch.events([], language)
                assert await anext(page) == b"event: runs\ndata: []\n\n"
                await page.aclose()

    monkeypatch.setattr("spielbaum.web.experiments.run_updates.PAUSE", 3600.0)
    asyncio.run(story())
    assert looks == ["en", "de"]
