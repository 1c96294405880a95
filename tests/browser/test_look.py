"""Sizes, themes and accessibility, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Play
from tests.browser.pages import faults, overflow
from tests.support.quick import later

pytestmark = pytest.mark.browser

POSITIONS = [
    ("connect4", "44554", 2),
    ("tictactoe", "b2a1", 2),
    ("kalah", "3", 2),
    ("nim", "c3", 2),
    ("othello", "", 2),
    ("trio", "a1b1", 3),
    ("trap:left=4", "", 2),
]


def test_axe_finds_no_serious_fault(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    play = Play(context.new_page(), address)
    for game, moves, players in POSITIONS:
        play.open(game, *["human"] * players, moves=moves)
        play.settle("human")
        assert faults(play.page) == [], game
    play.open("connect4", "human", "human", moves="1212121", lang="de")
    play.settle("over")
    play.page.locator(".rules summary").click()
    play.page.locator(".insight [role=switch]").click()
    assert faults(play.page) == []
    play.page.keyboard.press("?")
    expect(play.page.get_by_role("dialog")).to_be_visible()
    assert faults(play.page) == []
    context.close()


@pytest.mark.parametrize(("width", "height"), [(360, 740), later(768, 1024)])
def test_nothing_is_cut_off_on_small_screens(browser: Browser, address: str, width: int, height: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
    )
    play = Play(context.new_page(), address)
    for game, moves, players in POSITIONS:
        play.open(game, *["human"] * players, moves=moves, lang="de")
        play.settle("human")
        assert overflow(play.page) <= 0, game
        before = len(play.plies)
        play.places.first.tap()
        play.expect_plies(before + 1)
    assert play.complaints == []
    context.close()


def test_the_board_does_not_jump_while_the_computer_thinks(play: Play) -> None:
    play.open("connect4", "human", "alphabeta:seconds=3000")

    def box() -> Any:
        return play.page.evaluate("document.querySelector('.board').getBoundingClientRect().toJSON()")

    before = box()
    play.page.keyboard.press("4")
    play.settle("thinking")
    assert box() == before
    play.button("Move now").click()
    play.settle("human")
    assert box() == before


def test_the_chosen_theme_is_remembered(play: Play) -> None:
    play.open("connect4", "human", "human")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = play.page.evaluate(ground)
    play.page.get_by_label("Colours").select_option("dark")
    dark = play.page.evaluate(ground)
    assert dark != light
    play.page.reload()
    play.settle("human")
    assert play.page.evaluate(ground) == dark


def test_moves_and_turns_are_said_to_screen_readers(play: Play) -> None:
    play.open("connect4", "human", "human")
    expect(play.page.get_by_role("status")).to_have_text("Yellow to move")
    play.page.keyboard.press("4")
    expect(play.page.get_by_role("status")).to_have_text("Yellow played 4. Red to move")
    column = play.page.get_by_role("button", name="Column 4, from below: Yellow, last move")
    expect(column).to_be_visible()
