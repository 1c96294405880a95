"""The queue is fair, and its promise holds for every order of arrival."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from spielbaum.web.workers.queue import FairQueue, Visitor, allowance


def filled(jobs: list[tuple[str, int]]) -> FairQueue[int]:
    queue: FairQueue[int] = FairQueue()
    for client, job in jobs:
        queue.put(Visitor(client), job)
    return queue


def test_a_client_with_many_jobs_waits_for_its_own() -> None:
    queue = filled([("greedy", 1), ("greedy", 2), ("greedy", 3), ("modest", 4)])
    assert [queue.take() for _ in range(4)] == [1, 4, 2, 3]


def test_a_visitor_with_many_pages_has_one_turn_in_each_round() -> None:
    queue: FairQueue[int] = FairQueue()
    for page in range(4):
        queue.put(Visitor("greedy", str(page)), page)
    queue.put(Visitor("greedy", "0"), 4)
    queue.put(Visitor("modest"), 5)
    assert [queue.take() for _ in range(6)] == [0, 5, 1, 2, 3, 4]


def test_a_full_queue_takes_from_whoever_has_the_most() -> None:
    queue: FairQueue[int] = FairQueue()
    for job in range(3):
        queue.put(Visitor("greedy", f"page {job}"), job)
    queue.put(Visitor("greedy", "page 1"), 3)
    queue.put(Visitor("modest"), 4)
    assert queue.giving_way("new") == 3
    assert queue.giving_way("modest") == 3
    assert queue.giving_way("greedy") is None
    assert queue.drop(Visitor("greedy", "page 1"), 3)
    assert queue.drop(Visitor("greedy", "page 1"), 1)
    assert queue.giving_way("modest") is None, "they would only change places"
    assert filled([]).giving_way("new") is None


def test_a_dropped_job_is_gone() -> None:
    queue = filled([("a", 1), ("b", 2)])
    assert queue.drop(Visitor("a"), 1)
    assert not queue.drop(Visitor("a"), 1)
    assert len(queue) == 1
    assert queue.take() == 2


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers()), max_size=12))
def test_iterating_foretells_the_order(jobs: list[tuple[str, int]]) -> None:
    queue = filled(jobs)
    foretold = list(queue)
    assert [queue.take() for _ in range(len(jobs))] == foretold


@given(
    arrivals=st.lists(st.floats(0, 30), min_size=1, max_size=60).map(sorted),
    wanted=st.floats(0.1, 60),
    workers=st.integers(1, 4),
)
def test_nobody_waits_longer_than_promised(arrivals: list[float], wanted: float, workers: int) -> None:
    """Simulated time: searches of `wanted` seconds, stopped as the pool would stop them."""
    wait, tick = 10.0, 0.02
    running: list[float] = []
    waiting: list[float] = []
    now, longest = 0.0, 0.0
    coming = list(arrivals)
    while coming or waiting or running:
        now += tick
        while coming and coming[0] <= now:
            waiting.append(coming.pop(0))
        most = max(allowance([now - asked for asked in waiting], workers, wait), 0.1)
        running = [began for began in running if now - began < min(wanted, most)]
        while waiting and len(running) < workers:
            longest = max(longest, now - waiting.pop(0))
            running.append(now)
    # One tick a search is lost to looking only now and then.
    assert longest <= wait + tick * (len(arrivals) + 1)
