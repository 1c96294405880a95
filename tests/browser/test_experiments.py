"""The page *Experiments*, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from spielbaum.experiments.kind import GAMES
from tests.browser.conftest import PATIENCE
from tests.browser.pages import complaints, faults, overflow
from tests.experiments.support import play, small_plan
from tests.support.server import patient, serving

pytestmark = pytest.mark.browser

#: Long enough to be stopped, and without anything to compile.
SLOW: dict[str, Any] = {
    "game": "connect4",
    "players": ["alphabeta:depth=4", "alphabeta:depth=3"],
    "games": "400",
}

VIEWS: list[dict[str, Any]] = [
    {"run": "one"},
    {"new": "", "kind": "sweep"},
    {"run": ["one", "two"]},
    {"run": "three-players"},
    {"new": "", "kind": "tournament"},
]


class RunsPage:
    """The page as a person sees it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        #: What the browser complained about; what the server refuses is part of some tests.
        self.complaints = complaints(page)

    def open(self, lang: str = "en", **query: Any) -> RunsPage:
        given = [
            (k, v) for k, values in query.items() for v in (values if isinstance(values, list) else [values])
        ]
        text = "&".join(f"{name}={quote(value)}" for name, value in [*given, ("lang", lang)])
        self.page.goto(f"{self.address}/experiments?{text}")
        self.page.locator(".desk-work > *").first.wait_for()
        return self

    @property
    def command(self) -> Locator:
        return self.page.locator(".command").first

    @property
    def state(self) -> Locator:
        return self.page.locator(".run-status .state")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def fact(self, name: str) -> Locator:
        return self.page.locator(".results > div").filter(has_text=name).locator("dd")

    def heard(self, words: str) -> None:
        """The live region says it, now or soon."""
        self.page.wait_for_function(
            "words => window.said.some(sentence => sentence.includes(words))", arg=words, timeout=PATIENCE
        )

    def listen(self) -> None:
        """Remember everything that the live region says."""
        self.page.evaluate(
            """() => {
                window.said = [];
                const region = document.querySelector('[aria-live]');
                new MutationObserver(() => region.textContent && window.said.push(region.textContent))
                    .observe(region, { childList: true });
            }"""
        )


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a match, another one, and a tournament."""
    folder = tmp_path_factory.mktemp("browser") / "runs"
    play(small_plan(24, players=["alphabeta:depth=2", "random"], seed=1), folder / "one")
    play(small_plan(16, players=["first", "random"], seed=2), folder / "two")
    play(small_plan(8, players=["first", "random", "alphabeta:depth=1"]), folder / "three-players")
    return folder


@pytest.fixture(scope="module")
def desk_address(runs: Path) -> Iterator[str]:
    with serving(patient(), runs=runs) as address:
        yield address


@pytest.fixture
def desk(context: BrowserContext, desk_address: str) -> Iterator[RunsPage]:
    desk = RunsPage(context.new_page(), desk_address)
    yield desk
    assert desk.complaints == []


def test_a_small_match_from_the_form_to_the_replay(desk: RunsPage, runs: Path) -> None:
    desk.open(new="")
    desk.listen()
    desk.page.get_by_label("Game", exact=True).select_option("tictactoe")
    desk.page.get_by_label("Kind of player 1").select_option("alphabeta.depth")
    desk.page.get_by_label("Depth, player 1").fill("2")
    desk.page.get_by_label("Kind of player 2").select_option("random")
    desk.page.get_by_label("Games", exact=True).fill("6")
    desk.page.get_by_label("Opening moves").fill("1")
    desk.page.get_by_text("More options").click()
    desk.page.get_by_label("Name of the run").fill("fresh")
    desk.page.get_by_label("Name of the run").blur()
    expect(desk.command).to_have_text(
        re.compile(
            r"spielbaum match tictactoe alphabeta:depth=2 random --games 6 --openings random:1 "
            r"--workers \d+ --out .*fresh"
        )
    )
    # The address holds the form.
    desk.page.reload()
    expect(desk.command).to_contain_text("--games 6 --openings random:1")
    desk.listen()
    desk.button("Start").click()
    expect(desk.state).to_contain_text("complete", timeout=PATIENCE)
    expect(desk.page.locator(".run-words").last).to_contain_text("6 of 6")
    desk.heard("fresh is complete")
    lines = map(json.loads, (runs / "fresh" / GAMES).read_text().splitlines())
    results = [line["record"] for line in sorted(lines, key=lambda line: int(line["game"]))]
    assert len(results) == 6
    wins = sum(
        r["players"][r["outcome"]["winners"][0]].startswith("alpha")
        for r in results
        if len(r["outcome"]["winners"]) == 1
    )
    expect(desk.fact("Result")).to_have_text(re.compile(f"^{wins}–"))
    # The figure, and the numbers behind it.
    figure = desk.page.locator("[data-figure='score']")
    expect(figure.get_by_role("img")).to_be_visible()
    assert figure.locator(".mark").count() == 3
    figure.locator("summary").click()
    expect(figure.locator("tbody tr")).to_have_count(3)
    expect(figure.locator("tbody tr").last).to_contain_text("6")
    # Any game is replayed in Play, from its first move.
    moves = next(r for r in results if r["players"][0].startswith("alpha"))["plies"]
    desk.page.get_by_role("link", name="Replay 1", exact=True).click()
    expect(desk.page).to_have_url(re.compile(r"/\?game=tictactoe&moves="))
    expect(desk.page.locator(".plies button")).to_have_count(len(moves))
    expect(desk.page.locator(".status")).to_have_attribute("data-state", re.compile("waiting|human|over"))
    desk.page.keyboard.press("ArrowRight")
    expect(desk.page.locator(".plies [aria-current]")).to_have_count(1)


@pytest.mark.long
def test_stop_and_resume(desk: RunsPage, runs: Path) -> None:
    desk.open("en", new="", name="stopped", **SLOW)
    desk.listen()
    desk.button("Start").click()
    expect(desk.page.locator(".run-status")).to_contain_text(
        re.compile("[1-9][0-9]* of 400"), timeout=PATIENCE
    )
    desk.button("Stop").click()
    expect(desk.state).to_contain_text("stopped", timeout=PATIENCE)
    desk.heard("stopped was stopped after")
    before = len((runs / "stopped" / GAMES).read_text().splitlines())
    expect(desk.page.locator(".run-status")).to_contain_text(f"{before} of 400")
    # Reloaded, it is the same run; resumed with the keyboard, it goes on from there.
    desk.page.reload()
    expect(desk.button("Resume")).to_be_visible()
    desk.page.locator("body").press("s")
    expect(desk.state).to_contain_text("running", timeout=PATIENCE)
    expect(desk.page.locator(".run-status")).not_to_contain_text(f"{before} of 400", timeout=PATIENCE)
    # One after the other: another one is refused with a sentence.
    desk.complaints.clear()
    desk.page.keyboard.press("n")
    desk.button("Start").click()
    expect(desk.page.locator(".problem")).to_contain_text("stopped is still running")
    desk.page.get_by_role("link", name="stopped", exact=True).click()
    desk.button("Stop").click()
    expect(desk.state).to_contain_text("stopped", timeout=PATIENCE)
    numbers = [json.loads(line)["game"] for line in (runs / "stopped" / GAMES).read_text().splitlines()]
    assert len(numbers) == len(set(numbers)) > before
    assert [c for c in desk.complaints if "422" not in c] == []
    desk.complaints.clear()


def test_runs_are_compared(desk: RunsPage) -> None:
    desk.open(run="one")
    desk.page.get_by_label("compare one", exact=True).check()
    expect(desk.button("Compare")).to_be_disabled()
    desk.page.get_by_label("compare two", exact=True).check()
    desk.button("Compare").click()
    expect(desk.page.get_by_role("heading", name="Runs compared")).to_be_focused()
    table = desk.page.locator(".comparison table")
    expect(table.locator("thead th")).to_have_text(["", "one", "two"])
    expect(table.locator("tr", has_text="Elo (95 %)").locator("td").first).to_have_text(re.compile(r"[±>]"))
    figure = desk.page.locator("[data-figure='score']")
    expect(figure.locator(".legend li")).to_have_text(["one", "two"])
    expect(figure.locator(".chart .curve")).to_have_count(2)
    expect(desk.page.locator("[data-figure='last'] .row-name")).to_have_text(["one", "two"])
    # It is in the address.
    assert "run=one&run=two" in desk.page.url
    desk.page.reload()
    expect(desk.page.locator(".comparison thead th")).to_have_text(["", "one", "two"])


def test_a_tournament_in_german(desk: RunsPage) -> None:
    desk.open("de", run="three-players")
    expect(desk.state).to_contain_text("fertig")
    expect(desk.page.get_by_role("heading", name="Kreuztabelle: Punkte jedes Spielers")).to_have_count(1)
    figure = desk.page.locator("[data-figure='ratings']")
    names = figure.locator(".row-name").all_text_contents()
    assert sorted(names) == ["alphabeta (Tiefe 1)", "first", "random"]
    expect(desk.page.locator(".tables tbody tr")).to_have_count(3)
    expect(desk.page.locator(".games-table tbody tr")).to_have_count(20)
    desk.button("Spätere").click()
    expect(desk.page.locator(".games-table tbody tr")).to_have_count(4)
    expect(desk.page.locator(".pager")).to_contain_text("21 bis 24 von 24")


def test_keyboard_only(desk: RunsPage) -> None:
    desk.open(run="one")
    keyboard = desk.page.keyboard
    keyboard.press("n")
    expect(desk.page.get_by_role("heading", name="New run")).to_be_focused()
    keyboard.press("Tab")
    expect(desk.page.get_by_label("Experiment")).to_be_focused()
    keyboard.type("tour")
    expect(desk.command).to_contain_text("spielbaum tournament")
    expect(desk.page.get_by_label("Experiment")).to_be_focused()
    # Written out, as on the command line.
    desk.page.get_by_label("Kind of player 2").select_option("")
    expect(desk.page.get_by_label("player 2, as on the command line")).to_have_value("mcts:playouts=1000")
    # Another player; the focus stays where it was.
    desk.button("Add a player").focus()
    keyboard.press("Enter")
    expect(desk.page.get_by_label("Kind of player 3")).to_be_visible()
    expect(desk.button("Add a player")).to_be_focused()
    desk.button("Add these").focus()
    keyboard.press("Enter")
    expect(desk.command).to_contain_text("engine:seconds=0.01 engine:seconds=0.02 engine:seconds=0.04")
    # An odd number is refused at once, in a sentence that screen readers say.
    desk.page.get_by_label("Games per pairing").fill("7")
    keyboard.press("Tab")
    expect(desk.page.get_by_role("alert").filter(has_text="must be even")).to_be_visible()
    keyboard.press("Escape")
    desk.page.locator("h1").evaluate("document.activeElement.blur()")
    keyboard.press("?")
    expect(desk.page.get_by_role("dialog")).to_contain_text("New run")
    desk.complaints[:] = [c for c in desk.complaints if "422" not in c]


def test_a_sweep_offers_what_fits_the_game(desk: RunsPage) -> None:
    desk.open(new="", kind="sweep", game="tictactoe")
    desk.page.get_by_role("group", name="Neighbouring steps").get_by_label("full engine").check()
    expect(desk.command).to_contain_text("--players engine")
    desk.page.get_by_label("Game", exact=True).select_option("trio")
    expect(desk.command).to_contain_text("spielbaum sweep trio")
    expect(desk.command).to_contain_text("--players maxn")  # as usual, since nothing fitting is chosen
    names = desk.page.get_by_role("group", name="Neighbouring steps")
    expect(names.get_by_role("checkbox")).to_have_count(4)
    names.get_by_label("alliance").check()
    expect(desk.command).to_contain_text("--players alliance")


def test_the_command_is_broken_between_its_words_only(desk: RunsPage) -> None:
    """`--out` stays whole; only a path that is longer than a line is broken inside."""
    desk.page.set_viewport_size({"width": 360, "height": 740})
    desk.open(new="", kind="sweep")
    expect(desk.command).to_contain_text("--out")
    words = desk.command.locator(".word")
    heights = {word.inner_text(): word.evaluate("word => word.offsetHeight") for word in words.all()}
    line = heights["spielbaum"]
    assert all(height < 1.5 * line for word, height in heights.items() if len(word) < 20)
    assert desk.command.evaluate("box => box.offsetHeight") > 2 * line


def test_the_command_is_copied(desk: RunsPage, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.open(run="one")
    desk.button("Copy").click()
    copied = desk.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("spielbaum match tictactoe alphabeta:depth=2 random --games 24 ")


def test_numbers_and_reports_are_downloaded(desk: RunsPage) -> None:
    desk.open(run="one")
    with desk.page.expect_download() as table:
        desk.button("Results (CSV)").click()
    assert table.value.suggested_filename == "one-results.csv"
    desk.page.locator("[data-figure='elo'] summary").click()
    with desk.page.expect_download() as numbers:
        desk.page.locator("[data-figure='elo']").get_by_role("button", name="CSV").click()
    assert len(Path(numbers.value.path()).read_text().splitlines()) == 13


def test_a_report_opens_in_a_tab_of_its_own(desk: RunsPage, context: BrowserContext) -> None:
    desk.open(run="one")
    with context.expect_page() as opened:
        desk.page.get_by_role("link", name="Open report").click()
    report = opened.value
    expect(report.get_by_role("heading", level=1)).to_be_visible()
    # It has no origin, so nothing of this server can be reached from it.
    assert report.evaluate("self.origin") == "null"
    report.close()


def test_tables_have_the_whole_width(desk: RunsPage) -> None:
    desk.open(run="one")
    desk.page.locator("[data-figure='elo'] summary").click()
    card = desk.page.locator("[data-figure='elo']").bounding_box()
    panel = desk.page.locator(".plots").bounding_box()
    assert card is not None
    assert panel is not None
    assert card["width"] == panel["width"]


def test_the_same_settings_again(desk: RunsPage) -> None:
    desk.open(run="two")
    desk.button("New run like this").click()
    expect(desk.command).to_contain_text("spielbaum match tictactoe first random --games 16 --seed 2")
    expect(desk.page.locator(".start-row")).to_contain_text("tictactoe-match-1")


def test_a_tuning_offers_games_with_weights(desk: RunsPage) -> None:
    desk.open(new="", kind="growth", game="connect4")
    desk.page.get_by_label("Experiment", exact=True).select_option("tune")
    games = desk.page.get_by_label("Game", exact=True)
    assert "connect4" not in games.locator("option").evaluate_all("all => all.map(one => one.value)")
    games.select_option("othello")
    desk.page.get_by_label("Games to learn from").fill("60")
    desk.page.get_by_label("Kind of player 1").select_option("random")
    desk.page.get_by_text("More options").click()
    desk.page.get_by_label("Share of games held out").fill(".5")
    desk.page.get_by_label("Ridge").fill("1e3")
    desk.page.get_by_label("Ridge").blur()
    words = "tune othello --player random --games 60 --held-out 0.5 --ridge 1000"
    expect(desk.command).to_contain_text(words)
    desk.page.reload()
    expect(desk.command).to_contain_text(words)
    desk.open(new="", kind="tune", game="connect4", held_out=".25", ridge="1e2")
    expect(games).to_have_value("connect4")
    expect(desk.page.locator(".problem")).to_contain_text("connect4")
    assert desk.complaints.pop().startswith("Failed to load resource")
    games.select_option("othello")
    expect(desk.command).to_contain_text("--held-out 0.25 --ridge 100")


@pytest.mark.long
def test_axe_finds_no_serious_fault(browser: Browser, desk_address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    desk = RunsPage(context.new_page(), desk_address)
    for query in VIEWS:
        desk.open(**query)
        desk.page.wait_for_function(
            "() => document.querySelector('.chart svg, .command code')?.childNodes.length > 0"
        )
        for summary in desk.page.locator("summary:visible").all():
            summary.click()
        assert faults(desk.page) == [], query
    context.close()


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024)])
def test_nothing_is_cut_off_on_small_screens(
    browser: Browser, desk_address: str, width: int, height: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
    )
    desk = RunsPage(context.new_page(), desk_address)
    for query in VIEWS if width < 500 else VIEWS[::2]:
        desk.open("de", **query)
        desk.page.wait_for_function(
            "() => document.querySelector('.chart svg, .command code')?.childNodes.length > 0"
        )
        for summary in desk.page.locator("summary:visible").all():
            summary.tap()
        assert overflow(desk.page) <= 0, query
    desk.open("de", run="one")
    desk.page.get_by_role("link", name="Nachspielen 2", exact=True).tap()
    desk.page.locator(".status[data-state]").wait_for()
    assert desk.complaints == []
    context.close()


def test_a_server_for_others_says_why_nothing_can_be_started(context: BrowserContext, runs: Path) -> None:
    with serving(patient(), runs=runs, may_start=False) as address:
        desk = RunsPage(context.new_page(), address).open(new="")
        expect(desk.page.locator(".closed")).to_contain_text("--allow-runs")
        expect(desk.button("Start")).to_be_disabled()
        desk.open(run="one")
        expect(desk.state).to_contain_text("complete")
        assert desk.complaints == []
