"""The page *Solution*, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.conftest import PATIENCE, Play, server_only
from tests.browser.pages import complaints, faults, overflow
from tests.support.server import patient, serving
from tests.support.solved_files import solved_file

pytestmark = pytest.mark.browser


class Solution:
    """The page as a person sees it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints = complaints(page)

    def open(self, game: str = "", lang: str = "en", **query: str) -> Solution:
        asked = {"game": game, "lang": lang} | query
        text = "&".join(f"{name}={quote(value)}" for name, value in asked.items() if value)
        self.page.goto(f"{self.address}/solution?{text}")
        self.page.locator(".status[data-state='shown'], .status[data-state='over']").wait_for()
        return self

    @property
    def status(self) -> Locator:
        return self.page.locator(".status")

    @property
    def note(self) -> Locator:
        return self.page.locator(".note")

    @property
    def moves(self) -> Locator:
        return self.page.locator(".solved-move")

    @property
    def live(self) -> Locator:
        return self.page.locator("[aria-live]")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def move(self, name: str) -> Locator:
        return self.page.locator(f".solved-move[data-key='solved-{name}']")

    def expect_address(self, part: str) -> None:
        expect(self.page).to_have_url(re.compile(re.escape(part)))


@pytest.fixture(scope="session")
def solved_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("solutions")
    for game in ("hexapawn", "morris"):
        solved_file(folder / f"{game}.table", game)
    (folder / "broken.table").write_text("no solution")
    with serving(patient(), solutions=folder) as address:
        yield address


@pytest.fixture
def solution(context: BrowserContext, solved_address: str) -> Iterator[Solution]:
    solution = Solution(context.new_page(), solved_address)
    yield solution
    assert solution.complaints == []


def test_moves_carry_their_outcome_in_colour_letter_and_words(solution: Solution) -> None:
    solution.open("hexapawn", start="ppp/P../.PP b")
    expect(solution.status).to_contain_text("Black to move: win in 3")
    assert solution.moves.all_inner_texts() == [
        "b3a2\nW 3\nwin in 3",
        "b3b2\nL 2\nloss in 2",
        "c3c2\nL 2\nloss in 2",
    ]
    expect(solution.page.locator(".square .badge.outcome-win")).to_have_text("W 3")
    expect(solution.page.get_by_role("button", name=re.compile("b3, Black.*win in 3"))).to_have_count(1)
    colours = {
        solution.page.locator(f".solved-move .outcome-{outcome}").first.evaluate(
            "node => getComputedStyle(node).borderColor"
        )
        for outcome in ("win", "loss")
    }
    assert len(colours) == 2


def test_the_board_keeps_its_shape_when_a_move_is_marked(solution: Solution) -> None:
    solution.open("hexapawn", moves="b1b2")
    boxes = [square.bounding_box() for square in solution.page.locator(".squares .square").all()]
    corners = {(round(box["x"]), round(box["y"])) for box in boxes if box is not None}
    assert len(corners) == 9
    assert len({x for x, _ in corners}) == len({y for _, y in corners}) == 3


def test_back_and_forward_with_the_browser_with_keys_and_by_a_shared_address(solution: Solution) -> None:
    page = solution.open("hexapawn").page
    expect(solution.status).to_contain_text("loss in 6")
    solution.move("b1b2").click()
    expect(solution.status).to_contain_text("win in 5")
    solution.moves.first.click()
    expect(solution.status).to_contain_text("loss in 4")
    page.go_back()
    expect(solution.status).to_contain_text("win in 5")
    page.go_back()
    expect(solution.status).to_contain_text("loss in 6")
    page.go_forward()
    page.go_forward()
    expect(solution.status).to_contain_text("loss in 4")
    page.keyboard.press("ArrowLeft")
    expect(solution.status).to_contain_text("win in 5")
    solution.expect_address("at=1")
    page.keyboard.press("Home")
    expect(solution.status).to_contain_text("loss in 6")
    page.keyboard.press("End")
    expect(solution.status).to_contain_text("loss in 4")
    page.keyboard.press("ArrowLeft")
    solution.expect_address("at=1")
    shared = page.url
    page.goto("about:blank")
    page.goto(shared)
    expect(solution.status).to_contain_text("win in 5")
    expect(page.locator(".plies button")).to_have_count(2)


