"""What somebody who knows other analysis pages looks for is where they look."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Play, server_only
from tests.browser.test_tree_lab import Lab

pytestmark = pytest.mark.browser

#: The parts of the page, as they follow each other on a telephone.
ORDER = (".status", ".board", ".insight", ".line", ".actions", ".right select", ".keep")


def test_who_one_is_and_what_can_be_done_here(play: Play) -> None:
    play.open("connect4")
    expect(play.status).to_have_text("You are Yellow – your move")
    welcome = play.page.get_by_text("Click or type a move.")
    expect(welcome).to_be_visible()
    play.page.keyboard.press("4")
    play.settle("human")
    expect(welcome).to_have_count(0)


def test_the_parts_follow_each_other_on_a_telephone(play: Play) -> None:
    play.page.set_viewport_size({"width": 390, "height": 844})
    play.open("connect4", "human", "human")
    tops = play.page.evaluate(
        "parts => parts.map((part) => document.querySelector(part).getBoundingClientRect().top)", ORDER
    )
    assert tops == sorted(tops)
    assert len(set(tops)) == len(ORDER)


@pytest.mark.parametrize(
    ("game", "moves", "texts"),
    [("othello:size=6", "b3", ["discs: 1", "discs: 4"]), ("kalah", "3", ["in store: 0", "in store: 1"])],
)
def test_discs_and_seeds_stand_beside_the_players(
    play: Play, game: str, moves: str, texts: list[str]
) -> None:
    play.open(game, "human", "human", moves=moves)
    assert play.page.locator(".tally").all_inner_texts() == texts


def test_the_book_values_every_move_of_the_empty_board(play: Play) -> None:
    play.open("connect4", "human", "human")
    play.page.get_by_role("switch", name="Analysis").click()
    expect(play.page.locator(".badge.proven")).to_have_count(7)
    assert play.page.locator(".badge").all_inner_texts() == ["✗−2", "✗−1", "=", "✓+1", "=", "✗−1", "✗−2"]
    expect(play.page.locator("[data-move='4'] .badge.best")).to_be_visible()
    play.button("Hint").click()
    expect(play.page.locator(".hinted")).to_have_attribute("data-move", "4")


@pytest.mark.long
@server_only
def test_every_move_beyond_the_book_is_proven_while_one_looks(play: Play) -> None:
    """Some fourteen seconds of processor time."""
    play.open("connect4", "human", "human", moves="435")
    play.page.get_by_role("switch", name="Analysis").click()
    expect(play.page.locator(".badge.proven")).to_have_count(7)
    assert play.page.locator(".badge").all_inner_texts() == ["✗−4", "✗−4", "=", "✓+2", "=", "✗−2", "✗−2"]
    expect(play.page.locator(".insight")).to_contain_text("Everything is proven.")


def test_shapes_have_one_size_whatever_is_written_in_them(context: BrowserContext, address: str) -> None:
    """Else the width of a node betrays the answer before it is given."""
    lab = Lab(context.new_page(), address)
    tree = "A(B(8 1000 3) C(E(9 1 6) -250))"
    for mode in ("predict", "exercise", "explore"):
        lab.open(tree=tree, mode=mode)
        widths = lab.page.evaluate(
            "paths => paths.map((path) => document.querySelector(path).getBBox().width)",
            [f"[data-path='{path}'] .shape" for path in ("", "0", "1", "1.0")],
        )
        assert len(set(widths)) == 1, mode
    assert lab.complaints == []


def test_the_root_is_on_the_screen(context: BrowserContext, address: str) -> None:
    """Also on a telephone, and at 200 % zoom."""
    lab = Lab(context.new_page(), address)
    for width, height in ((1280, 800), (800, 900), (390, 844), (640, 400)):
        lab.page.set_viewport_size({"width": width, "height": height})
        lab.open()
        root = lab.page.locator("[data-path=''] .shape").bounding_box()
        assert root is not None
        assert root["y"] + root["height"] <= height, (width, height)
    assert lab.complaints == []


def test_the_engine_and_deepening_search_a_game_without_a_depth(
    context: BrowserContext, address: str
) -> None:
    lab = Lab(context.new_page(), address)
    for algorithm in ("engine", "iterative"):
        lab.open(game="tictactoe", moves="a1b1a2b2c3", algorithm=algorithm)
        expect(lab.at).not_to_have_text("0 / 0")
        lab.page.keyboard.press("End")
        expect(lab.reason).not_to_be_empty()
        expect(lab.page.locator(".problem:not(:empty)")).to_have_count(0)
    assert lab.complaints == []
