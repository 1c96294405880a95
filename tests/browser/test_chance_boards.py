"""The boards of games with chance: tiles, points of Pig, backgammon, each for a whole game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import Play
from tests.browser.pages import faults, overflow
from tests.support.quick import later

pytestmark = pytest.mark.browser

SEED = "3"
PEOPLE = ("human", "human")
SMALL_2048 = "2048:width=2,height=2"
#: The usual start with a throw of six and one, White to move.
SIX_ONE = "4HPwATDgc/ABMA w 61"
LOOKS = [
    ("2048", ("human",), "4-2-8-16/2-0-64-128/0-1024-512-256/2048-0-0-32768+0"),
    ("pig:target=20", PEOPLE, "12-9+5/2"),
    ("backgammon", ("human", "engine:level=3"), SIX_ONE),
    ("backgammon:cube=64", PEOPLE, "sGfwATDgc/ABMA:cBEAAAAAAAAA"),
    ("einstein", PEOPLE, "ABC../DE.../F...f/...ed/..cba w 3"),
]


def tiles(play: Play) -> list[str]:
    return play.page.locator("[data-tile] .tile-face").all_inner_texts()


def point(play: Play, key: str) -> Locator:
    return play.page.locator(f".spot[data-key='{key}']")


@pytest.mark.long
def test_2048_is_played_to_the_end_with_the_arrow_keys(play: Play) -> None:
    play.open(SMALL_2048, "human", seed=SEED)
    play.expect_plies(2)
    assert play.settle() == "human"
    expect(play.page.locator(".number-tile.last")).to_have_count(1)
    keys = {"left": "ArrowLeft", "right": "ArrowRight", "up": "ArrowUp", "down": "ArrowDown"}
    plies = 2
    while play.settle() == "human":
        slide = play.places.first.get_attribute("data-move")
        play.page.keyboard.press(keys[slide or ""])
        plies += 2
        play.expect_plies(plies)
    assert len([text for text in tiles(play) if text]) == 4
    assert plies > 6
    score = play.page.locator(".tile-score strong")
    assert int(score.inner_text()) > 0
    # After the end the arrows step through the game.
    play.page.keyboard.press("ArrowLeft")
    expect(play.page.locator(".plies [aria-current]")).not_to_have_text(play.plies[-1])


def test_tiles_are_swiped_and_told(play: Play) -> None:
    play.open(SMALL_2048, "human", seed=SEED, start="2-2/0-4+0")
    play.settle("human")
    row = play.page.get_by_role("row").first
    assert row.get_by_role("cell").all_inner_texts() == ["2\n2", "2\n2"]
    expect(play.page.get_by_role("row").nth(1).get_by_role("cell").first).to_contain_text("empty")
    box = play.page.locator(".tiles").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    play.page.mouse.move(x, y)
    play.page.mouse.down()
    play.page.mouse.move(x - 80, y + 4)
    play.page.mouse.up()
    play.expect_plies(2)
    assert play.plies[0] == "left"
    assert tiles(play)[::2] == ["4", "4"]
    expect(play.page.locator(".tile-score strong")).to_have_text("4")


def test_pig_is_played_to_the_end_with_large_buttons(play: Play) -> None:
    play.open("pig:target=10", *PEOPLE, seed=SEED)
    roll, hold = play.button("roll"), play.button("hold")
    expect(hold).to_have_attribute("aria-disabled", "true")
    roll.focus()
    play.page.keyboard.press("Enter")
    play.expect_plies(2)
    play.settle("human")
    # The focus stays on the button while the die rolls.
    expect(roll).to_be_focused()
    expect(play.page.locator(".dice .die")).to_have_count(1)
    for _ in range(200):
        if play.settle() == "over":
            break
        before = len(play.plies)
        chosen = roll if roll.get_attribute("aria-disabled") is None else hold
        chosen.click()
        play.page.wait_for_function(
            "count => document.querySelectorAll('.plies button').length > count", arg=before
        )
    points = [int(text) for text in play.page.locator(".score dd").all_inner_texts()]
    assert max(points[0], points[2]) >= 10
    assert play.settle() == "over"


def test_backgammon_is_played_to_the_end_man_by_man(play: Play) -> None:
    play.open("backgammon:men=1", *PEOPLE, seed=SEED)
    for _ in range(200):
        if play.settle() == "over":
            break
        before = len(play.plies)
        move = play.page.locator(".move-list .move").last.get_attribute("data-move") or ""
        for man in move.replace("*", "").split():
            for place, state in zip(man.split("/"), ("movable", "target"), strict=True):
                named = f".on-{place}" if place.isalpha() else f"[aria-label^='point {place},']"
                play.page.locator(f".spot.{state}{named}").click()
        play.page.wait_for_function(
            "count => document.querySelectorAll('.plies button').length > count", arg=before
        )
    assert play.settle() == "over"
    assert play.page.locator(".spot.on-off .man").count() == 1


def test_a_throw_is_played_in_steps_with_the_keys_and_taken_back(play: Play) -> None:
    play.open("backgammon", *PEOPLE, start=SIX_ONE, seed=SEED)
    play.settle("human")
    expect(play.page.locator(".dice .die")).to_have_count(2)
    expect(point(play, "point-13")).to_have_accessible_name("point 13, White, 5 men")
    point(play, "point-13").focus()
    play.page.keyboard.press("Enter")
    expect(point(play, "point-7")).to_have_class(re.compile(r"\btarget\b"))
    point(play, "point-7").focus()
    play.page.keyboard.press("Enter")
    expect(play.page.locator(".chosen span")).to_have_text("13/7")
    expect(point(play, "point-7")).to_have_accessible_name("point 7, White, one man")
    play.page.keyboard.press("Escape")
    expect(point(play, "point-7")).to_have_accessible_name("point 7, empty")
    for key in ("point-8", "point-7", "point-13", "point-7"):
        point(play, key).click()
    play.expect_plies(2)
    assert play.plies[0] == "13/7 8/7"
    play.settle("human")
    # Black counts from the other side: what is White's seventh point is Black's eighteenth.
    expect(point(play, "point-7")).to_have_accessible_name("point 18, White, 2 men")


def test_the_list_the_field_and_the_other_side(play: Play) -> None:
    play.open("backgammon", *PEOPLE, start=SIX_ONE, seed=SEED)
    play.settle("human")
    below = play.page.locator(".lower .spot").first
    expect(below).to_have_attribute("data-key", "point-12")
    play.page.get_by_role("button", name="Flip the board").click()
    expect(below).to_have_attribute("data-key", "point-13")
    play.page.locator(".move-list summary").click()
    point(play, "point-24").click()
    point(play, "point-18").click()
    listed = play.page.locator(".move-list .move")
    assert all(text.startswith("24/") and "24/18" in text for text in listed.all_inner_texts())
    play.page.get_by_role("button", name="Take back").click()
    play.page.get_by_role("button", name="Move 13/7 8/7", exact=True).click()
    play.expect_plies(2)
    play.button("Undo").click()
    play.settle("human")
    play.page.locator("#typed").fill("8/7 13/7")
    play.page.keyboard.press("Enter")
    play.expect_plies(2)
    assert play.plies[0] == "13/7 8/7"


def test_the_cube_is_offered_taken_and_dropped_with_the_keys(play: Play) -> None:
    play.open("backgammon:cube=64", *PEOPLE, start="sGfwATDgc/ABMA:cAkAAAAAAAAA", seed=SEED)
    play.settle("human")
    cube = play.page.locator(".cube-line")
    expect(cube).to_contain_text("The cube shows 1 and lies in the middle: both may double.")
    play.button("double").focus()
    play.page.keyboard.press("Enter")
    expect(cube).to_contain_text("Doubled to 2: White takes or drops.")
    play.button("take").click()
    play.expect_plies(3)  # and the throw
    play.settle("human")
    expect(cube).to_contain_text("The cube shows 2 and belongs to White, who alone may double.")
    play.button("Undo").click()
    play.settle("human")
    play.page.locator("#typed").fill("drop")
    play.page.keyboard.press("Enter")
    assert play.settle() == "over"
    expect(play.status).to_contain_text("The double was dropped.")


DICE_COVER_THE_TALLY = """() => {
  const dice = document.querySelector(".dice").getBoundingClientRect();
  const tally = document.querySelector(".above .tally")?.getBoundingClientRect();
  return dice.width > 0 && tally !== undefined && tally.right > dice.left;
}"""


@pytest.mark.parametrize("width", [390, later(1280)])
def test_they_fit_and_can_be_read_in_both_themes(browser: Browser, address: str, width: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844}, has_touch=width < 500, reduced_motion="reduce"
    )
    play = Play(context.new_page(), address)
    for game, players, start in LOOKS:
        play.open(game, *players, start=start, lang="de", seed=SEED)
        play.settle("human")
        assert overflow(play.page) <= 0, game
        assert not play.page.evaluate(DICE_COVER_THE_TALLY), game
        assert "web." not in play.page.locator("main").inner_text(), game
        assert faults(play.page) == [], game
        rows = {box.bounding_box()["y"] for box in play.page.locator(".score").all()}  # type: ignore[index]
        assert len(rows) <= 1, "the points of both players and those of the turn stand side by side"
    assert play.complaints == []
    context.close()
