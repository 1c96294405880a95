"""How much a cluster on this machine gets done with one worker and with two: `python -m tools.throughput`.

A scheduler and workers are started as docs/howto/cluster.md says. Prints a table in Markdown: throughput, and
the processor time of driver, scheduler and workers, which other programs on the machine disturb less.
"""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from spielbaum.experiments import choose_openings
from spielbaum.games import load_game

GAMES, QUICK_GAMES, POSITIONS = 40, 620, 600
MATCH = ["match", "connect4", "engine:nodes=100000", "engine:nodes=50000"]
#: Games that are over in milliseconds: what is left is the price of handing them out.
QUICK_MATCH = ["match", "tictactoe", "random", "first"]
TICK = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid: int) -> float:
    """Of a process and all below it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    below = [int(child) for each in lists for child in each.read_text(encoding="utf-8").split()]
    return (int(fields[11]) + int(fields[12])) / TICK + sum(map(processor_seconds, below))


@contextmanager
def started(*arguments: str) -> Iterator[int]:
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(30)


def measured(what: str, number: int, command: list[str], scheduler: int, workers: int) -> str:
    driver = resource.getrusage(resource.RUSAGE_CHILDREN)
    before = processor_seconds(scheduler), processor_seconds(workers)
    load, began = os.getloadavg()[0], time.monotonic()
    subprocess.run([sys.executable, "-m", "spielbaum", *command], check=True, capture_output=True)
    seconds = time.monotonic() - began
    after = processor_seconds(scheduler), processor_seconds(workers)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = used.ru_utime + used.ru_stime - driver.ru_utime - driver.ru_stime
    rest = " | ".join(f"{now - then:.1f} s" for now, then in zip(after, before, strict=True))
    return f"{what} | {number / seconds:.2f} per second | {own:.1f} s | {rest} | {load:.1f} |"


def main() -> None:
    print("| workers | work | throughput | driver | scheduler | workers | load before |")
    print("|---|---|---|---|---|---|---|")
    openings = choose_openings(load_game("connect4"), "random:18", POSITIONS, seed=1)
    with TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "positions.txt"
        file.write_text("".join("".join(opening.moves) + "\n" for opening in openings), encoding="utf-8")
        for number in (1, 2):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = str(probe.getsockname()[1])
            address = f"tcp://127.0.0.1:{port}"
            with (
                started("scheduler", "--host", "127.0.0.1", "--port", port) as scheduler,
                started("worker", address, "--nthreads", "1", "--nworkers", str(number)) as workers,
            ):
                time.sleep(10)
                there = ["--cluster", address]
                warm = [*MATCH, "--games", "4", "--out", str(folder / f"warm{number}")]
                subprocess.run(
                    [sys.executable, "-m", "spielbaum", *warm, *there], check=True, capture_output=True
                )
                games = [*MATCH, "--games", str(GAMES), "--out", str(folder / f"run{number}"), *there]
                quick = [
                    *QUICK_MATCH,
                    "--games",
                    str(QUICK_GAMES),
                    "--out",
                    str(folder / f"quick{number}"),
                    *there,
                ]
                solve = ["solve", "connect4", "--file", str(file), *there]
                row = f"| {number} | "
                print(
                    row
                    + measured(f"quick match, {QUICK_GAMES} games", QUICK_GAMES, quick, scheduler, workers)
                )
                print(row + measured(f"match, {GAMES} games", GAMES, games, scheduler, workers), flush=True)
                print(
                    row + measured(f"solve, {POSITIONS} positions", POSITIONS, solve, scheduler, workers),
                    flush=True,
                )


if __name__ == "__main__":
    main()
