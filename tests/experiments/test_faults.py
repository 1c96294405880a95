"""Drivers killed at random moments, interrupted, and writing to a full disk: the record stays whole."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from spielbaum.experiments import read_summary
from spielbaum.experiments.kind import GAMES
from tests.experiments.machines import Machines, machines, wait_until
from tests.experiments.support import moves, play, small_plan
from tests.support.patience import PATIENCE

GAMES_PLANNED = 200
#: With this one a worker is killed, then a driver.
SEED = 0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


def command(folder: Path, *more: str) -> list[str]:
    match = ["match", "tictactoe", "random", "first", "--games", str(GAMES_PLANNED), "--seed", "9"]
    where = () if "--cluster" in more else ("--workers", "2")
    return [sys.executable, "-m", "spielbaum", *match, *where, "--out", str(folder), *more]


@contextmanager
def driver(folder: Path, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command(folder, *more), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def finished(folder: Path) -> int:
    file = folder / GAMES
    return file.read_bytes().count(b"\n") if file.exists() else 0


def children(pid: int) -> list[int]:
    """Of all its threads."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for each in lists for child in each.read_text().split()]


def alive(pid: int) -> bool:
    """Processes that ended and wait to be noticed by whoever inherited them do not count."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def await_end(workers: list[int]) -> None:
    wait_until(lambda: not any(map(alive, workers)), "workers outlive their driver")


def check_record(folder: Path, tmp_path: Path, kept: dict[int, list[str]], games: int) -> None:
    """Complete, nothing lost, nothing twice, and the games that would have been played anyway."""
    found = moves(folder)
    assert sorted(found) == list(range(games))
    assert kept.items() <= found.items()
    play(small_plan(games, seed=9), tmp_path / "undisturbed")
    assert found == moves(tmp_path / "undisturbed")


def whole_games(folder: Path, scratch: Path) -> dict[int, list[str]]:
    """The games that are finished, while somebody may be writing the next one."""
    content = (folder / GAMES).read_bytes() if (folder / GAMES).exists() else b""
    scratch.mkdir(exist_ok=True)
    (scratch / GAMES).write_bytes(content[: content.rfind(b"\n") + 1])
    return moves(scratch)


def some_games(folder: Path, process: subprocess.Popen[bytes], number: int) -> None:
    """Wait until so many more are finished, or all."""
    target = finished(folder) + number
    wait_until(lambda: finished(folder) >= target or process.poll() is not None, "the games do not go on")


def test_killed_and_interrupted_runs_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    random = Random(5)
    kept: dict[int, list[str]] = {}
    for sent in (signal.SIGKILL, signal.SIGINT):
        with driver(folder) as process:
            some_games(folder, process, random.randrange(1, 40))
            workers = children(process.pid)
            time.sleep(random.random() / 50)
            if sent == signal.SIGINT:
                os.killpg(process.pid, sent)  # as a terminal does
                assert process.wait(PATIENCE) == 130
            else:
                process.send_signal(sent)
                assert process.wait(PATIENCE) == -sent
        assert workers
        await_end(workers)
        board = read_summary(folder)
        assert len(kept) < board.played < GAMES_PLANNED
        assert not board.unscored
        now = whole_games(folder, tmp_path / "whole")
        assert kept.items() <= now.items()
        kept = now
        # A line that is being written when the driver dies is no game yet; the next driver cuts it off.
        shutil.copy(tmp_path / "whole" / GAMES, folder / GAMES)
        with (folder / GAMES).open("ab") as file:
            file.write(b'{"game": ')
    done = subprocess.run(command(folder, "--json"), capture_output=True, check=True, timeout=PATIENCE)
    assert b'"complete": true' in done.stdout
    # Nobody could tell from the games that anything happened.
    check_record(folder, tmp_path, kept, GAMES_PLANNED)


def kill_at_random(
    folder: Path,
    tmp_path: Path,
    random: Random,
    kills: int,
    games: int,
    more: tuple[str, ...],
    victims: Victims,
) -> None:
    """Kill drivers and workers until they were killed so often; between two drivers look at the record.

    A driver sees no more than two workers die: a game that is hit three times by chance would be unscored.
    """
    kept: dict[int, list[str]] = {}
    dead = dead_workers = 0
    while dead < kills and len(kept) < games:
        with driver(folder, "--games", str(games), *more) as process:
            for _ in range(random.randrange(3)):
                some_games(folder, process, random.randrange(1, max(games // kills, 2)))
                alive_now = victims(process.pid)
                if process.poll() is None and alive_now:
                    with suppress(ProcessLookupError):
                        os.kill(random.choice(alive_now), signal.SIGKILL)
                    dead, dead_workers = dead + 1, dead_workers + 1
            some_games(folder, process, random.randrange(1, max(games // kills, 2)))
            time.sleep(random.random() / 20)
            process.kill()
            dead += 1
        now = whole_games(folder, tmp_path / "whole")
        assert kept.items() <= now.items()
        kept = now
    assert dead > dead_workers > 0
    done = subprocess.run(
        command(folder, "--games", str(games), "--json", *more),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    check_record(folder, tmp_path, kept, games)


Victims = Callable[[int], list[int]]


def pool_workers(driver: int) -> list[int]:
    """Its children that are no helpers of multiprocessing."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return [pid for pid in children(driver) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    return []


