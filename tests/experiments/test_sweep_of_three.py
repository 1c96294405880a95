"""Sweeps of games for three and more: one player with more against all others with less, from every seat."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.experiments import findings_of, findings_text, kind_of, read_summary
from spielbaum.experiments.contest import Contest, seats_of, step_of
from spielbaum.experiments.kind import Finished
from spielbaum.experiments.options import command_words
from spielbaum.experiments.report import report_html, report_of, slides_html
from spielbaum.experiments.statistics import Units, elo_of
from spielbaum.experiments.sweep.settings import SweepSettings
from spielbaum.experiments.sweep.summary import SweepSummary
from spielbaum.experiments.sweep.tasks import Sweep
from tests.experiments.made import make_sweep
from tests.experiments.measuring import entries, measure

BAIT = str(Path(__file__).with_name("bait.py"))


def small(*ladder: int, **changes: Any) -> Sweep:
    settings: dict[str, Any] = {"players": ("maxn",), "games": 6, "openings": "all:2"} | changes
    return make_sweep(BAIT, "depth", ladder, **settings)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SweepSummary]:
    folder = tmp_path_factory.mktemp("sweep") / "run"
    summary = measure(small(1, 2, 3), folder)
    assert isinstance(summary, SweepSummary)
    return folder, summary


def test_two_plies_against_one_by_hand(done: tuple[Path, SweepSummary]) -> None:
    """The opening settles the first seat, with −1 or +1; a depth of 2 gets +1, a depth of 1 gets −1.

    With −1 the one who looks deeper shares the point with all in the first seat and has it alone in the
    others: (1/3 + 1 + 1)/3. With +1 it has it alone in the first seat and shares it with that in the others:
    (1 + 1/2 + 1/2)/3.
    """
    step = done[1].strength[0].steps[0]
    share = (7 / 9 + 2 / 3) / 2
    assert step.score == pytest.approx(share)
    assert (step.wins, step.losses, step.draws) == (3, 0, 3)
    assert step.elo.value == pytest.approx(400 * math.log10(2 * share / (1 - share)))
    assert step.elo.low is not None
    assert step.elo.low > 0
    assert step.superiority > 0.9
    assert step.per_doubling == step.elo  # one ply


def test_players_of_equal_strength_have_no_difference(done: tuple[Path, SweepSummary]) -> None:
    """Three plies see no more than two; the advantage of a seat goes to everybody once."""
    step = done[1].strength[0].steps[1]
    assert step.score == pytest.approx(1 / 3)
    assert step.elo.value == pytest.approx(0, abs=1e-6)
    assert step.elo.low is not None
    assert step.elo.high is not None
    assert step.elo.low < 0 < step.elo.high
    assert step.superiority == pytest.approx(0.5)


def test_every_opening_from_every_seat(done: tuple[Path, SweepSummary]) -> None:
    found = list(entries(done[0]).values())
    for unit in range(0, len(found), 3):
        games = found[unit : unit + 3]
        assert [game["first"] for game in games] == [0, 1, 2]
        assert len({(game["pair"], game["opening"], game["contest"]) for game in games}) == 1
        assert len({tuple(game["moves"][:2]) for game in games}) == 1
    assert [seats_of(3, first)[1] for first in range(3)] == [1, 0, 2]  # of the one with more
    # Everybody searched as deep as they may, where there was so much left.
    assert {game["depth"][1] for game in found if game["contest"] == 0} <= {0, 1, 1.5, 2}
    assert read_summary(done[0]) == done[1]


def test_elo_among_several_is_that_of_two_for_two() -> None:
    assert elo_of(0.75, 2) == elo_of(0.75)
    assert elo_of(1 / 3, 3) == pytest.approx(0, abs=1e-9)
    # Ten times as strong as each of two others: 10/12 of the points, by definition 400 Elo.
    assert elo_of(10 / 12, 3) == pytest.approx(400)
    thirds = Units.of([1 / 3, 0.1 + 0.2 + 1 / 30, 1 / 3])
    assert thirds.counts == (3,)
    assert thirds.superiority(3) == pytest.approx(0.5)


def contest(pair: int, first: int, score: float) -> Contest:
    others = (1 - score) / 2
    return Contest(
        "maxn", 0, pair, 0, first, None, (), (others, score, others), "normal", (1, 2, 1), (1, 2, 1)
    )


def test_openings_that_are_not_played_from_all_seats_wait() -> None:
    whole = [contest(0, first, 1 / 3) for first in range(3)]
    begun = contest(1, 0, 1.0)
    assert step_of(1, 2, 1, [*whole, begun], 3).elo.value == pytest.approx(0, abs=1e-6)
    assert step_of(1, 2, 1, [*whole, begun], 3).games == 4
    # Without a whole one single games count.
    alone = step_of(1, 2, 1, [begun], 3)
    assert (alone.elo.value, alone.wins) == (None, 1)
    assert step_of(1, 2, 1, [], 3).score is None


def test_a_record_of_two_does_not_belong_to_three() -> None:
    settings = small(1, 2).settings
    kind = kind_of(settings)
    right = contest(0, 0, 1.0)
    assert kind.belongs(settings, 0, right)
    assert not kind.belongs(settings, 0, replace(right, score=(0.0, 1.0)))
    assert not kind.belongs(settings, 0, replace(right, first=3))


@pytest.mark.parametrize("algorithm", ["maxn", "paranoid", "alliance"])
def test_what_can_be_swept(tmp_path: Path, algorithm: str) -> None:
    summary = measure(small(1, 2, players=(algorithm,), games=3, openings="start"), tmp_path)
    (strength,) = summary.strength
    assert strength.steps[0].games == 3
    assert not summary.endings


def test_an_ally_is_whoever_sits_next() -> None:
    sweep = small(1, 2, players=("alliance",))
    kind, settings = kind_of(sweep.settings), sweep.settings
    for first in range(3):
        game = kind.played(settings, Finished(first, replace(contest(0, first, 1.0), algorithm="alliance")))
        assert game is not None
        depths = [2 if seat == seats_of(3, first)[1] else 1 for seat in range(3)]
        assert game.players == tuple(
            f"alliance:depth={depth},with={(seat + 1) % 3 + 1},weight=0.5"
            for seat, depth in enumerate(depths)
        )
        assert game.sides == tuple(f"alliance:depth={depth}" for depth in depths)
        assert game.scores[game.first] == 1.0


def test_what_is_said(done: tuple[Path, SweepSummary]) -> None:
    english, german = (findings_text(findings_of(done[1], each), each) for each in ("en", "de"))
    assert "one player on the higher against 2 on the lower one" in english
    assert "won–lost–shared" in english
    assert "33.3 %" in english
    assert "ein Spieler auf der höheren gegen 2 auf der niedrigeren" in german
    assert "gewonnen–verloren–geteilt" in german
    assert "log₁₀(2·s/(1 − s))" in findings_of(done[1], "de").statistics
    figure = next(each for each in findings_of(done[1], "en").figures if each.key == "elo")
    assert [point.x for point in figure.series[0].points] == [1, 2, 3]


def run(*arguments: str) -> Result:
    return CliRunner(env={"SPIELBAUM_LANG": "en"}).invoke(main, [*arguments], prog_name="spielbaum")


def test_the_command_and_the_painters(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ["sweep", "trio", "--limit", "depth", "--ladder", "1,2", "--players", "maxn,alliance"]
    made = run(*words, "--games", "3", "--workers", "1", "--out", str(folder))
    assert made.exit_code == 0, made.stderr
    assert "also counts half the pay-off of the next player" in made.stdout
    for command in ("show", "compare"):
        assert "max^n (Python)" in run("runs", command, str(folder)).stdout
    rows = run("runs", "export", str(folder), "--table", "strength").stdout.splitlines()
    assert len(rows) == 3
    contests = run("runs", "export", str(folder), "--table", "contest")
    assert len(contests.stdout.splitlines()) == 7, contests.output
    for language in ("de", "en"):
        report = report_of(folder, language)
        assert report.command.split()[1:] == command_words("sweep", read_summary(folder).settings, "runs/run")
        assert "--players maxn,alliance" in report.command
        assert report.demonstration.address.count("human") == 1
        assert "p3=" in report.demonstration.address
        for page in (report_html(report), slides_html(report)):
            assert report.sections[0].title in page
    assert json.loads((folder / "summary.json").read_text(encoding="utf-8"))["settings"]["seats"] == 3
    again = run(*report_of(folder, "en").command.split()[1:-1], str(folder))
    assert again.exit_code == 0, again.stderr
    assert "6 of 6" in again.stderr


def test_what_is_usual() -> None:
    sweep = make_sweep("trio", "depth", (), games=6, players=())
    assert sweep.settings.players == ("maxn",)
    assert sweep.settings.ladder == (1, 2, 3, 4)
    assert sweep.settings.algorithms == ()
    checked = kind_of(sweep.settings).check
    rules = small(1, 2).rules.load()
    assert checked(SweepSettings("bait"), rules).games == SweepSettings("bait").games


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["trio", "--players", "engine"], "engine is for zero-sum games of two players, which trio is not"),
        (["trio", "--algorithms", "minimax"], "there are mcts, maxn, paranoid, alliance"),
        (["trio", "--games", "40"], "must be a multiple of 3, but is 40"),
        (["tictactoe", "--players", "alliance"], "there are no alliances"),
        (["trio", "--games", "0"], "nothing to measure"),
    ],
)
def test_what_is_refused(arguments: list[str], sentence: str) -> None:
    refused = run("sweep", *arguments)
    assert refused.exit_code == 2
    assert sentence in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("kind", ["ablate", "growth", "tune"])
def test_what_is_for_two_says_what_takes_more(kind: str) -> None:
    refused = run(kind, "trio")
    assert refused.exit_code == 2
    assert f"spielbaum {kind} is for zero-sum games of two players, which trio is not" in refused.stderr
    assert "spielbaum match and spielbaum sweep take any game" in refused.stderr
