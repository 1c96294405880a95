"""Whole games and everything one can do on the page *Play*, in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.browser.conftest import PATIENCE, Play, server_only
from tests.browser.pages import forget_refusals, overflow
from tests.support.quick import later

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("game", "players", "kind"),
    [
        ("tictactoe", ["human", "engine:level=8"], "grid"),
        ("connect4", ["human", "engine:level=4"], "columns"),
        later("kalah", ["human", "engine:level=5"], "pits"),
        later("nim", ["human", "engine:level=8"], "heaps"),
        ("trio", ["human", "paranoid:depth=2", "maxn:depth=2"], "grid"),
        later("bare", ["human", "engine:level=8"], "text"),
    ],
)
def test_a_whole_game_of_each_kind(play: Play, game: str, players: list[str], kind: str) -> None:
    play.open(game, *players)
    expect(play.page.locator(f".board.{kind}")).to_be_visible()
    while play.settle() == "human":
        before = len(play.plies)
        play.places.last.click()
        play.page.wait_for_function("n => document.querySelectorAll('.plies button').length > n", arg=before)
    expect(play.status).to_have_text(re.compile(r"win|draw", re.IGNORECASE))
    if game == "tictactoe":
        expect(play.status).not_to_contain_text("X wins")
    expect(play.page.locator(".place.playable")).to_have_count(0)
    # The address says it all: opened again, it is the same game.
    plies, text = play.plies, play.status.inner_text()
    play.page.reload()
    play.settle("over")
    assert play.plies == plies
    assert play.status.inner_text() == text


def test_an_alliance_is_made_on_the_page(play: Play) -> None:
    """Three players; the second is told with whom it plays, and the address says so."""
    play.open("trio", "human", "maxn:depth=2", "maxn:depth=2")
    play.page.get_by_label("Who plays O").select_option("alliance")
    expect(play.page).to_have_url(re.compile(r"p2=alliance:depth=3,with=1"))
    play.page.get_by_label("Ally of O").select_option("3")
    expect(play.page).to_have_url(re.compile(r"p2=alliance:depth=3,with=3"))
    play.places.first.click()
    play.expect_plies(3)


def test_keys_only(play: Play) -> None:
    """A game of Connect Four without a mouse: digits, help, the typed move, undo and redo."""
    play.open("connect4", "human", "human")
    keyboard = play.page.keyboard
    for number, key in enumerate("4455", start=1):
        keyboard.press(key)
        play.expect_plies(number)
    keyboard.press("?")
    expect(play.page.get_by_role("dialog")).to_be_visible()
    keyboard.press("Escape")
    expect(play.page.get_by_role("dialog")).to_be_hidden()
    play.page.get_by_label("Move", exact=True).focus()
    keyboard.type("6")
    keyboard.press("Enter")
    play.expect_plies(5)
    keyboard.press("Tab")
    keyboard.press("Control+z")
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-3")
    keyboard.press("Control+y")
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-4")
    assert play.plies == list("44556")
    # From the board: arrows to a column, Enter drops a stone.
    play.page.locator(".place").nth(3).focus()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    play.expect_plies(6)
    assert play.plies[-1] == "5"
    expect(play.page.locator("[data-key='column-4']")).to_be_focused()


def test_a_heap_and_a_number(play: Play) -> None:
    play.open("nim", "human", "human")
    play.page.keyboard.press("c")
    play.page.keyboard.press("7")
    play.expect_plies(1)
    assert play.plies == ["c7"]
    expect(play.page.locator(".heap").nth(2).locator(".match")).to_have_count(0)


@server_only
def test_keys_pressed_while_a_position_loads_are_not_lost(play: Play) -> None:
    """A slow line: the second stone is typed before the first one is on the board."""
    play.open("connect4", "human", "human")

    def slowly(route: Route) -> None:
        sleep(0.2)
        route.continue_()

    play.page.route("**/api/position", slowly)
    play.page.keyboard.type("4455")
    play.expect_plies(4)
    assert play.plies == list("4455")
    play.page.unroute("**/api/position")
    # What is typed while it is the computer's turn is nobody's move.
    play.open("tictactoe", "human", "first")
    play.page.route("**/api/position", slowly)
    play.page.keyboard.type("b2c3")
    play.expect_plies(2)
    play.settle("human")
    assert play.plies == ["b2", "a1"]


@pytest.mark.parametrize(
    ("game", "moves", "move", "words"),
    [
        ("othello:size=4", "b1,c1,d3,a1", "--", "Pass"),
        ("kalah:pie=yes", "1", "s", "Swap sides"),
    ],
)
def test_moves_that_are_no_places(play: Play, game: str, moves: str, move: str, words: str) -> None:
    play.open(game, "human", "human", moves=moves)
    before = len(play.plies)
    play.page.get_by_role("button", name=f"{words}, {move}").click()
    play.expect_plies(before + 1)
    play.button("Undo").click()
    play.settle("human")
    play.page.keyboard.type(move)
    play.expect_plies(before + 1)
    assert play.plies[-1] == move


@server_only
def test_a_full_server_is_asked_again_and_a_shortened_search_is_told(play: Play) -> None:
    play.open("connect4", "human", "engine:level=8")
    asked: list[str] = []
    held: list[Route] = []

    def full(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=503, json={"error": "full"})
        elif len(asked) == 2:
            # Let in, but not begun in time.
            route.fulfill(
                content_type="text/event-stream", body=event("problem", {"error": "full", "busy": True})
            )
        else:
            held.append(route)  # what the page says meanwhile is looked at, however long that takes

    play.page.route("**/api/think", full)
    play.page.keyboard.press("4")
    expect(play.status).to_contain_text("is busy")
    done = {"move": "4", "resigns": False, "slip": False, "info": None, "shortened": True}
    released(play, held).fulfill(content_type="text/event-stream", body=event("done", done))
    play.expect_plies(2)
    expect(play.page.locator(".note")).to_contain_text("ended before its time")
    assert len(asked) == 3
    play.page.keyboard.press("1")
    expect(play.page.locator(".note")).to_be_empty()
    released(play, held).fulfill(content_type="text/event-stream", body=event("done", done))
    play.expect_plies(4)
    play.page.unroute("**/api/think")
    play.complaints.clear()  # the browser notes the 503


def released(play: Play, held: list[Route]) -> Route:
    """The request that is held back, when it has been made."""
    while not held:
        play.page.wait_for_timeout(10)
    return held.pop()


def event(kind: str, data: object) -> str:
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n"


def test_an_illegal_typed_move_is_explained_and_changes_nothing(play: Play) -> None:
    play.open("connect4", "human", "human", moves="444444")
    play.page.get_by_label("Move", exact=True).fill("4")
    play.button("Play").click()
    expect(play.page.get_by_role("alert")).to_contain_text("4")
    play.settle("human")
    play.expect_plies(6)
    assert "moves=444444" in play.page.url
    forget_refusals(play.complaints)


def test_undo_takes_back_to_the_persons_turn(play: Play) -> None:
    play.open("connect4", "human", "first", moves="4")
    play.settle("human")
    assert play.plies == ["4", "1"]
    play.page.keyboard.press("5")
    play.expect_plies(4)
    play.settle("human")
    play.button("Undo").click()
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-1")
    play.button("Redo").click()
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-3")
    play.button("Undo").click()
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-1")
    # Another move from there replaces what came after.
    play.page.keyboard.press("7")
    play.page.wait_for_function("() => location.search.includes('moves=4171')")
    play.expect_plies(4)
    play.settle("human")
    assert play.plies == ["4", "1", "7", "1"]


def test_hint_and_values(play: Play) -> None:
    play.open("tictactoe", "human", "human", moves="a1b1a2b2")
    play.button("Hint").click()
    expect(play.page.locator(".hinted")).to_have_attribute("data-move", "a3", timeout=PATIENCE)
    play.page.locator(".insight [role=switch]").click()
    expect(play.page.locator(".badge")).to_have_count(5, timeout=PATIENCE)
    expect(play.page.locator("[data-move='a3'] .badge.best")).to_be_visible()
    expect(play.page.locator("[data-move='c1'] .badge")).to_contain_text("✗")
    expect(play.page.locator(".worth")).to_contain_text("X wins")
    expect(play.page.locator(".worth")).to_contain_text("proven")
    # Closing the drawer takes them away again.
    play.page.locator(".insight [role=switch]").click()
    expect(play.page.locator(".badge")).to_have_count(0)


@server_only
def test_an_analysis_goes_on_and_is_there_again(play: Play) -> None:
    """Off while one plays; it gets better by itself, and a position that one comes back to is known."""
    play.open("othello:size=6", "human", "human")
    switch = play.page.get_by_role("switch", name="Analysis")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.focus()
    play.page.keyboard.press("Space")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(play.page.locator(".badge")).to_have_count(4)
    depth = play.page.locator(".facts dd").nth(1)
    first = int(depth.inner_text())
    play.page.wait_for_function(
        "first => Number(document.querySelectorAll('.facts dd')[1].textContent) > first", arg=first
    )
    deeper = int(depth.inner_text())
    play.places.first.click()
    play.expect_plies(1)
    play.button("Undo").click()
    # Shown at once: the server is not heard any more.
    play.page.route("**/api/analyse", lambda route: route.abort())
    play.page.locator("[data-key='step-forward']").click()
    expect(play.page.locator(".plies [aria-current]")).to_have_count(1)
    play.page.locator("[data-key='step-back']").click()
    expect(play.page.locator(".plies [aria-current]")).to_have_count(0)
    expect(play.page.locator(".badge")).to_have_count(4)
    assert int(depth.inner_text()) >= deeper
    switch.click()
    expect(play.page.locator(".badge")).to_have_count(0)
    play.page.unroute("**/api/analyse")
    play.complaints.clear()  # the browser notes what was broken off


def test_a_game_that_was_played_is_analysed_by_itself(play: Play) -> None:
    play.open("tictactoe", "human", "human", moves="a1a2c1b2c3c2")
    play.settle("over")
    expect(play.page.get_by_role("switch", name="Analysis")).to_have_attribute("aria-checked", "true")
    play.page.locator("[data-key='step-back']").click()
    expect(play.page.locator(".insight")).to_contain_text("Everything is proven.")
    expect(play.page.locator(".badge")).to_have_count(4)


def test_reload_in_mid_search_and_move_now(play: Play) -> None:
    play.open("connect4", "human", "alphabeta:seconds=3000")
    play.page.keyboard.press("4")
    play.settle("thinking")
    play.page.reload()
    play.settle("thinking")
    assert play.plies == ["4"]
    expect(play.button("Move now")).to_be_enabled()
    play.page.locator(".insight [role=switch]").click()
    expect(play.page.locator(".facts")).to_be_visible()
    play.button("Move now").click()
    play.settle("human")
    play.expect_plies(2)


@server_only
def test_move_now_counts_before_the_server_has_heard_of_the_search(play: Play) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    play.page.route("**/api/think", hold, times=1)
    play.open("connect4", "human", "alphabeta:seconds=3000")
    play.page.keyboard.press("4")
    play.settle("thinking")
    play.button("Move now").click()
    released(play, held).continue_()
    # Well before the fifty minutes are over.
    play.expect_plies(2)


def test_two_tabs_play_two_games(play: Play, context: BrowserContext, address: str) -> None:
    other = Play(context.new_page(), address)
    play.open("tictactoe", "human", "alphabeta:seconds=30,nodes=100000000")
    other.open("tictactoe", "human", "minimax:depth=1")
    play.page.keyboard.type("b2")
    other.page.keyboard.type("a1")
    other.expect_plies(2)
    play.settle("human")
    play.expect_plies(2)
    assert play.plies[0] == "b2"
    assert other.plies[0] == "a1"
    assert other.complaints == []


def test_the_language_can_be_changed_in_mid_game(play: Play) -> None:
    play.open("connect4", "human", "human", moves="44", lang="")
    expect(play.status).to_have_text("Yellow to move")
    play.page.get_by_label("Language").select_option("de")
    expect(play.status).to_have_text("Gelb ist am Zug")
    assert "lang=de" in play.page.url
    assert play.plies == ["4", "4"]
    expect(play.page.locator("html")).to_have_attribute("lang", "de")
    play.page.keyboard.press("4")
    play.expect_plies(3)
    assert "lang=de" in play.page.url


@server_only
def test_a_lost_connection_loses_nothing(play: Play, context: BrowserContext) -> None:
    play.open("connect4", "human", "first")
    context.set_offline(True)
    play.page.keyboard.press("4")
    expect(play.page.get_by_role("alert")).to_contain_text("cannot be reached")
    context.set_offline(False)
    play.expect_plies(2)
    play.settle("human")
    expect(play.page.get_by_role("alert")).to_be_empty()
    assert all("ERR_INTERNET_DISCONNECTED" in words for words in play.complaints)
    play.complaints.clear()


def test_engines_play_each_other_and_can_be_paused(play: Play) -> None:
    play.open("tictactoe", "random", "first", pace="0")
    assert play.settle("over") == "over"
    play.open("connect4", "human", "alphabeta:seconds=3000")
    play.page.get_by_label("Who plays Yellow").select_option("first")
    play.settle("thinking")
    play.button("Pause").click()
    play.settle("waiting")
    expect(play.status).to_contain_text("Paused")
    expect(play.page).to_have_url(re.compile("paused"))  # written down after it is shown
    play.button("Resume").click()
    play.settle("thinking")


def test_computers_play_step_by_step(play: Play) -> None:
    play.open("tictactoe", "first", "first", paused="1", pace="0")
    play.settle("waiting")
    for plies in (1, 2):
        play.button("One move").click()
        play.expect_plies(plies)
        play.settle("waiting")
    play.page.get_by_label("Pause between moves").select_option("1")
    assert "pace=1" in play.page.url
    play.page.get_by_label("Pause between moves").select_option("0")
    play.button("Resume").click()
    play.settle("over")


def test_a_clock_runs_out(play: Play) -> None:
    """The time that is left is in the address; whoever has none has lost, and the page says who has won."""
    play.open("connect4", "human", "human", moves="44", clock="300+2", left="0.4,300")
    play.settle("over")
    expect(play.status).to_have_text("Yellow ran out of time – Red wins.")
    expect(play.page.get_by_role("timer", name="Clock of Yellow")).to_have_text("0.0")
    expect(play.page.get_by_role("timer", name="Clock of Red")).to_have_text("5:00")
    assert "overtime=0" in play.page.url
    play.page.reload()
    play.settle("over")
    expect(play.status).to_have_text("Yellow ran out of time – Red wins.")
    # Without a clock nothing runs; a new one begins with its whole time, and only with the first move.
    play.button("New game").click()
    play.settle("human")
    expect(play.page.get_by_role("timer", name="Clock of Yellow")).to_have_text("5:00")
    play.page.get_by_label("Clock", exact=True).select_option("")
    expect(play.page.get_by_role("timer")).to_have_count(0)
    play.page.get_by_label("Clock", exact=True).select_option("60/move")
    play.page.keyboard.press("4")
    play.expect_plies(1)
    expect(play.page.locator(".clock.runs")).to_have_count(1)
    expect(play.page.get_by_role("timer", name="Clock of Yellow")).to_have_text("1:00")


def test_resigning_and_going_on(play: Play) -> None:
    play.open("connect4", "human", "human", moves="445")
    # It is asked once more, and the question can be taken back.
    play.button("Resign").click()
    expect(play.button("Keep playing")).to_be_focused()
    play.page.keyboard.press("Enter")
    expect(play.button("Resign")).to_be_focused()
    assert play.settle() == "human"
    play.button("Resign").click()
    play.button("Yes, resign").click()
    play.settle("over")
    expect(play.status).to_have_text("Red resigned – Yellow wins.")
    # The rules do not end the game here, so there is a position to analyse.
    expect(play.page.locator(".insight .worth")).to_contain_text("proven")
    play.page.reload()
    play.settle("over")
    play.page.locator("[data-key='ply-1']").click()
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-1")
    play.button("Continue from here").click()
    play.settle("human")
    play.expect_plies(2)


def test_moves_keep_their_buttons(play: Play) -> None:
    """The press of a mouse ends on the button on which it began, whatever the page has drawn meanwhile."""
    play.open("connect4", "human", "human", moves="4455")
    # The moves of a round stay together.
    assert play.page.locator(".plies li").all_inner_texts() == ["1.\n4\n4", "2.\n5\n5"]
    button = play.page.locator("[data-key='ply-1']")
    button.evaluate("button => { window.began = button }")
    play.page.locator("[data-key='ply-2']").click()
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-2")
    assert button.evaluate("button => button === window.began")
    play.page.locator("[data-key='step-back']").click()
    expect(button).to_have_attribute("aria-current", "step")
    play.page.locator("[data-move='7']").last.click()
    play.expect_plies(3)
    assert button.evaluate("button => button === window.began")


#: What is looked at while analysing, at 1280 × 800.
IN_VIEW = (".board", ".bar", ".insight .worth", ".insight .facts", ".line", ".actions", ".typed")


#: A game of twelve rounds with an opening that has a name.
LONG_CHESS = "b4,Nf6,g4,Ng8,c4,Nh6,e3,Nc6,Bb2,g6,Na3,e5,Nh3,f6,Bc1,f5,Ng5,d5,Ne6,Qd7,Bg2,Ng8,Ke2,Nf6"


@pytest.mark.parametrize(
    ("game", "moves"),
    [("connect4", ""), ("chess", LONG_CHESS), later("tictactoe", ""), later("kalah", "")],
)
def test_everything_is_in_view(play: Play, game: str, moves: str) -> None:
    """Board, evaluation bar, value, best line, moves and controls, without scrolling."""
    play.page.set_viewport_size({"width": 1280, "height": 800})
    play.open(game, "human", "human", moves=moves)
    play.page.get_by_role("switch", name="Analysis").click()
    for part in IN_VIEW:
        play.page.locator(part).first.wait_for()
        # In one go: what is known is drawn anew while it gets better.
        place = "part => document.querySelector(part).getBoundingClientRect().toJSON()"
        box = play.page.evaluate(place, part)
        assert box["width"] > 0, part
        assert box["left"] >= 0, part
        assert box["right"] <= 1280, part
        assert box["top"] >= 0, part
        assert box["bottom"] <= 800, part


#: Windows between a telephone and 1280 pixels; 640 × 400 is 1280 × 800 at 200 % zoom.
WINDOWS = [(390, 844), (640, 400), (910, 700), (1000, 760), (1280, 800)]


@pytest.mark.parametrize("game", ["connect4", later("chess"), later("kalah"), "backgammon"])
def test_boards_keep_to_their_column(play: Play, game: str) -> None:
    play.open(game, "human", "human")
    for width, height in WINDOWS:
        play.page.set_viewport_size({"width": width, "height": height})
        # At once, as a board is drawn anew when the first throw has fallen.
        board, column = play.page.wait_for_function(
            """() => {
              const parts = [".board", ".play > .left"].map((name) => document.querySelector(name));
              const boxes = parts.map((part) => part?.getBoundingClientRect());
              return boxes.every((box) => box?.width) ? boxes.map(({ x, width }) => ({ x, width })) : null;
            }"""
        ).json_value()
        assert column["x"] <= board["x"], (width, height)
        assert board["x"] + board["width"] <= column["x"] + column["width"], (width, height)
        assert overflow(play.page) == 0
        # At 200 % zoom a board is still to be seen.
        assert board["width"] >= 320, (width, height)


def test_a_new_game_with_other_rules_and_back(play: Play) -> None:
    play.open("connect4", "human", "human", moves="44")
    play.page.get_by_text("Rules and variants").click()
    play.page.get_by_label("columns").fill("5")
    play.button("New game with these rules").click()
    expect(play.page.locator(".column")).to_have_count(5)
    play.expect_plies(0)
    play.page.get_by_label("Game", exact=True).select_option("nim")
    expect(play.page.locator(".board.heaps")).to_be_visible()
    play.page.go_back()
    expect(play.page.locator(".column")).to_have_count(5)
    play.page.go_back()
    play.expect_plies(2)


def reviewed(play: Play, moves: str, *, lang: str = "en") -> None:
    """A game of Tic-Tac-Toe, looked at again until everything is proven."""
    play.open("tictactoe", "human", "human", moves=moves, lang=lang)
    play.settle("over")
    play.page.locator("[data-key='review.start']").click()
    proven = {"en": "Everything is proven.", "de": "Alles ist bewiesen."}[lang]
    expect(play.page.locator(".review")).to_contain_text(proven)


def test_review_shows_the_mistake(play: Play) -> None:
    reviewed(play, "a1a2c1b2c3c2")
    mistake = play.page.locator(".mistakes button.mistake").filter(has_text="Move 3, X: c3")
    expect(mistake).to_contain_text("Blunder: c3 turned a win into a loss")
    expect(mistake).to_contain_text("Better: b1.")
    expect(play.page.locator(".curve .mark.blunder").first).to_be_visible()
    expect(play.page.locator(".plies [data-key=ply-4]")).to_have_text("c3??")
    summary = play.page.locator(".review-summary")
    expect(summary).to_contain_text("The first decisive mistake: move 1, O: a2.")
    expect(summary).to_contain_text(re.compile(r"Accuracy: X 67\s%, O 83\s%\."))
    # The move with its mark, in the list and on the board.
    mistake.click()
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-4")
    expect(mistake).to_have_attribute("aria-pressed", "true")
    expect(play.page.locator(".cell.last .glyph")).to_have_text("??")
    expect(play.page.locator(".bar")).to_have_attribute("aria-label", re.compile("O wins"))
    # The graph with the keyboard and with the mouse.
    curve = play.page.get_by_role("slider")
    curve.focus()
    play.page.keyboard.press("ArrowLeft")
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-3")
    expect(curve).to_be_focused()
    expect(curve).to_have_attribute("aria-valuenow", "4")
    width = curve.evaluate("curve => curve.getBoundingClientRect().width")
    curve.click(position={"x": width - 10, "y": 40})
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-5")
    play.page.locator("[data-key='ply-3']").click()
    play.button("Continue from here").click()
    play.expect_plies(4)
    play.page.keyboard.type("b1")
    play.expect_plies(5)
    play.settle("over")
    expect(play.status).to_contain_text("X wins")
    expect(play.page.locator(".bar")).to_have_attribute("style", re.compile("100.0%"))


def test_learning_from_mistakes(play: Play) -> None:
    reviewed(play, "a1a2c1b2c3c2")
    play.button("Learn from your mistakes").click()
    practice = play.page.locator(".practice")
    expect(practice).to_contain_text("O played a2 here. Find a better move.")
    expect(play.page.locator(".badge")).to_have_count(0)
    play.settle("human")
    play.page.keyboard.type("c1")
    expect(practice).to_contain_text("Not yet. Blunder: c1 turned a draw into a loss")
    expect(practice).not_to_contain_text("Better")
    play.page.keyboard.type("b2")
    expect(practice).to_contain_text("Right! b2: draw (proven).")
    # The game is what it was.
    assert play.plies[1] == "a2??"
    play.button("Next mistake").click()
    expect(practice).to_contain_text("X played c3 here.")
    play.button("Show the solution").click()
    expect(practice).to_contain_text("Best is b1: X wins with the next move (proven).")
    play.button("Back to the game").click()
    expect(practice).to_be_hidden()
    expect(play.page.locator(".plies [aria-current]")).to_have_attribute("data-key", "ply-4")


def test_the_game_can_be_saved(play: Play, tmp_path: Path) -> None:
    play.open("connect4", "human", "human", moves="1212121")
    with play.page.expect_download() as download:
        play.button("Save (JSON)").click()
    path = tmp_path / "game.json"
    download.value.save_as(path)
    assert [ply["move"] for ply in json.loads(path.read_text())["plies"]] == list("1212121")


def test_a_broken_address_says_why_and_offers_a_game(play: Play) -> None:
    play.open("connect4", "human", "human", moves="9")
    expect(play.page.get_by_role("alert")).to_contain_text("9")
    play.settle("human", "thinking")
    expect(play.page.locator(".board.columns")).to_be_visible()
    forget_refusals(play.complaints)
    play.open("othello", "human", "human", moves="zz", lang="de")
    expect(play.page.get_by_role("alert")).to_contain_text("zz ist hier kein erlaubter Zug")
    expect(play.page.locator(".board.grid")).to_be_visible()
    forget_refusals(play.complaints)


def test_an_address_may_name_some_players_and_those_that_nobody_knows(play: Play) -> None:
    play.page.goto(f"{play.address}/?game=nim&p2=random&lang=en")
    play.settle("human")
    expect(play.page.locator("select[data-key=player-1]")).to_have_value("random")
    play.open("nim", "human", "nobody:level=3", lang="de")
    expect(play.page.get_by_role("alert")).to_contain_text(
        "Einen Spieler namens nobody:level=3 gibt es hier nicht"
    )
    play.settle("human")
    play.places.last.click()
    play.settle("human")
    play.expect_plies(2)


@pytest.mark.parametrize(
    ("locale", "title", "home"),
    [("en-GB", "Page not found", "To the games"), ("de-DE", "Seite nicht gefunden", "Zu den Spielen")],
)
@server_only
def test_an_address_without_a_page_says_so_to_people(
    browser: Browser, address: str, locale: str, title: str, home: str
) -> None:
    with browser.new_context(locale=locale) as context:
        play = Play(context.new_page(), address)
        answer = play.page.goto(f"{address}/no/such/page?<script>")
        assert answer is not None
        assert answer.status == 404
        expect(play.page.get_by_role("heading")).to_have_text(title)
        play.page.get_by_role("link", name=home).click()
        play.settle("human")
        assert all("404" in complaint for complaint in play.complaints)


def test_text_of_a_game_never_becomes_markup(play: Play) -> None:
    play.open("trap:left=4", "human", "human")
    assert play.page.title() == "Play – Spielbaum"
    expect(play.status).to_have_text("<b>One</b> to move")
    expect(play.page.locator("main img, main script, main b")).to_have_count(0)
