"""`make run` as a person uses it: in a terminal, ended by Ctrl-C."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.patience import PATIENCE

fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

pytestmark = [
    pytest.mark.xdist_group("serve"),
    pytest.mark.skipif(shutil.which("make") is None, reason="there is no make"),
]

ROOT = Path(__file__).parent.parent
CTRL_C, CTRL_Z = b"\x03", b"\x1a"


class Terminal:
    """A terminal with `make run` in it; the environment is this one, so nothing has to be set up."""

    def __init__(self, folder: Path, run: str, **environment: str) -> None:
        binaries = folder / "bin"
        binaries.mkdir()
        (binaries / "python").symlink_to(sys.executable)
        program = binaries / "spielbaum"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m spielbaum "$@"\n')
        program.chmod(0o755)
        (folder / "run.stamp").touch()
        kept = {k: v for k, v in os.environ.items() if k != "CI" and not k.startswith(("SSH_", "MAKE"))}
        command = ["make", "--no-print-directory", "run", f"VENV={folder}", f"RUN={run}"]
        self.master, slave = os.openpty()
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=kept | {"LC_ALL": "C", "PYTHONPATH": str(ROOT / "src")} | environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - short, and no locks
        )
        os.close(slave)
        self.shown = ""

    def until(self, pattern: str) -> re.Match[str]:
        """Read what is shown until that comes."""
        end = time.monotonic() + PATIENCE
        while (found := re.search(pattern, self.shown)) is None:
            assert time.monotonic() < end, self.shown
            assert self._read(1.0) or self.process.poll() is None, self.shown
        return found

    def end(self) -> int:
        """The exit code; everything that was shown until then is read."""
        code = self.process.wait(PATIENCE)
        while self._read(0):
            pass
        return code

    def _read(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # nobody has the terminal open any more
            return False
        self.shown += data.decode()
        return bool(data)


@contextmanager
def terminal(folder: Path, run: str, **environment: str) -> Iterator[Terminal]:
    shown = Terminal(folder, run, **environment)
    try:
        yield shown
    finally:
        if shown.process.poll() is None:
            os.killpg(shown.process.pid, signal.SIGTERM)
            shown.process.wait()
        os.close(shown.master)


def test_it_opens_the_browser_and_ctrl_c_is_its_usual_end(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.part\nmv {seen}.part {seen}\n')
    browser.chmod(0o755)
    with terminal(tmp_path, "serve --port 0", DISPLAY=":0", BROWSER=f"{browser} %s") as shown:
        address = shown.until(r"http://127\.0\.0\.1:\d+/")[0]
        assert "Spielbaum" in httpx.get(address, timeout=PATIENCE).text
        end = time.monotonic() + PATIENCE
        while not seen.exists():
            assert time.monotonic() < end
            time.sleep(0.02)
        assert seen.read_text().strip() == address
        os.write(shown.master, CTRL_C)
        assert shown.end() == 0, shown.shown
    assert "***" not in shown.shown
    assert "Traceback" not in shown.shown


def test_it_can_be_told_not_to_open_it(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    run = "serve --no-warmup --port 0 --no-open"
    with terminal(tmp_path, run, DISPLAY=":0", BROWSER=f"touch {seen} %s") as shown:
        address = shown.until(r"http://127\.0\.0\.1:\d+/")[0]
        assert httpx.get(address, timeout=PATIENCE).status_code == 200
        # Without a shell that could let it go on, the system refuses to stop make, and so it goes on at once.
        os.write(shown.master, CTRL_Z)
        assert httpx.get(address, timeout=PATIENCE).status_code == 200
        os.write(shown.master, CTRL_C)
        assert shown.end() == 0, shown.shown
    assert "***" not in shown.shown
    assert not seen.exists()


def test_an_error_is_still_one(tmp_path: Path) -> None:
    with terminal(tmp_path, "serve --game nothing.py") as shown:
        assert shown.end() == 2
    assert "nothing.py" in shown.shown
    assert "***" in shown.shown


def test_a_signal_to_the_whole_group_ends_it_without_a_word_of_make(tmp_path: Path) -> None:
    """As from a program that started it without a terminal. Make itself ends by that signal in any case."""
    command = ["make", "--no-print-directory", "run", f"VENV={tmp_path}", "RUN=serve --no-warmup --port 0"]
    Terminal(tmp_path, "--version").end()  # makes the environment
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {"LC_ALL": "C", "PYTHONPATH": str(ROOT / "src")},
    ) as server:
        assert server.stderr is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/", server.stderr.readline())
        assert address is not None
        assert httpx.get(address[0], timeout=PATIENCE).status_code == 200
        os.killpg(server.pid, signal.SIGINT)
        rest = server.stderr.read()
    assert "***" not in rest
    assert "Traceback" not in rest
