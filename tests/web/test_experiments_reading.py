"""What is read from the folders of runs, without a server: lists, figures, commands, damage."""

from __future__ import annotations

import fcntl
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import spielbaum
from spielbaum.cli import main
from spielbaum.errors import BadInput
from spielbaum.experiments.ablate.settings import AblateSettings, Search
from spielbaum.experiments.findings import MOST_POINTS, thinned
from spielbaum.experiments.folder import RUN, open_run, read_settings
from spielbaum.experiments.kind import GAMES, MEASUREMENTS, document
from spielbaum.experiments.openings import Positions
from spielbaum.language import LANGUAGES, catalogue
from spielbaum.web.experiments.lock import holders
from spielbaum.web.experiments.manager import RunManager
from spielbaum.web.experiments.messages import Figure, Only, RunRequest, RunView
from spielbaum.web.experiments.record_follower import RecordFollower
from spielbaum.web.experiments.request import catalogue_spec, check_request, openings, request_of
from spielbaum.web.experiments.runs_folder import RunsFolder
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.server_limits import ServerLimits
from tests.experiments.made import make_plan
from tests.experiments.support import play, small_plan, threads

ONLY: tuple[Only, ...] = ("all", "won", "lost", "drawn")
REQUESTS: dict[str, dict[str, Any]] = {
    "match": {"players": ["random", "first"], "games": 4, "sprt": [0, 400], "openings": "all:1"},
    "tournament": {"players": ["random", "first", "alphabeta:depth=1"], "games": 2, "form": "gauntlet"},
    "sweep": {"limit": "nodes", "ladder": [5, 10], "players": ["alphabeta"], "games": 2, "positions": 0},
    "growth": {"depth": 3, "nodes": 5000, "algorithms": ["minimax", "alphabeta"], "plies": "random:1-3"},
    "tune": {
        "game": "othello:size=4",
        "player": "random",
        "games": 6,
        "match": 2,
        "samples": 2,
        "ridge": 0.5,
        "held_out": 0.25,
        "openings": "random:2",
    },
}


def request(kind: str, **changes: Any) -> RunRequest:
    settings: dict[str, Any] = {"game": "tictactoe", "seed": 5} | REQUESTS.get(kind, {}) | changes
    return RunRequest(kind=kind, name=kind, workers=1, settings=settings)


def words(kind: str, out: Path, **changes: Any) -> list[str]:
    return check_request(request(kind, **changes), GameCatalog(), ServerLimits()).words({}, str(out))


def manager(folder: Path) -> RunManager:
    return RunManager(folder, GameCatalog(), ServerLimits())


def run(words: list[str]) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize("kind", REQUESTS)
def test_the_command_of_a_form_is_the_one_that_resumes_the_run(tmp_path: Path, kind: str) -> None:
    """Started with the form's words, and begun again with those read from the folder: the same settings."""
    understood = check_request(request(kind), GameCatalog(), ServerLimits())
    out = str(tmp_path / kind)
    run(understood.words({}, out))
    again = request_of(read_settings(tmp_path / kind), kind, 1, {})
    run(check_request(again, GameCatalog(), ServerLimits()).words({}, out))  # refused where anything differs
    view = manager(tmp_path).view(kind, "en")
    assert view.line.state == "complete"
    assert view.line.played == view.line.planned > 0
    assert view.request is not None
    assert view.request.settings | {"game": understood.settings.game} == understood.message().settings


def numbers(figure: Figure) -> int:
    return sum(point.y is not None for series in figure.series for point in series.points)


@pytest.mark.parametrize(
    ("kind", "keys"),
    [("sweep", {"elo", "depth"}), ("growth", {"growth"})],
)
def test_figures_of_measurements_come_with_their_data(tmp_path: Path, kind: str, keys: set[str]) -> None:
    run(words(kind, tmp_path / kind, **({"games": 4} if kind == "sweep" else {})))
    view = manager(tmp_path).view(kind, "de")
    assert {figure.key for figure in view.figures} == keys
    for figure in view.figures:
        assert numbers(figure) > 0
        assert figure.rows
        assert {len(row) for row in figure.rows} == {len(figure.columns)}
        assert figure.title
        assert figure.about


