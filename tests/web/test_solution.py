"""The interface of the page *Solution*: files of one folder, small games solved at once, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from spielbaum.errors import BadInput, TooLarge
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.result import CHANCE
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import Answer
from spielbaum.web.server_limits import ServerLimits
from spielbaum.web.solution import lookups, messages, overview
from spielbaum.web.solution.store import Places, SolutionStore, check_small, find_solution
from tests.support.patience import PATIENCE
from tests.support.server import patient, serving
from tests.support.solved_files import solved_file

ROOT = Path(__file__).parent.parent.parent
GAMES = GameCatalog()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of solutions and of files that are none."""
    folder = tmp_path_factory.mktemp("solutions")
    solved_file(folder / "small.table", "hexapawn")
    solved_file(folder / "morris.table", "morris")
    whole = (folder / "morris.table").read_bytes()
    (folder / "cut.table").write_bytes(whole[:-20])
    (folder / "foreign.table").write_text("no solution")
    (folder / "notes.txt").write_text("not looked at")
    return folder


@pytest.fixture
def places(folder: Path, tmp_path: Path) -> Places:
    return Places(folder=str(folder), made=str(tmp_path))


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[httpx.Client]:
    with (
        serving(patient(), solutions=folder) as address,
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
    ):
        yield client


def at(places: Places, game: str, *moves: str, start: str = "") -> lookups.PositionQuestion:
    return lookups.PositionQuestion(game=game, start=start, moves=list(moves), places=places)


# --- where solutions come from ------------------------------------------------------------------------------


def test_a_file_is_found_by_its_rules_not_by_its_name(places: Places) -> None:
    assert find_solution("hexapawn", GAMES, places).file == "small.table"
    assert find_solution("hexapawn:width=3,height=3", GAMES, places).file == "small.table"


def test_a_small_game_is_solved_once(places: Places) -> None:
    with pytest.raises(BadInput, match="not solved yet"):
        find_solution("nim:heaps=1-2", GAMES, places)
    solution, file = find_solution("nim:heaps=1-2", GAMES, places, make=True)
    assert (len(solution), file) == (5, "")
    made = list(Path(places.made).iterdir())
    assert len(made) == 1
    assert find_solution("nim:heaps=1-2", GAMES, places).solution is solution
    assert list(Path(places.made).iterdir()) == made


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("connect4", "too large to be solved while you wait"),
        ("chess", "depends on a clock"),
        ("trio", "two players and zero sum"),
        ("../secret", "There is no game called"),
        ("nim:heaps=/etc/x", "heaps=/etc/x"),
    ],
)
def test_other_games_are_refused(places: Places, game: str, words: str) -> None:
    with pytest.raises(BadInput) as refused:
        find_solution(game, GAMES, places, make=True)
    assert words in refused.value.sentence("en")
    assert list(Path(places.made).iterdir()) == []


@pytest.mark.parametrize("limits", [ServerLimits(solved_positions=50), ServerLimits(solved_seconds=-1)])
def test_a_game_is_small_by_its_positions_and_by_the_time_they_take(limits: ServerLimits) -> None:
    game = load_game("hexapawn")
    check_small(game, "hexapawn", ServerLimits(solved_positions=69, solved_seconds=PATIENCE))
    with pytest.raises(TooLarge, match="spielbaum solve hexapawn --all"):
        check_small(game, "hexapawn", limits)


def test_a_file_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    places = Places(folder=str(tmp_path), made=str(tmp_path / "made"))
    solved_file(tmp_path / "a.table", "nim:heaps=1-2")
    assert len(find_solution("nim:heaps=1-2", GAMES, places).solution) == 5
    solved_file(tmp_path / "a.table", "nim:heaps=1-3")
    assert len(find_solution("nim:heaps=1-3", GAMES, places).solution) == 7


def test_what_is_wrong_with_a_file_is_said_without_its_folder(folder: Path, tmp_path: Path) -> None:
    whole = bytearray((folder / "small.table").read_bytes())
    whole[-60] ^= 1
    (tmp_path / "broken.table").write_bytes(whole)
    places = Places(folder=str(tmp_path), made=str(tmp_path))
    with pytest.raises(BadInput) as refused:
        find_solution("hexapawn", GAMES, places)
    assert refused.value.sentence("en").startswith("broken.table is damaged")


