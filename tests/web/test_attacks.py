"""One visitor who asks for too much, too slowly or too often does not make the others wait.

Visitors come from addresses of their own, 127.0.0.2 and so on. Nothing here depends on how fast the machine
is: processes that would be busy are halted, and go on when the test has seen what it wanted to see.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from spielbaum.web.state import NICE_DRAWING
from spielbaum.web.workers.pool import NICE_COMPILER, Job, Message
from tests.support.patience import PATIENCE
from tests.support.server import patient, serving
from tests.web.conftest import read_events

pytestmark = [
    pytest.mark.xdist_group("attacks"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="127.0.0.2 and /proc are Linux's"),
]

FIGURE = {"tree": "A(B(8 7 3) C(2 4))", "algorithm": "alphabeta", "format": "svg"}
POSITION = {"game": "nim"}


@contextmanager
def visitor(address: str, number: int) -> Iterator[httpx.Client]:
    """Somebody at 127.0.0.<number>."""
    transport = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
    with httpx.Client(base_url=address, transport=transport, timeout=PATIENCE) as client:
        yield client


def connected(address: str, number: int) -> socket.socket:
    """A bare connection from 127.0.0.<number>."""
    port = int(address.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), PATIENCE, (f"127.0.0.{number}", 0))


def until(condition: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def refused(answer: httpx.Response, status: int, retry_after: str = "1") -> None:
    """One sentence, a status that fits, and when to ask again."""
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    assert answer.headers["retry-after"] == retry_after


def heard(connection: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    data = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(65536):
            data += part
    return data


def parsed(data: bytes) -> tuple[int, dict[str, str], Any]:
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(first.split()[1]), headers, json.loads(body)


# --- slow and half-finished requests --------------------------------------------------------------------

HEAD = b"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 30\r\n"


@pytest.mark.parametrize(
    "part",
    [
        b"G",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ",
        HEAD + b"Content-Type: application/json\r\nAccept-Language: de\r\n\r\n{",
    ],
    ids=["first letter", "headers", "body"],
)
@pytest.mark.parametrize("trickling", [False, True], ids=["silent", "trickling"])
def test_half_a_request_is_given_up(part: bytes, trickling: bool) -> None:
    with serving(patient(request=0.5)) as address, connected(address, 2) as slow:
        slow.sendall(part)
        while trickling and not select.select([slow], [], [], 0.05)[0]:
            slow.sendall(b" ")
        status, headers, body = parsed(heard(slow))
    assert status == 408
    assert headers["retry-after"] == "1"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert ("nach 0.5 s" if b"de" in part else "after 0.5 s") in body["error"]


def test_a_connection_that_asks_nothing_is_closed() -> None:
    with serving(patient(request=0.5)) as address, connected(address, 2) as silent:
        assert heard(silent) == b""


def test_the_rest_of_a_refused_request_is_not_waited_for() -> None:
    with serving(patient(request=0.5)) as address, connected(address, 2) as slow:
        slow.sendall(HEAD + b"Content-Type: text/plain\r\n\r\n{")
        status, _, _ = parsed(heard(slow))
    assert status == 415


def test_an_answer_that_nobody_reads_is_given_up() -> None:
    ask = b"GET /api/catalogue/en HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving(patient(stalled=0.5)) as address, connected(address, 2) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(ask * 500)  # whose answers are more than the machine keeps for anybody

        def closed() -> bool:
            try:
                deaf.sendall(b"G")
            except ConnectionError:
                return True
            return False

        until(closed)


def test_a_slow_visitor_who_asks_something_whole_is_answered() -> None:
    with serving(patient()) as address, connected(address, 2) as slow:
        for letter in b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n":
            slow.sendall(bytes([letter]))
        assert parsed(heard(slow))[0] == 200


# --- connections and requests ---------------------------------------------------------------------------


def test_whoever_has_the_most_connections_makes_room() -> None:
    with serving(patient(connections=6)) as address, ExitStack() as stack:
        crowd = [stack.enter_context(connected(address, 2)) for _ in range(6)]
        for each in crowd:
            each.sendall(b"GET / HTTP/1.1\r\n")
        with connected(address, 2) as one_more:
            status, headers, body = parsed(heard(one_more))
            assert (status, headers["retry-after"]) == (503, "1")
            assert "connections" in body["error"]
        with visitor(address, 3) as other:
            assert other.get("/api/about").status_code == 200
        # One of the crowd had to go, and only one.
        closed = select.select(crowd, [], [], 0)[0]
        assert len(closed) == 1
        assert heard(closed[0]) == b""


def test_a_visitor_who_asks_too_often_is_refused_and_the_others_are_not() -> None:
    with serving(patient(rate=1e-9, burst=5)) as address:
        with visitor(address, 2) as often:
            answers = [often.get("/api/about") for _ in range(7)]
            assert [answer.status_code for answer in answers] == 5 * [200] + 2 * [429]
            refused(answers[-1], 429)
        with visitor(address, 3) as other:
            assert other.get("/api/about").status_code == 200


# --- processes that are busy ----------------------------------------------------------------------------


def processes(nice: int, others: Collection[int] = ()) -> list[int]:
    """Processes that this one has started and that step back by so much; without others, of tests before."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):
            for word in (task / "children").read_text().split():
                fields = Path(f"/proc/{word}/stat").read_text().rpartition(")")[2].split()
                if int(fields[16]) == os.nice(0) + nice and int(word) not in others:
                    found.append(int(word))
    return found