def test_games_of_a_sweep_can_be_replayed(tmp_path: Path) -> None:
    run(words("sweep", tmp_path / "sweep"))
    found = manager(tmp_path).games("sweep", 0, 10, "all", "en")
    assert found.total == 2
    for game in found.games:
        assert GameCatalog().position(game.game, game.start, game.moves).over
    first, second = found.games
    assert first.players == second.players[::-1] == ["alphabeta:nodes=5", "alphabeta:nodes=10"]


def ablation(folder: Path, other: float) -> None:
    """A run of two positions and two variants, the second value of the second variant as given."""
    variants = ("reference", "-table")
    settings = AblateSettings("tictactoe", 3, 1000, Positions("random:1", 2, ""), variants)
    searches = [
        Search("reference", 0, True, 3, 0.0, "a1", 100, 0.1),
        Search("-table", 0, True, 3, 0.0, "a1", 300, 0.2),
        Search("reference", 1, True, 3, 1.0, "b2", 100, 0.1),
        Search("-table", 1, True, 3, other, "b2", 300, 0.2),
    ]
    with open_run(folder, settings, {"workers": 1}) as opened:
        for number, search in enumerate(searches):
            opened.add(number, document(search))


def test_an_ablation_shows_ratios_and_whether_values_agree(tmp_path: Path) -> None:
    ablation(tmp_path / "good", 1.0)
    ablation(tmp_path / "bad", -1.0)
    good, bad = (manager(tmp_path).view(name, "en") for name in ("good", "bad"))
    (series,) = good.figures[0].series
    assert [point.y for point in series.points] == [1.0, pytest.approx(3.0)]
    assert good.figures[0].x.zero == 1
    assert "DISAGREE" in bad.answers[0]
    assert "DISAGREE" not in " ".join(good.answers)


def test_a_tournament_shows_ratings_and_a_cross_table(tmp_path: Path) -> None:
    plan = small_plan(6, players=["random", "first", "alphabeta:depth=1"])
    board = play(plan, tmp_path / "three")
    view = manager(tmp_path).view("three", "en")
    ratings = view.figures[0]
    assert len(ratings.names) == 3
    values = [point.y or 0 for point in ratings.series[0].points]
    assert values == sorted(values, reverse=True)
    table = view.tables[0]
    assert [row[1] for row in table.rows] == ratings.names
    assert all(row[place + 5] == "" for place, row in enumerate(table.rows))
    assert view.games == board.played == 18


def test_a_match_of_three_shows_shares(tmp_path: Path) -> None:
    plan = make_plan("match", "trio", ["random", "first", "random:seed=2"], games=6, openings="start")
    board = play(plan, tmp_path / "three")
    view = manager(tmp_path).view("three", "en")
    shares = view.figures[0]
    assert len(shares.names) == 3
    assert shares.x.zero == pytest.approx(1 / 3)
    assert sum(point.y or 0 for point in shares.series[0].points) == pytest.approx(1)
    assert any("an equal share" in remark for remark in view.remarks)
    assert view.games == board.played == 6
    assert [line.headline for line in manager(tmp_path).lines("en")] != [""]
    games = {only: manager(tmp_path).games("three", 0, 10, only, "en") for only in ONLY}
    assert games["all"].total == 6 == sum(games[only].total for only in ("won", "lost", "drawn"))
    assert all(len(line.players) == 3 for line in games["all"].games)
    with pytest.raises(BadInput, match="a match needs 3 players, but 2 were given"):
        check_request(request("match", game="trio"), GameCatalog(), ServerLimits())
    three = request("match", game="trio", players=["random", "first", "maxn:depth=1"], games=6, sprt=None)
    assert check_request(three, GameCatalog(), ServerLimits()).planned == 6


