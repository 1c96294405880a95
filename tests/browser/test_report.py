"""Reports and slides, opened from the disk in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from spielbaum.experiments import Sprt
from spielbaum.experiments.report import report_html, report_of, slides_html, talk_html
from spielbaum.experiments.report.report import SERVER
from tests.browser.pages import complaints, faults, overflow
from tests.experiments.support import play, small_plan
from tests.support.quick import later

pytestmark = pytest.mark.browser

DOCS = Path(__file__).parents[2] / "docs"
SWEEP = DOCS / "runs" / "sweep-connect4-nodes"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A report and slides of a match and of a tournament, in German the latter."""
    base = tmp_path_factory.mktemp("reports")
    play(small_plan(games=12, players=["alphabeta:depth=4", "random"], sprt=Sprt(0, 400)), base / "match")
    play(small_plan(games=4, players=["random", "alphabeta:depth=3", "first"]), base / "tournament")
    for name, language in (("match", "en"), ("tournament", "de")):
        report = report_of(base / name, language)
        (base / f"{name}.html").write_text(report_html(report), encoding="utf-8")
        (base / f"{name}-slides.html").write_text(slides_html(report), encoding="utf-8")
    return {path.stem: path for path in base.glob("*.html")}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page = context.new_page()
    heard = complaints(page)
    allowed = ("file:", "data:", "http://127.0.0.1:")
    page.on("request", lambda r: heard.append(r.url) if not r.url.startswith(allowed) else None)
    yield page
    context.close()
    assert heard == []


def test_the_arrow_keys_step_through_the_game(page: Page, files: dict[str, Path]) -> None:
    page.goto(files["match"].as_uri())
    stones = page.locator("#replay-board [class^=b-mark]")
    says = page.locator(".says")
    expect(stones).to_have_count(0)
    for count in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(stones).to_have_count(count)
        expect(says).to_contain_text(f"{count}.")
    page.keyboard.press("ArrowLeft")
    expect(stones).to_have_count(2)
    expect(page.locator(".plies [aria-current]")).to_have_text(
        page.locator(".plies button").nth(1).inner_text()
    )
    page.get_by_role("button", name="To the end").click()
    expect(says).to_contain_text("wins")
    plies = page.locator(".plies button").count()
    expect(stones).to_have_count(plies)
    expect(page.get_by_role("button", name="One move forward")).to_be_disabled()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value(str(plies))
    slider.focus()
    page.keyboard.press("Home")
    expect(stones).to_have_count(0)


