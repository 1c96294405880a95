"""A scheduler and workers, started by hand as the documentation says, on 127.0.0.1."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(condition: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


@dataclass
class Machines:
    """Processes started by hand, in a folder of their own."""

    folder: Path
    address: str = ""
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *command: str, **environment: str) -> subprocess.Popen[bytes]:
        # The workers see the functions of the tests, and have a cache of their own beside ours.
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *command, "--no-dashboard"],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=os.environ | {"PYTHONPATH": path} | environment,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def scheduler(self, **environment: str) -> subprocess.Popen[bytes]:
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        return self.start("scheduler", "--host", "127.0.0.1", "--port", str(port), **environment)

    def worker(self, number: int, *more: str, **environment: str) -> subprocess.Popen[bytes]:
        return self.start(
            "worker", self.address, "--nthreads", "1", "--nworkers", str(number), *more, **environment
        )

    def kill(self) -> None:
        for process in self.processes:
            for sent in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(process.pid, sent)
                except ProcessLookupError:
                    break
                try:
                    process.wait(PATIENCE if sent == signal.SIGKILL else 10)  # a limit: then it is killed
                    break
                except subprocess.TimeoutExpired:
                    continue


@contextmanager
def machines(folder: Path, workers: int = 2, **environment: str) -> Iterator[Machines]:
    folder.mkdir(exist_ok=True)
    here = Machines(folder)
    try:
        here.scheduler(**environment)
        if workers:
            here.worker(workers)
            ready(here, workers)
        yield here
    finally:
        here.kill()


def ready(here: Machines, workers: int) -> None:
    from distributed import Client

    with Client(here.address, timeout=PATIENCE, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=PATIENCE)
