"""Pages without a server: how soon they answer, how large they are, what they need.

Each page is opened in a new profile of the system's Chromium, which has kept nothing, from Python's own plain
server on this machine. What counts is the clock of whoever waits; the processor time of the browser stands
beside it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import Any

from benchmarks.options import Missing, Options, say
from benchmarks.report import Row, Target

TITLE = "Pages without a server"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
TREE = "A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))"
#: Seconds that a page may take before the measuring gives up.
PATIENCE = 300


def run(options: Options) -> Iterator[Row]:
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError as error:
        raise Missing("Playwright is not installed (it comes with `make setup`)") from error
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        raise Missing("Chromium is not installed")
    times = 1 if options.quick else 3
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        site, light = Path(folder) / "site", Path(folder) / "light"
        say("writing the sites")
        all_games = not options.quick
        _write(site, *([] if all_games else ["--game", "connect4"]))
        _write(light, "--light", "--game", "connect4")
        games = "all games" if all_games else "Connect Four only"
        yield _row(f"size, {games}", "MB", _size(site), 12)
        yield _row("size, light page", "MB", _size(light), 1)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for case, place, question, most in (
            ("first move of level 3", site, _first_move, 10),
            ("first move of level 3, light page", light, _first_move, 1.5),
            ("exercise graded", site, _graded, 10),
        ):
            say(case)
            with _hosted(place) as address:
                asked = sorted(_asked(browser, address, question) for _ in range(times))
            seconds, cpu = asked[times // 2]
            yield _row(case, "s", seconds, most, f"CPU {cpu:.1f} s")
        say("memory")
        with _hosted(site) as address:
            share, resident = _memory(browser, address)
            note = f"resident {resident:.0f} MB, with what all processes of the browser share"
            yield _row("memory of a page that has played", "MB", share, 400, note)
        browser.close()


def _row(case: str, unit: str, figure: float, most: float, note: str = "") -> Row:
    return Row("site", case, unit, figure, target=Target(most=most), note=note)


def _write(folder: Path, *words: str) -> None:
    subprocess.run([sys.executable, "-m", "spielbaum", "site", "-o", folder, *words], check=True)


def _size(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_words: Any) -> None:
        """Say nothing."""


@contextmanager
def _hosted(folder: Path) -> Iterator[str]:
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = Thread(target=host.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{host.server_address[1]}"
    finally:
        host.shutdown()
        host.server_close()
        thread.join()


@contextmanager
def _page(browser: Any) -> Iterator[Any]:
    """A page of a new profile."""
    context = browser.new_context()
    context.set_default_timeout(1000 * PATIENCE)
    yield context.new_page()
    context.close()


def _asked(browser: Any, address: str, question: Callable[[Any, str], None]) -> tuple[float, float]:
    """Seconds from opening a page until it has answered, by the clock and of the processor."""
    with _page(browser) as page:
        before, began = _spent(browser), perf_counter()
        question(page, address)
        return perf_counter() - began, _spent(browser) - before


def _first_move(page: Any, address: str) -> None:
    page.goto(f"{address}/?game=connect4&p1=engine:level=3&p2=human&pace=0", wait_until="commit")
    page.locator(".plies button").first.wait_for()


def _graded(page: Any, address: str) -> None:
    page.goto(f"{address}/tree-lab/?mode=exercise&lang=en&tree={TREE}", wait_until="commit")
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator(".exercise-work [class*=judged]").first.wait_for(state="attached")


def _memory(browser: Any, address: str) -> tuple[float, float]:
    """Megabytes of the process of a page after a game of two levels.

    First with its part of what processes share, then with all of that.
    """
    with _page(browser) as page:
        page.goto(f"{address}/?game=connect4&p1=engine:level=5&p2=engine:level=4&pace=0&lang=en")
        page.locator(".status[data-state=over]").wait_for()
        return max(_resident(each["id"]) for each in _processes(browser) if each["type"] == "renderer")


def _resident(process: int) -> tuple[float, float]:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) / 1000 for line in lines[1:]}
    return sizes["Pss"], sizes["Rss"]


def _spent(browser: Any) -> float:
    return float(sum(each["cpuTime"] for each in _processes(browser)))


def _processes(browser: Any) -> list[dict[str, Any]]:
    session = browser.new_browser_cdp_session()
    found: list[dict[str, Any]] = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return found
