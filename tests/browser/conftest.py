"""The system's Chromium, driven by Playwright, and a server for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from spielbaum.games import entries, load_game
from spielbaum.site.build import Plan
from spielbaum.site.solving import solve_small
from tests.browser.pages import complaints
from tests.conftest import CHROMIUM
from tests.support.patience import PATIENCE as SECONDS
from tests.support.server import patient, serving
from tests.support.site import hosting, write_site
from tests.support.wasm import module_of

ROOT = Path(__file__).parent.parent.parent
TRAP = ROOT / "tests" / "support" / "trap.py"
BARE = ROOT / "tests" / "support" / "bare.py"
PIG = f"{ROOT / 'tests' / 'support' / 'short_pig.py'}:short_pig"
SMALL_2048 = f"{ROOT / 'tests' / 'support' / 'small_2048.py'}:small_2048"
#: Parts of a browser that no test looks at. The pop-ups below the bar for addresses, which is not shown,
#: are two pages that Chromium loads for each window: more than half of what a window costs. Only the last
#: such flag counts, so what Playwright leaves out is named here too.
LEFT_OUT = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
FLAGS = [
    f"--disable-features={','.join(LEFT_OUT)}",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Milliseconds, as Playwright counts.
PATIENCE = 1000 * SECONDS
expect.set_options(timeout=PATIENCE)


OWN = {"trap": str(TRAP), "bare": str(BARE), "short_pig": PIG, "small_2048": SMALL_2048}
#: For tests of what only a server does: being full, being away, games that a page cannot play.
server_only = pytest.mark.parametrize("address", ["server"], indirect=True)


@pytest.fixture(scope="session")
def server_address() -> Iterator[str]:
    with serving(patient(workers=2, seconds=3600), OWN) as address:
        yield address


@pytest.fixture(scope="session")
def site_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with all games, each with the engine where it has one, and solved where it is small."""
    names = tuple(entry.name for entry in entries())
    modules = {name: module_of(name, trace=True) for name in names if load_game(name).fits_engine}
    # Not of the trap, whose rules end whatever process looks at a game of it: it is not solved either.
    modules |= {name: module_of(path, trace=True) for name, path in OWN.items() if name != "trap"}
    plan = Plan(names, OWN, modules, seconds=3600)
    solved = solve_small(plan.catalog, {"trap"})
    return write_site(tmp_path_factory.mktemp("site"), replace(plan, solved=solved))


@pytest.fixture(scope="session")
def site_address(site_root: Path) -> Iterator[str]:
    with hosting(site_root) as address:
        yield address


@pytest.fixture(scope="session", params=["server", pytest.param("site", marks=pytest.mark.long)])
def address(request: pytest.FixtureRequest) -> str:
    """Who answers the pages: a server, and in the long run also Python inside them."""
    return str(request.getfixturevalue(f"{request.param}_address"))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One per worker, closed before other tests: Playwright keeps an event loop running, and while it does
    asyncio.run refuses another.
    """
    path = next(found for name in CHROMIUM if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Play:
    """The page *Play* as a person sees it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        #: What the browser complained about: blocked by the policy, failed, raised.
        self.complaints = complaints(page)

    def open(self, game: str, *players: str, moves: str = "", lang: str = "en", **more: str) -> Play:
        query = {"game": game, "moves": moves, "lang": lang} | more
        query |= {f"p{number}": player for number, player in enumerate(players, start=1)}
        text = "&".join(f"{name}={quote(value)}" for name, value in query.items() if value)
        self.page.goto(f"{self.address}/?{text}")
        self.page.locator(".status[data-state]:not([data-state=loading])").wait_for()
        return self

    @property
    def status(self) -> Locator:
        return self.page.locator(".status")

    @property
    def places(self) -> Locator:
        return self.page.locator(".place.playable")

    @property
    def plies(self) -> list[str]:
        return self.page.locator(".plies button").all_inner_texts()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def settle(self, *states: str) -> str:
        """Wait until it is a person's turn or the game is over (or another state that is named)."""
        wanted = states or ("human", "over", "waiting")
        state = self.page.wait_for_function(
            """states => {
              const state = document.querySelector('.status')?.dataset.state;
              return states.includes(state) && state;
            }""",
            arg=list(wanted),
            timeout=PATIENCE,
        )
        return str(state.json_value())

    def expect_plies(self, count: int) -> None:
        expect(self.page.locator(".plies button")).to_have_count(count, timeout=PATIENCE)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(
        locale="en-GB", reduced_motion="reduce", viewport={"width": 1280, "height": 860}
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def play(context: BrowserContext, address: str) -> Iterator[Play]:
    play = Play(context.new_page(), address)
    yield play
    assert play.complaints == []
