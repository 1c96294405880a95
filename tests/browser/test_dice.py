"""A game with dice on the page *Play*: they roll, are announced, taken back, and stand in the address."""

from __future__ import annotations

from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Browser, expect

from spielbaum.game import Position
from spielbaum.games.pig import pig
from spielbaum.play.dice import throw
from tests.browser.conftest import Play

pytestmark = pytest.mark.browser

SEED = "5"


def thrown(moves: str) -> str:
    """What the dice of the seed bring after these moves."""
    game = pig(target=12)
    position = Position.of(game, moves)
    return game.move_name(position.state, throw(position, int(SEED)))


def test_dice_roll_by_themselves_and_are_moves_of_the_game(play: Play) -> None:
    play.open("short_pig", "human", "human", seed=SEED)
    first = thrown("roll")
    play.places.first.click()
    play.expect_plies(2)
    assert play.settle() == "human"
    assert play.plies == ["roll", first]
    expect(play.page.locator(".dice")).to_have_attribute("data-throw", first)
    expect(play.page.locator(".dice .die")).to_have_count(1)
    expect(play.page.locator("[aria-live]").filter(has_text=f"Chance brought {first}.")).to_be_attached()
    # The throw stands in the address: a reload comes back to it and throws nothing again.
    assert parse_qs(urlparse(play.page.url).query)["moves"] == [f"roll,{first}"]
    play.page.reload()
    play.settle("human")
    assert play.plies == ["roll", first]


def test_games_without_a_seed_have_their_own_dice(play: Play) -> None:
    """An address without a seed gets one with the first throw; another one gets another."""
    seeds = set()
    for _ in range(2):
        play.open("short_pig", "human", "human")
        play.places.first.click()
        play.expect_plies(2)
        (seed,) = parse_qs(urlparse(play.page.url).query)["seed"]
        seeds.add(seed)
    assert len(seeds) == 2


def test_who_begins_is_what_the_dice_say(play: Play) -> None:
    """In backgammon the first throw decides; White is not said to begin where Black does."""
    for moves, first in (("13", "Black"), ("31", "White")):
        play.open("backgammon", "human", "human", moves=moves, seed=SEED)
        play.settle("human")
        expect(play.page.locator(".player-name").filter(has_text="moves first")).to_have_count(1)
        expect(play.page.locator(".player-name").filter(has_text="moves first")).to_contain_text(first)


def test_undo_goes_back_over_the_throw_and_meets_the_same_dice(play: Play) -> None:
    play.open("short_pig", "human", "random", seed=SEED)
    # The page says whose turn it was until the server has answered: so wait for the plies first.
    plies = "document.querySelectorAll('.plies button').length"
    at = "[...document.querySelectorAll('.plies button')].findIndex((ply) => ply.ariaCurrent)"
    play.places.first.click()
    play.page.wait_for_function(f"() => {plies} > 1")
    play.settle("human", "over")
    first = play.plies[1]
    while (before := play.page.evaluate(at)) >= 0:
        play.button("Undo").click()
        play.page.wait_for_function(f"before => {at} !== before", arg=before)
    expect(play.page.locator(".dice")).to_be_hidden()
    play.settle("human")
    play.places.first.click()
    play.page.wait_for_function(f"() => {at} > 0")
    play.settle("human", "over")
    assert play.plies[1] == first


def test_against_the_engine_in_german(play: Play) -> None:
    play.open("short_pig", "human", "engine:level=3", seed=SEED, lang="de")
    expect(play.page.get_by_label("Wer spielt Schwarz")).to_have_value("level")
    play.places.first.click()
    play.settle("human", "over")
    assert "web." not in play.page.locator("main").inner_text()


def test_dice_are_seen_rolling_where_motion_is_welcome(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="no-preference")
    play = Play(context.new_page(), address)
    play.open("short_pig", "human", "human", seed=SEED)
    # What is shown is noted as it happens: the roll may be over before anybody could look.
    play.page.evaluate(
        "() => { window.rolled = false; new MutationObserver(() => {"
        " if (document.querySelector('.dice.rolling')) window.rolled = true; })"
        ".observe(document.querySelector('.dice'), { attributes: true }); }"
    )
    play.places.first.click()
    play.expect_plies(2)
    assert play.page.evaluate("window.rolled")
    expect(play.page.locator(".dice.rolling")).to_have_count(0)
    context.close()


def test_an_impossible_throw_in_the_address_is_one_sentence(play: Play) -> None:
    play.open("short_pig", "human", "human", moves="roll,7", seed=SEED)
    expect(play.page.locator("body")).to_contain_text("7")
    play.settle("human")
    play.complaints.clear()  # the browser notes the refusal
