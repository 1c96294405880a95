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
from spielbaum.experiments import make_plan
from spielbaum.experiments.folder import GAMES, MEASUREMENTS, RUN, open_run, read_settings
from spielbaum.experiments.measurements import AblateSettings, Positions, Search, document
from spielbaum.language import LANGUAGES, catalogue
from spielbaum.web.experiments_desk import Desk
from spielbaum.web.experiments_figures import MOST_POINTS, thinned
from spielbaum.web.experiments_folder import RunFolder
from spielbaum.web.experiments_lock import holders
from spielbaum.web.experiments_messages import AnyWish, Figure, Only, RunView
from spielbaum.web.experiments_record import GameRecord
from spielbaum.web.experiments_wish import _WISH, arguments, checked, openings, shelf_spec, wish_of
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.limits import Limits
from tests.experiments.support import play, small_plan, threads

ONLY: tuple[Only, ...] = ("all", "won", "lost", "drawn")
WISHES: dict[str, dict[str, Any]] = {
    "match": {"players": ["random", "first"], "games": 4, "sprt": [0, 400], "openings": "all:1"},
    "tournament": {"players": ["random", "first", "alphabeta:depth=1"], "games": 2, "form": "gauntlet"},
    "sweep": {"limit": "nodes", "ladder": [5, 10], "players": ["alphabeta"], "games": 2},
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


def wish(kind: str, **changes: Any) -> AnyWish:
    common = {"kind": kind, "game": "tictactoe", "seed": 5, "workers": 1, "name": kind}
    return _WISH.validate_python(common | WISHES.get(kind, {}) | changes)


def desk(folder: Path) -> Desk:
    return Desk(folder, GameCatalog(), Limits())


def run(words: list[str]) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize("kind", WISHES)
def test_the_command_of_a_form_is_the_one_that_resumes_the_run(tmp_path: Path, kind: str) -> None:
    """Started with the form's words, and begun again with those read from the folder: the same settings."""
    understood = checked(wish(kind), GameCatalog(), Limits())
    out = str(tmp_path / kind)
    run(arguments(understood, {}, out))
    settings = read_settings(tmp_path / kind)
    again = wish_of(settings, kind, {})
    assert again is not None
    again = checked(again, GameCatalog(), Limits()).model_copy(update={"workers": 1})
    run(arguments(again, {}, out))  # refused where anything differs
    view = desk(tmp_path).view(kind, "en")
    assert view.line.state == "complete"
    assert view.line.played == view.line.planned > 0
    assert view.wish is not None
    assert view.wish.model_copy(update={"game": understood.game}) == understood


def numbers(figure: Figure) -> int:
    return sum(point.y is not None for series in figure.series for point in series.points)


@pytest.mark.parametrize(
    ("kind", "keys"),
    [("sweep", {"strength", "effort-depth", "effort-nodes"}), ("growth", {"growth"})],
)
def test_figures_of_measurements_come_with_their_data(tmp_path: Path, kind: str, keys: set[str]) -> None:
    run(
        arguments(
            checked(wish(kind, games=4) if kind == "sweep" else wish(kind), GameCatalog(), Limits()),
            {},
            str(tmp_path / kind),
        )
    )
    view = desk(tmp_path).view(kind, "de")
    assert {figure.key for figure in view.figures} == keys
    for figure in view.figures:
        assert numbers(figure) > 0
        assert figure.rows
        assert {len(row) for row in figure.rows} == {len(figure.columns)}
        assert figure.title
        assert figure.about


def test_games_of_a_sweep_can_be_replayed(tmp_path: Path) -> None:
    run(arguments(checked(wish("sweep"), GameCatalog(), Limits()), {}, str(tmp_path / "sweep")))
    found = desk(tmp_path).games("sweep", 0, 10, "all", "en")
    assert found.total == 2
    for game in found.games:
        assert GameCatalog().position(game.game, game.start, game.moves).over
    first, second = found.games
    assert first.players == second.players[::-1] == ["alphabeta:nodes=5", "alphabeta:nodes=10"]


def ablation(folder: Path, other: float) -> None:
    """A run of two positions and two variants, the second value of the second variant as given."""
    settings = AblateSettings(
        "tictactoe", "", 3, 1000, ("reference", "-table"), Positions("random:1", 2, ""), 0
    )
    searches = [
        Search("reference", 0, True, 3, 0.0, "a1", 100, 0.1),
        Search("-table", 0, True, 3, 0.0, "a1", 300, 0.2),
        Search("reference", 1, True, 3, 1.0, "b2", 100, 0.1),
        Search("-table", 1, True, 3, other, "b2", 300, 0.2),
    ]
    with open_run(folder, document(settings), {"workers": 1}) as opened:
        for number, search in enumerate(searches):
            opened.add(number, document(search))


def test_an_ablation_shows_ratios_and_whether_values_agree(tmp_path: Path) -> None:
    ablation(tmp_path / "good", 1.0)
    ablation(tmp_path / "bad", -1.0)
    good, bad = (desk(tmp_path).view(name, "en") for name in ("good", "bad"))
    assert [s.points[0].y for s in good.figures[0].series] == [1.0, pytest.approx(3.0)]
    assert good.figures[0].x.zero == 1
    assert len(good.remarks) == len(bad.remarks) == 1
    assert "DISAGREE" in bad.remarks[0]
    assert "DISAGREE" not in good.remarks[0]


def test_a_tournament_shows_ratings_and_a_cross_table(tmp_path: Path) -> None:
    plan = small_plan(6, players=["random", "first", "alphabeta:depth=1"])
    board = play(plan, tmp_path / "three")
    view = desk(tmp_path).view("three", "en")
    ratings = view.figures[0]
    assert {series.name for series in ratings.series} == set(plan.players)
    order = [row[0] for row in ratings.rows]
    values = [series.points[0].y or 0 for series in ratings.series]
    assert values == sorted(values, reverse=True)
    table = view.tables[0]
    assert [re.sub(r"^\d+ +", "", row[0]) for row in table.rows] == order
    assert all(row[place + 1] == "·" for place, row in enumerate(table.rows))
    assert view.games == board.played == 18


def test_a_multiplayer_match_shows_shares_and_is_started_by_the_command_alone(tmp_path: Path) -> None:
    plan = make_plan("match", "trio", ["random", "first", "random:seed=2"], games=6, openings="start")
    board = play(plan, tmp_path / "three")
    view = desk(tmp_path).view("three", "en")
    shares = view.figures[0]
    assert {series.name for series in shares.series} == set(plan.players)
    assert shares.x.zero == pytest.approx(1 / 3)
    assert sum(series.points[0].y or 0 for series in shares.series) == pytest.approx(1)
    assert any("an equal share" in remark for remark in view.remarks)
    assert view.games == board.played == 6
    assert [line.headline for line in desk(tmp_path).lines("en")] != [""]
    games = {only: desk(tmp_path).games("three", 0, 10, only, "en") for only in ONLY}
    assert games["all"].total == 6 == sum(games[only].total for only in ("won", "lost", "drawn"))
    assert all(len(line.players) == 3 for line in games["all"].games)
    with pytest.raises(BadInput, match="spielbaum match with 3 players"):
        checked(wish("match", game="trio"), GameCatalog(), Limits())


def test_a_record_is_followed_as_it_grows(tmp_path: Path) -> None:
    plan = small_plan(12)
    whole = play(plan, tmp_path / "whole", threads(1))
    text = (tmp_path / "whole" / GAMES).read_bytes()
    grown = tmp_path / "grown"
    grown.mkdir()
    (grown / RUN).write_bytes((tmp_path / "whole" / RUN).read_bytes())
    (grown / GAMES).write_bytes(b"")
    record, runs = GameRecord(grown), RunFolder(tmp_path)
    seen = []
    for end in range(0, len(text), 997):  # lines are cut anywhere
        with (grown / GAMES).open("ab") as file:
            file.write(text[end : end + 997])
        record.catch_up()
        seen.append(runs.brief("grown").played)
        assert record.board.played == seen[-1] == (grown / GAMES).read_bytes().count(b"\n")
    assert seen == sorted(seen)
    assert record.board.document() == whole.document()
    assert [game.number for game in record.games([5, 2])] == [5, 2]
    assert record.running()[-1].games == 12


@pytest.mark.parametrize("added", [0, 1, 3])
def test_a_line_that_was_taken_back_is_forgotten(tmp_path: Path, added: int) -> None:
    """By Ctrl-C while it was on its way to the disk; the run may have gone on since, in another order."""
    play(small_plan(12), tmp_path / "run", threads(1))
    lines = (tmp_path / "run" / GAMES).read_bytes().splitlines(keepends=True)
    (tmp_path / "run" / GAMES).write_bytes(b"".join(lines[:5]))
    record = GameRecord(tmp_path / "run")
    record.catch_up()
    assert record.numbers == [0, 1, 2, 3, 4]
    (tmp_path / "run" / GAMES).write_bytes(b"".join([*lines[:4], *lines[6 : 6 + added]]))
    assert record.catch_up()
    assert record.numbers == [0, 1, 2, 3, *range(6, 6 + added)]
    assert record.board.played == 4 + added
    assert not record.catch_up()
    assert [game.number for game in record.games(record.numbers)] == record.numbers


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
    lines = {line.name: line for line in desk(tmp_path).lines("en")}
    assert lines.keys() == {"sound", "garbage", "twice", "foreign"}
    assert lines["sound"].state == "complete"
    for name in ("garbage", "twice", "foreign"):
        assert lines[name].state == "unreadable"
        assert not lines[name].can_resume
        assert lines[name].problem
        assert str(tmp_path) not in lines[name].problem
        assert isinstance(desk(tmp_path).view(name, "de"), RunView)


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
    assert {line.name for line in desk(tmp_path).lines("en")} == {"sound", "strange"}
    assert desk(tmp_path).view("strange", "en").line.name == "strange"


def test_what_only_the_command_line_may_play_is_shown_but_not_resumed(tmp_path: Path) -> None:
    play(small_plan(4), tmp_path / "bots")
    document = json.loads((tmp_path / "bots" / RUN).read_text())
    document["settings"]["players"] = ["bot:./evil", "first"]
    document["settings"]["games"] = 8
    (tmp_path / "bots" / RUN).write_text(json.dumps(document))
    (tmp_path / "bots" / "summary.json").unlink(missing_ok=True)
    line = desk(tmp_path).line("bots", "en")
    assert line.state == "stopped"
    assert not line.can_resume
    with pytest.raises(BadInput):
        desk(tmp_path).resume("bots", "en")


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
    assert shelf_spec("games/mine.py:size=3", {"mine": "games/mine.py"}) == "mine:size=3"
    assert shelf_spec("games/mine.py:small", {"small": files["small"]}) == "small"
    assert shelf_spec("connect4:width=6", files) == "connect4:width=6"


def test_no_parameter_of_a_game_names_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.json").write_text(json.dumps({"weights": [1, 2, 3, 4, 5, 6]}))
    monkeypatch.chdir(tmp_path)
    assert GameCatalog().game("othello:weights=1-2-3-4-5-6").name == "othello"
    with pytest.raises(BadInput):
        GameCatalog().game("othello:weights=other.json")


# --- sentences ------------------------------------------------------------------------------------------

PACKAGE = Path(spielbaum.__file__).parent
SOURCES = [*(PACKAGE / "web").glob("experiments*.py"), *(PACKAGE / "web/static/js/experiments").glob("*.js")]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
USED = set(re.findall(r"[\"'`]((?:experiments?|plot)(?:\.[\w-]+)+)[\"'`]", TEXT))
BEGINNINGS = tuple(set(re.findall(r"[`\"](experiments?\.[\w.]*)\$?\{", TEXT)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_is_used_exists(language: str) -> None:
    assert USED - set(catalogue(language)) == set()


def test_every_sentence_is_used() -> None:
    path = PACKAGE / "locale" / "en" / "experiments_page.json"
    keys = set(json.loads(path.read_text(encoding="utf-8"))) - {"web.help.experiments"}
    assert {key for key in keys - USED if not key.startswith(BEGINNINGS)} == set()
