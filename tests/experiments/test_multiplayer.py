"""Matches of three and more: every order of the seats, shares of the points, allies who move with them."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from statistics import fmean

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.errors import BadInput
from spielbaum.experiments import findings_of, findings_text, kind_of, read_summary
from spielbaum.experiments.match.settings import Seating
from spielbaum.experiments.match.shares import ShareBoard
from spielbaum.experiments.match.tasks import Games
from spielbaum.experiments.options import command_line
from spielbaum.experiments.report import report_html, report_of, slides_html
from spielbaum.experiments.statistics import Units
from tests.experiments.made import make_plan
from tests.experiments.support import fails_in_game_3, lines, moves, play, threads

PLAYERS = ["alliance:depth=1,with=2", "first", "random"]


def trio(
    games: int = 12, seating: Seating = "permutations", openings: str = "random:1", seed: int = 1
) -> Games:
    return make_plan("match", "trio", PLAYERS, games=games, openings=openings, seating=seating, seed=seed)


def board_of(plan: Games, folder: Path) -> ShareBoard:
    board = play(plan, folder)
    assert isinstance(board, ShareBoard)
    return board


def test_every_opening_in_every_order_of_the_seats(tmp_path: Path) -> None:
    plan = trio()
    assert plan.settings.kind == "multiplayer"
    assert [plan.settings.pairing(number) for number in range(6)] == list(permutations(range(3)))
    assert plan.settings.pairing(6) == plan.settings.pairing(0)
    play(plan, tmp_path)
    games = {line["game"]: line["record"] for line in lines(tmp_path)}
    for unit in (0, 6):
        begun = {games[number]["plies"][0]["move"] for number in range(unit, unit + 6)}
        assert len(begun) == 1
        seats = {tuple(spec.partition(":")[0] for spec in games[n]["players"]) for n in range(unit, unit + 6)}
        assert len(seats) == 6
    assert games[0]["plies"][0]["move"] != games[6]["plies"][0]["move"]


def test_rotations_keep_who_comes_after_whom() -> None:
    plan = trio(6, "rotations")
    assert [plan.settings.pairing(number) for number in range(4)] == [
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
        (0, 1, 2),
    ]
    assert "--seating rotations" in command_line("match", plan.settings, "out")


def test_an_ally_is_found_in_every_seat() -> None:
    """`with=2` is the second player of the match, who has another seat in each game."""
    plan = trio()
    for number in range(6):
        seats = plan.settings.pairing(number)
        players = plan.task(number, {}).players
        assert players[seats.index(0)] == f"alliance:depth=1,with={seats.index(1) + 1}"
        assert players[seats.index(1)] == "first"


def test_the_same_games_again(tmp_path: Path) -> None:
    play(trio(), tmp_path / "one", threads(1))
    play(trio(), tmp_path / "other", threads(3))
    assert moves(tmp_path / "one") == moves(tmp_path / "other")
    play(trio(seed=2), tmp_path / "third", threads(1))
    assert moves(tmp_path / "one") != moves(tmp_path / "third")
    assert read_summary(tmp_path / "one").document() == read_summary(tmp_path / "other").document()


def test_shares_once_more_from_the_records(tmp_path: Path) -> None:
    board = board_of(trio(18), tmp_path)
    names = [spec.partition(":")[0] for spec in PLAYERS]
    units: dict[int, list[dict[str, Fraction]]] = {}
    payoffs: list[dict[str, int]] = []
    for line in lines(tmp_path):
        record = line["record"]
        seats = [spec.partition(":")[0] for spec in record["players"]]
        winners = record["outcome"]["winners"]
        points = {name: Fraction(int(seat in winners), len(winners)) for seat, name in enumerate(seats)}
        units.setdefault(line["game"] // 6, []).append(points)
        payoffs.append(dict(zip(seats, record["outcome"]["payoffs"], strict=True)))
    for player, name in enumerate(names):
        means = [float(sum((game[name] for game in games), Fraction()) / 6) for games in units.values()]
        share = board.share(player)
        assert share.value == pytest.approx(fmean(means))
        counted = Units(tuple(means), (1,) * len(means))
        assert (share.low, share.high) == pytest.approx(counted.interval())
        assert board.payoff(player) == pytest.approx(fmean(each[name] for each in payoffs))
    assert sum(share.value or 0 for share in board.shares) == pytest.approx(1)
    assert sum(share or 0 for share in board.seats) == pytest.approx(1)
    together = board.share(0, 1).value
    assert together == pytest.approx((board.shares[0].value or 0) + (board.shares[1].value or 0))
    assert board.alliances == [(0, 1)]


def test_an_opening_counts_when_all_its_games_are_in(tmp_path: Path) -> None:
    """A game that failed leaves its opening out; without a whole opening single games count."""
    plan = trio(6)
    board = play(plan, tmp_path, task=fails_in_game_3)
    assert isinstance(board, ShareBoard)
    assert list(board.unscored) == [3]
    assert len(board.scored) == len(board.units) == 5
    assert board.share(0).value is not None


def test_what_is_said(tmp_path: Path) -> None:
    board = board_of(trio(), tmp_path)
    text = findings_text(findings_of(board, "en"), "en")
    assert "33.3 % is an equal share" in text
    assert "Players 1 and 2 together" in text
    assert "all 6 orders of the seats" in text
    assert "Elo" not in text
    assert kind_of(board.settings).status(board, "de").startswith("Anteile an den Punkten: ")
    assert not any("mehrmals" in line for line in findings_of(board, "de").remarks)
    again = board_of(trio(12, openings="start"), tmp_path / "again")
    assert any("mehrmals" in line for line in findings_of(again, "de").remarks)


def run(*arguments: str) -> Result:
    return CliRunner(env={"SPIELBAUM_LANG": "en"}).invoke(main, [*arguments], prog_name="spielbaum")


def test_the_command(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    done = run("match", "trio", *PLAYERS, "--games", "6", "--openings", "start", "--out", folder,
               "--workers", "1", "--json")  # fmt: skip
    assert done.exit_code == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["kind"] == "multiplayer"
    assert sum(one["points"] for one in document["shares"]) == pytest.approx(6, abs=0.001)
    for command in ("show", "export", "compare"):
        told = run("runs", command, folder)
        assert told.exit_code == 0, told.output
        assert "random" in told.stdout
    games = run("runs", "export", folder, "--table", "games").stdout.splitlines()
    assert len(games) == 7
    assert games[0].startswith("game,unit,seat_1,seat_2,seat_3")


@pytest.mark.parametrize("language", ["de", "en"])
def test_report_and_slides(tmp_path: Path, language: str) -> None:
    board_of(trio(), tmp_path)
    report = report_of(tmp_path, language)
    assert [plot.name for plot in report.plots] == ["shares"]
    assert "&p3=" in report.demonstration.address.replace("?", "&")
    assert report.demonstration.address.count("human") == 1
    assert "spielbaum match trio" in report.command
    for page in (report_html(report), slides_html(report)):
        assert report.sections[0].title in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["trio", "random", "first"], "needs 3 players, but 2 were given"),
        (["tictactoe", "random", "first", "first"], "needs 2 players, but 3 were given"),
        (["trio", "random", "first", "first", "--games", "8"], "a multiple of 6, but is 8"),
        (["trio", "random", "first", "first", "--games", "6", "--sprt", "0,10"], "compares two players"),
        (["trio", "alliance:with=1", "first", "first", "--games", "6"], "is player 1 itself"),
        (["trio", "random", "alliance:with=9", "first", "--games", "6"], "is 1 to 3, not 9"),
        (["trio", "random", "alliance", "first", "--games", "6"], "needs a partner"),
        (["trio", "random", "engine:nodes=10", "first", "--games", "6"], "trio has 3 players"),
    ],
)
def test_what_is_refused(tmp_path: Path, arguments: list[str], words: str) -> None:
    done = run("match", *arguments, "--out", str(tmp_path / "run"))
    assert done.exit_code == 2
    assert words in done.stderr
    assert not (tmp_path / "run").exists()


def test_tournaments_say_what_to_do_instead() -> None:
    with pytest.raises(BadInput, match="spielbaum match with 3 players"):
        make_plan("tournament", "trio", PLAYERS, games=6)


def test_four_players(tmp_path: Path) -> None:
    plan = make_plan(
        "match", "mnk:players=4", ["random", "first", "random:seed=2", "first"], games=4, seating="rotations"
    )
    board = board_of(plan, tmp_path)
    assert board.document()["equal_share"] == 0.25
    assert sum(share.value or 0 for share in board.shares) == pytest.approx(1)
