"""Drivers killed at random moments, interrupted, and writing to a full disk: the record stays whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from spielbaum.lab import read_run
from spielbaum.lab.folder import GAMES
from tests.lab.support import moves, play, small_plan

GAMES_PLANNED = 200
PATIENCE = 120.0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


def command(folder: Path, *more: str) -> list[str]:
    match = ["match", "tictactoe", "random", "first", "--games", str(GAMES_PLANNED), "--seed", "9"]
    return [sys.executable, "-m", "spielbaum", *match, "--workers", "2", "--out", str(folder), *more]


@contextmanager
def driver(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def wait_until(condition: object, what: str) -> None:
    assert callable(condition)
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def finished(folder: Path) -> int:
    file = folder / GAMES
    return file.read_bytes().count(b"\n") if file.exists() else 0


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    """Processes that ended and wait to be noticed by whoever inherited them do not count."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_killed_and_interrupted_runs_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    random = Random(5)
    kept: dict[int, list[str]] = {}
    for sent in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
        with driver(folder) as process:
            target = len(kept) + random.randrange(1, 40)
            wait_until(lambda target=target: finished(folder) >= target, "no games are finished")
            workers = children(process.pid)
            time.sleep(random.random() / 50)
            if sent == signal.SIGINT:
                os.killpg(process.pid, sent)  # as a terminal does
                assert process.wait(PATIENCE) == 130
            else:
                process.send_signal(sent)
                assert process.wait(PATIENCE) == -sent
        assert workers
        wait_until(lambda workers=workers: not any(map(alive, workers)), "workers outlive their driver")
        board = read_run(folder)
        assert len(kept) < board.played < GAMES_PLANNED
        assert not board.unscored
        # A line that is being written when the driver dies is no game yet; the next driver cuts it off.
        content = (folder / GAMES).read_bytes()
        (folder / GAMES).write_bytes(content[: content.rfind(b"\n") + 1] + b'{"game": ')
        whole = tmp_path / "whole"
        whole.mkdir(exist_ok=True)
        (whole / GAMES).write_bytes(content[: content.rfind(b"\n") + 1])
        now = moves(whole)
        assert kept.items() <= now.items()
        kept = now
    done = subprocess.run(command(folder, "--json"), capture_output=True, check=True, timeout=PATIENCE)
    assert b'"complete": true' in done.stdout
    found = moves(folder)
    assert sorted(found) == list(range(GAMES_PLANNED))
    assert kept.items() <= found.items()
    # Nobody could tell from the games that anything happened.
    play(small_plan(GAMES_PLANNED, seed=9), tmp_path / "undisturbed")
    assert found == moves(tmp_path / "undisturbed")


def test_a_game_that_goes_on_for_long_is_stopped_by_ctrl_c(tmp_path: Path) -> None:
    players = ["alphabeta:seconds=100", "first"]
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
        _, told = process.communicate(timeout=60)  # a move alone takes 100 s
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    assert process.returncode == 130
    assert b"the same command goes on" in told
    assert b"Traceback" not in told
    assert read_run(tmp_path / "run").played == 0


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