@server_only
def test_a_newcomer_without_files_sees_a_game_solved_at_once(context: BrowserContext, address: str) -> None:
    solution = Solution(context.new_page(), address).open()
    expect(solution.status).to_contain_text("X to move: draw in 9")
    expect(solution.page.locator(".solved-games")).to_contain_text("Tic-Tac-Toe")
    expect(solution.moves).to_have_count(9)
    solution.page.keyboard.type("b2")
    expect(solution.status).to_contain_text("O to move: draw in 8")
    cell = solution.page.get_by_role("button", name=re.compile("^a1, empty, draw in 8"))
    expect(cell).to_have_class(re.compile("outcome-draw"))
    cell.focus()
    solution.page.keyboard.press("ArrowRight")
    solution.page.keyboard.press("Enter")
    expect(solution.status).to_contain_text("X to move: win in 5")
    expect(solution.live).to_contain_text("win in 5")
    assert solution.complaints == []


def test_the_best_line_is_stepped_through_where_less_motion_is_wanted(solution: Solution) -> None:
    page = solution.open("hexapawn").page
    page.locator("body").press("Space")
    expect(page.locator(".plies button")).to_have_count(6)
    expect(solution.status).to_contain_text("loss in 6")
    expect(solution.live).to_contain_text("Best line: ")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    expect(solution.status).to_have_attribute("data-state", "over")
    expect(solution.note).to_have_text("End of the best line.")
    expect(solution.button("Play best line")).to_be_disabled()


def test_the_best_line_plays_by_itself_and_can_be_stopped(browser: Browser, solved_address: str) -> None:
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(PATIENCE)
    solution = Solution(context.new_page(), solved_address).open("hexapawn")
    solution.button("Play best line").click()
    expect(solution.status).to_contain_text("win in 5")  # after one move
    solution.button("Stop").click()
    expect(solution.button("Play best line")).to_be_enabled()
    at = solution.page.locator(".plies [aria-current]").inner_text()
    solution.page.locator("body").press("Space")
    expect(solution.status).to_have_attribute("data-state", "over")
    expect(solution.note).to_have_text("End of the best line.")
    expect(solution.page.locator(".plies button")).to_have_count(6)
    assert solution.page.locator(".plies [aria-current]").inner_text() != at
    assert solution.complaints == []
    context.close()


def test_the_space_bar_after_a_click_plays_the_line(solution: Solution) -> None:
    """On a button that was reached by keyboard it presses that button."""
    page = solution.open("hexapawn").page
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if "/find" in request.url else None)
    solution.button("Longest win").click()
    expect(solution.status).to_contain_text("win in 5")
    page.keyboard.press("Space")
    expect(page.locator(".plies button")).to_have_count(5)
    assert len(found) == 1
    page.keyboard.press("Shift+Tab")
    solution.button("Longest win").focus()
    page.keyboard.press("Space")
    expect(page.locator(".plies button")).to_have_count(0)
    assert len(found) == 2


def test_only_one_move_wins_is_a_riddle(solution: Solution) -> None:
    solution.open("morris")
    solution.button("Only one move wins").click()
    expect(solution.note).to_have_text("Only one move wins here. Which?")
    solution.expect_address("hidden")
    expect(solution.page.locator(".badge")).to_have_count(0)
    expect(solution.page.locator(".pill")).to_have_count(0)
    solution.page.get_by_label("Hide outcomes").uncheck()
    winning = solution.page.locator(".solved-move:has(.outcome-win)")
    expect(winning).to_have_count(1)
    name, *_ = winning.inner_text().split("\n")
    solution.page.get_by_label("Hide outcomes").check()
    others = [text for text in solution.moves.all_inner_texts() if text != name]
    solution.move(others[0]).click()
    expect(solution.note).to_contain_text(f"No: {others[0]}")
    solution.page.go_back()
    expect(solution.note).to_have_text("Only one move wins here. Which?")
    solution.move(name).click()
    expect(solution.note).to_contain_text(f"Right: {name} is a win in")


