"""Long commands show on a terminal that they are at work; elsewhere they are silent; Ctrl-C ends them."""

from __future__ import annotations

import io
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from spielbaum.cli import main, telling
from spielbaum.cli.telling import Ticker
from tests.support.patience import PATIENCE

#: The command line with less patience, so that the tests need not have it.
IMPATIENT = """
from spielbaum.cli import main, telling
telling.PATIENCE, telling.BEAT = 0.05, 0.02
main()
"""
#: Seconds after which a command that shows nothing is given up; rules may have to be compiled first.
GIVEN_UP = PATIENCE
#: A game of Connect Four that is nearly over, and one whose solution takes minutes.
EASY, HARD = "44444422222266666611111155", "1"


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@contextmanager
def in_terminal(*arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The command with stderr in a pseudo-terminal, and the other end of that."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", IMPATIENT, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"SPIELBAUM_LANG": "en", "COLUMNS": "80"},
        start_new_session=True,
    ) as process:
        os.close(theirs)
        try:
            yield process, ours
        finally:
            process.kill()
            os.close(ours)


def read_until(text: str, screen: int) -> str:
    """What the screen got, up to that text."""
    seen = b""
    until = monotonic() + GIVEN_UP
    while text.encode() not in seen:
        assert monotonic() < until, seen
        if select.select([screen], [], [], 1)[0]:
            seen += os.read(screen, 4096)
    return seen.decode()


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"solve connect4 {HARD} --no-book --table-mb 8", " positions searched · "),
        ("solve connect4 --file {file} --no-book --table-mb 8", "Lines solved so far: 1 · "),
        ("perft connect4 14", "Working for "),
        ("check kalah --games 100000", "Working for "),
    ],
)
def test_a_terminal_shows_the_work_and_ctrl_c_ends_it(line: str, shown: str, tmp_path: Path) -> None:
    file = tmp_path / "positions"
    file.write_text(f"{EASY}\n{HARD}\n", encoding="utf-8")
    with in_terminal(*line.format(file=file).split()) as (process, screen):
        assert "\r\x1b[K" in read_until(shown, screen)
        process.send_signal(signal.SIGINT)
        assert "\r\x1b[K" in read_until("Interrupted.", screen)
        assert process.wait(GIVEN_UP) == 130
        assert process.stdout is not None
        answers = process.stdout.read().decode()
    assert answers.startswith(EASY) if "--file" in line else answers == ""


def test_a_book_tells_each_position_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    line = ["book", "takeaway", "--plies", "2", "--out", str(tmp_path / "book"), "--lang", "en"]
    with pytest.raises(SystemExit) as done:
        main(line)
    assert done.value.code == 0
    assert "\r\x1b[Kply 2: 1 of " in screen.getvalue()
    last = screen.getvalue().rpartition("\r\x1b[K")[2]
    assert last.startswith(str(tmp_path / "book"))
    assert last.endswith("complete\n")


def test_the_line_goes_away_for_others_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "PATIENCE", 0.0)
    monkeypatch.setattr(telling, "BEAT", 0.001)
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with Ticker(lambda _: "at work") as ticker:
        until = monotonic() + GIVEN_UP
        while "at work" not in screen.getvalue():
            assert monotonic() < until
            sleep(0.001)
        with ticker.aside():
            assert screen.getvalue().endswith("\r\x1b[K")
    assert screen.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize(("screen", "quiet"), [(io.StringIO(), False), (Screen(), True)])
def test_silent_elsewhere(screen: io.StringIO, quiet: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "PATIENCE", 0.0)
    monkeypatch.setattr(sys, "stderr", screen)
    before = {thread.name for thread in threading.enumerate()}
    with Ticker(lambda _: "at work", quiet=quiet) as ticker, ticker.aside():
        assert {thread.name for thread in threading.enumerate()} == before
    assert screen.getvalue() == ""
