"""A real scheduler with two workers, started as the documentation says; what is refused, and what breaks."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from click.testing import CliRunner, Result

import spielbaum
from spielbaum.cli import main
from spielbaum.engine.book import read_book
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments import Done, cluster, open_executor, read_summary, run_tasks
from spielbaum.games import load_game
from tests.experiments.machines import ROOT, Machines, free_port, machines, ready, wait_until
from tests.experiments.support import (
    always_dies,
    dies_in_game_3,
    lines,
    moves,
    play,
    small_plan,
    where,
    where_and_wait,
)
from tests.support.patience import PATIENCE
from tests.support.quick import later

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc"),
    pytest.mark.xdist_group("cluster"),
]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """One death of its worker is forgiven a task; Dask's own three would make the tests long."""
    folder = tmp_path_factory.mktemp("cluster")
    with machines(folder, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="1") as here:
        yield here


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments], prog_name="spielbaum")


def match(folder: Path, address: str, *more: str) -> list[str]:
    players = ["match", "tictactoe", "random", "first", "--games", "20", "--seed", "4"]
    return [*players, "--out", str(folder), "--cluster", address, *more]


# ------------------------------------------------------------------------------------ what it can do


def test_a_match_is_the_same_on_a_cluster(two: Machines, tmp_path: Path) -> None:
    done = run(*match(tmp_path / "run", two.address), "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["complete"]
    play(small_plan(20, seed=4), tmp_path / "here")
    assert moves(tmp_path / "run") == moves(tmp_path / "here")


def test_both_workers_work_one_task_at_a_time(two: Machines) -> None:
    answers: list[Done[int, tuple[int, int]]] = []
    with open_executor(cluster=two.address, cores_each=1) as executor:
        assert (executor.at_once, executor.room) == (2, 4)
        run_tasks(executor, where, range(40), answers.append)
    assert sorted(done.task for done in answers) == list(range(40))
    assert len({done.answer[0] for done in answers if done.answer}) == 2
    assert {done.answer[1] for done in answers if done.answer} == {1}


def test_a_cluster_on_this_machine() -> None:
    answers: list[Done[int, tuple[int, int]]] = []
    with open_executor(cluster="local:2") as executor:
        run_tasks(executor, where, range(40), answers.append)
    pids = {done.answer[0] for done in answers if done.answer}
    assert len(pids) == 2
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), "workers stay")


