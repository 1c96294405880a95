"""Games in which pieces move, are dropped from a hand, or cover several cells: mouse, keyboard, phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Play
from tests.browser.pages import faults, overflow
from tests.support.quick import later

pytestmark = pytest.mark.browser

PEOPLE = ("human", "human")
#: Black has taken a chick and a giraffe, White a chick and an elephant.
TAKEN = "b2b3,c4b3,c1c2,b3c2,b1c2"


def at(play: Play, row: int, column: int) -> Locator:
    return play.page.locator(f"[data-place='{row}-{column}']")


def drag(play: Play, origin: Locator, target: Locator) -> None:
    boxes = [one.bounding_box() for one in (origin, target)]
    (x, y), (to_x, to_y) = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes if b]
    play.page.mouse.move(x, y)
    play.page.mouse.down()
    play.page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    play.page.mouse.move(to_x, to_y)
    play.page.mouse.up()


def test_pieces_in_hand_are_dropped_by_click_drag_and_keys(play: Play) -> None:
    play.open("dobutsu", *PEOPLE, moves=TAKEN)
    giraffe = at(play, 5, 1)
    expect(giraffe).to_have_accessible_name("in the hand of Black: 1 × giraffe")
    expect(at(play, 5, 2)).to_have_attribute("aria-disabled", "true")  # no elephant there
    giraffe.click()
    expect(play.page.locator(".target")).to_have_count(8)
    at(play, 1, 0).click()
    play.expect_plies(6)
    expect(at(play, 1, 0)).to_have_accessible_name("a3, Black giraffe, last move")
    expect(play.page.locator("[role=status]")).to_have_text(
        "Black played giraffe from the hand to a3. White to move"
    )
    drag(play, at(play, 4, 0), at(play, 2, 0))
    play.expect_plies(7)
    at(play, 5, 0).focus()
    play.page.keyboard.press("Enter")
    expect(at(play, 5, 0)).to_have_attribute("aria-pressed", "true")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Enter"):
        play.page.keyboard.press(key)
    play.expect_plies(8)
    assert play.plies[5:] == ["G*a3", "C*a2", "C*b3"]
    assert faults(play.page) == []


def test_an_l_is_laid_and_a_neutral_piece_moved(play: Play) -> None:
    play.open("lgame", *PEOPLE)
    done = play.button("Done")
    expect(done).to_be_disabled()
    expect(play.page.locator(".finish")).to_contain_text("Choose both ends")
    at(play, 0, 3).click()
    at(play, 2, 2).click()
    expect(play.page.locator(".cover")).to_have_count(4)
    expect(done).to_be_enabled()
    play.page.keyboard.press("Escape")
    expect(play.page.locator(".cover")).to_have_count(0)
    for row, column in ((0, 3), (2, 2), (0, 0), (3, 0)):
        at(play, row, column).click()
    play.expect_plies(1)
    expect(at(play, 3, 0)).to_have_accessible_name("a1, neutral, last move")
    assert play.plies == ["d4c2-a4a1"]
    # Without the neutral piece: the foot once more.
    step = play.page.evaluate(
        "fetch('/api/position', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({game: 'lgame', moves: ['d4c2-a4a1']})}).then(r => r.json())"
        ".then(view => view.board.steps.find(step => !step.then.length))"
    )
    at(play, *step["origin"]).click()
    at(play, *step["target"]).click()
    at(play, *step["target"]).click()
    play.expect_plies(2)
    assert play.plies[1] == step["move"]
    assert faults(play.page) == []


def test_men_are_placed_and_then_moved(play: Play) -> None:
    play.open("morris", *PEOPLE, moves="b2,a1,c1,a3,a2")
    expect(play.places).to_have_count(4)
    at(play, 1, 2).click()
    play.expect_plies(6)
    at(play, 1, 1).click()
    expect(at(play, 2, 1)).to_have_accessible_name("b1, empty, can go here")
    at(play, 2, 1).click()
    play.expect_plies(7)
    drag(play, at(play, 1, 2), at(play, 1, 1))
    play.expect_plies(8)
    assert play.plies[5:] == ["c2", "b2b1", "c2b2"]
    assert faults(play.page) == []


@pytest.mark.parametrize("game", ["hexapawn", later("morris"), later("lgame"), later("dobutsu")])
def test_the_boards_fit_on_a_phone(play: Play, game: str) -> None:
    play.page.set_viewport_size({"width": 360, "height": 740})
    play.open(game, *PEOPLE)
    assert overflow(play.page) <= 0
    for place in play.places.all():
        box = place.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44  # as large as a finger
