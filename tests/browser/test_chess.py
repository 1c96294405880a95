"""Chess on the page *Play*: moves by click, drag, keys and text, promotions, and what is told about them."""

from __future__ import annotations

import re
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.browser.conftest import PATIENCE, Play, server_only
from tests.browser.pages import faults
from tests.support.quick import later

pytestmark = pytest.mark.browser

PEOPLE = ("human", "human")
#: White can castle on both sides and promote on b8, c8 and a8.
RICH = "r1b1k2r/pP3ppp/3p1n2/4p3/2B1P3/5N2/P1P2PPP/R3K2R w KQkq - 0 9"
MATE_IN_ONE = "7k/P7/6K1/8/8/8/8/8 w - - 0 1"


def square(play: Play, name: str) -> Locator:
    row, column = 8 - int(name[1]), "abcdefgh".index(name[0])
    return play.page.locator(f"[data-place='{row}-{column}']")


def click(play: Play, *names: str) -> None:
    for name in names:
        square(play, name).click()


def drag(play: Play, origin: str, target: str) -> None:
    boxes = [square(play, name).bounding_box() for name in (origin, target)]
    (x, y), (to_x, to_y) = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes if b]
    play.page.mouse.move(x, y)
    play.page.mouse.down()
    play.page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    play.page.mouse.move(to_x, to_y)
    play.page.mouse.up()


def type_move(play: Play, text: str) -> None:
    play.page.get_by_label("Move", exact=True).fill(text)
    play.page.keyboard.press("Enter")


def slowly(route: Route) -> None:
    sleep(0.15)
    route.continue_()


def said(play: Play) -> Locator:
    return play.page.locator("[role=status]")


def test_a_game_against_the_engine_ends_in_mate(play: Play) -> None:
    """A pawn becomes a queen by clicks; whatever the engine answers before, the queen mates next."""
    play.open("chess", "human", "engine:level=1", start="k7/8/1K5P/8/8/8/8/8 w - - 0 1")
    type_move(play, "h6h7")
    play.expect_plies(2)
    play.settle("human")
    click(play, "h7", "h8")
    dialog = play.page.get_by_role("dialog", name="What does the pawn become?")
    dialog.get_by_role("button", name="queen").click()
    expect(play.status).to_have_text("White wins. Checkmate.", timeout=PATIENCE)
    assert play.plies == ["h7", "Kb8", "h8=Q#"]
    assert play.settle() == "over"
    expect(square(play, "b8")).to_have_accessible_name("b8, Black king, check")
    expect(play.places).to_have_count(0)
    play.page.reload()
    assert play.settle() == "over"


def test_click_drag_castle_and_look_back(play: Play) -> None:
    play.open("chess", *PEOPLE)
    click(play, "e2")
    expect(square(play, "e2")).to_have_attribute("aria-pressed", "true")
    expect(play.page.locator(".target")).to_have_count(2)
    expect(square(play, "e4")).to_have_accessible_name("e4, empty, can go here")
    expect(said(play)).to_have_text("White pawn on e2 picked up. It can go to e3, e4.")
    click(play, "d2")  # another one instead
    expect(square(play, "d2")).to_have_attribute("aria-pressed", "true")
    click(play, "d2")  # and let go
    expect(play.page.locator(".target")).to_have_count(0)
    click(play, "e2", "e4")
    play.expect_plies(1)
    expect(square(play, "e2")).to_have_accessible_name("e2, empty, last move")
    expect(square(play, "e4")).to_have_accessible_name("e4, White pawn, last move")
    expect(said(play)).to_have_text("White played pawn from e2 to e4. Black to move")
    drag(play, "e7", "e5")
    play.expect_plies(2)
    drag(play, "g1", "g3")  # no such move
    drag(play, "g1", "f3")
    play.expect_plies(3)
    expect(play.page.locator(".ghost")).to_have_count(0)
    for number, move in enumerate(["Sc6", "f1c4", "Bc5"], start=4):
        type_move(play, move)
        play.expect_plies(number)
    click(play, "e1", "g1")
    play.expect_plies(7)
    assert play.plies == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"]
    expect(said(play)).to_have_text("White played castles on the king's side. Black to move")
    expect(square(play, "f1")).to_have_accessible_name("f1, White rook")
    type_move(play, "Ke4")
    expect(play.page.locator(".notice")).to_have_text(re.compile(r"^Ke4 is not legal here"))
    expect(play.page.get_by_label("Move", exact=True)).to_have_value("Ke4")
    play.expect_plies(7)
    play.complaints.clear()  # the browser notes the refusal