def test_the_longest_win_counts_and_figure(solution: Solution) -> None:
    page = solution.open("morris").page
    solution.button("Longest win").click()
    expect(page.locator(".plies button")).to_have_count(0)
    longest = page.locator(".numbers tbody tr", has_text=re.compile("^won")).last.text_content() or ""
    plies = re.match(r"won(\d+)", longest)
    assert plies is not None
    solution.expect_address("start=")
    expect(solution.status).to_contain_text(re.compile(r"win in \d+"))
    assert (solution.page.locator(".counts").inner_text().split("\n"))[:2] == ["positions", "540"]
    expect(page.locator(".chart svg polyline")).to_have_count(2)
    with page.expect_download() as saved:
        solution.button("Save figure (SVG)").click()
    assert saved.value.suggested_filename == "morris-distribution.svg"
    assert Path(saved.value.path()).read_text(encoding="utf-8").startswith("<svg")


def test_a_game_with_chance_shows_expected_values(solution: Solution) -> None:
    """Every move has its expected value; where nature moves people choose what it does."""
    solution.open("pig:target=4")
    expect(solution.status).to_contain_text("to move: expected value +")
    expect(solution.button("Longest win")).to_have_count(0)
    solution.button("Play best line").click()
    solution.expect_address("at=0")
    solution.page.keyboard.press("ArrowRight")
    expect(solution.status).to_contain_text("Nature moves: expected value")
    expect(solution.note).to_have_text("Nature moves here: choose what it does.")
    expect(solution.moves).to_have_count(6)
    expect(solution.move("2")).to_contain_text("probability 1/6")
    solution.move("2").click()
    expect(solution.move("roll")).to_contain_text("expected value")
    assert overflow(solution.page) <= 0


def test_it_speaks_german(solution: Solution) -> None:
    page = solution.open("hexapawn", lang="de").page
    expect(page).to_have_title("Lösung – Spielbaum")
    expect(solution.status).to_contain_text("Weiß am Zug: Verlust in 6")
    assert solution.moves.first.inner_text() == "b1b2\nV 6\nVerlust in 6"
    expect(page.locator(".whole")).to_contain_text("Wie weit es bis zum Ende ist")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Leertaste")


def test_what_cannot_be_shown_is_said_in_one_sentence(solution: Solution) -> None:
    page = solution.page
    page.goto(f"{solution.address}/solution?game=connect4&lang=en")
    expect(solution.status).to_contain_text("connect4 is too large to be solved while you wait")
    expect(page.locator(".stage")).to_be_hidden()
    expect(page.locator(".solved-games a")).not_to_have_count(0)
    expect(page.locator(".right .problem")).to_have_text("broken.table is not the solution of a game.")
    page.locator("select#game").select_option("hexapawn")
    expect(solution.status).to_contain_text("White to move: loss in 6")
    page.goto(f"{solution.address}/solution?game=hexapawn&moves=z9&lang=en")
    expect(solution.status).to_contain_text("z9 is not a legal move")
    solution.complaints.clear()  # the browser tells of the refused requests


def test_play_leads_there_and_back(play: Play) -> None:
    play.open("tictactoe", "human", "human", moves="b2,a1")
    play.settle("human")
    play.page.get_by_role("link", name="Open in the solution").click()
    expect(play.page.locator(".status")).to_contain_text("X to move")
    expect(play.page.locator(".plies button")).to_have_count(2)
    play.page.get_by_role("link", name="Play from here").click()
    play.page.locator(".status[data-state]").wait_for()
    play.expect_plies(2)


@pytest.mark.long
def test_axe_finds_no_serious_fault_and_nothing_is_cut_off(browser: Browser, solved_address: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    solution = Solution(context.new_page(), solved_address)
    for game, moves in (("hexapawn", ""), ("morris", "a1,b2,c3"), ("nim", ""), ("tictactoe", "b2")):
        solution.open(game, "de", moves=moves)
        assert overflow(solution.page) <= 0, game
        assert faults(solution.page) == [], game
        before = solution.page.locator(".plies button").count()
        solution.moves.first.tap()
        expect(solution.page.locator(".plies button")).to_have_count(before + 1)
    assert solution.complaints == []
    context.close()