def test_a_damaged_block_is_found_when_it_is_read(folder: Path, tmp_path: Path) -> None:
    whole = bytearray((folder / "morris.table").read_bytes())
    whole[len(whole) // 3] ^= 1
    (tmp_path / "broken.table").write_bytes(whole)
    ask = at(Places(folder=str(tmp_path), made=str(tmp_path)), "morris")
    with pytest.raises(BadInput) as refused:
        lookups.show_solved(ask, GAMES, "en")
    assert refused.value.sentence("en").startswith("broken.table is damaged")


def test_made_solutions_go_with_the_server() -> None:
    store = SolutionStore(None)
    store.start()
    made = Path(store.places.made)
    assert made.is_dir()
    assert store.places.folder == ""
    store.close()
    assert not made.exists()


# --- what is shown ------------------------------------------------------------------------------------------


def test_the_list_names_games_and_what_is_wrong(places: Places) -> None:
    find_solution("nim:heaps=1-2", GAMES, places, make=True)
    found = overview.list_solutions(places, GAMES, "en")
    assert [(game.title, game.positions, game.file) for game in found.games] == [
        ("Hexapawn", 69, "small.table"),
        ("Nim", 5, ""),
        ("Three men's morris", 540, "morris.table"),
    ]
    assert found.problems == [
        "cut.table is incomplete: its end is missing.",
        "foreign.table is not the solution of a game.",
    ]
    assert found.default_game == "hexapawn:width=3,height=3"
    assert found.on_demand
    own = GameCatalog({"dots": str(ROOT / "examples" / "dots.py")})
    find_solution("dots:width=1,height=1", own, places, make=True)
    assert overview.list_solutions(places, own, "en") == found
    nothing = overview.list_solutions(Places(folder="", made=places.made), own, "en")
    assert nothing.default_game == "tictactoe"


def test_every_move_has_its_outcome(places: Places) -> None:
    ask = at(places, "hexapawn", start="ppp/P../.PP b")
    found = lookups.show_solved(ask, GAMES, "en")
    assert (found.entry.outcome, found.entry.plies, found.entry.words) == ("win", 3, "win in 3")
    told = [(one.move, one.entry.outcome, one.entry.short, one.best) for one in found.moves]
    assert told == [
        ("b3a2", "win", "W 3", True),
        ("b3b2", "loss", "L 2", False),
        ("c3c2", "loss", "L 2", False),
    ]
    german = lookups.show_solved(ask, GAMES, "de")
    assert [(one.entry.short, one.entry.words) for one in german.moves][:2] == [
        ("G 3", "Gewinn in 3"),
        ("V 2", "Verlust in 2"),
    ]


PIG = "pig:target=10"


def test_moves_of_a_game_with_chance_have_expected_values(places: Places) -> None:
    """What Pig to 10 is worth is published; where nature moves outcomes come with their probability."""
    view = overview.show_solution(overview.GameQuestion(game=PIG, places=places), GAMES, "en")
    assert [fact.value for fact in view.counts[:2]] == ["2,412", "684"]
    assert view.longest is None
    assert sum(point.y or 0 for point in view.figures[0].series[0].points) == 2412
    start = lookups.show_solved(at(places, PIG), GAMES, "en")
    assert (start.entry.outcome, start.entry.plies, start.entry.short) == ("expected", None, "+0.42")
    assert start.entry.words == "expected value +0.4188486452"  # 2 × 0.709424322598 − 1
    rolling = lookups.show_solved(at(places, PIG, "roll"), GAMES, "de")
    assert rolling.position.to_move == CHANCE
    assert [move.move for move in rolling.moves] == ["1", "2", "3", "4", "5", "6"]
    assert not any(move.best for move in rolling.moves)
    assert rolling.moves[0].entry.words == "Erwartungswert −0,4188486452 · Wahrscheinlichkeit 1/6"
    choosing = lookups.show_solved(at(places, PIG, "roll", "2"), GAMES, "en")
    assert [(move.move, move.best) for move in choosing.moves] == [("roll", True), ("hold", False)]


def test_the_best_line_ends_where_nature_moves(places: Places) -> None:
    overview.show_solution(overview.GameQuestion(game=PIG, places=places), GAMES, "en")
    line = lookups.show_best_line(at(places, PIG), GAMES, "en")
    assert (line.moves, line.stops) == (["roll"], "chance")
    nothing = lookups.FindQuestion(game=PIG, kind="longest_win", seed=0, places=places)
    with pytest.raises(BadInput, match="expected values of a game with chance"):
        lookups.find_position(nothing, GAMES, "en")


def test_a_game_of_one_player_with_chance(places: Places) -> None:
    tiles = "2048:width=2,height=2"
    overview.show_solution(overview.GameQuestion(game=tiles, places=places), GAMES, "en")
    start = lookups.show_solved(at(places, tiles), GAMES, "en")
    assert start.entry.words == "expected value +66.96414946"


def test_a_draw_by_cycle_has_no_plies_and_an_unreachable_position_no_entry(places: Places) -> None:
    ask = at(places, "morris", "a1", "b2", "c3")
    moves = {one.move: one.entry for one in lookups.show_solved(ask, GAMES, "en").moves}
    assert (moves["c1"].outcome, moves["c1"].plies, moves["c1"].short) == ("cycle", None, "D ∞")
    strange = at(places, "hexapawn", start="p.p/.../P.P b")  # pawns are only lost to pawns that moved
    entry = lookups.show_solved(strange, GAMES, "en").entry
    assert (entry.outcome, entry.plies, entry.short) == ("unknown", None, "?")


def test_the_best_line_ends_with_the_game(places: Places) -> None:
    line = lookups.show_best_line(at(places, "hexapawn"), GAMES, "en")
    assert (len(line.moves), line.stops) == (6, "end")
    assert Position.of(load_game("hexapawn"), " ".join(line.moves)).over


def test_a_line_that_goes_in_circles_says_so(places: Places) -> None:
    ask = at(places, "morris", "a1", "b2", "c3", "c1")
    line = lookups.show_best_line(ask, GAMES, "en")
    assert line.stops == "circle"


def test_positions_worth_a_look(places: Places) -> None:
    found = lookups.find_position(
        lookups.FindQuestion(game="hexapawn", kind="longest_win", seed=0, places=places), GAMES, "en"
    )
    shown = at(places, "hexapawn", start=found.start or "")
    assert lookups.show_solved(shown, GAMES, "en").entry.words == "win in 5"
    starts = set()
    for seed in range(4):
        ask = lookups.FindQuestion(game="morris", kind="only_move", seed=seed, places=places)
        start = lookups.find_position(ask, GAMES, "en").start
        assert start is not None
        starts.add(start)
        shown = at(places, "morris", start=start)
        moves = lookups.show_solved(shown, GAMES, "en").moves
        assert [one.entry.outcome for one in moves].count("win") == 1
    assert len(starts) > 1


# --- over the network ---------------------------------------------------------------------------------------


def post(client: httpx.Client, path: str, body: dict[str, Any], language: str = "en") -> httpx.Response:
    return client.post(f"/api/solution{path}", json=body, headers={"Accept-Language": language})


def read(kind: type[Answer], response: httpx.Response) -> Any:
    assert response.status_code == 200, response.text
    return kind.model_validate(response.json())


def test_a_position_of_a_game_that_nobody_opened_yet_is_solved_on_the_way(client: httpx.Client) -> None:
    """As after the server was started again under an open page."""
    found = read(
        messages.SolvedPosition, post(client, "/position", {"game": "nim:heaps=1-1", "moves": ["a1"]})
    )
    assert found.moves[0].entry.words == "loss in 1"
    listed = read(messages.Solutions, client.get("/api/solution"))
    assert "nim:heaps=1-1,misere=yes,static=endings" in [game.spec for game in listed.games]


def test_the_whole_solution(client: httpx.Client) -> None:
    found = read(messages.SolutionView, post(client, "", {"game": "hexapawn"}, "de"))
    assert (found.title, found.file, found.longest) == (
        "Hexapawn (Bauernschach)",
        "small.table",
        "Gewinn in 5",
    )
    assert {fact.name: fact.value for fact in found.counts} == {
        "Stellungen": "69",
        "gewonnen": "29",
        "remis": "0",
        "verloren": "40",
        "Anfang": "Verlust in 6",
    }
    assert found.savable
    drawn = post(client, "/figure", {"game": "hexapawn"}, "de").json()
    assert drawn["name"] == "hexapawn-distribution.svg"
    assert drawn["text"].startswith("<svg")


def test_engines_of_the_server_know_its_files(client: httpx.Client) -> None:
    """A draw by cycle is no result of a search: only the file can have told it."""
    body = {"game": "morris", "moves": ["a1", "b2", "c3", "c1"], "seconds": 0.05}
    last = client.post("/api/analyse", json=body).text.strip().splitlines()[-1]
    assert "draw by cycle" in last


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("", {"game": "connect4"}, "too large"),
        ("", {"game": "hexapawn", "places": {"folder": "/etc", "made": "/tmp"}}, "places"),
        ("", {"game": "hexapawn", "folder": "/etc"}, "folder"),
        ("/position", {"game": "hexapawn", "moves": ["z9"]}, "z9 is not a legal move"),
        ("/position", {"game": "hexapawn", "start": "?"}, "?"),
        ("/find", {"game": "hexapawn", "kind": "nothing"}, "kind"),
        ("/find", {"game": "hexapawn", "kind": "only_move", "seed": -1}, "seed"),
        ("/line", {"game": "nothing"}, "There is no game called nothing"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(
    client: httpx.Client, path: str, body: dict[str, Any], words: str
) -> None:
    refused = post(client, path, body)
    assert refused.status_code == 422
    assert list(refused.json()) == ["error"]
    assert words in refused.json()["error"]


def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    places = Places(folder=str(tmp_path / "gone"), made=str(tmp_path))
    with pytest.raises(BadInput, match="gone cannot be read"):
        overview.list_solutions(places, GAMES, "en")