def test_killed_workers_and_drivers(tmp_path: Path) -> None:
    kill_at_random(tmp_path / "run", tmp_path, Random(SEED), 3, GAMES_PLANNED, (), pool_workers)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_killed_many_times(tmp_path: Path, seed: int) -> None:
    kill_at_random(tmp_path / "run", tmp_path, Random(seed), 40, 4000, (), pool_workers)


def cluster_workers(here: Machines) -> list[int]:
    """The processes under the nannies."""
    return pool_workers(here.processes[1].pid)


@pytest.mark.long
def test_killed_workers_and_drivers_on_a_cluster(tmp_path: Path) -> None:
    with machines(tmp_path / "cluster") as here:
        more = ("--cluster", here.address)
        kill_at_random(
            tmp_path / "run",
            tmp_path,
            Random(6),
            3,
            GAMES_PLANNED,
            more,
            lambda _driver: cluster_workers(here),
        )


@pytest.mark.long
def test_killed_many_times_on_a_cluster(tmp_path: Path) -> None:
    with machines(tmp_path / "cluster") as here:
        more = ("--cluster", here.address)
        kill_at_random(
            tmp_path / "run", tmp_path, Random(7), 40, 4000, more, lambda _driver: cluster_workers(here)
        )


def test_a_game_that_goes_on_for_long_is_stopped_by_ctrl_c(tmp_path: Path) -> None:
    players = ["alphabeta:seconds=86400", "first"]
    arguments = ["match", "connect4", *players, "--games", "2", "--out", str(tmp_path / "run")]
    process = subprocess.Popen(
        [sys.executable, "-m", "spielbaum", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        wait_until((tmp_path / "run" / "environment.jsonl").exists, "the run does not begin")
        wait_until(lambda: len(children(process.pid)) >= 2, "no workers are started")
        time.sleep(1)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=PATIENCE)  # a move alone takes a day
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    assert process.returncode == 130
    assert b"the same command goes on" in told
    assert b"Traceback" not in told
    assert read_summary(tmp_path / "run").played == 0


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    """Files may not grow beyond 20 kB here; the write that would is cut short, as on a full disk."""
    folder = tmp_path / "run"
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000));"
        "from spielbaum.cli import main; main(sys.argv[1:], prog_name='spielbaum')"
    )
    arguments = command(folder)[3:]
    stopped = subprocess.run(
        [sys.executable, "-c", limited, *arguments], capture_output=True, timeout=PATIENCE, check=False
    )
    assert stopped.returncode == 1
    assert b"All finished games are kept" in stopped.stderr
    assert b"Traceback" not in stopped.stderr
    assert (folder / GAMES).read_bytes().endswith(b"}\n")
    kept = moves(folder)
    assert 10 < len(kept) < GAMES_PLANNED
    subprocess.run(command(folder), capture_output=True, check=True, timeout=PATIENCE)
    assert sorted(moves(folder)) == list(range(GAMES_PLANNED))
    assert kept.items() <= moves(folder).items()


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(place)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a disk can only be mounted by root")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.skipif(shutil.which("mount") is None, reason="needs mount")
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "64k") as disk:
        folder = disk / "run"
        stopped = subprocess.run(command(folder), capture_output=True, timeout=PATIENCE, check=False)
        assert stopped.returncode == 1
        told = stopped.stderr.decode().splitlines()
        assert len(told) == 1
        assert "All finished games are kept; with more space the same command goes on from there." in told[0]
        kept = moves(folder)
        assert 10 < len(kept) < GAMES_PLANNED
        subprocess.run(["mount", "-o", "remount,size=4m", str(disk)], check=True)
        subprocess.run(command(folder), capture_output=True, check=True, timeout=PATIENCE)
        check_record(folder, tmp_path, kept, GAMES_PLANNED)