def test_promotions(play: Play) -> None:
    play.open("chess", *PEOPLE, start=RICH)
    dialog = play.page.get_by_role("dialog", name="What does the pawn become?")
    drag(play, "b7", "c8")
    expect(dialog.get_by_role("button", name="queen")).to_be_focused()
    play.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    play.expect_plies(0)
    click(play, "b7", "a8")
    dialog.get_by_role("button", name="Cancel").click()
    play.expect_plies(0)
    click(play, "b7", "c8")
    dialog.get_by_role("button", name="knight").click()
    play.expect_plies(1)
    assert play.plies == ["bxc8=N"]
    expect(said(play)).to_have_text(
        "White played pawn from b7 to c8, takes bishop, becomes knight. Black to move"
    )
    play.button("Undo").click()
    expect(square(play, "b7")).to_have_accessible_name("b7, White pawn")
    type_move(play, "b7a8q")
    expect(play.page.locator(".plies button")).to_have_text(["bxa8=Q"])


@server_only
def test_without_a_mouse(play: Play) -> None:
    play.open("chess", *PEOPLE, start=RICH)
    press = play.page.keyboard.press
    square(play, "b7").focus()
    press("Enter")
    press("Escape")
    expect(play.page.locator(".target")).to_have_count(0)
    press("Enter")
    press("ArrowUp")
    expect(square(play, "b8")).to_be_focused()
    press("Enter")
    press("ArrowRight")
    press("ArrowRight")
    expect(play.button("bishop")).to_be_focused()
    press("Enter")
    play.expect_plies(1)
    expect(square(play, "b8")).to_be_focused()
    assert play.plies == ["b8=B"]
    # A letter begins a move in the field; whatever is typed while a position loads waits for it.
    play.page.route("**/api/position", slowly)
    for move in ("Ke7", "h3", "Be6", "Bxe6"):
        play.page.keyboard.type(move)
        press("Enter")
    play.expect_plies(5)
    assert play.plies[1:] == ["Ke7", "h3", "Be6", "Bxe6"]
    # One that is refused can be mended, even if it was typed before the one before it was on the board.
    field = play.page.get_by_label("Move", exact=True)
    for move in ("Kxe6", "h9"):
        play.page.keyboard.type(move)
        press("Enter")
    expect(field).to_have_value("h9")
    field.fill("")
    play.expect_plies(6)
    assert play.complaints.pop().startswith("Failed to load resource")
    play.page.unroute("**/api/position")
    numbers = play.page.locator(".round-number")
    expect(numbers).to_have_text(["9.", "10.", "11."])
    ply = play.page.locator(".plies button").nth(3)
    expect(ply).to_have_accessible_name("Move 10, Black: Be6")


@pytest.mark.parametrize("slow", ["position", "think"])
@server_only
def test_moves_typed_ahead_are_played_when_it_is_ones_turn(play: Play, slow: str) -> None:
    """Whether they were typed before the own move was on the board or while the opponent thinks."""
    play.open("chess", "human", "first")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    play.page.route(f"**/api/{slow}", hold, times=1)
    for move in ("e4", "d4", "Nf3", "h9"):
        if move == "d4" and slow == "think":
            play.expect_plies(1)
        play.page.keyboard.type(move)
        play.page.keyboard.press("Enter")
    while not held:
        play.page.wait_for_timeout(10)
    if slow == "think":
        expect(play.page.locator(".ahead")).to_have_text("Then: d4 Nf3 h9")
    held.pop().continue_()
    play.expect_plies(6)
    assert play.plies[::2] == ["e4", "d4", "Nf3"]
    # One that cannot be played is said so, and can be mended.
    expect(play.page.get_by_role("alert")).to_contain_text("h9")
    expect(play.page.get_by_label("Move", exact=True)).to_have_value("h9")
    expect(play.page.locator(".ahead")).to_be_hidden()
    assert play.complaints.pop().startswith("Failed to load resource")