def test_rules_travel_to_workers_that_do_not_see_the_file(two: Machines, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text((ROOT / "examples" / "dots.py").read_text(encoding="utf-8"), encoding="utf-8")
    plan = small_plan(4, game=str(file))
    play(plan, tmp_path / "here")
    file.unlink()
    with open_executor(cluster=two.address) as executor:
        board = play(plan, tmp_path / "there", executor)
    assert not board.unscored
    assert moves(tmp_path / "there") == moves(tmp_path / "here")


def test_rules_that_no_worker_has_end_the_work(two: Machines, tmp_path: Path) -> None:
    """Installed here only; were it each game's own fault, all of them would be left out of the score."""
    plan = small_plan(4)
    plan = replace(plan, rules=replace(plan.rules, spec="no_such_package.games:mine"))
    with (
        open_executor(cluster=two.address) as executor,
        pytest.raises(SpielbaumError, match="cannot start: There is no game"),
    ):
        play(plan, tmp_path, executor)
    assert lines(tmp_path) == []


def test_a_file_of_positions(two: Machines, tmp_path: Path) -> None:
    file = tmp_path / "positions"
    good = ["b2", "a1", "b2 a1", "a1 b2", "a1 a2 a3", "c3", "b1 b3"]
    file.write_text("\n".join([*good[:3], "", "z9", *good[3:]]) + "\n", encoding="utf-8")
    arguments = ["solve", "tictactoe", "--file", str(file), "--interpreted"]
    here = run(*arguments)
    there = run(*arguments, "--cluster", two.address)
    assert there.exit_code == here.exit_code == 2
    assert [line.split("\t")[:3] for line in there.stdout.splitlines()] == [
        line.split("\t")[:3] for line in here.stdout.splitlines()
    ]
    assert [line.split("\t")[0] for line in there.stdout.splitlines()] == good
    assert there.stderr == here.stderr
    assert "Line 5: " in there.stderr


def test_an_opening_book(two: Machines, tmp_path: Path) -> None:
    game = "tictactoe"
    for name, more in (("here", []), ("there", ["--cluster", two.address])):
        done = run("book", game, "--plies", "3", "--out", str(tmp_path / name), *more)
        assert done.exit_code == 0, done.stderr
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()
    rules = load_game(game)
    assert len(read_book(tmp_path / "there", rules)) > 10


# ------------------------------------------------------------------------------------ what breaks


def test_a_worker_that_is_killed_has_its_task_done_again(two: Machines) -> None:
    answers: list[Done[tuple[Path, int], int]] = []
    flag = two.folder / "killed"
    with open_executor(cluster=two.address) as executor:
        run_tasks(executor, where_and_wait, [(flag, number) for number in range(6)], answers.append)
    assert sorted(done.task[1] for done in answers) == list(range(6))
    assert not any(done.failure for done in answers)
    assert int(flag.read_text()) not in {done.answer for done in answers}
    ready(two, 2)


def test_a_game_that_kills_its_workers_is_unscored(two: Machines, tmp_path: Path) -> None:
    with open_executor(cluster=two.address) as executor:
        board = play(small_plan(6), tmp_path, executor, dies_in_game_3)
    assert list(board.unscored) == [3]
    assert "KilledWorker" in board.unscored[3]
    assert board.played == 6
    ready(two, 2)


@pytest.mark.parametrize("sent", [signal.SIGINT, later(signal.SIGKILL)])
def test_workers_are_free_again_when_the_driver_stops(
    two: Machines, tmp_path: Path, sent: signal.Signals
) -> None:
    """A move takes a day there; Ctrl-C ends the games, and so does the death of the driver."""
    players = ["alphabeta:seconds=86400", "first"]
    arguments = ["match", "connect4", *players, "--games", "4", "--out", str(tmp_path / "run")]
    process = subprocess.Popen(
        [sys.executable, "-m", "spielbaum", *arguments, "--cluster", two.address],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        begun = tmp_path / "run" / "environment.jsonl"
        wait_until(lambda: begun.exists() or process.poll() is not None, "the run does not begin")
        time.sleep(1)
        os.killpg(process.pid, sent)
        _, told = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == (130 if sent == signal.SIGINT else -sent)
    if sent == signal.SIGINT:
        assert b"the same command goes on" in told
        assert b"Traceback" not in told
    with open_executor(
        cluster=two.address
    ) as executor:  # would come after the games, in a quarter of an hour
        run_tasks(executor, where, range(4), lambda _done: None)
    assert read_summary(tmp_path / "run").played == 0


@pytest.mark.long
def test_a_scheduler_that_dies_ends_the_run_which_goes_on_elsewhere(two: Machines, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with machines(tmp_path / "other", workers=1) as here:

        def kill() -> None:
            await_games(folder, 1)
            os.killpg(here.processes[0].pid, signal.SIGKILL)

        killer = Thread(target=kill)
        killer.start()
        stopped = subprocess.run(
            [sys.executable, "-m", "spielbaum", *match(folder, here.address, "--games", "400")],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        killer.join()
    assert stopped.returncode == 1
    assert stopped.stderr.splitlines()[-1] == (
        f"Error: The scheduler {here.address} no longer answers; what is finished is kept, "
        "and the same command continues from there."
    )
    assert "Traceback" not in stopped.stderr
    kept = moves(folder)
    assert 0 < len(kept) < 400
    assert run(*match(folder, two.address, "--games", "400")).exit_code == 0
    found = moves(folder)
    assert sorted(found) == list(range(400))
    assert kept.items() <= found.items()


# ------------------------------------------------------------------------------------ what is refused


def refused(tmp_path: Path, address: str, *more: str) -> str:
    done = run(*match(tmp_path / "refused", address, *more))
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "refused").exists()
    return done.stderr


def test_addresses_and_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("127.0.0.1:8786", "tcp://here", "local:0", "local:x", "http://127.0.0.1:8786"):
        assert f"not {address}" in refused(tmp_path, address)
    assert "--workers is for processes" in refused(tmp_path, "local:2", "--workers", "2")
    assert "needs certificates" in refused(tmp_path, f"tls://127.0.0.1:{free_port()}")
    both = run("solve", "tictactoe", "a1", "--cluster", "local:2")
    assert (both.exit_code, "--file" in both.stderr) == (2, True)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'spielbaum[cluster]'" in refused(tmp_path, "local:2")


def test_a_scheduler_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER", 0.3)
    nobody = f"tcp://127.0.0.1:{free_port()}"
    assert f"{nobody} did not answer within 0.3 seconds" in refused(tmp_path, nobody)
    with socket.create_server(("127.0.0.1", 0)) as mute:  # takes the call and says nothing
        silent = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        assert f"{silent} did not answer" in refused(tmp_path, silent)


@pytest.mark.long
def test_a_scheduler_without_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ALONE", 1.0)
    with machines(tmp_path / "other", workers=0) as here:
        here.worker(1, "--no-nanny")  # nobody starts another one in its place
        ready(here, 1)
        with (
            open_executor(cluster=here.address) as executor,
            pytest.raises(SpielbaumError, match="no workers for 1 seconds"),
        ):
            run_tasks(executor, always_dies, range(2), lambda _done: None)
        monkeypatch.setattr(cluster, "ANSWER", 10.0)
        assert "has no workers; start some with: dask worker" in refused(tmp_path, here.address)


def test_other_versions_are_refused(two: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = cluster.greeting()
    monkeypatch.setattr(spielbaum, "__version__", "9.9")
    cluster.greeting.cache_clear()
    try:
        sentence = refused(tmp_path, two.address)
    finally:
        cluster.greeting.cache_clear()
    assert f"has Spielbaum {own.version} ({own.sources}), " in sentence
    assert f"but this machine has 9.9 ({own.sources})" in sentence


@pytest.mark.long
@pytest.mark.parametrize(
    ("package", "why"),
    [
        ("raise ImportError('not here')", "not here"),
        ("__version__ = '0'", "No module named 'spielbaum.experiments'"),
    ],
)
def test_a_worker_without_spielbaum_is_refused(tmp_path: Path, package: str, why: str) -> None:
    (tmp_path / "other" / "spielbaum").mkdir(parents=True)
    (tmp_path / "other" / "spielbaum" / "__init__.py").write_text(package + "\n", encoding="utf-8")
    with machines(tmp_path / "machines", workers=0) as here:
        here.worker(1, PYTHONPATH=str(tmp_path / "other"))
        ready(here, 1)
        sentence = refused(tmp_path, here.address)
    assert "cannot work for Spielbaum" in sentence
    assert why in sentence


@pytest.mark.long
def test_schedulers_killed_at_random_moments(tmp_path: Path) -> None:
    random = Random(8)
    folder = tmp_path / "run"
    kept: dict[int, list[str]] = {}
    for _ in range(5):
        with machines(tmp_path / "machines") as here, running(folder, here) as process:
            await_games(folder, len(kept) + random.randrange(1, 200))
            time.sleep(random.random() / 10)
            os.killpg(here.processes[0].pid, signal.SIGKILL)
            _, told = process.communicate(timeout=PATIENCE)
        assert process.returncode == 1
        assert "continues from there" in told.splitlines()[-1]
        assert "Traceback" not in told
        now = moves(folder)
        assert kept.items() <= now.items()
        kept = now
    assert not read_summary(folder).unscored


def await_games(folder: Path, number: int) -> None:
    record = folder / "games.jsonl"
    wait_until(
        lambda: record.exists() and record.read_bytes().count(b"\n") >= number, "the games do not go on"
    )


@contextmanager
def running(folder: Path, here: Machines) -> Iterator[subprocess.Popen[str]]:
    """A match of many games."""
    process = subprocess.Popen(
        [sys.executable, "-m", "spielbaum", *match(folder, here.address, "--games", "100000")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_more_timed_games_than_cores_are_refused(two: Machines) -> None:
    with (
        pytest.raises(BadInput, match=r"127.0.0.1 has 2 workers on \d+ cores; start fewer there"),
        open_executor(cluster=two.address, cores_each=1000),
    ):
        pass
