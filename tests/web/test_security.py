"""Who may ask, what may be sent, and what an answer never contains."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from httpx import Client

from spielbaum.web.security import host_name
from tests.web.conftest import read_events

pytestmark = pytest.mark.xdist_group("web")
POSITION = {"game": "connect4"}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8421", "127.0.0.1.evil.example", "", "localhost.evil"]
)
def test_another_host_is_refused(client: Client, host: str) -> None:
    answer = client.get("/api/about", headers={"Host": host})
    assert answer.status_code == 400
    assert set(answer.json()) == {"error"}


@pytest.mark.parametrize("host", ["localhost:8421", "127.0.0.1", "[::1]:8421", "LOCALHOST"])
def test_names_of_this_machine_are_accepted(client: Client, host: str) -> None:
    assert client.get("/api/about", headers={"Host": host}).status_code == 200


def test_host_names() -> None:
    assert host_name("[::1]:80") == "[::1]"
    assert host_name("[::1]") == "[::1]"
    assert host_name("Localhost:80") == "localhost"
    assert host_name("localhost") == "localhost"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_pages_of_other_sites_are_refused(client: Client, headers: dict[str, str]) -> None:
    answer = client.post("/api/position", json=POSITION, headers=headers)
    assert answer.status_code == 403
    assert set(answer.json()) == {"error"}


def test_the_own_page_is_accepted(client: Client) -> None:
    own = str(client.base_url).rstrip("/")
    headers = {"Origin": own, "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/position", json=POSITION, headers=headers).status_code == 200


def test_a_link_from_elsewhere_may_open_a_page_but_not_read_the_interface(client: Client) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/", headers=link).status_code == 200
    assert client.get("/api/games", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


@pytest.mark.parametrize(
    "path", ["/", "/static/js/shell.js", "/api/about", "/api/nothing", "/static/nothing"]
)
def test_every_answer_carries_the_policy(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "access-control-allow-origin" not in headers


def test_pages_have_nothing_inline_and_nothing_from_elsewhere(client: Client) -> None:
    page = client.get("/").text
    assert "style=" not in page
    assert "<style" not in page
    assert "onclick" not in page
    assert "http" not in page
    for tag in page.split("<script")[1:]:
        assert tag.split(">")[1].startswith("</script"), "a script with content"


def test_only_json_is_read(client: Client) -> None:
    text = json.dumps(POSITION)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert client.post("/api/position", content=text, headers={"Content-Type": kind}).status_code == 415
    answer = client.post("/api/position", content="{", headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}


def test_large_messages_are_refused_whatever_their_length_says(client: Client) -> None:
    assert client.post("/api/position", json={"game": "x" * 140_000}).status_code == 413

    def chunks() -> Iterator[bytes]:
        for _ in range(140):
            yield b" " * 1000

    answer = client.post("/api/position", content=chunks(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert set(answer.json()) == {"error"}


@pytest.mark.parametrize(
    "game",
    [
        "../../etc/passwd",
        "/etc/passwd",
        "tests/support/trap.py",
        "trap.py",
        "os:system",
        "os:system:command=id",
        "spielbaum.games.nim:nim",
        "connect4:width=__import__('os')",
        "connect4:width=7:factory",
        "x\x00y",
    ],
)
def test_only_registered_games_can_be_named(client: Client, game: str) -> None:
    answer = client.post("/api/position", json={"game": game})
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/js/../../app.py",
        "/..%2f..%2fetc%2fpasswd",
    ],
)
def test_no_path_leads_out_of_the_static_files(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "import" not in answer.text
    assert "root:" not in answer.text


def test_a_failing_game_shows_no_traceback(client: Client) -> None:
    """Position after move 2 of the trap: the rules raise inside the server."""
    answer = client.post("/api/position", json={"game": "trap:left=5", "moves": ["2"]})
    assert answer.status_code == 500
    assert set(answer.json()) == {"error"}
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


def test_a_failing_game_does_not_end_its_worker(client: Client) -> None:
    ask = {"game": "trap:left=5", "player": "minimax:depth=3"}
    events = read_events(client.post("/api/think", json=ask).text)
    assert events[-1][0] == "problem"
    assert "secret" not in events[-1][1]["error"]
    again = read_events(client.post("/api/think", json={"game": "trap:left=3", "player": "minimax"}).text)
    assert again[-1][0] == "done"


@pytest.mark.parametrize(("left", "trap"), [(6, "never ends"), (7, "kills the process")])
def test_a_worker_that_is_lost_is_replaced(client: Client, left: int, trap: str) -> None:
    ask = {"game": f"trap:left={left}", "player": "minimax:depth=3,seconds=0.5"}
    events = read_events(client.post("/api/think", json=ask).text)
    assert events[-1][0] == "problem", trap
    again = read_events(client.post("/api/think", json={"game": "trap:left=3", "player": "minimax"}).text)
    assert again[-1][0] == "done"


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/api/position", {}),
        ("/api/record", {"players": ["human", "human"]}),
        ("/api/hint", {}),
        ("/api/tree-lab/trace", None),
    ],
)
def test_rules_that_never_come_back_get_one_sentence(
    client: Client, path: str, more: dict[str, object] | None
) -> None:
    where = {"game": "trap:left=6", "moves": ["3"]}
    ask = {"game": where, "algorithm": "minimax"} if more is None else where | more
    answer = client.post(path, json=ask)
    assert answer.status_code == 500
    assert "within 5 s" in answer.json()["error"]
    # Neither pages nor the next question about a game of a file wait for it.
    assert client.post("/api/position", json={"game": "nim"}).status_code == 200
    assert client.post("/api/position", json={"game": "trap:left=3"}).status_code == 200


def test_programs_get_json_where_there_is_no_page(client: Client) -> None:
    """A browser gets a page (see the browser tests), but never for an address of the interface."""
    for path, accept in (
        ("/nothing", "*/*"),
        ("/api/nothing", "text/html"),
        ("/static/nothing.js", "text/html"),
    ):
        answer = client.get(path, headers={"Accept": accept})
        assert answer.status_code == 404
        assert set(answer.json()) == {"error"}
    page = client.get("/nothing", headers={"Accept": "text/html,*/*"})
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_unknown_fields_and_methods_are_refused(client: Client) -> None:
    assert client.post("/api/position", json={"game": "nim", "code": "1"}).status_code == 422
    assert client.put("/api/position", json=POSITION).status_code == 405
    assert client.get("/docs").status_code == 404


def test_errors_are_said_in_the_language_asked_for(client: Client) -> None:
    for code, word in (
        ("de", "nichts"),
        ("en", "nothing"),
        ("fr, de;q=0.5", "nichts"),
        ("x" * 300, "nothing"),
    ):
        answer = client.get("/nothing", headers={"Accept-Language": code})
        assert answer.status_code == 404
        assert word in answer.json()["error"]
