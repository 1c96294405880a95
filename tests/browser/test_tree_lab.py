"""The page *Tree lab* and the stepper in a file of its own, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from spielbaum.cli import main
from spielbaum.exercise import Exercise, Kind, make_exercises, solution
from spielbaum.exercise.model import CHANCE_KINDS
from spielbaum.tree import write_tree
from tests.browser.pages import complaints, faults, forget_refusals, overflow
from tests.support.quick import later, some

pytestmark = pytest.mark.browser

HAND = "A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))"
STEPS = 43


class Lab:
    """The page as a person sees it."""

    def __init__(self, page: Page, address: str = "") -> None:
        self.page = page
        self.address = address
        #: What the browser complained about: blocked by the policy, failed, raised.
        self.complaints = complaints(page)

    def open(self, **query: str) -> Lab:
        text = "&".join(f"{name}={quote(value)}" for name, value in query.items())
        self.page.goto(f"{self.address}/tree-lab?{text}")
        self.page.locator(".work > *").first.wait_for()
        return self

    def node(self, path: str) -> Locator:
        return self.page.locator(f".run [data-path='{path}']").first

    def slot(self, path: str, name: str) -> Locator:
        return self.node(path).locator(f"[data-slot='{name}']")

    @property
    def at(self) -> Locator:
        return self.page.locator(".at").first

    @property
    def reason(self) -> Locator:
        return self.page.locator(".reason").first

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)


@pytest.fixture
def lab(context: BrowserContext, address: str) -> Iterator[Lab]:
    lab = Lab(context.new_page(), address)
    yield lab
    assert lab.complaints == []


def test_step_scrub_and_come_back(lab: Lab) -> None:
    lab.open(tree=HAND)
    expect(lab.at).to_have_text(f"0 / {STEPS}")
    lab.button("One step forward").click()
    expect(lab.reason).to_contain_text("A (MAX) is entered with the window (−∞, +∞)")
    expect(lab.slot("", "window")).to_have_text("(−∞, +∞)")
    expect(lab.page.locator(".code [aria-current]")).to_contain_text("VALUE(n, α, β)")
    lab.button("To the next cut-off").click()
    expect(lab.reason).to_contain_text("cut: G")
    expect(lab.slot("1", "value")).to_have_text("≤ 2")
    expect(lab.page.locator("[data-branch='1.2']")).to_have_class(re.compile("cut.*crossed"))
    cut_at = lab.at.inner_text()
    # The slider goes to the end and back, and the picture is the same as on the way.
    picture = (
        "[...document.querySelectorAll('.run [data-path]')].map(n => [n.classList.value, n.textContent])"
    )
    before = lab.page.evaluate(picture)
    slider = lab.page.get_by_label("Step", exact=True)
    slider.fill(str(STEPS))
    expect(lab.page.locator(".answer")).to_contain_text("Best move: B")
    expect(lab.page.locator(".counters tbody tr").nth(3)).to_contain_text("5")
    expect(lab.page.locator("[data-branch='0']")).to_have_class(re.compile("chosen"))
    lab.button("To the previous cut-off").click()
    lab.button("To the previous cut-off").click()
    expect(lab.at).to_have_text(cut_at)
    assert lab.page.evaluate(picture) == before
    # Reloaded or sent to somebody, it is the same step.
    lab.page.wait_for_url(re.compile(f"step={cut_at.split()[0]}"))
    lab.page.reload()
    expect(lab.at).to_have_text(cut_at)


def test_chance_nodes_with_probabilities_windows_and_the_reason_of_a_cut(lab: Lab) -> None:
    lab.open()
    lab.page.get_by_label("Example").select_option("dice")
    expect(lab.page.locator("#tree-lab-algorithm")).to_have_value("star1")
    expect(lab.page.locator(".run svg").first).to_contain_text("1/6")
    lab.button("To the next cut-off").click()
    expect(lab.reason).to_have_text(
        "Even if all other outcomes brought 6, the average of C would be only 13/6, "
        "not above α = 5/2; cut: D."
    )
    expect(lab.slot("1", "window")).to_have_text("(5/2, +∞)")
    expect(lab.node("1")).to_have_class(re.compile("chance"))
    expect(lab.page.locator("[data-branch='1.2']")).to_have_class(re.compile("cut.*crossed"))
    # An algorithm that knows no chance says who does.
    lab.page.locator("#tree-lab-algorithm").select_option("alphabeta")
    expect(lab.page.locator(".problem")).to_contain_text("expectiminimax")
    forget_refusals(lab.complaints)


def test_random_trees_with_chance_choose_an_algorithm_that_can(lab: Lab) -> None:
    lab.open(random="2,3,5")
    lab.page.get_by_label("with chance nodes").check()
    expect(lab.page.locator("#tree-lab-algorithm")).to_have_value("expectiminimax")
    expect(lab.page).to_have_url(re.compile("chance"))
    expect(lab.node("0")).to_have_class(re.compile("chance"))
    lab.page.reload()
    expect(lab.page.get_by_label("with chance nodes")).to_be_checked()
    expect(lab.node("0")).to_have_class(re.compile("chance"))


def test_numbers_for_the_mover_and_a_strategy(lab: Lab) -> None:
    """The numbers are converted and kept in the address; the strategy is bold when the search is over."""
    lab.open(tree="Node 0 [Node 3 [], Node 5 [Node (-1) [], Node 4 []]]", algorithm="minimax")
    expect(lab.slot("0", "value")).to_have_text("3")
    lab.page.get_by_label("numbers are for the player to move").check()
    expect(lab.slot("0", "value")).to_have_text("−3")
    lab.page.wait_for_url(re.compile("mover"))
    lab.page.get_by_text("More options").click()
    field = lab.page.get_by_label("Mark the strategy of player")
    field.fill("1")
    field.press("Tab")
    lab.page.wait_for_url(re.compile("strategy=1"))
    branch = lab.page.locator("[data-branch='1.1']")  # MIN would not go there, but may
    expect(branch).not_to_have_class(re.compile("chosen"))
    lab.button("To the end").click()
    expect(branch).to_have_class(re.compile("chosen"))
    expect(lab.page.locator("[data-branch='0']")).not_to_have_class(re.compile("chosen"))


def test_keyboard_only(lab: Lab) -> None:
    lab.open(tree=HAND)
    keyboard = lab.page.keyboard
    for key, at in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("n", 2),
        ("End", STEPS),
        ("Home", 0),
    ):
        keyboard.press(key)
        expect(lab.at).to_have_text(f"{at} / {STEPS}")
    keyboard.press("c")
    expect(lab.page.get_by_role("status")).to_contain_text("cut: G")
    keyboard.press(" ")
    expect(lab.button("Pause")).to_be_visible()
    keyboard.press(" ")
    expect(lab.button("Play")).to_be_visible()
    keyboard.press("?")
    expect(lab.page.get_by_role("dialog")).to_contain_text("to the next cut-off")
    keyboard.press("Escape")
    # The nested list: arrows walk through the tree there and do not step.
    lab.page.locator(".outline-card summary").focus()
    keyboard.press("Enter")
    keyboard.press("Tab")
    stood = lab.at.inner_text()
    expect(lab.page.locator("[role=treeitem]:focus > .outline-words")).to_contain_text("A, MAX")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        keyboard.press(key)
    expect(lab.page.locator("[role=treeitem]:focus > .outline-words")).to_contain_text("B, MIN, value 3")
    keyboard.press("ArrowLeft")
    expect(lab.page.locator("[role=treeitem]:focus")).to_have_attribute("aria-expanded", "false")
    keyboard.press("ArrowDown")
    expect(lab.page.locator("[role=treeitem]:focus > .outline-words")).to_contain_text("C, MIN, value ≤ 2")
    expect(lab.at).to_have_text(stood)
    keyboard.press("End")
    keyboard.press("ArrowUp")
    keyboard.press("Enter")
    expect(lab.at).not_to_have_text(stood)


def test_two_algorithms_step_together(lab: Lab) -> None:
    lab.open(tree=HAND, beside="minimax", step="30")
    runs = lab.page.locator(".run")
    expect(runs).to_have_count(2)
    expect(lab.at).to_have_text("30 / 55")
    lab.page.keyboard.press("End")
    expect(runs.nth(0).locator(".answer")).to_contain_text("Best move: B")
    expect(runs.nth(1).locator(".answer")).to_contain_text("Best move: B")
    expect(runs.nth(0).locator(".reason-card .tag")).to_have_text("Step 43 of 43")


def test_trees_of_every_source_and_bad_ones(lab: Lab) -> None:
    lab.open(game="connect4", moves="4455", depth="1", algorithm="depth-first")
    expect(lab.page.locator(".run [data-path]")).to_have_count(8)
    lab.page.get_by_label("Example").select_option("three")
    expect(lab.page.locator("#tree-lab-algorithm").first).to_have_value("maxn")
    expect(lab.page.locator(".run [data-path]")).to_have_count(15)
    lab.page.get_by_label("Tree", exact=True).select_option("random")
    lab.page.locator("#tree-lab-algorithm").first.select_option("alphabeta")
    lab.page.get_by_label("Seed").fill("7")
    lab.button("Show").click()
    lab.page.wait_for_url(re.compile("random=3,3,7"))
    expect(lab.page.locator(".run [data-path]")).to_have_count(40)
    # A position in the game's own notation, and one that cannot be.
    lab.page.get_by_label("Tree", exact=True).select_option("game")
    lab.page.get_by_label("Game", exact=True).select_option("Chess")
    lab.page.get_by_label("Grow to depth").fill("1")
    start = lab.page.get_by_label("Start position")
    start.fill("7k/P7/6K1/8/8/8/8/8 w - - 0 1")
    lab.button("Show").click()
    expect(lab.page.locator(".run [data-path]")).to_have_count(11)
    lab.page.wait_for_url(re.compile("start=7k"))
    start.fill("7k/P7/6K1/8/8/8/8/K7 w - - 0 1")
    lab.button("Show").click()
    expect(lab.page.locator(".problem")).to_contain_text("Each side needs exactly one king")
    # A tree that cannot be read is explained; what was there stays.
    lab.page.get_by_label("Tree", exact=True).select_option("text")
    lab.page.get_by_label("Tree as text").fill("A(B(1 2)")
    lab.button("Show").click()
    expect(lab.page.locator(".problem")).to_contain_text("never closed")
    expect(lab.page.locator(".run [data-path]").first).to_be_visible()
    lab.page.get_by_label("Tree as text").fill('A("<img src=x onerror=alert(1)>"(1 2) 3)')
    lab.button("Show").click()
    expect(lab.page.locator(".problem")).to_have_text("")
    expect(lab.page.locator(".run [data-path]")).to_have_count(5)
    expect(lab.page.locator("img")).to_have_count(0)
    forget_refusals(lab.complaints)


def test_a_tree_opens_at_its_root(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 1280, "height": 800})
    lab.open(random="6,3,1")  # far broader than the page
    lab.page.wait_for_function(
        """() => {
          const frame = document.querySelector(".figure-frame").getBoundingClientRect();
          const root = document.querySelector(".figure-frame [data-path='']").getBoundingClientRect();
          return frame.left < root.left && root.right < frame.right && root.bottom < innerHeight;
        }"""
    )
    assert lab.page.evaluate("document.querySelector('.figure-frame').scrollLeft") > 0


def test_averages_are_predicted_as_fractions_or_decimals(lab: Lab) -> None:
    lab.open(tree="A(B*(1/6: 3  1/3: C(5 1)  1/2: -2) -1)", mode="predict", algorithm="expectiminimax")
    asked, body, field = (lab.page.locator(name) for name in (".asked", ".question", ".ask input"))
    for node, wrong, right in (("C", "2", "1"), ("B", "-0.1667", "-2/12"), ("A", "1/6", "-0.1666667")):
        expect(asked).to_have_text(f"With which value is {node} left?")
        field.fill(wrong)
        lab.page.keyboard.press("Enter")
        expect(body).to_contain_text("Try once more")
        field.fill(right)
        lab.page.keyboard.press("Enter")
        expect(body).to_contain_text("Right, at the second try.")
        lab.button("Continue").click()


def test_predict(lab: Lab) -> None:
    lab.open(tree="A(B(3 5) C(2 9))", mode="predict")
    asked, body = lab.page.locator(".asked"), lab.page.locator(".question")
    score = lab.page.locator(".score")

    def answer(*texts: str) -> None:
        fields = lab.page.locator(".ask input")
        for number, text in enumerate(texts):
            fields.nth(number).fill(text)
        lab.page.keyboard.press("Enter")

    expect(asked).to_have_text("With which window (α, β) is A entered?")
    answer("-inf", "∞")
    expect(body).to_contain_text("Right.")
    lab.page.keyboard.press("Enter")
    answer("1", "2")  # B is entered with (−∞, +∞)
    # A second try before the answer is told; what the whole search counts is not told at all yet.
    expect(body).to_contain_text("Try once more")
    expect(body).not_to_contain_text("(−∞, +∞) is right")
    expect(lab.page.locator(".counters thead th")).to_have_text(["now"])
    answer("1", "2")
    expect(body).to_contain_text("(−∞, +∞) is right")
    expect(body).to_contain_text("B (MIN) is entered")
    expect(score).to_contain_text("1 of 2 right")
    lab.page.keyboard.press("Enter")
    # Nothing beyond the question can be looked at.
    at = lab.at.inner_text()
    lab.button("To the end").click()
    expect(lab.at).to_have_text(at)
    lab.page.get_by_label("windows").uncheck()
    expect(asked).to_have_text("Are the remaining children of B cut now?")
    lab.button("No").click()
    expect(body).to_contain_text("Right.")
    lab.button("Continue").click()
    expect(asked).to_have_text("With which value is B left?")
    answer("3")
    lab.button("Continue").click()
    expect(asked).to_have_text("Are the remaining children of A cut now?")
    lab.button("No").click()
    lab.button("Continue").click()
    expect(asked).to_have_text("Are the remaining children of C cut now?")
    lab.button("No").click()
    expect(body).to_contain_text("there is a cut here")
    expect(body).to_contain_text("A already has α = 3")
    for value in ("2", "3"):
        lab.button("Continue").click()
        answer(value)
    lab.button("Continue").click()
    expect(asked).to_have_text("Done: 5 of 6 right.")


def test_an_exercise_with_a_mistake_in_it(lab: Lab) -> None:
    lab.open(tree=HAND, mode="exercise")
    right = {
        "A": "-inf inf 3",
        "B": "-inf inf 3",
        "C": "3 inf 2",
        "E": "3 inf 9",
        "F": "3 9 2",
        "D": "3 inf 2",
    }
    for name, texts in right.items():
        alpha, beta, value = texts.split()
        lab.page.get_by_label(f"{name}: window α", exact=True).fill(alpha)
        lab.page.get_by_label(f"{name}: window β", exact=True).fill(beta)
        lab.page.get_by_label(f"{name}: value", exact=True).fill(value)
    # Cuts by clicking in the picture; the one at G is forgotten.
    for path in ("2.1", "2.2"):
        lab.page.locator(f".exercise-work [data-path='{path}']").click()
        expect(lab.page.locator(f".exercise-work [data-branch='{path}']")).to_have_class(
            re.compile("crossed")
        )
    lab.page.get_by_label("Best move").select_option("B")
    lab.button("Check").click()
    result = lab.page.locator(".result")
    # The first time only what is wrong is told, not what would be right.
    expect(result).to_contain_text("Not everything is right yet")
    expect(lab.page.locator("tr[data-node='1'] .badge.bad")).to_have_count(1)
    expect(lab.page.locator(".replay")).to_be_empty()
    lab.button("Show the solution").click()
    expect(result).to_contain_text("The first mistake")
    expect(result).to_contain_text("already has α = 3")
    expect(lab.page.locator("tr[data-node='1'] .badge.bad")).to_have_count(1)
    expect(lab.page.locator(".exercise-work [data-path='1']")).to_have_class(re.compile("judged-bad"))
    # The mistake is replayed: the right search stands at its cut.
    expect(lab.reason).to_contain_text("cut: G")
    lab.page.keyboard.press("ArrowLeft")
    expect(lab.reason).not_to_contain_text("cut: G")
    lab.page.locator("tr[data-node='1'] .cuts").get_by_label("G", exact=True).check()
    lab.button("Check").click()
    expect(result).to_contain_text("Everything is right.")
    # A kind that does not fit the tree is refused, and another one can be chosen.
    lab.page.get_by_label("Kind of exercise").select_option("maxn")
    expect(lab.page.locator(".task .problem")).to_be_visible()
    lab.page.get_by_label("Kind of exercise").select_option("values")
    expect(lab.page.get_by_label("A: value", exact=True)).to_be_visible()
    forget_refusals(lab.complaints)


def test_the_last_of_equals(lab: Lab) -> None:
    """Which of equally good children max^n takes is chosen for a search, for an exercise and for a sheet."""
    tree = "A(B(1,5,0 6,5,1) C(3,2,2 4,1,9))"
    lab.open(tree=tree, algorithm="maxn")
    lab.page.locator("details.options > summary").click()
    lab.page.get_by_label("Of equally good children").select_option("last")
    expect(lab.page).to_have_url(re.compile("ties=last"))
    expect(lab.page.locator(".code")).to_contain_text("w[p] ≥ v[p]")
    lab.open(tree=tree, mode="exercise", kind="maxn")
    expect(lab.page.locator(".task")).to_contain_text("the first from the left is chosen")
    lab.page.get_by_label("Convention").select_option("last")
    expect(lab.page.locator(".task")).to_contain_text("the last, furthest to the right, is chosen")
    for path, value in {"": "6 5 1", "0": "6 5 1", "1": "3 2 2"}.items():
        lab.page.locator(f"[data-field='{path}/value']").fill(value)
    lab.page.get_by_label("Best move").select_option("B")
    lab.button("Check").click()
    expect(lab.page.locator(".result")).to_contain_text("8 of 8")
    lab.open(mode="author", kind="maxn", convention="last", require="ties")
    expect(lab.page.locator(".preview")).to_contain_text("the last, furthest to the right, is chosen")
    expect(lab.page.get_by_label("equal leaves allowed")).to_be_checked()


def fill(lab: Lab, exercise: Exercise) -> None:
    """The right answer, typed into the fields of the page."""
    answer = solution(exercise)
    for name, said in answer.nodes.items():
        if said.value is not None:
            values = said.value if isinstance(said.value, tuple) else (said.value,)
            lab.page.get_by_label(f"{name}: value", exact=True).fill(" ".join(map(str, values)))
        if said.order is not None:
            words = "order of the search" if exercise.kind == "cut-order" else "tried in this order"
            lab.page.get_by_label(f"{name}: {words}", exact=True).fill(", ".join(said.order))
        if said.remoteness is not None:
            lab.page.get_by_label(f"{name}: plies to the end", exact=True).fill(str(said.remoteness))
        for child in (*said.cut, *(said.keep or ())):
            lab.page.locator(".cuts").get_by_label(child, exact=True).check()
    for depth, after in answer.depths.items():
        lab.page.get_by_label(f"depth {depth}: value", exact=True).fill(str(after.value))
        lab.page.get_by_label(f"depth {depth}: move", exact=True).select_option(after.move)
    for name in answer.visited or ():
        lab.page.get_by_label(f"{name} is visited", exact=True).check()
    cases = {"expected": "chance", "minimax": "MIN instead of chance"}
    for choice, child in answer.choices.items():
        name, _, squared = choice.partition("-")
        label = cases[name] + (", leaves squared" if squared else "")
        lab.page.get_by_label(f"{label}: move", exact=True).select_option(child)
    if answer.move is not None:
        lab.page.get_by_label("Best move").select_option(answer.move)


@pytest.mark.parametrize(
    "kind",
    [
        *("negamax", "cut-order", later("killers"), later("remoteness")),
        *(later("alliance"), later("deepening"), *some(CHANCE_KINDS, 4)),
    ],
)
def test_every_kind_can_be_done_on_the_page(lab: Lab, kind: Kind) -> None:
    (exercise,) = make_exercises(kind, 1, 4)
    lab.open(tree=write_tree(exercise.tree), mode="exercise", kind=kind, teams=exercise.teams)
    lab.button("Check").click()
    result = lab.page.locator(".result")
    expect(result).to_contain_text("Not everything is right yet")
    fill(lab, exercise)
    lab.button("Check").click()
    expect(result).to_contain_text("Everything is right.")
    expect(lab.page.locator(".answers .badge.bad")).to_have_count(0)
    expect(lab.page.locator(".answers .badge.good").first).to_be_visible()


def test_a_long_decimal_stays_in_its_field_and_in_its_node(lab: Lab) -> None:
    lab.open(tree="A(B*(1/6: 3  1/3: C(5 1)  1/2: -2) -1)", mode="exercise", kind="expected-values")
    field = lab.page.get_by_label("B: value", exact=True)
    text = lab.page.locator("[data-path='0'] [data-slot='value']").first
    length, size = "text => text.getComputedTextLength()", "text => text.style.fontSize"
    field.fill("-2")
    expect(text).to_have_text("−2")
    assert text.evaluate(size) == ""
    field.fill("-0.1666666666")
    expect(text).to_have_text("−0.166667")
    squeezed = text.evaluate(length)
    text.evaluate("text => { text.style.fontSize = '' }")
    assert squeezed < text.evaluate(length)
    field.fill("-0.16667")
    assert field.evaluate("field => field.scrollWidth <= field.clientWidth")


def test_author_shows_a_position_and_not_its_tree(lab: Lab) -> None:
    lab.open(mode="author", n="2", kind="remoteness")
    variant = lab.page.locator(".variant").first
    expect(variant.locator("pre")).to_be_visible()
    expect(variant.locator("svg")).to_have_count(0)
    variant.get_by_role("button", name="Show the solution").click()
    expect(variant.locator("svg").first).to_be_visible()


def test_author_makes_files(lab: Lab) -> None:
    lab.open(mode="author", n="2")
    expect(lab.page.locator(".variant")).to_have_count(2)
    lab.page.locator(".variant").first.get_by_role("button", name="Show the solution").click()
    expect(lab.page.locator(".variant").first.locator(".slash").first).to_be_attached()
    with lab.page.expect_download() as found:
        lab.button("LaTeX, solutions").click()
    assert "\\documentclass" in Path(found.value.path()).read_text(encoding="utf-8")
    lab.page.get_by_role("link", name="Solve it here").first.click()
    expect(lab.page.get_by_role("heading", name="Your answer")).to_be_visible()


def test_downloads_and_german(lab: Lab) -> None:
    lab.open(tree=HAND, lang="de", step="24")
    expect(lab.reason).to_have_text(
        "E bringt C auf 9, den bisher kleinsten Wert; β wird 9, das Fenster (3, 9)."
    )
    expect(lab.page.locator(".code")).to_contain_text("für jedes Kind")
    expect(lab.page.locator("html")).to_have_attribute("lang", "de")
    with lab.page.expect_download() as found:
        lab.button("SVG").click()
    assert "≤ 9" in Path(found.value.path()).read_text(encoding="utf-8")
    modes = {"Vorhersagen": ".question", "Üben": ".exercise-work", "Aufgaben stellen": ".preview"}
    for mode, shown in modes.items():
        lab.button(mode).click()
        expect(lab.page.locator(f".work {shown}").first).to_be_visible()
        assert "tree_lab." not in lab.page.locator("main").inner_text()


def test_open_in_the_tree_lab_from_play(lab: Lab) -> None:
    lab.page.goto(f"{lab.address}/?game=tictactoe&moves=a1b1a2b2&p1=human&p2=human")
    lab.page.locator(".keep").get_by_role("link", name="tree lab").click()
    expect(lab.page.get_by_label("Game", exact=True)).to_have_value("tictactoe")
    expect(lab.page.locator(".run [data-path]").nth(20)).to_be_attached()


@pytest.mark.long
def test_axe_finds_no_serious_fault(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    lab = Lab(context.new_page(), address)
    lab.open(tree=HAND, beside="minimax", step="30")
    lab.page.locator(".outline-card summary").first.click()
    lab.page.locator(".options summary").click()
    assert faults(lab.page) == []
    for mode in ("predict", "exercise", "author"):
        lab.open(tree=HAND, mode=mode, lang="de")
        if mode == "exercise":
            lab.button("Prüfen").click()
            lab.page.locator(".result h2").wait_for()
        assert faults(lab.page) == [], mode
    context.close()


def test_narrow_screens(browser: Browser, address: str) -> None:
    """The page fits; the tree is scrolled in its own frame, and the current node is in sight."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce"
    )
    lab = Lab(context.new_page(), address)
    for mode in ("explore", "predict", "exercise", "author"):
        lab.open(tree=HAND, mode=mode, lang="de")
        assert overflow(lab.page) <= 0, mode
    lab.open(random="4,3,1")
    frame = lab.page.locator(".figure-frame")
    wide = frame.evaluate("frame => [frame.scrollWidth, frame.clientWidth]")
    assert wide[0] > wide[1]
    for _ in range(3):
        lab.page.get_by_role("button", name="To the next cut-off").tap()
        seen = frame.evaluate(
            "frame => { const a = frame.querySelector('[data-path].current .shape').getBoundingClientRect(),"
            " b = frame.getBoundingClientRect(); return a.left >= b.left && a.right <= b.right }"
        )
        assert seen
    assert lab.complaints == []
    context.close()