def test_a_record_is_followed_as_it_grows(tmp_path: Path) -> None:
    plan = small_plan(12)
    whole = play(plan, tmp_path / "whole", threads(1))
    text = (tmp_path / "whole" / GAMES).read_bytes()
    grown = tmp_path / "grown"
    grown.mkdir()
    (grown / RUN).write_bytes((tmp_path / "whole" / RUN).read_bytes())
    (grown / GAMES).write_bytes(b"")
    record, runs = RecordFollower(grown), RunsFolder(tmp_path)
    seen = []
    for end in range(0, len(text), 997):  # lines are cut anywhere
        with (grown / GAMES).open("ab") as file:
            file.write(text[end : end + 997])
        record.catch_up()
        seen.append(runs.brief("grown").state.done)
        assert len(record.games) == seen[-1] == (grown / GAMES).read_bytes().count(b"\n")
    assert seen == sorted(seen)
    assert record.summary().document() == whole.document()
    assert [game.number for game, _ in record.played([5, 2])] == [5, 2]
    assert record.summary().running()[-1].games == 12


@pytest.mark.parametrize("added", [0, 1, 3])
def test_a_line_that_was_taken_back_is_forgotten(tmp_path: Path, added: int) -> None:
    """By Ctrl-C while it was on its way to the disk; the run may have gone on since, in another order."""
    play(small_plan(12), tmp_path / "run", threads(1))
    lines = (tmp_path / "run" / GAMES).read_bytes().splitlines(keepends=True)
    (tmp_path / "run" / GAMES).write_bytes(b"".join(lines[:5]))
    record = RecordFollower(tmp_path / "run")
    record.catch_up()
    assert sorted(record.games) == [0, 1, 2, 3, 4]
    (tmp_path / "run" / GAMES).write_bytes(b"".join([*lines[:4], *lines[6 : 6 + added]]))
    record.catch_up()
    assert sorted(record.games) == [0, 1, 2, 3, *range(6, 6 + added)]
    assert record.summary().played == 4 + added
    assert [game.number for game, _ in record.played(sorted(record.games))] == sorted(record.games)


def test_damage_is_told_by_name_and_hides_nothing_else(tmp_path: Path) -> None:
    play(small_plan(4), tmp_path / "sound")
    for name, spoil in (("garbage", "{}\n"), ("twice", None), ("foreign", None)):
        play(small_plan(4), tmp_path / name)
        if spoil:
            (tmp_path / name / GAMES).write_text(spoil)
    path = tmp_path / "twice" / GAMES
    path.write_text(path.read_text() + path.read_text().splitlines()[0] + "\n")
    (tmp_path / "foreign" / RUN).write_text("{}")
    (tmp_path / "no run").mkdir()
    lines = {line.name: line for line in manager(tmp_path).lines("en")}
    assert lines.keys() == {"sound", "garbage", "twice", "foreign"}
    assert lines["sound"].state == "complete"
    for name in ("garbage", "twice", "foreign"):
        assert lines[name].state == "unreadable"
        assert not lines[name].can_resume
        assert lines[name].problem
        assert str(tmp_path) not in lines[name].problem
        assert isinstance(manager(tmp_path).view(name, "de"), RunView)


@pytest.mark.parametrize(
    "text",
    [
        '{"played": 3}',
        '{"state": 1}',
        '{"played": 4, "kind": "match", "game": "tictactoe", "players": [], "planned": 4, "complete": true}',
        "[]",
        "{",
    ],
)
def test_a_strange_summary_hides_nothing(tmp_path: Path, text: str) -> None:
    play(small_plan(4), tmp_path / "sound")
    play(small_plan(4), tmp_path / "strange")
    (tmp_path / "strange" / "summary.json").write_text(text)
    assert {line.name for line in manager(tmp_path).lines("en")} == {"sound", "strange"}
    assert manager(tmp_path).view("strange", "en").line.name == "strange"


