"""A talk about one's own program: what is on its slides, and that it comes from the game."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.experiments.report import talk_html
from spielbaum.games import load_game
from spielbaum.search import alphabeta, minimax
from tests.experiments.support import play, small_plan

RULES = '''
"""Subtract one or two; whoever takes the last match wins."""
from typing import NamedTuple
from spielbaum import Facts, Game, Presentation

__author__ = "Mia <b>Muster</b>"


class State(NamedTuple):
    left: int
    player: int


def heap(left: int = 6) -> Game:
    def moves(s):
        for take in range(1, min(2, s.left) + 1):
            yield take

    def play(s, take):
        return State(s.left - take, 1 - s.player)

    def utility(s):
        return 1 if s.player else -1

    def evaluate(s):
        # a comment with <script>alert(1)</script>
        return 0

    return Game("heap", start=State(left, 0), moves=moves, play=play, utility=utility, evaluate=evaluate,
                facts=Facts(values=(-1, 1)), presentation=Presentation(rules="Take <one> or two."))
'''


class Slides(HTMLParser):
    """The text of each slide, and the elements of the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.loaded: list[str] = []
        self.feed(html)
        self.texts = [
            " ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split())
            for part in re.split(r'<section class="slide', html)[1:]
        ]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.loaded += [str(value) for name, value in attrs if name == "src"]


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "heap.py"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner(env={"SPIELBAUM_LANG": "en"}).invoke(main, ["talk", *arguments])


@pytest.mark.parametrize(
    ("language", "titles"),
    [
        ("en", ["The game", "The algorithm: alpha-beta", "A tree of the game", "The evaluation function"]),
        ("de", ["Das Spiel", "Der Algorithmus: Alpha-Beta", "Ein Baum des Spiels", "Die Bewertungsfunktion"]),
    ],
)
def test_a_talk_about_a_game_of_ones_own(own: str, language: str, titles: list[str]) -> None:
    html = talk_html(own, language)
    slides = Slides(html)
    assert len(slides.texts) == 8
    for title, text in zip(titles, slides.texts[1:], strict=False):
        assert title in text
    assert "Mia <b>Muster</b>" in slides.texts[0]  # as text
    assert "Take <one> or two." in slides.texts[1]
    assert "def evaluate(s):" in slides.texts[4]
    assert "alert(1)" in slides.texts[4]
    assert slides.loaded == []
    assert "b" not in slides.elements
    assert html.count("<svg") >= 1
    assert f"serve --game {own}" in slides.texts[6]


def test_it_takes_ten_minutes(own: str) -> None:
    spans = re.findall(r"<strong>(\d+):(\d\d)–(\d+):(\d\d)</strong>", talk_html(own))
    times = [(60 * int(a) + int(b), 60 * int(c) + int(d)) for a, b, c, d in spans]
    assert len(times) == 8
    assert times[0][0] == 0
    assert times[-1][1] == 600
    assert all(end == begin for (_, end), (begin, _) in pairwise(times))


def test_the_numbers_are_those_of_the_searches(own: str) -> None:
    text = Slides(talk_html(own, position="1")).texts[5]
    game = load_game(own)
    state = game.play(game.start, 1)
    for depth in (1, 2, 3):
        plain = minimax(game, state, depth=depth).nodes
        pruned = alphabeta(game, state, depth=depth, order="evaluator+killers").nodes
        assert re.search(rf"\b{depth}\s+{plain}\s+{pruned}\s", text), (depth, plain, pruned, text)


def test_numbers_of_a_run(own: str, tmp_path: Path) -> None:
    play(small_plan(), tmp_path / "run")
    slides = Slides(talk_html(own, run=tmp_path / "run"))
    assert len(slides.texts) == 10
    assert "random" in slides.texts[7]


def test_three_players_and_no_evaluation(tmp_path: Path) -> None:
    assert "max^n" in Slides(talk_html("trio", author="A")).texts[2]
    path = tmp_path / "bare.py"
    path.write_text(RULES.replace(", evaluate=evaluate", ""), encoding="utf-8")
    assert "no evaluation function" in Slides(talk_html(str(path))).texts[4]


@pytest.mark.usefixtures("own")
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("heap.py", "--author", "Leo", "--position", "1")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == "heap-talk.html\n"
    html = Path("heap-talk.html").read_text(encoding="utf-8")
    assert "Leo" in html
    assert "Mia" not in html
    assert run("heap.py", "-o", "talk.html", "--lang", "de").stdout == "talk.html\n"
    refused = run("heap.py", "--position", "2 2 2")
    assert refused.exit_code == 2
    assert "over" in refused.stderr
    assert run("heap.py", "--run", "nowhere").exit_code == 2
