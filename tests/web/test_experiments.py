"""Runs started, watched, stopped, resumed and looked at over the network."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from spielbaum.experiments.kind import GAMES
from tests.experiments.support import lines, moves
from tests.support.patience import PATIENCE
from tests.support.server import patient, serving

pytestmark = pytest.mark.xdist_group("experiments")
#: What is beside the settings of a run in a request.
BESIDE = ("kind", "name", "workers")
MATCH = {"kind": "match", "game": "tictactoe", "players": ["random", "first"], "games": 8, "seed": 3}
#: Slow enough to be interrupted, and without anything to compile.
SLOW = {
    "kind": "match",
    "game": "connect4",
    "players": ["alphabeta:depth=4", "alphabeta:depth=3"],
    "games": 400,
    "workers": 2,
}


class Page:
    """What the page does."""

    def __init__(self, client: httpx.Client, runs: Path) -> None:
        self.client = client
        self.runs = runs

    def post(self, path: str, body: Any, language: str = "en") -> httpx.Response:
        if path in ("check", "start"):
            settings = {name: value for name, value in body.items() if name not in BESIDE}
            body = {name: body[name] for name in BESIDE if name in body} | {"settings": settings}
        return self.client.post(f"/api/experiments/{path}", json=body, headers={"Accept-Language": language})

    def get(self, path: str = "", **query: Any) -> Any:
        answer = self.client.get(f"/api/experiments{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def line(self, name: str) -> dict[str, Any]:
        missing = {"state": "missing", "played": 0}
        return next((line for line in self.get()["runs"] if line["name"] == name), missing)

    def start(self, request: dict[str, Any]) -> str:
        answer = self.post("start", request)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["name"])

    def wait(self, name: str, *states: str, games: int = 0) -> dict[str, Any]:
        until = monotonic() + PATIENCE
        while True:
            line = self.line(name)
            if line["state"] in states and line["played"] >= games:
                return line
            assert monotonic() < until, line
            sleep(0.1)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    runs = tmp_path_factory.mktemp("server") / "runs"
    with (
        serving(patient(), runs=runs) as address,
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
    ):
        yield Page(client, runs)


@pytest.fixture(scope="module")
def done(page: Page) -> str:
    """A match that was played to the end."""
    name = page.start(MATCH | {"name": "done", "players": ["random", "alphabeta:depth=2"]})
    page.wait(name, "complete")
    return name


def watched(page: Page, name: str) -> list[tuple[str, Any]]:
    """What a page hears until the run is complete."""
    events = []
    with page.client.stream("POST", "/api/experiments/watch", json={"names": [name]}) as stream:
        kind = ""
        for line in stream.iter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                events.append((kind, json.loads(line.removeprefix("data: "))))
                if kind == "run" and events[-1][1]["line"]["state"] == "complete":
                    break
    return events


def test_a_match_from_the_start_to_the_last_game(page: Page) -> None:
    checked = page.post("check", MATCH).json()
    assert checked["planned"] == 8
    assert checked["command"].startswith("spielbaum match tictactoe random first --games 8 ")
    assert checked["command"].endswith(f"--out {page.runs / checked['name']}")
    name = page.start(MATCH)
    assert name == checked["name"]
    events = watched(page, name)
    assert {kind for kind, _ in events} == {"runs", "run"}
    view = events[-1][1]
    assert view["line"]["played"] == view["line"]["planned"] == view["games"] == 8
    assert [line["game"] for line in sorted(lines(page.runs / name), key=lambda line: line["game"])] == list(
        range(8)
    )
    # The numbers are those of the command line.
    shown = subprocess.run(
        [sys.executable, "-m", "spielbaum", "runs", "show", str(page.runs / name), "--json"],
        capture_output=True,
        check=True,
    )
    document = json.loads(shown.stdout)
    facts = {fact["name"]: fact["value"] for fact in view["results"]}
    assert facts["Result (W–L–D)"] == f"{document['wins']}–{document['losses']}–{document['draws']}"
    # Each figure has its data: the last point is what the match came to.
    score = next(figure for figure in view["figures"] if figure["key"] == "score")
    assert score["series"][0]["points"][-1]["y"] == pytest.approx(document["score"], abs=1e-4)
    assert len(score["rows"]) == len(score["series"][0]["points"]) == 4
    assert score["rows"][-1][1] == "8"


def test_games_are_replayed_in_play(page: Page, done: str) -> None:
    name = done
    answer = page.get(f"/run/{name}/games", count=5)
    assert answer["total"] == 8
    assert [game["number"] for game in answer["games"]] == [0, 1, 2, 3, 4]
    for game in answer["games"]:
        where = {"game": game["game"], "start": game["start"], "moves": game["moves"]}
        position = page.client.post("/api/position", json=where).json()
        assert position["ending"]["text"] == game["text"]
        scores = {"1–0": [0], "0–1": [1], "½–½": [0, 1]}
        assert position["ending"]["winners"] == scores[game["result"]]
    seats = [game["players"] for game in answer["games"]]
    assert seats[0] == seats[1][::-1]
    parts = [page.get(f"/run/{name}/games", only=only)["total"] for only in ("won", "drawn", "lost")]
    line = page.line(name)["headline"]
    assert line.endswith("(Elo)")
    assert sum(parts) == 8


def test_stop_and_resume_loses_nothing_and_repeats_nothing(page: Page) -> None:
    name = page.start(SLOW | {"name": "slow"})
    page.wait(name, "running", games=2)
    # One at a time, and the same name only once.
    busy = page.post("start", MATCH | {"name": "other"})
    assert busy.status_code == 422
    assert "slow" in busy.json()["error"]
    assert page.post("resume", {"name": name}).status_code == 422
    assert page.post("start", SLOW | {"name": "slow"}).status_code == 422
    assert page.post("stop", {"name": name}).status_code == 200
    line = page.wait(name, "stopped")
    assert line["can_resume"]
    before = moves(page.runs / name)
    # Ctrl-C while the last line is on its way to the disk takes that line back.
    assert 1 <= len(before) == line["played"] < 400
    assert page.post("stop", {"name": name}).status_code == 422
    assert page.post("resume", {"name": name}).status_code == 200
    page.wait(name, "running", games=len(before) + 2)
    page.post("stop", {"name": name})
    page.wait(name, "stopped")
    after = moves(page.runs / name)  # fails where a game is there twice
    assert after.items() >= before.items()
    assert len(after) >= len(before) + 2


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="locks are listed by Linux only")
def test_a_run_that_outlived_its_server_is_listed_stopped_and_resumed(page: Page) -> None:
    out = page.runs / "orphan"
    request = SLOW | {"name": "orphan", "workers": 1}
    command = page.post("check", request).json()["command"].split()
    process = subprocess.Popen([sys.executable, "-m", *command], stderr=subprocess.DEVNULL)
    try:
        page.wait("orphan", "running", games=1)
        assert page.post("start", MATCH | {"name": "another"}).status_code == 422
        assert page.post("stop", {"name": "orphan"}).status_code == 200
        assert process.wait(PATIENCE) == 130
    finally:
        process.kill()
        process.wait()
    line = page.wait("orphan", "stopped")
    assert line["can_resume"]
    # Killed without a chance to say anything, in the middle of a line: everything finished is still there.
    with (out / GAMES).open("a") as file:
        file.write('{"game": 399, "rec')
    played = page.line("orphan")["played"]
    assert played == len(lines_whole(out))
    assert page.get("/run/orphan")["games"] == played


def lines_whole(folder: Path) -> list[str]:
    return [line for line in (folder / GAMES).read_text().split("\n")[:-1] if line]


def test_the_server_stops_its_runs_when_it_ends(tmp_path: Path) -> None:
    with (
        serving(patient(), runs=tmp_path) as address,
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
    ):
        page = Page(client, tmp_path)
        name = page.start(SLOW)
        page.wait(name, "running", games=2)
    with (
        serving(patient(), runs=tmp_path) as address,
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
    ):
        line = Page(client, tmp_path).line(name)
    assert line["state"] == "stopped"
    assert line["can_resume"]
    assert line["played"] >= 1


def test_ctrl_c_ends_a_server_that_is_watched_without_a_complaint(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "spielbaum", "serve", "--no-warmup", "--port", "0", "--lang", "en"]
    with subprocess.Popen(
        [*command, "--workers", "1", "--runs", str(tmp_path)], stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as server:
        assert server.stderr is not None
        try:
            address = server.stderr.readline().split()[3]
            with (
                httpx.Client(base_url=address, timeout=PATIENCE) as client,
                client.stream("POST", "/api/experiments/watch", json={"names": []}) as stream,
            ):
                assert next(stream.iter_lines()) == "event: runs"
                server.send_signal(signal.SIGINT)
                server.wait(PATIENCE)
            assert server.stderr.read() == ""
            assert server.returncode == 0
        finally:
            server.kill()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_run_that_fails_says_why(page: Page, language: str) -> None:
    """No position of Tic-Tac-Toe is left after twenty moves; only the rules know that."""
    name = f"hopeless-{language}"
    answer = page.post("start", MATCH | {"name": name, "openings": "random:20"}, language)
    assert answer.status_code == 200
    line = page.wait(name, "stopped")
    assert "tictactoe" in line["problem"]
    assert ("Eröffnung" if language == "de" else "opening") in line["problem"]
    assert not (page.runs / name).exists()


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"players": ["bot:./evil", "random"]}, "bot"),
        ({"players": ["uci:/bin/sh", "random"]}, "uci"),
        ({"players": ["human", "random"]}, "human"),
        ({"players": ["--help", "random"]}, "--help"),
        ({"players": ["engine:seconds=61", "random"]}, "60"),
        ({"players": ["engine:table_mb=4096", "random"]}, "table_mb"),
        ({"players": ["engine:threads=200", "random"]}, "threads"),
        ({"players": ["random"]}, "players"),
        ({"openings": "file:/etc/passwd"}, "file:/etc/passwd"),
        ({"openings": "random:100"}, "60"),
        ({"openings": "random:2-5"}, "random:2-5"),
        ({"game": "/etc/passwd"}, "/etc/passwd"),
        ({"game": "tests/support/trap.py"}, "trap.py"),
        ({"game": "trio"}, "trio"),
        ({"games": 7}, "7"),
        ({"games": 4000}, "games"),
        ({"clock": "99999"}, "clock"),
        ({"clock": "soon"}, "soon"),
        ({"sprt": [10, 0]}, "10,0"),
        ({"sprt": [0, 1e9]}, "sprt"),
        ({"name": "../outside"}, "name"),
        ({"name": ".hidden"}, "name"),
        ({"name": "a/b"}, "name"),
        ({"name": "replay\n"}, "name"),
        ({"workers": 1000}, "workers"),
        ({"seed": -1}, "seed"),
        ({"out": "/tmp/x"}, "out"),
        ({"kind": "bench"}, "bench"),
    ],
)
def test_what_may_not_be_started_is_refused_in_one_sentence(
    page: Page, changes: dict[str, Any], word: str
) -> None:
    before = page.get()["runs"]
    request = MATCH | changes
    for path in ("check", "start"):
        answer = page.post(path, request)
        assert answer.status_code == 422
        assert word in answer.json()["error"]
    assert len(page.get()["runs"]) == len(before)


def test_measurements_are_capped_and_nothing_is_started(page: Page) -> None:
    sweep = {"kind": "sweep", "game": "connect4", "ladder": [0.1, 100]}
    growth = {"kind": "growth", "game": "connect4", "algorithms": ["os.system"]}
    many = {"kind": "tournament", "game": "connect4", "players": ["random"] * 12, "games": 2000}
    spans = {"kind": "ablate", "game": "connect4", "plies": "file:positions.txt"}
    weightless = {"kind": "tune", "game": "connect4"}
    program = {"kind": "tune", "game": "othello", "player": "bot:./evil"}
    for request, word in (
        (sweep, "60"),
        (growth, "os.system"),
        (many, "132000"),
        (spans, "file:positions.txt"),
        (weightless, "weights"),
        (program, "bot"),
    ):
        answer = page.post("start", request)
        assert answer.status_code == 422
        assert word in answer.json()["error"]


@pytest.mark.parametrize("name", ["%2e%2e", "%2e", "nothing", "a%2fb", "x" * 65])
def test_only_runs_of_the_folder_are_shown(page: Page, name: str) -> None:
    (page.runs.parent / "secret").mkdir(exist_ok=True)
    for path in (f"/run/{name}", f"/run/{name}/games", f"/run/{name}/file/report"):
        assert page.client.get(f"/api/experiments{path}").status_code in (404, 422)
    for path in ("stop", "resume"):
        assert page.post(path, {"name": name.replace("%2e", ".").replace("%2f", "/")}).status_code == 422


def test_a_server_for_others_shows_runs_but_starts_none(tmp_path: Path) -> None:
    with (
        serving(patient(), runs=tmp_path, may_start=False) as address,
        httpx.Client(base_url=address) as client,
    ):
        page = Page(client, tmp_path)
        overview = page.get()
        assert not overview["may_start"]
        assert "--allow-runs" in overview["reason"]
        for path, body in (("start", MATCH), ("stop", {"name": "a"}), ("resume", {"name": "a"})):
            answer = page.post(path, body)
            assert answer.status_code == 422
            assert answer.json()["error"] == overview["reason"]
        assert page.post("check", MATCH).status_code == 200
    assert list(tmp_path.iterdir()) == []


def test_files_of_a_run(page: Page, done: str) -> None:
    name = done
    table = page.get(f"/run/{name}/file/csv")
    assert table["name"] == "done-results.csv"
    assert "random" in table["text"]
    assert json.loads(page.get(f"/run/{name}/file/json")["text"])
    for kind in ("report", "slides"):
        found = page.get(f"/run/{name}/file/{kind}")
        # The link to show it live leads to the server that made the file.
        assert f'href="{str(page.client.base_url).rstrip("/")}/?game=' in found["text"]
        assert found["media"] == "text/html"
        assert found["text"].startswith("<!doctype html>")