def test_slides_and_moves_with_the_keys_of_a_presenter(page: Page, files: dict[str, Path]) -> None:
    page.goto(files["match-slides"].as_uri())
    count = page.locator("nav output")
    expect(count).to_have_text("1 / 10")
    expect(page.locator(".slide:visible")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    page.keyboard.press("Space")
    expect(count).to_have_text("4 / 10")
    page.reload()
    expect(count).to_have_text("4 / 10")
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text("3 / 10")
    page.goto(files["match-slides"].as_uri() + "#8")
    expect(count).to_have_text("8 / 10")
    stones = page.locator(".slide:visible #replay-board [class^=b-mark]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("8 / 10")
    expect(stones).to_have_count(2)
    for _ in range(page.locator(".plies button").count() - 1):
        page.keyboard.press("ArrowRight")
    expect(count).to_have_text("9 / 10")  # the game is over, the talk goes on
    page.keyboard.press("End")
    expect(count).to_have_text("10 / 10")
    expect(page.get_by_role("button", name="Next slide")).to_be_disabled()
    page.get_by_role("button", name="Previous slide").click()
    expect(count).to_have_text("9 / 10")
    expect(page.get_by_role("link", name="Open the position")).to_be_visible()


@pytest.mark.parametrize("told", [later("when it was made"), "by the reader"])
def test_the_link_of_the_demonstration_shows_the_position(
    page: Page, address: str, tmp_path: Path, told: str
) -> None:
    """Wherever the server runs; here it listens on some free port."""
    play(small_plan(games=4, players=["alphabeta:depth=2", "random"]), tmp_path / "run")
    made = told == "when it was made"
    report = report_of(tmp_path / "run", "en", address if made else SERVER)
    assert report.replay is not None
    path = tmp_path / "report.html"
    path.write_text(report_html(report), encoding="utf-8")
    page.goto(path.as_uri())
    field = page.get_by_label("Spielbaum runs at")
    link = page.get_by_role("link", name="Open the position")
    if made:
        expect(field).to_have_value(f"{address}/")
    else:
        before = link.get_attribute("href")
        field.fill("javascript:alert(1)")
        expect(field).to_have_attribute("aria-invalid", "true")
        assert link.get_attribute("href") == before
        field.fill(address)
    link.click()
    page.locator(".status[data-state=human]").wait_for()
    assert page.locator(".plies button").all_inner_texts() == list(report.replay.moves[:4])


@pytest.mark.parametrize("language", ["en", later("de")])
def test_tables_are_whole_at_every_width_and_on_paper(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    """`Moves compared with perfect play` and its neighbours; A4 with its margins is 658 pixels wide."""
    report = tmp_path / "report.html"
    report.write_text(report_html(report_of(SWEEP, language)), encoding="utf-8")
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(report.as_uri())
    shown = {}
    for media, widths in (("screen", [*range(320, 1300, 35), 1280, 390]), ("print", [500, 658, 760])):
        page.emulate_media(media="print" if media == "print" else "screen")
        for width in widths:
            page.set_viewport_size({"width": width, "height": 900})
            cut = page.evaluate("""() => [...document.querySelectorAll(".scroll")].map((box) => {
              const table = box.firstElementChild;
              const inside = [table, ...table.querySelectorAll("th, td, span")];
              const right = box.getBoundingClientRect().right + 0.5;
              return inside.filter((each) => each.getBoundingClientRect().right > right).length;
            })""")
            assert cut == [0, 0], (media, width)
            shown[media, width] = page.locator("table").last.evaluate("e => getComputedStyle(e).display")
    # With enough room they are tables, with little room lists.
    assert shown["screen", 1280] == shown["print", 658] == "table"
    assert shown["screen", 390] == "block"
    context.close()


@pytest.mark.long
def test_a_talk_with_notes(page: Page, tmp_path: Path) -> None:
    """N shows what to say and in which minutes; no slide is wider than its window or has a serious fault."""
    path = tmp_path / "talk.html"
    path.write_text(talk_html("tictactoe", "de", author="Mia Muster"), encoding="utf-8")
    page.goto(path.as_uri())
    expect(page.locator(".slide:visible")).to_contain_text("Mia Muster")
    notes = page.locator(".slide:visible .notes")
    expect(notes).to_be_hidden()
    page.keyboard.press("n")
    expect(notes).to_contain_text("0:00–0:30")
    for _ in range(page.locator(".slide").count() - 1):
        assert overflow(page) == 0
        assert faults(page) == []
        page.keyboard.press("PageDown")
    expect(notes).to_contain_text("–10:00")
    page.get_by_role("button", name="Was zu sagen ist").click()
    expect(notes).to_be_hidden()


def test_a_printed_deck_has_a_page_for_each_slide(page: Page, files: dict[str, Path]) -> None:
    page.goto(files["match-slides"].as_uri())
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 10


@pytest.mark.long
def test_axe_finds_no_serious_fault(browser: Browser, files: dict[str, Path]) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    for name in ("match", "tournament"):
        page.goto(files[name].as_uri())
        assert faults(page) == []
    page.goto(files["tournament-slides"].as_uri())
    for _ in range(page.locator(".slide").count()):
        assert faults(page) == []
        page.keyboard.press("PageDown")
    context.close()


@pytest.mark.parametrize(("width", "height"), [(360, 740), later(768, 1024), later(1920, 1080)])
def test_nothing_is_cut_off(browser: Browser, files: dict[str, Path], width: int, height: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    for path in [*files.values(), *(DOCS / "runs").glob("*/*.html")]:
        page.goto(path.as_uri())
        assert overflow(page) <= 0, path.name
        slides = page.locator(".slide").count()
        for _ in range(slides):
            assert overflow(page) <= 0, path.name
            if width > height:  # a slide on a beamer must not need scrolling
                tall = page.evaluate("document.documentElement.scrollHeight")
                assert tall <= height, f"{path.name} {page.locator('nav output').inner_text()}"
            page.keyboard.press("PageDown")
    context.close()
