"""What pages ask of the server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from httpx import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.game import Position
from spielbaum.games import built_in_names, load_game
from spielbaum.play import record_of
from spielbaum.web.play.messages import MoveRequest
from spielbaum.web.play.search_tasks import task_of
from spielbaum.web.server_limits import ServerLimits
from tests.web.conftest import read_events

pytestmark = pytest.mark.xdist_group("web")


def ask(client: Client, path: str, *, language: str = "en", **body: Any) -> Any:
    answer = client.post(f"/api/{path}", json=body, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text[:300]
    return answer.json()


def refusal(client: Client, path: str, *, language: str = "en", **body: Any) -> str:
    answer = client.post(f"/api/{path}", json=body, headers={"Accept-Language": language})
    assert answer.status_code == 422, answer.text[:300]
    assert set(answer.json()) == {"error"}
    sentence: str = answer.json()["error"]
    return sentence


def think(client: Client, **body: Any) -> list[tuple[str, Any]]:
    answer = client.post("/api/think", json=body)
    assert answer.status_code == 200, answer.text[:300]
    return read_events(answer.text)


def test_every_game_is_offered_in_both_languages(client: Client) -> None:
    english = client.get("/api/games", headers={"Accept-Language": "en"}).json()["games"]
    german = client.get("/api/games", headers={"Accept-Language": "de-DE,de;q=0.9"}).json()["games"]
    assert [game["name"] for game in english] == [*built_in_names(), "trap"]
    names = {game["name"]: game["player_names"] for game in german}
    assert names["connect4"] == ["Gelb", "Rot"]
    assert {game["name"]: game["colours"] for game in english}["othello"] == ["black", "white"]


@pytest.mark.parametrize("name", built_in_names())
def test_every_game_has_a_board_to_play_on(client: Client, name: str) -> None:
    view = ask(client, "position", game=name)
    assert view["legal_moves"]
    game = load_game(name)
    first = game.player(game.start)  # chance, where the game begins with a throw
    assert view["to_move"] == first
    assert view["ending"] is None
    on_board = {cell["move"] for row in view["board"]["rows"] for cell in row} - {None}
    assert on_board <= set(view["legal_moves"])
    after = ask(client, "position", game=name, moves=[view["legal_moves"][0]])
    assert after["history"] == [view["legal_moves"][0]]
    assert after["movers"] == [first]


@settings(max_examples=25)
@given(name=st.sampled_from(built_in_names()), choices=st.lists(st.integers(0, 50), max_size=14))
def test_the_server_plays_by_the_rules(client: Client, name: str, choices: list[int]) -> None:
    game = load_game(name)
    position = Position(game, game.start)
    for choice in choices:
        if position.over:
            break
        position = position.after(game.legal(position.state)[choice % len(position.legal_texts)])
    view = ask(client, "position", game=name, moves=position.history_texts)
    assert view["history"] == position.history_texts
    assert view["legal_moves"] == position.legal_texts
    assert (view["ending"] is not None) == position.over
    assert view["text"] == str(position)


def test_packed_moves_are_taken_apart_and_the_last_one_is_marked(client: Client) -> None:
    view = ask(client, "position", game="connect4", moves=["445"])
    assert view["history"] == ["4", "4", "5"]
    marked = [
        (x, y)
        for y, row in enumerate(view["board"]["rows"])
        for x, cell in enumerate(row)
        if cell["mark"] == "last"
    ]
    assert marked == [(4, 5)]


def test_the_emptied_pit_is_marked(client: Client) -> None:
    top, bottom = ask(client, "position", game="kalah", moves=["2"])["board"]["rows"]
    assert [cell["mark"] for cell in bottom] == [None, "last", None, None, None, None, None]
    assert {cell["mark"] for cell in top} == {None}


def test_a_finished_game_says_who_won_and_marks_the_line(client: Client) -> None:
    view = ask(client, "position", game="connect4", moves=["1212121"], language="de")
    assert view["ending"]["winners"] == [0]
    assert view["ending"]["text"].startswith("Gelb gewinnt")
    assert view["legal_moves"] == []
    assert sum(cell["mark"] == "win" for row in view["board"]["rows"] for cell in row) == 4


def test_a_position_in_the_games_own_notation(client: Client) -> None:
    view = ask(client, "position", game="nim", start="1-2-0/2", moves=["b1"])
    assert view["start"] == "1-2-0/2"
    assert view["notation"] == "1-1-0/1"
    assert view["movers"] == [1]
    assert "rubbish" in refusal(client, "position", game="nim", start="rubbish")


def test_parameters_change_the_board_and_the_form(client: Client) -> None:
    view = ask(client, "position", game="connect4:width=5,height=4")
    assert len(view["board"]["rows"]) == 4
    assert len(view["board"]["rows"][0]) == 5
    game = client.get(f"/api/games/{view['game']}").json()
    values = {one["name"]: one["value"] for one in game["parameters"]}
    assert values == {"width": "5", "height": "4", "k": "4"}
    kalah = {one["name"]: one for one in client.get("/api/games/kalah").json()["parameters"]}
    assert kalah["end"]["choices"] == ["row", "mover"]
    assert kalah["empty_capture"]["kind"] == "bool"


def test_what_holds_in_every_position_is_sent_once(client: Client) -> None:
    view = ask(client, "position", game="othello")
    first = client.get(f"/api/games/{view['game']}")
    assert first.json()["move_names"] == {"--": "Pass"}
    assert not set(first.json()) & set(view)
    again = client.get(f"/api/games/{view['game']}", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    german = {"If-None-Match": first.headers["etag"], "Accept-Language": "de"}
    assert client.get(f"/api/games/{view['game']}", headers=german).json()["move_names"] == {"--": "Passen"}
    assert client.get("/api/games/chequers").status_code == 422


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"game": "chequers"}, "chequers"),
        ({"game": "connect4", "moves": ["9"]}, "9"),
        ({"game": "connect4:width=banana"}, "banana"),
        ({"game": "connect4:width=1000"}, "1000"),
        ({"game": "connect4:colour=5"}, "colour"),
        ({"game": "takeaway:most=0"}, "most=0"),
        ({"game": "takeaway", "moves": ["2", "2", "1", "1"]}, "over"),
    ],
)
def test_bad_input_gets_one_sentence(client: Client, body: dict[str, Any], word: str) -> None:
    english, german = (refusal(client, "position", language=code, **body) for code in ("en", "de"))
    assert word in english or word == "over"
    assert english != german
    assert "\n" not in english


def test_the_catalogue_is_served(client: Client) -> None:
    assert client.get("/api/catalogue/de").json()["web.action.hint"] == "Tipp"
    assert client.get("/api/catalogue/fr").status_code == 422


def test_a_player_thinks_and_chooses(client: Client) -> None:
    events = think(client, game="tictactoe", moves=["a1", "b1", "a2", "b2"], player="minimax")
    kinds = [kind for kind, _ in events]
    assert kinds[0] == "queued"
    assert kinds[-1] == "done"
    chosen = events[-1][1]
    assert chosen["move"] == "a3"
    assert chosen["info"]["value"]["proof"] == "proven"
    assert "X" in chosen["info"]["value"]["text"]
    assert not chosen["shortened"]


def test_the_engine_plays_by_level(client: Client) -> None:
    # Level 1 slips often, but never misses a win in one.
    events = think(client, game="connect4", moves=["414141"], player="engine:level=1", seed=5)
    assert events[-1][1]["move"] == "4"


def test_the_same_seed_gives_the_same_random_moves(client: Client) -> None:
    moves = [
        think(client, game="connect4", moves=["44"], player="random", seed=seed)[-1][1]["move"]
        for seed in (1, 1, 2, 3, 4, 5, 6)
    ]
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


def test_three_players(client: Client) -> None:
    events = think(client, game="trio", moves=["a1", "b1", "c1"], player="maxn:depth=2")
    assert events[-1][0] == "done"
    worth = events[-1][1]["info"]["value"]
    assert len(worth["points"]) == 3
    assert worth["view"] is None
    events = think(client, game="trio", moves=["a1", "b1", "c1"], player="alliance:depth=2,with=2")
    assert events[-1][0] == "done"
    for ally, sentence in ((1, "itself"), (4, "3 players")):
        events = think(client, game="trio", player=f"alliance:depth=2,with={ally}")
        assert events[-1][0] == "problem"
        assert sentence in events[-1][1]["error"]


@pytest.mark.parametrize(
    ("player", "word"),
    [
        ("engine:seconds=61", "61"),
        ("engine:depth=101", "101"),
        ("engine:table_mb=4096", "4096"),
        ("human", "human"),
        ("genius", "genius"),
        ("os:system=1", "os"),
        ("minimax:depth=-1", "-1"),
    ],
)
def test_players_are_capped(client: Client, player: str, word: str) -> None:
    assert word in refusal(client, "think", game="tictactoe", player=player)


def test_a_player_that_does_not_fit_says_so(client: Client) -> None:
    events = think(client, game="trio", player="alphabeta:depth=2")
    assert events[-1][0] == "problem"
    assert "alphabeta" in events[-1][1]["error"]


def test_nothing_is_searched_where_the_game_is_over(client: Client) -> None:
    for path in ("think", "hint", "analyse"):
        more = {"player": "random"} if path == "think" else {}
        refusal(client, path, game="takeaway", moves=["2", "2", "1"], **more)


def test_a_hint_wins(client: Client) -> None:
    hint = ask(client, "hint", game="connect4", moves=["414141"], seconds=0.2)
    assert hint["info"]["move"] == "4"
    assert hint["info"]["value"]["proof"] == "proven"
    assert "Yellow wins" in hint["info"]["value"]["text"]


def test_the_value_of_every_move(client: Client) -> None:
    answer = client.post("/api/analyse", json={"game": "connect4", "moves": ["414141"]})
    values = read_events(answer.text)[-1][1]
    assert values["view"] == 0
    assert sorted(one["move"] for one in values["move_values"]) == list("1234567")
    assert values["move_values"][0]["best"]
    best = [one["move"] for one in values["move_values"] if one["best"]]
    assert best == ["4"]


def test_stopping_a_search_that_is_not_there_is_harmless(client: Client) -> None:
    assert ask(client, "stop", job="nothing") == {"stopped": False}


def test_the_record_can_be_read_again(client: Client) -> None:
    game: dict[str, Any] = {"game": "connect4", "moves": ["1212121"], "players": ["human", "engine:level=3"]}
    again = record_of(json.loads(ask(client, "record", **game)["text"]))
    assert "".join(again.moves) == "1212121"
    assert again.outcome is not None
    assert again.outcome.winners == (0,)
    assert len(again.replay()) == 8
    assert "Yellow" in ask(client, "record", format="text", **game)["text"]


def test_a_resignation_is_recorded(client: Client) -> None:
    record = ask(client, "record", game="connect4", moves=["12"], players=["human", "random"], resigned=1)
    assert json.loads(record["text"])["outcome"]["loser"] == 1
    assert "needs 2 players" in refusal(client, "record", game="connect4", players=["human"])
    late: dict[str, Any] = {
        "game": "connect4",
        "moves": ["12"],
        "players": ["human", "random"],
        "resigned": 0,
    }
    record = ask(client, "record", **late, overtime=True, clock="60+1", format="text")
    assert "Yellow ran out of time – Red wins." in record["text"]
    assert "clock" in refusal(client, "record", **late, clock="soon")


def test_a_player_with_a_clock_keeps_to_it(client: Client) -> None:
    """A minute for the move, and half a second on the clock: it thinks for a part of that."""
    ask = {"game": "connect4", "player": "engine:seconds=60", "clock": "60", "left": 0.5}
    task, seconds = task_of("think", MoveRequest.model_validate(ask), "en", ServerLimits())
    assert seconds == pytest.approx(0.5 / 25)
    assert task["player"] == "engine:seconds=60"
    assert think(client, **ask)[-1][0] == "done"


def test_the_review_finds_the_mistake(client: Client) -> None:
    # X has two ways to win on the next move and plays elsewhere; O then wins.
    moves = ["a1", "a2", "c1", "b2", "c3", "c2"]
    answer = client.post("/api/review", json={"game": "tictactoe", "moves": moves, "seconds": 2})
    events = read_events(answer.text)
    assert events[-1][0] == "done"
    plies = {ply["ply"]: ply for ply in events[-1][1]["plies"]}
    assert sorted(plies) == list(range(7))
    assert plies[4]["verdict"] == "blunder"
    assert plies[4]["best"] == "b1"
    assert plies[4]["move"] == "c3"
    assert plies[5]["verdict"] == "good"
    assert [ply["ply"] for kind, ply in events if kind == "ply"] == [6, 5, 4, 3, 2, 1, 0]
    assert plies[1]["verdict"] == "blunder"  # a2 loses, as the corner's neighbour does
    assert "turned a win into a loss" in plies[4]["text"]


def test_a_part_of_a_game_is_reviewed(client: Client) -> None:
    moves = ["a1", "a2", "c1", "b2", "c3", "c2"]
    ask = {"game": "tictactoe", "moves": moves, "seconds": 2, "first": 2, "last": 4}
    events = read_events(client.post("/api/review", json=ask).text)
    assert [ply["ply"] for kind, ply in events if kind == "ply"] == [4, 3, 2]
    assert events[-1][1]["plies"][0]["verdict"] == "blunder"


def test_the_description_of_the_interface(client: Client) -> None:
    document = client.get("/api/openapi.json").json()
    assert "/api/think" in document["paths"]
    assert "PositionView" in document["components"]["schemas"]


def test_nothing_is_thrown_where_nature_does_not_move(client: Client) -> None:
    assert "Nature does not move" in refusal(client, "throw", game="connect4", seed=3)
    assert "zieht nicht der Zufall" in refusal(client, "throw", game="connect4", moves=["4"], language="de")