def test_what_only_the_command_line_may_play_is_shown_but_not_resumed(tmp_path: Path) -> None:
    play(small_plan(4), tmp_path / "bots")
    document = json.loads((tmp_path / "bots" / RUN).read_text())
    document["settings"]["players"] = ["bot:./evil", "first"]
    document["settings"]["games"] = 8
    (tmp_path / "bots" / RUN).write_text(json.dumps(document))
    (tmp_path / "bots" / "summary.json").unlink(missing_ok=True)
    line = manager(tmp_path).line("bots", "en")
    assert line.state == "stopped"
    assert not line.can_resume
    with pytest.raises(BadInput):
        manager(tmp_path).resume("bots", "en")


def test_whoever_holds_the_lock_is_found(tmp_path: Path) -> None:
    record = tmp_path / MEASUREMENTS
    record.touch()
    assert holders([record]) == {}
    with record.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert holders([record]).keys() == {record}
    assert holders([record]) == {}
    assert holders([tmp_path / "nothing"]) == {}


@given(st.integers(1, 2000))
def test_a_long_line_is_thinned_and_keeps_its_last_point(count: int) -> None:
    found = thinned(range(count))
    assert len(found) == min(count, MOST_POINTS)
    assert found[-1] == count - 1
    assert found == sorted(set(found))


@pytest.mark.parametrize(
    ("text", "spans"), [("random:4", False), ("all:2", False), ("start", False), ("random:4-12", True)]
)
def test_openings_that_are_accepted(text: str, spans: bool) -> None:
    assert openings(text, spans=spans) == text


@pytest.mark.parametrize(
    "text", ["file:x", "random", "random:٤", "all:1-2", "random:1-2-3", " start", "start\n"]
)
def test_openings_that_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        openings(text, spans=True)


def test_games_from_files_are_named_not_located() -> None:
    files = {"mine": "games/mine.py", "small": "games/mine.py:small"}
    assert catalogue_spec("games/mine.py:size=3", {"mine": "games/mine.py"}) == "mine:size=3"
    assert catalogue_spec("games/mine.py:small", {"small": files["small"]}) == "small"
    assert catalogue_spec("connect4:width=6", files) == "connect4:width=6"


def test_no_parameter_of_a_game_names_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.json").write_text(json.dumps({"weights": [1, 2, 3, 4, 5, 6]}))
    monkeypatch.chdir(tmp_path)
    assert GameCatalog().game("othello:weights=1-2-3-4-5-6").name == "othello"
    with pytest.raises(BadInput):
        GameCatalog().game("othello:weights=other.json")


# --- sentences ------------------------------------------------------------------------------------------

PACKAGE = Path(spielbaum.__file__).parent
SOURCES = [
    *(PACKAGE / "web/experiments").glob("*.py"),
    *(PACKAGE / "experiments").rglob("*.py"),
    *(PACKAGE / "cli").glob("*.py"),
    *(PACKAGE / "web/static/js/experiments").glob("*.js"),
]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
PARTS = "experiments?|plot|report|run|compare|slides|export"
USED = set(re.findall(rf"[\"'`]((?:{PARTS})(?:\.[\w-]+)+)[\"'`]", TEXT))
#: What is put together from parts has one of these beginnings.
BEGINNINGS = (
    *set(re.findall(rf"[`\"]((?:{PARTS})\.[\w.]*)\$?\{{", TEXT)),
    "setting.",
    "cli.",
    "error.",
    "talk.",
)


#: Texts that are handed to what says them.
SAID = set(re.findall(rf"\b(?:say|t)\(\s*[\"'`]((?:{PARTS}|setting)(?:\.[\w-]+)+)[\"'`]", TEXT))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_is_used_exists(language: str) -> None:
    assert len(SAID) > 100
    assert SAID - set(catalogue(language)) == set()


@pytest.mark.parametrize("name", ["experiments", "experiments_page", "report", "runs"])
def test_every_sentence_is_used(name: str) -> None:
    path = PACKAGE / "locale" / "en" / f"{name}.json"
    keys = set(json.loads(path.read_text(encoding="utf-8"))) - {"web.help.experiments"}
    assert {key for key in keys - USED if not key.startswith(BEGINNINGS)} == set()