def test_the_stand_alone_file(context: BrowserContext, tmp_path: Path) -> None:
    """Opened from a folder, without a server and without a connection."""
    tree = 'A("</script><img src=x onerror=alert(1)>"(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))'
    file = tmp_path / "stepper.html"
    arguments = ["tree", "trace", tree, "--format", "html", "--lang", "de", "-o", str(file)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    context.set_offline(True)
    lab = Lab(context.new_page())
    lab.page.goto(file.as_uri())
    expect(lab.at).to_have_text(f"0 / {STEPS}")
    lab.page.keyboard.press("c")
    expect(lab.reason).to_contain_text("G")
    expect(lab.slot("1", "value")).to_have_text("≤ 2")
    expect(lab.page.locator("[data-branch='1.2'] .slash")).to_have_css("visibility", "visible")
    expect(lab.page.locator("img")).to_have_count(0)
    lab.page.locator(".outline-card summary").click()
    expect(lab.page.get_by_role("treeitem", name="onerror").first).to_be_visible()
    lab.page.locator("details").last.locator("summary").click()
    assert not re.search(r"tree_lab\.\w", lab.page.locator("body").inner_text())
    assert faults(lab.page) == []
    lab.page.set_viewport_size({"width": 360, "height": 700})
    assert overflow(lab.page) <= 0
    assert lab.complaints == []
