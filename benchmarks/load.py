"""Many people playing at once: how long they wait, and what the server needs for it.

    python benchmarks/load.py --players 100 --seconds 60

Starts a server of its own on a free port of this machine and ends it again. Each simulated person asks for
a position, lets the computer move, thinks a moment and goes on; now and then somebody leaves in mid-search.
Meanwhile pages are fetched, to see whether searches hold them up. Prints one table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

GAMES = ("connect4", "tictactoe", "kalah", "nim")
BUSY = "busy"


@dataclass
class Log:
    """What was measured."""

    moves: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    #: How long an answer, also a refusal, came after the thinking time that was asked for.
    beyond: list[float] = field(default_factory=list)
    positions: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    shortened: int = 0
    left: int = 0
    refused: int = 0
    failed: list[str] = field(default_factory=list)


async def person(
    number: int, client: httpx.AsyncClient, player: str, pause: float, end: float, log: Log
) -> None:
    """Plays game after game until the time is up."""
    chance = random.Random(number)
    headers = {"X-Client": f"person-{number}"}
    await asyncio.sleep(chance.random() * pause)
    while time.monotonic() < end:
        game, moves = GAMES[number % len(GAMES)], list[str]()
        while time.monotonic() < end:
            where: dict[str, object] = {"game": game, "moves": moves}
            began = time.monotonic()
            answer = await client.post("/api/position", json=where, headers=headers)
            log.positions.append(time.monotonic() - began)
            view = answer.json()
            if view["ending"] is not None:
                break
            if view["to_move"] == 0:
                await asyncio.sleep(chance.expovariate(1 / pause))
                moves.append(chance.choice(view["legal_moves"]))
            else:
                chosen = await think(client, where | {"player": player}, headers, chance.random() < 0.02, log)
                if chosen == BUSY:  # as the page does: a moment later again
                    await asyncio.sleep(0.3 + chance.random())
                elif chosen is None:
                    break
                else:
                    moves.append(chosen)


async def think(
    client: httpx.AsyncClient, ask: dict[str, object], headers: dict[str, str], leaves: bool, log: Log
) -> str | None:
    """The computer's move; BUSY where the server was full, None where the person left or it failed."""
    began = time.monotonic()
    asked = thinking_time(str(ask["player"]))
    first: float | None = None
    kind = ""
    async with client.stream("POST", "/api/think", json=ask, headers=headers) as stream:
        if stream.status_code == 503:
            log.refused += 1
            log.beyond.append(time.monotonic() - began)
            return BUSY
        async for line in stream.aiter_lines():
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: "):
                if kind == "preparing" and first is None:
                    first = time.monotonic()
                    log.waits.append(first - began)
                    if leaves:
                        log.left += 1
                        return None
                if kind == "done":
                    took = time.monotonic() - began
                    chosen = json.loads(line[6:])
                    thought = chosen["info"]["seconds"] if chosen["info"] else 0.0
                    log.moves.append(took)
                    log.beyond.append(took - (thought if asked is None else asked))
                    log.shortened += chosen["shortened"]
                    return str(chosen["move"])
                if kind == "problem":
                    log.beyond.append(time.monotonic() - began - (asked or 0))
                    if json.loads(line[6:])["busy"]:
                        log.refused += 1
                        return BUSY
                    log.failed.append(line[6:])
                    return None
    return None


def thinking_time(player: str) -> float | None:
    """The seconds in the player's text; None where it has none and the search says how long it took."""
    found = re.search(r"seconds=([\d.]+)", player)
    return None if found is None else float(found[1])


async def reader(client: httpx.AsyncClient, end: float, log: Log) -> None:
    """Fetches a page and a script again and again."""
    while time.monotonic() < end:
        for path in ("/", "/static/js/shell.js"):
            began = time.monotonic()
            await client.get(path)
            log.pages.append(time.monotonic() - began)
        await asyncio.sleep(0.25)


async def scales(process: int, end: float, log: Log) -> None:
    """Weighs the server and its workers."""
    while time.monotonic() < end:
        log.memory.append(sum(resident(one) for one in (process, *children(process))))
        await asyncio.sleep(1)


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(word) for task in tasks for word in (task / "children").read_text().split()]


def resident(process: int) -> float:
    """Megabytes in memory."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def run(address: str, process: int, options: argparse.Namespace) -> tuple[Log, float]:
    """What was measured, and what the server promises."""
    log = Log()
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=address, timeout=300, limits=limits) as client:
        for game in GAMES:  # compile first: that happens once on a machine
            for _ in range(2):
                await asyncio.gather(
                    *(
                        think(
                            client,
                            {"game": game, "moves": [], "player": options.player},
                            {"X-Client": str(i)},
                            False,
                            Log(),
                        )
                        for i in range(4)
                    )
                )
        end = time.monotonic() + options.seconds
        await asyncio.gather(
            reader(client, end, log),
            scales(process, end, log),
            *(person(i, client, options.player, options.pause, end, log) for i in range(options.players)),
        )
        bound = float((await client.get("/api/about")).json()["limits"]["wait"])
    return log, bound


def table(log: Log, options: argparse.Namespace, bound: float) -> str:
    rows: list[tuple[str, ...]] = [("", "count", "50 %", "95 %", "99 %", "most")]
    for name, values in (
        ("wait in the queue", log.waits),
        ("computer's move", log.moves),
        ("beyond thinking", log.beyond),
        ("position", log.positions),
        ("page, script", log.pages),
    ):
        ordered = sorted(values) or [0.0]
        at = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.95, 0.99, 1)]
        rows.append((name, str(len(values)), *(f"{value * 1000:.0f} ms" for value in at)))
    lines = [
        "  ".join(cell.rjust(width) for cell, width in zip(row, (18, 7, 9, 9, 9, 9), strict=True))
        for row in rows
    ]
    third = max(1, len(log.memory) // 3)
    late = sum(beyond > bound for beyond in log.beyond)
    lines += [
        f"promised: {bound:g} s beyond the thinking time; "
        + (f"kept by all {len(log.beyond)} answers" if late == 0 else f"broken {late} times"),
        f"{options.players} players, {options.player}, {options.seconds:g} s, "
        f"pause {options.pause:g} s, {os.cpu_count()} cores",
        f"moves per second {len(log.moves) / options.seconds:.1f}, shortened {log.shortened}, "
        f"left in mid-search {log.left}, refused {log.refused}, failed {len(log.failed)}",
        "memory (server and workers) "
        + ", ".join(f"{max(log.memory[i : i + third], default=0):.0f} MB" for i in range(0, 3 * third, third))
        + " in the three thirds of the run",
    ]
    return "\n".join(lines)


@contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """The address of a server that runs as long as the block, and the number of its process."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is ended, too
    server = subprocess.Popen(
        [sys.executable, "-m", "spielbaum", "serve", "--port", "0", "--lang", "en"],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", server.stderr.readline())
        assert found is not None, "the server did not start"
        yield found[0], server.pid
    finally:
        server.terminate()
        server.wait(20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=3, help="how long a person thinks, on average")
    parser.add_argument("--player", default="engine:seconds=1")
    options = parser.parse_args()
    if not (1 <= options.players <= 1000 and 1 <= options.seconds <= 3600):
        parser.error("1 to 1000 players, 1 to 3600 seconds")
    with serving() as (address, process):
        log, bound = asyncio.run(run(address, process, options))
    print(table(log, options, bound))
    for problem in sorted(set(log.failed))[:5]:
        print(problem, file=sys.stderr)


if __name__ == "__main__":
    main()
