"""Python inside the page answers as a server does, without the web framework, NumPy and Numba."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from spielbaum.language import LANGUAGES
from spielbaum.site.answering import QUESTION, RULES, Answering
from spielbaum.site.build import Plan, site_files
from spielbaum.site.solving import Solved, solve_small
from spielbaum.web.app import create_app
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.game_views import show_game
from spielbaum.web.messages import GameRequest
from spielbaum.web.play.search_tasks import SEARCHES
from spielbaum.web.questions import QUESTIONS
from spielbaum.web.solution.lookups import PositionQuestion, show_best_line, show_solved
from spielbaum.web.solution.store import Places, find_solution
from tests.site.test_build import OWN, RUNTIME
from tests.support.patience import PATIENCE

#: What the pages of a site do not ask.
SERVER_ONLY = ("/api/experiments", "/api/solution", "/api/openapi", "/api/runs")
DOTS = Path(__file__).parent.parent.parent / "examples" / "dots.py"
START = {"game": "nim", "start": "", "moves": []}


def ask(
    path: str, body: dict[str, Any], language: str = "en", games: GameCatalog | None = None, **more: Any
) -> list[dict[str, Any]]:
    heard: list[dict[str, Any]] = []
    answering = Answering(games or GameCatalog({"trap": str(OWN)}), **more)
    answering.answer(path, json.dumps(body), language, lambda text: heard.append(json.loads(text)))
    return heard


def test_everything_that_pages_ask_a_server_is_answered() -> None:
    known = json.loads(site_files(Plan(("nim",)), RUNTIME)["site.json"])["known"]
    here = {*known, *QUESTIONS, *SEARCHES, "/api/stop", "/api/games/{game}", "/api/catalogue/{code}"}
    there = {path for path in create_app().openapi()["paths"] if not path.startswith(SERVER_ONLY)}
    assert there <= here


def test_a_question() -> None:
    view = ask("/api/position", START)[-1]["done"]
    assert view["legal_moves"]


def test_a_game_with_parameters() -> None:
    facts = ask("/api/games/nim%3Aheaps%3D1-2", {})[-1]["done"]
    assert facts["spec"].startswith("nim:heaps=1-2")


def test_a_move_of_a_textbook_player() -> None:
    heard = ask("/api/think", {**START, "player": "alphabeta:depth=3"})
    assert heard[-1]["done"]["move"]
    assert any("most" in message for message in heard)


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/position", {"game": "nim", "start": "", "moves": ["x"]}, 422, "x"),
        ("/api/position", {"moves": []}, 422, "game"),
        ("/api/position", {"game": "chess2"}, 422, "chess2"),
        ("/api/think", {**START, "player": "human"}, 422, "human"),
        ("/api/nothing", {}, 422, "address"),
    ],
)
def test_bad_messages_get_a_sentence(path: str, body: dict[str, Any], status: int, words: str) -> None:
    problem = ask(path, body)[-1]["problem"]
    assert problem["status"] == status
    assert words in problem["error"]


def test_own_rules_have_less_time_wherever_they_are_named() -> None:
    games = GameCatalog({"own": str(DOTS)})
    for game, most in (("own", RULES), ("own:width=1", RULES), ("nim", QUESTION)):
        assert ask("/api/position", {"game": game}, games=games)[0] == {"most": most}
        source = {"game": {"game": game}, "algorithm": "minimax", "depth": 1}
        assert ask("/api/tree-lab/trace", source, games=games)[0] == {"most": most}


def test_a_stopped_search_answers_at_once() -> None:
    heard = ask("/api/think", {"game": "connect4", "player": "alphabeta:depth=60"}, stopped=lambda: True)
    assert heard[-1]["done"]["move"]


@cache
def solved() -> Solved:
    return solve_small(GameCatalog(only=frozenset({"nim", "connect4"})))


def test_a_solution_answers_as_a_servers_does(tmp_path: Path) -> None:
    games = GameCatalog(only=frozenset({"nim", "connect4"}))
    assert list(solved().files) == ["nim"]
    places = Places(folder="", made=str(tmp_path))
    find_solution("nim", games, places, make=True)
    for moves in ([], ["c2"], ["c2", "a1"], ["a3", "b5", "c6"]):
        question = PositionQuestion(game="nim", start="", moves=moves, places=places)
        body = {"game": "nim", "moves": moves}
        for path, server in (("position", show_solved), ("line", show_best_line)):
            *_, told = ask(f"/api/solution/{path}", body, games=games, solution=solved().files.get)
            assert told["done"] == server(question, games, "en").model_dump(mode="json")
    asked = {(path, of) for path, _, _, of, _ in solved().answers}
    assert asked == {(path, of) for path in ("/api/solution", "/api/solution/figure") for of in LANGUAGES}


def test_neither_numpy_nor_the_web_framework_is_needed() -> None:
    script = """
import sys
sys.modules.update(dict.fromkeys(("numpy", "numba", "llvmlite", "fastapi", "starlette", "click", "typst")))
from spielbaum.site.answering import start
settings = '{"files": {}, "games": ["connect4", "nim"], "engines": [], "seconds": 60}'
class Content(bytes):
    def to_bytes(self):
        return bytes(self)
solutions = {"nim": Content.fromhex(sys.argv[1])}
answer = start(settings, lambda: False, lambda name: None, solutions.get, lambda name: None)
heard = []
for path in ("position", "line"):
    answer(f"/api/solution/{path}", '{"game": "nim", "moves": ["c2"]}', "en", heard.append)
answer("/api/solution/find", '{"game": "nim", "kind": "longest_win"}', "en", heard.append)
assert sum("done" in text for text in heard) == 3, heard
answer("/api/solution/position", '{"game": "nim:heaps=1-2"}', "en", heard.append)
answer("/api/solution/position", '{"game": "connect4"}', "en", heard.append)
assert sum("is not on this site" in text for text in heard) == 2, heard
answer("/api/think", '{"game": "nim", "player": "minimax:depth=2"}', "en", heard.append)
answer("/api/tree-lab/exercise", '{"kind": "values", "tree": "A(B(1 2) C(3 4))"}', "en", heard.append)
print("done" in heard[-1], "done" in heard[-3], heard[-1])
"""
    done = subprocess.run(
        [sys.executable, "-c", script, solved().files["nim"].hex()],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("True True"), done.stdout


def test_players_that_need_a_compiler_are_neither_offered_nor_played() -> None:
    games = GameCatalog(engines=frozenset({"nim"}))
    assert {"engine", "perfect"} <= set(show_game(GameRequest(game="nim"), games, "en").players)
    asked = (("nim", "mcts"), ("connect4", "engine:level=1"), ("nim:heaps=1-2", "engine:level=1"))
    for game, player in asked:
        assert player.partition(":")[0] not in show_game(GameRequest(game=game), games, "en").players
        heard = ask("/api/think", {"game": game, "player": player}, games=games)
        assert "cannot play" in heard[-1]["problem"]["error"]