@server_only
def test_moves_typed_ahead_can_be_dropped(play: Play) -> None:
    play.open("chess", "human", "first")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    play.page.route("**/api/think", hold, times=1)
    play.page.keyboard.type("e4")
    play.page.keyboard.press("Enter")
    play.expect_plies(1)
    play.page.keyboard.type("d4")
    play.page.keyboard.press("Enter")
    play.page.get_by_role("button", name="Do not play these moves").click()
    while not held:
        play.page.wait_for_timeout(10)
    held.pop().continue_()
    play.expect_plies(2)
    play.settle("human")
    expect(play.page.locator(".ahead")).to_be_hidden()


def test_opening_and_captured_pieces_are_shown(play: Play) -> None:
    play.open("chess", "human", "human", moves="e4,d5,exd5,Qxd5,Nc3,Qa5")
    expect(play.page.locator(".opening")).to_have_text("B01 Scandinavian Defence, Main Line")
    white = play.page.locator(".strip[data-player='0']")
    expect(white.get_by_role("img", name="captured: pawn")).to_be_visible()
    expect(play.page.locator(".strip[data-player='1'] .captured")).to_have_count(1)
    play.page.locator("[data-key='ply-2']").click()
    expect(white).to_contain_text("+1")
    play.open("othello", "human", "human", lang="de", moves="d3")
    expect(play.page.locator(".strip[data-player='0']")).to_contain_text("Steine: 4")


def test_german_pages_write_german_letters(play: Play) -> None:
    play.open("chess", "human", "human", lang="de", moves="e4,e5,Nf3")
    expect(play.page.locator("[data-key=ply-2]")).to_have_text("Sf3")
    play.page.get_by_label("Zug", exact=True).fill("Sc6")
    play.page.keyboard.press("Enter")
    play.expect_plies(4)
    expect(play.page.locator("[data-key=ply-3]")).to_have_text("Sc6")
    assert "moves=e4,e5,Nf3,Nc6" in play.page.url
    play.page.get_by_role("switch", name="Analyse").click()
    first = play.page.locator(".reasons.long th[scope=row]").first
    expect(first).to_be_visible()
    assert all(
        not re.match("[QRBN]", name) for name in play.page.locator(".reasons.long th").all_inner_texts()
    )


def test_turned_round(play: Play) -> None:
    play.open("chess", *PEOPLE)
    first = play.page.locator(".square").first
    expect(first).to_have_accessible_name("a8, Black rook")
    play.button("Flip the board").click()
    expect(first).to_have_accessible_name("h1, White rook")
    play.page.reload()
    play.settle("human")
    expect(first).to_have_accessible_name("h1, White rook")
    click(play, "e2", "e4")
    play.expect_plies(1)
    # Whoever plays Black alone sits on Black's side.
    play.open("chess", "first", "human")
    play.expect_plies(1)
    expect(first).to_have_accessible_name("h1, White rook")