@contextmanager
def halted(process: int) -> Iterator[None]:
    """As good as a process that is busy for as long as the block."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def waiting(client: httpx.Client) -> int:
    return int(client.get("/api/about").json()["waiting"])


def test_a_flood_of_figures_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not those who look at a board, and those who want a figure wait for one of the flood, not for all."""
    flood = 12
    order: list[str] = []
    say = Job.say

    def recorded(job: Job, message: Message) -> None:
        if job.task.get("question") == "draw_figure":
            order.append(job.visitor.page)
        say(job, message)

    def draw(client: httpx.Client, page: str) -> httpx.Response:
        return client.post("/api/tree-lab/figure", json=FIGURE, headers={"X-Client": page})

    monkeypatch.setattr(Job, "say", recorded)
    limits = patient()
    before = processes(NICE_DRAWING)
    with (
        serving(limits) as address,
        visitor(address, 2) as greedy,
        visitor(address, 3) as other,
        ThreadPoolExecutor(flood + 1) as threads,
    ):
        assert draw(greedy, "first").status_code == 200
        (drawing,) = processes(NICE_DRAWING, before)
        with halted(drawing):
            asked = [threads.submit(draw, greedy, f"page {number}") for number in range(flood)]
            until(lambda: waiting(other) == flood - 1)
            assert other.post("/api/position", json=POSITION).status_code == 200
            mine = threads.submit(draw, other, "other")
            until(lambda: waiting(other) == flood)
        assert mine.result(PATIENCE).status_code == 200
        assert all(answer.result(PATIENCE).status_code == 200 for answer in asked)
    # After the one that was being drawn, and one more: then it was the other visitor's turn.
    assert order.index("other") == 3
    assert len(order) == flood + 2


def test_one_page_cannot_ask_for_all_figures() -> None:
    limits = patient(per_client=2)
    before = processes(NICE_DRAWING)
    with (
        serving(limits) as address,
        visitor(address, 2) as greedy,
        ThreadPoolExecutor(4) as threads,
    ):
        assert greedy.post("/api/tree-lab/figure", json=FIGURE).status_code == 200
        (drawing,) = processes(NICE_DRAWING, before)
        with halted(drawing):
            asked = [threads.submit(greedy.post, "/api/tree-lab/figure", json=FIGURE) for _ in range(3)]
            until(lambda: waiting(greedy) == 2)
            refused(greedy.post("/api/tree-lab/figure", json=FIGURE), 429)
        assert all(answer.result(PATIENCE).status_code == 200 for answer in asked)


def test_compiling_for_one_visitor_leaves_all_workers_to_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELBAUM_CACHE", str(tmp_path / "cache"))  # nothing is compiled yet
    limits = patient(compilers=1, compilations=1)
    before = processes(NICE_COMPILER)

    def analysed(client: httpx.Client, matches: int) -> tuple[str, Any]:
        ask = {"game": f"takeaway:matches={matches}"}
        return read_events(client.post("/api/analyse", json=ask).text)[-1]

    def move(client: httpx.Client) -> dict[str, Any]:
        ask = {"game": "takeaway:matches=4", "player": "engine:level=8"}
        kind, told = read_events(client.post("/api/think", json=ask).text)[-1]
        assert kind == "done", told
        done: dict[str, Any] = told
        return done

    with (
        serving(limits) as address,
        visitor(address, 2) as first,
        visitor(address, 3) as second,
        visitor(address, 4) as other,
        ThreadPoolExecutor(2) as threads,
    ):
        asked = threads.submit(analysed, first, 4)
        (compiler,) = until(lambda: processes(NICE_COMPILER, before))
        with halted(compiler):
            queued = threads.submit(analysed, second, 4)
            until(lambda: waiting(other) == 1)
            # Whoever has no more than the others gets no place that somebody else has.
            kind, told = analysed(other, 5)
            assert kind == "problem"
            assert told["busy"]
            for player in ("first", "minimax:depth=2"):
                ask = {"game": "tictactoe", "player": player}
                events = read_events(other.post("/api/think", json=ask).text)
                assert events[-1][0] == "done"
            # Nor does whoever wants a move of the same game wait for the compiler.
            plain = move(other)
            assert plain["interpreted"]
            assert [one["game"] for one in other.get("/api/about").json()["compiling"]] == [
                "takeaway:matches=4"
            ]
            assert not asked.done()
            assert not queued.done()
        for answer in (asked, queued):  # compiled once for both
            kind, done = answer.result(PATIENCE)
            assert kind == "done", done
            assert done["info"]["move"] in ("1", "2", "3")
        compiled = move(other)
        assert not compiled["interpreted"]
        assert (compiled["move"], compiled["info"]["nodes"]) == (plain["move"], plain["info"]["nodes"])


# --- pages that watch -----------------------------------------------------------------------------------


def test_pages_that_watch_are_counted(tmp_path: Path) -> None:
    limits = patient(watchers_per_address=3, watchers=4)
    with serving(limits, runs=tmp_path) as address, ExitStack() as pages:
        open_streams: list[Iterator[bytes]] = []

        def watch(number: int) -> httpx.Response:
            client = pages.enter_context(visitor(address, number))
            ask = client.build_request("POST", "/api/experiments/watch", json={"names": []})
            answer = client.send(ask, stream=True)
            if answer.status_code == 200:
                open_streams.append(answer.iter_raw())
                next(open_streams[-1])  # the list of runs: it is really watching
            else:
                answer.read()
            return answer

        watching = [watch(2) for _ in range(3)]
        assert [answer.status_code for answer in watching] == [200, 200, 200]
        refused(watch(2), 429)
        assert watch(3).status_code == 200
        refused(watch(4), 503)
        with visitor(address, 4) as other:
            assert other.get("/api/experiments").status_code == 200
        watching[0].close()
        assert until(lambda: watch(4).status_code == 200)
