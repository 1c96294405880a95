"""Weights from results: the regression, the split, the match, and weights as a parameter of a game."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from spielbaum.cli import main
from spielbaum.errors import BadInput
from spielbaum.experiments.contest import Contest, play_contest, step_of
from spielbaum.experiments.folder import read_summary
from spielbaum.experiments.kind import MEASUREMENTS
from spielbaum.experiments.openings import Positions, choose_positions
from spielbaum.experiments.regression import growth_fit, line, logistic, student
from spielbaum.experiments.tune.settings import Lesson, TuneSettings
from spielbaum.experiments.tune.summary import TuneSummary, fit, kept_back, summarise, whole, with_weights
from spielbaum.experiments.tune.tasks import Judge, Tune
from spielbaum.games import load_game
from spielbaum.play import make_player
from tests.experiments.made import make_tune
from tests.experiments.measuring import entries, measure, record, whole_json
from tests.support.patience import PATIENCE

SMALL = "othello:size=4"


def small(**changes: Any) -> Tune:
    settings: dict[str, Any] = {
        "player": "alphabeta:depth=1", "games": 30, "match": 8, "samples": 4, "openings": "random:3",
        "seed": 2,
    }  # fmt: skip
    return make_tune(SMALL, **settings | changes)


# --- the whole of it ----------------------------------------------------------------------------------------


def test_tuning_from_the_games_to_the_match(tmp_path: Path) -> None:
    experiment = small()
    summary = measure(experiment, tmp_path / "run")
    assert isinstance(summary, TuneSummary)
    assert summary.state.complete
    assert summary.lessons == 30
    assert 0 < summary.positions <= 30 * 4
    assert 0 < summary.held_out < summary.positions
    assert summary.weights is not None
    assert len(summary.weights) == len(experiment.settings.terms) == 6
    assert max(map(abs, summary.weights)) == 100
    assert summary.train is not None
    assert summary.train.new < summary.train.constant  # it has learnt something from what it saw
    assert summary.test is not None
    assert summary.match is not None
    assert summary.match.wins + summary.match.losses + summary.match.draws == 8
    assert summary.game is not None
    assert load_game(summary.game).presentation.parameters["weights"] == summary.weights
    assert read_summary(tmp_path / "run") == summary
    whole_json(summary)
    # The same again on another number of workers.
    measure(small(), tmp_path / "again", number=2)
    assert entries(tmp_path / "again") == entries(tmp_path / "run")


def test_rows_are_features_of_positions_of_the_game(tmp_path: Path) -> None:
    measure(small(games=3, match=0), tmp_path / "run")
    for each in entries(tmp_path / "run").values():
        assert each["kind"] == "lesson"
        assert each["score"] in (0, 0.5, 1)
        assert len(each["rows"]) == len(each["movers"]) <= 4
        assert set(each["movers"]) <= {0, 1}
        for row in each["rows"]:
            assert len(row) == 6
            assert abs(row[0]) <= 4
            assert abs(row[5]) <= 16


def test_no_match_no_gain(tmp_path: Path) -> None:
    summary = measure(small(match=0), tmp_path / "run")
    assert isinstance(summary, TuneSummary)
    assert summary.match is None
    assert summary.weights is not None


def test_better_weights_win() -> None:
    """Corners and freedom against the opposite of them: the new player really uses its own weights."""
    game = load_game(SMALL)
    bad = load_game(f"{SMALL},weights=-16--1-0-0-0-0")
    players = (
        Judge(make_player("alphabeta:depth=2"), bad),
        Judge(make_player("alphabeta:depth=2"), game),
    )
    _, openings = choose_positions(game, "random:3", 10, 1)
    played = []
    for pair, opening in enumerate(openings):
        for first in (0, 1):
            contest = play_contest(
                game, players, opening, 0, 0, algorithm="", contest=0, pair=pair, number=pair, first=first
            )
            assert contest is not None
            assert contest.reason == "normal"
            played.append(contest)
    step = step_of(0, 1, 1, played)
    assert step.wins > 2 * step.losses


# --- the fit ------------------------------------------------------------------------------------------------


def settings(**changes: Any) -> TuneSettings:
    fields: dict[str, Any] = {
        "game": "othello:size=4", "rules": "", "terms": ("a", "b"), "weights": (1, 1), "player": "first",
        "games": 400, "match": 0, "samples": 5, "ridge": 1.0, "held_out": 0.25,
        "openings": Positions("random:3", 400, ""), "seed": 0,
    }  # fmt: skip
    return TuneSettings(**fields | changes)


def lessons(weights: tuple[float, ...], games: int, seed: int) -> list[Lesson]:
    """Results as the model says they are, from one position per game."""
    random = Random(seed)
    made = []
    for number in range(games):
        row = tuple(random.randrange(-5, 6) for _ in weights)
        chance = 1 / (1 + math.exp(-sum(w * f for w, f in zip(weights, row, strict=True))))
        made.append(Lesson(number, 10, float(random.random() < chance), (row,), (number % 2,)))
    return made


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    found = fit(settings(games=2000), lessons((0.8, -0.4), 2000, 1))
    assert found is not None
    for interval, true in zip(found.intervals, (0.8, -0.4), strict=True):
        assert interval.low is not None
        assert interval.high is not None
        assert interval.low < true < interval.high
        assert interval.high - interval.low < 0.2
    assert found.weights[0] == 100
    assert -60 < found.weights[1] < -40
    assert found.test is not None
    assert found.test.new < found.test.old < found.test.constant < 0.70
    assert found.test.constant > 0.69  # ln 2: the results are even


def test_intervals_cover_what_they_should() -> None:
    """Nineteen of twenty would; fewer than fifteen of twenty would be no accident."""
    covered = 0
    for seed in range(20):
        found = fit(settings(games=300, held_out=0.0), lessons((0.5, 0.0), 300, seed))
        assert found is not None
        assert found.test is None
        interval = found.intervals[0]
        covered += (interval.low or 0) < 0.5 < (interval.high or 0)
    assert covered >= 15


def test_results_that_follow_from_one_feature_have_a_finite_weight() -> None:
    made = [Lesson(n, 1, float(n % 2), ((2 * (n % 2) - 1, 0),), (0,)) for n in range(40)]
    found = fit(settings(games=40), made)
    assert found is not None
    assert found.weights == (100, 0)  # the feature that never changes gets nothing
    assert all(
        math.isfinite(each)
        for interval in found.intervals
        for each in (interval.low or 0, interval.high or 0)
    )


def test_nothing_to_learn_changes_nothing() -> None:
    made = [Lesson(n, 1, 0.5, ((0, 0),), (0,)) for n in range(8)]
    found = fit(settings(games=8), made)
    assert found is not None
    assert found.weights == (1, 1)
    assert fit(settings(games=1), []) is None
    assert fit(settings(games=1), [Lesson(0, 1, 1.0, (), ())]) is None


def test_the_ridge_holds_weights_down() -> None:
    free, held = (fit(settings(ridge=ridge), lessons((1.0, 0.5), 400, 3)) for ridge in (0.0, 1000.0))
    assert free is not None
    assert held is not None
    assert abs(held.intervals[0].value or 0) < 0.5 * abs(free.intervals[0].value or 0)


def test_games_are_kept_back_whole() -> None:
    made = settings(games=100, held_out=0.2)
    assert len(kept_back(made)) == 20
    assert kept_back(made) == kept_back(settings(games=100, held_out=0.2))
    assert kept_back(made) != kept_back(settings(games=100, held_out=0.2, seed=1))
    # What is kept back has no influence: other results there, the same weights.
    learnt = lessons((1.0, 0.5), 100, 3)
    other = [
        Lesson(x.game, 1, 1 - x.score, x.rows, x.movers) if x.game in kept_back(made) else x for x in learnt
    ]
    one, two = fit(made, learnt), fit(made, other)
    assert one is not None
    assert two is not None
    assert (one.weights, one.train) == (two.weights, two.train)
    assert one.test != two.test


def test_copied_positions_of_a_game_do_not_make_it_surer() -> None:
    """Clusters: ten times the same rows of the same games tell no more than once."""
    random = np.random.default_rng(1)
    x = np.column_stack([np.ones(200), random.normal(size=200)])
    y = (random.random(200) < 1 / (1 + np.exp(-x[:, 1]))).astype(float)
    games = np.arange(200)
    once = logistic(x, y, games, ridge=0.0)
    often = logistic(np.repeat(x, 10, axis=0), np.repeat(y, 10), np.repeat(games, 10), ridge=0.0)
    assert often.weights == pytest.approx(once.weights, rel=1e-4)
    for a, b in zip(once.intervals, often.intervals, strict=True):
        assert a.error == pytest.approx(b.error, rel=1e-3)


def test_the_match_of_a_record_made_by_hand() -> None:
    game = Contest("first", 0, 0, 0, 0, None, (), (0.0, 1.0), "normal", (1, 1), (1, 1))
    made = {number: lesson for number, lesson in enumerate(lessons((1.0, 0.5), 4, 3))} | {4: game}  # noqa: C416
    summary = summarise(settings(games=4, match=2), record(made))
    assert summary.match is not None
    assert (summary.match.wins, summary.match.elo.value) == (1, None)
    assert not summary.state.complete
    unfinished = summarise(settings(games=400, match=2), record(made))
    assert unfinished.weights is None  # not before all games are there
    whole_json(summary)


# --- lines --------------------------------------------------------------------------------------------------


def test_lines_and_students_t() -> None:
    # Published quantiles of Student's distribution, two-sided 95 %.
    for freedom, t in ((1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)):
        assert student(freedom) == pytest.approx(t, abs=6e-4)
    exact = growth_fit([1, 2, 3, 4], [14, 98, 686, 4802])
    assert exact is not None
    assert exact.branching.value == pytest.approx(7)
    assert exact.branching.error == pytest.approx(0, abs=1e-6)
    assert (exact.factor, exact.r2) == pytest.approx((2, 1))
    # Slope 0.6, residuals −0.1 0.3 −0.3 0.1: s² = 0.2/2, Σ(x − x̄)² = 5.
    fitted = line([1, 2, 3, 4], [1.0, 2.0, 2.0, 3.0])
    assert fitted is not None
    assert fitted.slope == pytest.approx(0.6)
    assert fitted.error == pytest.approx(4.303 * (0.1 / 5) ** 0.5, abs=1e-3)
    assert fitted.r2 == pytest.approx(0.9)
    assert line([1, 2], [1.0, 2.0]) is None


# --- weights as a parameter ---------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["othello:size=4", "othello:size=6,weights=7--2-3-5--1-2", "othello"])
def test_the_evaluation_is_the_sum_of_weights_times_features(spec: str) -> None:
    game = load_game(spec)
    assert game.hints.features is not None
    weights = game.presentation.parameters["weights"]
    assert isinstance(weights, tuple)
    random = Random(1)
    for _ in range(10):
        state = game.start
        while not game.ended(state):
            features = game.hints.features(state)
            assert len(features) == len(weights) == len(game.hints.terms)
            value = sum(w * f for w, f in zip(weights, features, strict=True))
            assert game.evaluate is not None
            assert game.evaluate(state) == value
            assert abs(value) < game.facts.unit  # never as much as a win by one disc
            state = game.play(state, random.choice(game.legal(state)))


def test_weights_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text('{"weights": [1, -2, 3, 4, 5, 6]}', encoding="utf-8")
    assert load_game(f"othello:weights={file}").presentation.parameters["weights"] == (1, -2, 3, 4, 5, 6)
    assert load_game("othello:weights=1--2-3-4-5-6").presentation.parameters["weights"] == (1, -2, 3, 4, 5, 6)
    for text in ("1-2", "1-2-3-4-5-x", "1-2-3-4-5-6-7", "1-2-3-4-5-20000", f"{tmp_path}/none.json"):
        with pytest.raises(BadInput):
            load_game(f"othello:weights={text}")
    file.write_text('{"weights": [1.5, 2, 3, 4, 5, 6]}', encoding="utf-8")
    with pytest.raises(BadInput):
        load_game(f"othello:weights={file}")


def test_the_text_of_a_game_with_other_weights() -> None:
    assert with_weights("othello:size=4,weights=1-2", (3, -4)) == "othello:size=4,weights=3--4"
    assert with_weights("othello:weights=1-2,size=4", (3, 4)) == "othello:weights=3-4,size=4"
    assert with_weights("othello:size=4", (3, 4)) == "othello:size=4,weights=3-4"
    assert with_weights("othello:size=4,weights=1-2", Path("a/w.json")) == "othello:size=4,weights=a/w.json"
    assert with_weights("othello", (3, 4)) == "othello:weights=3-4"
    assert with_weights("game.py:mine", (3, 4)) == "game.py:mine:weights=3-4"
    assert with_weights("game.py:mine:size=4", (3, 4)) == "game.py:mine:size=4,weights=3-4"
    assert whole((0.5, -0.25, 0.001)) == (100, -50, 0)
    assert whole((0.0, 0.0)) == ()
    assert whole((0.5, -0.25, 0.001), 1000) == (1000, -500, 2)


def test_new_weights_are_as_large_as_the_old_ones() -> None:
    found = fit(settings(weights=(1000, 40)), lessons((0.8, -0.4), 400, 1))
    assert found is not None
    assert max(map(abs, found.weights)) == 1000


# --- the command --------------------------------------------------------------------------------------------

TUNE = ["tune", SMALL, "--player", "alphabeta:depth=1", "--games", "40", "--match", "160"]
TUNE += ["--samples", "4", "--openings", "random:3", "--seed", "2"]


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, [*arguments], prog_name="spielbaum")


@pytest.mark.long  # the runner is one for all kinds: a match is killed in test_faults.py
@pytest.mark.skipif(sys.platform != "linux", reason="sends signals to process groups")
def test_killed_in_the_games_and_interrupted_in_the_match(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "spielbaum", *TUNE, "--workers", "2", "--out", str(folder)]
    kept: dict[int, dict[str, Any]] = {}

    def lines() -> int:
        file = folder / MEASUREMENTS
        return file.read_bytes().count(b"\n") if file.exists() else 0

    for sent, target in ((signal.SIGKILL, 10), (signal.SIGINT, 45)):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            end = time.monotonic() + PATIENCE
            while lines() < target:
                assert time.monotonic() < end, "nothing is measured"
                time.sleep(0.005)
            if sent == signal.SIGINT:
                os.killpg(process.pid, sent)
            else:
                process.send_signal(sent)
            process.wait(PATIENCE)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        assert process.returncode == (130 if sent == signal.SIGINT else -sent)
        content = (folder / MEASUREMENTS).read_bytes()
        (folder / MEASUREMENTS).write_bytes(content[: content.rfind(b"\n") + 1])
        now = entries(folder)
        assert kept.items() <= now.items()
        # Ctrl-C while the last line is on its way to the disk takes that line back.
        assert target - (sent == signal.SIGINT) <= len(now) < 200
        kept = now
    told = run(*TUNE, "--workers", "1", "--out", str(folder))
    assert told.exit_code == 0, told.stderr
    assert kept.items() <= entries(folder).items()
    measure(
        make_tune(
            SMALL, player="alphabeta:depth=1", games=40, match=160, samples=4, openings="random:3", seed=2
        ),
        tmp_path / "undisturbed",
    )
    assert entries(folder) == entries(tmp_path / "undisturbed")
    # The weights are there to be used.
    weights = json.loads((folder / "weights.json").read_text(encoding="utf-8"))
    assert load_game(f"{SMALL},weights={folder / 'weights.json'}").presentation.parameters[
        "weights"
    ] == tuple(weights["weights"])
    assert weights["game"] in told.stdout
    assert f"{SMALL},weights={folder / 'weights.json'}" in told.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tune", "tictactoe"], "does not say what its evaluation weighs"),
        (["tune", SMALL, "--player", "alphabta"], "did you mean: alphabeta"),
        (["tune", SMALL, "--player", "first", "--games", "0"], "games is a number from 1"),
        (["tune", SMALL, "--player", "first", "--match", "3"], "must be even"),
        (["tune", SMALL, "--player", "human"], "There is nobody"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert sentence in done.stderr