def test_values_hints_review_and_files(play: Play, tmp_path: Path) -> None:
    play.open("chess", *PEOPLE, moves="f3,e5,g4")
    play.page.locator(".insight [role=switch]").click()
    best = square(play, "d8").locator(".badge.best")
    expect(best).to_be_visible(timeout=PATIENCE)
    click(play, "d8")
    expect(square(play, "h4").locator(".badge")).to_be_visible()
    expect(square(play, "h4")).to_have_accessible_name(
        "h4, empty, can go here, Qh4#: Black wins with the next move (proven)"
    )
    answers = play.page.get_by_role("table", name="Best reply to each move")
    estimated = answers.get_by_role("row", name=re.compile(r"^\S+ .+ \(estimate.* 3\. \w"))
    expect(estimated.first).to_be_visible()  # which moves have a line depends on the time that was there
    play.page.get_by_text("Evaluation without searching, for White").first.click()
    expect(play.page.get_by_role("table", name="Evaluation without searching, for White")).to_be_visible()
    # Whoever reads in the table is left alone while other things are found out.
    box = play.page.get_by_role("group", name="Best reply to each move")
    box.focus()
    # There is nothing to scroll before enough moves have a line.
    while box.evaluate("box => { box.scrollTop = 40; return box.scrollTop; }") != 40:
        play.page.wait_for_timeout(10)
    play.page.keyboard.press("*")
    expect(play.page.locator(".arrow")).to_be_visible(timeout=PATIENCE)
    expect(box).to_be_focused()
    assert box.evaluate("box => box.scrollTop") == 40
    expect(square(play, "h4")).to_have_class(re.compile("hinted"))
    click(play, "h4")
    play.expect_plies(4)
    play.settle("over")
    play.page.get_by_role("button", name="Review the game").click()
    mistake = play.page.locator("button.mistake", has_text="White: g4")
    expect(mistake).to_contain_text("Move 2, White: g4", timeout=PATIENCE)
    with play.page.expect_download() as download:
        play.button("Save (PGN)").click()
    download.value.save_as(tmp_path / "game.pgn")
    assert "1. f3 e5 2. g4 Qh4# 0-1" in (tmp_path / "game.pgn").read_text()
    field = play.page.get_by_label("Position (FEN)")
    expect(field).to_have_value("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    field.fill("7k/P7/6K1/8/8/8/8/8 w - - 0 1")
    play.button("Set up").click()
    play.expect_plies(0)
    expect(square(play, "a7")).to_have_accessible_name("a7, White pawn")
    field.fill("7k/8/6K1/8/8/8/8/P7 w - - 0 1")
    play.button("Set up").click()
    expect(play.page.locator(".notice")).to_contain_text("A pawn stands on the first or last rank")
    play.complaints.clear()  # the browser notes the refusal
    expect(square(play, "a7")).to_have_accessible_name("a7, White pawn")
    field.fill("")
    play.button("Set up").click()
    expect(square(play, "e1")).to_have_accessible_name("e1, White king")


def test_in_german_with_fingers_on_a_phone(browser: Browser, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    play = Play(context.new_page(), address)
    play.open("chess", *PEOPLE, start=RICH, lang="de")
    play.settle("human")
    square(play, "f3").tap()
    expect(square(play, "e5")).to_have_accessible_name("e5, Bauer von Schwarz, kann geschlagen werden")
    square(play, "e5").tap()
    play.expect_plies(1)
    expect(said(play)).to_have_text("Weiß zog Springer von f3 nach e5, schlägt Bauer. Schwarz ist am Zug")
    touch_drag(play, "d6", "e5")
    play.expect_plies(2)
    square(play, "b7").tap()
    expect(square(play, "b7")).to_have_attribute("aria-pressed", "true")
    square(play, "b8").tap()
    play.page.get_by_role("button", name="Dame").tap()
    play.expect_plies(3)
    width: Any = play.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    box = square(play, "a1").bounding_box()
    assert box is not None
    assert box["width"] >= 36
    # Badges lie below the feet of the figures, not before them.
    play.page.locator(".insight [role=switch]").tap()
    play.page.locator(".square .badge").first.wait_for(timeout=PATIENCE)
    covered: Any = play.page.evaluate(
        """[...document.querySelectorAll(".square:has(.badge):has(.figure)")].map((square) =>
            square.querySelector(".figure-face").getBoundingClientRect().bottom
            - square.querySelector(".badge").getBoundingClientRect().top)"""
    )
    assert covered
    assert max(covered) <= 1
    assert play.complaints == []
    context.close()


def touch_drag(play: Play, origin: str, target: str) -> None:
    """A finger, as the browser reports it."""
    boxes = [square(play, name).bounding_box() for name in (origin, target)]
    start, end = [{"x": b["x"] + b["width"] / 2, "y": b["y"] + b["height"] / 2} for b in boxes if b]
    session = play.page.context.new_cdp_session(play.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    for part in (0.3, 0.6, 1.0):
        point = {axis: start[axis] + part * (end[axis] - start[axis]) for axis in "xy"}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("theme", ["light", later("dark")])
def test_axe_finds_no_serious_fault(browser: Browser, address: str, theme: Any) -> None:
    context = browser.new_context(color_scheme=theme, reduced_motion="reduce")
    play = Play(context.new_page(), address)
    play.open("chess", *PEOPLE, start=RICH, lang="de", moves="Nxe5,d5")
    play.settle("human")
    click(play, "b7")
    assert faults(play.page) == []
    click(play, "b8")
    assert faults(play.page) == []
    context.close()


def test_a_position_opens_in_the_tree_lab(play: Play) -> None:
    play.open("chess", *PEOPLE, start=MATE_IN_ONE)
    play.page.get_by_role("link", name="Open in the tree lab").click()
    expect(play.page.locator(".run [data-path]").first).to_be_visible(timeout=PATIENCE)
