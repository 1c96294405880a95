"""Strength over time: the record against an oracle, the same again, killed and resumed, nonsense refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from spielbaum.cli import main
from spielbaum.engine import Engine
from spielbaum.experiments import findings_of, findings_text
from spielbaum.experiments.algorithm_players import BARE, make_algorithm
from spielbaum.experiments.contest import Contest
from spielbaum.experiments.folder import open_run, read_summary
from spielbaum.experiments.formats import duration
from spielbaum.experiments.kind import MEASUREMENTS
from spielbaum.experiments.openings import Positions, choose_positions
from spielbaum.experiments.runner import Clock, Progress, run_experiment
from spielbaum.experiments.statistics import Interval, chained, share
from spielbaum.experiments.sweep.settings import Choices, Solved, SweepSettings
from spielbaum.experiments.sweep.summary import SweepSummary, summarise
from spielbaum.experiments.sweep.tasks import Sweep
from spielbaum.experiments.text import progress_line
from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.play.player import Turn
from tests.experiments.made import make_sweep
from tests.experiments.measuring import entries, measure, record, threads_executor, whole_json
from tests.experiments.support import threads
from tests.support.patience import PATIENCE


def small(**changes: Any) -> Sweep:
    settings: dict[str, Any] = {
        "players": ("engine",),
        "games": 4,
        "openings": "random:2",
        "algorithms": ("minimax", "ordered", "compiled", "table", "engine", "mcts"),
        "positions": 12,
        "position_text": "random:2-4",
        "seed": 3,
    } | changes
    return make_sweep("tictactoe", "nodes", [20, 80, 320], **settings)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Sweep, Path, SweepSummary]:
    folder = tmp_path_factory.mktemp("sweep") / "run"
    sweep = small()
    summary = measure(sweep, folder)
    assert isinstance(summary, SweepSummary)
    return sweep, folder, summary


GAME: Game[Any, Any] = load_game("tictactoe")


@cache
def best_play(state: Any) -> tuple[int, int]:
    """The value for the mover and the plies to the end: wins as early, losses as late as possible."""
    if GAME.ended(state):
        utility = GAME.utility(state)
        assert isinstance(utility, int)
        return utility * (1 - 2 * GAME.player(state)), 0
    answers = [best_play(GAME.play(state, move)) for move in GAME.legal(state)]
    return max(((-value, plies + 1) for value, plies in answers), key=lambda each: _worth(*each))


def _worth(value: int, plies: int) -> tuple[int, int]:
    return value, -value * plies


def test_the_truth_about_positions_is_that_of_an_exhaustive_search(
    done: tuple[Sweep, Path, SweepSummary],
) -> None:
    sweep, folder, _ = done
    for number, opening in enumerate(sweep.positions):
        found = entries(folder)[number]
        state = opening.position(GAME).state
        worth = {}
        for move in GAME.legal(state):
            value, plies = best_play(GAME.play(state, move))
            worth[GAME.move_name(state, move)] = _worth(-value, plies + 1)
        best = max(worth.values())
        assert found["value"] == best[0]
        assert set(found["legal"]) == worth.keys()
        assert set(found["keeping"]) == {move for move, each in worth.items() if each[0] == best[0]}
        assert set(found["best"]) == {
            move for move, each in worth.items() if each == best or each[0] == best[0] == 0
        }


def test_what_is_measured(done: tuple[Sweep, Path, SweepSummary]) -> None:
    sweep, folder, summary = done
    assert summary.state.complete
    assert not summary.state.unscored
    assert summary.solved == 12
    assert len(summary.quality) == 6 * 3
    for each in summary.quality:
        assert each.positions == 12
        assert each.keeping.value is not None
        assert each.best.value is not None
        assert each.best.value <= each.keeping.value
        assert each.nodes is not None
        if each.algorithm != "mcts":  # whose limit is in playouts
            assert each.nodes <= each.rung + 1
    # With 320 nodes the end of the game is in sight from most of these positions.
    strongest = {each.algorithm: each for each in summary.quality if each.rung == 320}
    assert summary.chance_keeping is not None
    assert (strongest["engine"].keeping.value or 0) > summary.chance_keeping
    (strength,) = summary.strength
    assert [step.wins + step.losses + step.draws for step in strength.steps] == [4, 4]
    assert [sum(step.pairs) for step in strength.steps] == [2, 2]
    assert strength.cumulative[0] == Interval(0, 0, 0)
    assert read_summary(folder) == summary
    whole_json(summary)
    # The two games of a pair have the same opening and the sides swapped.
    contests = [each for each in entries(folder).values() if each["kind"] == "contest"]
    for one, other in zip(contests[::2], contests[1::2], strict=True):
        assert (one["pair"], one["opening"], one["contest"]) == (
            other["pair"],
            other["opening"],
            other["contest"],
        )
        assert {one["first"], other["first"]} == {0, 1}
        assert one["moves"][:2] == other["moves"][:2] == list(sweep.openings[one["opening"]].moves)


def test_a_bare_search_that_is_cut_short_answers_as_the_last_depth_it_completed() -> None:
    """What it looked at first in the next one may be the worst move of all."""
    _, openings = choose_positions(GAME, "random:1-3", 20, 1)
    engine = Engine(GAME, techniques=BARE)
    for opening in openings:
        position = opening.position(GAME)
        choice = make_algorithm("compiled", "nodes", 60).choose(position, Turn())
        assert choice.result.nodes <= 61
        assert choice.result.depth >= 1
        engine.clear()
        assert choice.move == engine.search(position, depth=choice.result.depth).move


def test_the_textbook_and_the_compiled_search_play_the_same_moves(tmp_path: Path) -> None:
    algorithms = ("minimax", "alphabeta", "compiled")
    sweep = make_sweep(
        "tictactoe",
        "depth",
        [1, 2, 3],
        games=0,
        algorithms=algorithms,
        positions=10,
        position_text="random:1-4",
    )
    measure(sweep, tmp_path / "run")
    choices = [each for each in entries(tmp_path / "run").values() if each["kind"] == "choices"]
    for rung in range(3):
        first, *others = [each["moves"] for each in choices if each["rung"] == rung]
        assert len(others) == 2
        assert all(moves == first for moves in others)


def test_the_same_settings_measure_the_same(done: tuple[Sweep, Path, SweepSummary], tmp_path: Path) -> None:
    measure(small(), tmp_path / "again", number=2)
    assert entries(tmp_path / "again") == entries(done[1])
    measure(small(seed=4), tmp_path / "other")
    assert entries(tmp_path / "other") != entries(done[1])


def test_a_finished_run_is_not_measured_again(done: tuple[Sweep, Path, SweepSummary]) -> None:
    _, folder, summary = done
    before = (folder / MEASUREMENTS).read_bytes()
    assert measure(small(), folder) == summary
    assert (folder / MEASUREMENTS).read_bytes() == before


# --- the summary of records made by hand --------------------------------------------------------------------


def settings(**changes: Any) -> SweepSettings:
    none = Positions("random:4", 0, "")
    fields: dict[str, Any] = {
        "game": "tictactoe", "rules": "", "limit": "seconds", "ladder": (1.0, 2.0, 8.0),
        "players": ("engine",), "games": 4, "openings": none, "algorithms": (), "positions": none,
        "solve_seconds": None, "seed": 0,
    }  # fmt: skip
    return SweepSettings(**fields | changes)


def contest(step: int, pair: int, first: int, score: float) -> Contest:
    return Contest(
        "engine", step, pair, pair, first, None, (), (1 - score, score), "normal", (3, 5), (30.0, 50.0)
    )


def test_nothing_but_wins_is_no_infinity() -> None:
    games = [contest(step, pair, first, 1.0) for step in (0, 1) for pair in (0, 1) for first in (0, 1)]
    summary = summarise(settings(), record(dict(enumerate(games))))
    whole_json(summary)
    (strength,) = summary.strength
    for step in strength.steps:
        assert (step.wins, step.elo.value, step.elo.high) == (4, None, None)
        assert step.elo.low is not None
    low = strength.steps[0].elo.low
    assert low is not None
    assert strength.cumulative[2] == Interval(None, 2 * low, None)
    assert strength.per_doubling.low == pytest.approx(2 * low / 3)  # 1 → 8 are three doublings
    assert strength.steps[1].per_doubling.low == pytest.approx(low / 2)
    assert strength.depth == (
        3,
        4,
        5,
    )  # the middle rung is the upper one of a step and the lower one of another
    assert strength.nodes == (30, 40, 50)


def test_endings_out_of_the_ordinary_are_told() -> None:
    games = [contest(0, 0, 0, 1.0), replace(contest(0, 0, 1, 1.0), reason="crash")]
    summary = summarise(settings(), record(dict(enumerate(games))))
    assert summary.endings == {"crash": 1}
    assert "Games that did not end by the rules: player failed 1." in findings_text(
        findings_of(summary), "en"
    )


@pytest.mark.parametrize(("openings", "told"), [(1, True), (2, False)])
def test_openings_that_come_again_are_told(openings: int, told: bool) -> None:
    games = [contest(0, pair, first, 0.5) for pair in (0, 1) for first in (0, 1)]
    chosen = Positions("random:1", openings, "")
    summary = summarise(settings(openings=chosen), record(dict(enumerate(games))))
    assert ("they were played more than once" in findings_text(findings_of(summary), "en")) == told
    # Planned games that were not played say nothing.
    begun = summarise(settings(openings=chosen), record(dict(enumerate(games[:2]))))
    assert "more than once" not in findings_text(findings_of(begun), "en")


def test_the_shares_count_solved_positions_only() -> None:
    positions = Positions("random:4", 3, "")
    made: list[Any] = [
        Solved(0, 1, ("a", "b", "c"), ("a", "b"), ("a",), 0.1),
        Solved(1, 0, ("a", "b"), ("b",), ("b",), 0.1),
        Solved(2, None, ("a", "b"), (), (), 0.1),
        Choices("engine", 0, 0, ("b", "b", "a"), (1, 2, 3), (10, 20, 30), (0.5, 0.5, 0.5)),
    ]
    summary = summarise(
        settings(ladder=(1.0,), players=(), algorithms=("engine",), positions=positions, solve_seconds=1.0),
        record(dict(enumerate(made))),
    )
    (quality,) = summary.quality
    assert (summary.solved, quality.positions) == (2, 2)
    assert quality.keeping.value == 1
    assert quality.best == share(1, 2)
    assert (quality.depth, quality.nodes, quality.seconds) == (2, 20, 0.5)
    assert summary.chance_keeping == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert summary.chance_best == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert summary.state.complete


def test_sums_of_differences() -> None:
    steps = [Interval(10.0, 7.0, 14.0), Interval(20.0, 16.0, 23.0)]
    assert chained(steps) == [steps[0], Interval(30.0, 25.0, 35.0)]  # 3² + 4² = 5², on each side
    open_end = Interval(None, 50.0, None)
    assert chained([steps[0], open_end, steps[1]]) == [
        steps[0],
        Interval(None, 57.0, None),
        Interval(None, 73.0, None),
    ]
    assert chained([Interval(None, None, None)]) == [Interval(None, None, None)]
    assert share(0, 0) == Interval(None, None, None)
    assert share(0, 10).low == 0
    half = share(5, 10)  # Wilson's interval as published
    assert (half.low, half.value, half.high) == pytest.approx((0.2366, 0.5, 0.7634), abs=1e-4)


def test_progress_with_an_estimate(tmp_path: Path) -> None:
    told: list[Progress] = []
    sweep = small(positions=0, players=("alphabeta",))
    with threads(1) as executor, open_run(tmp_path / "run", sweep.settings, {}) as run:
        run_experiment(sweep, run, executor, told.append)
    assert [each.done for each in told] == list(range(9))
    assert {each.planned for each in told} == {8}
    assert [each.left for each in told[:3]] == [None] * 3  # nothing is known yet
    assert all(each.left is not None and each.left >= 0 for each in told[3:])
    assert told[-1].left == 0
    assert progress_line(replace(told[3], left=42.0), "", "de") == "3 von 8, noch etwa 42 s"
    assert [duration(each, "de") for each in (5, 600, 9000)] == ["5 s", "10 min", "2,5 h"]


def test_the_estimate_does_not_count_how_long_workers_take_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("spielbaum.experiments.runner.monotonic", lambda: now)
    clock = Clock([1.0] * 10, {})
    now = 60.0  # compiling
    for number in range(4):
        clock.tick(number)
        now += 2.0
    now -= 2.0
    assert (clock.done, clock.left) == (4, 12.0)


# --- faults -------------------------------------------------------------------------------------------------

SWEEP = [
    "sweep",
    "tictactoe",
    "--limit",
    "depth",
    "--ladder",
    "1,2,3",
    "--players",
    "alphabeta",
    "--games",
    "60",
]
SWEEP += ["--openings", "random:2", "--positions", "0", "--seed", "7"]
PLANNED = 2 * 60


@pytest.mark.long  # the runner is one for all kinds: a match is killed in test_faults.py
@pytest.mark.skipif(sys.platform != "linux", reason="sends signals to process groups")
def test_killed_and_interrupted_runs_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "spielbaum", *SWEEP, "--workers", "2", "--out", str(folder)]
    random = Random(2)
    kept: dict[int, dict[str, Any]] = {}

    def lines() -> int:
        file = folder / MEASUREMENTS
        return file.read_bytes().count(b"\n") if file.exists() else 0

    for sent in (signal.SIGKILL, signal.SIGINT):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )
        try:
            end = time.monotonic() + PATIENCE
            while lines() < len(kept) + random.randrange(5, 40):
                assert time.monotonic() < end, "no measurements are made"
                time.sleep(0.01)
            if sent == signal.SIGINT:
                os.killpg(process.pid, sent)  # as a terminal does
            else:
                process.send_signal(sent)
            _, told = process.communicate(timeout=PATIENCE)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        assert process.returncode == (130 if sent == signal.SIGINT else -sent)
        assert b"Traceback" not in told
        assert (b"the same command goes on" in told) == (sent == signal.SIGINT)
        # What is being written when the driver dies is no measurement yet.
        content = (folder / MEASUREMENTS).read_bytes()
        (folder / MEASUREMENTS).write_bytes(content[: content.rfind(b"\n") + 1])
        now = entries(folder)
        assert kept.items() <= now.items()
        assert len(kept) < len(now) < PLANNED
        kept = now
        with (folder / MEASUREMENTS).open("ab") as file:
            file.write(b'{"task": ')
    finished = subprocess.run([*command, "--json"], capture_output=True, check=True, timeout=PATIENCE)
    assert json.loads(finished.stdout)["state"] == {
        "planned": PLANNED, "done": PLANNED, "complete": True, "unscored": {},
    }  # fmt: skip
    found = entries(folder)
    assert sorted(found) == list(range(PLANNED))
    assert kept.items() <= found.items()
    undisturbed = make_sweep(
        "tictactoe", "depth", [1, 2, 3], players=("alphabeta",), games=60, openings="random:2", seed=7
    )
    measure(undisturbed, tmp_path / "undisturbed")
    assert found == entries(tmp_path / "undisturbed")


# --- the command --------------------------------------------------------------------------------------------


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, [*arguments], prog_name="spielbaum")


def test_the_cluster_is_kept_with_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.cli.run.opened_executor", threads_executor)
    arguments = [
        "sweep",
        "tictactoe",
        "--limit",
        "depth",
        "--ladder",
        "1,2",
        "--players",
        "alphabeta",
        "--games",
        "2",
    ]
    done = run(*arguments, "--positions", "0", "--cluster", "tcp://there:8786", "--out", str(tmp_path))
    assert done.exit_code == 0, done.stderr
    (environment,) = (tmp_path / "environment.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(environment)["cluster"] == "tcp://there:8786"


def test_the_command(tmp_path: Path) -> None:
    arguments = [
        "sweep",
        "tictactoe",
        "--limit",
        "nodes",
        "--ladder",
        "10,100",
        "--players",
        "alphabeta",
        "--games",
        "2",
    ]
    arguments += ["--algorithms", "alphabeta", "--positions", "3", "--plies", "random:3", "--workers", "1"]
    done = run(*arguments, "--out", str(tmp_path / "run"), "--lang", "de")
    assert done.exit_code == 0, done.stderr
    assert "10 → 100" in done.stdout
    assert "Züge in 3 zufälligen Stellungen, 3 davon gelöst" in done.stdout
    again = run("runs", "show", str(tmp_path / "run"), "--lang", "de")
    assert again.stdout == done.stdout
    listed = run("runs", "list", str(tmp_path))
    assert listed.stdout == f"{tmp_path}/run: sweep of tictactoe, alphabeta, 7 of 7\n"
    summary = json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8"))
    assert [each["measure"] for each in summary.pop("measures")] == ["doubling"]
    assert json.loads(run("runs", "show", str(tmp_path / "run"), "--json").stdout) == summary
    other = run(*arguments, "--out", str(tmp_path / "run"), "--seed", "1")
    assert other.exit_code == 2
    assert "seed is 0 there, but 1 here" in other.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--limit", "node"], "--limit"),
        (["--limit", "nodes", "--ladder", "10,x"], "numbers with commas"),
        (["--limit", "nodes", "--ladder", "10,20.5"], "whole numbers"),
        (["--limit", "nodes", "--ladder", "0,20"], "from 1 to"),
        (["--limit", "seconds", "--ladder", "0.02,0.01"], "must be higher"),
        (["--limit", "nodes", "--ladder", "10"], "two rungs"),
        (["--limit", "nodes", "--ladder", "10,20", "--games", "3"], "must be even"),
        (["--limit", "nodes", "--ladder", "10,20", "--players", "engin"], "did you mean: engine"),
        (["--limit", "nodes", "--ladder", "10,20", "--algorithms", "orderd"], "did you mean: ordered"),
        (["--limit", "nodes", "--ladder", "10,20", "--plies", "random:9-3"], "random:4"),
        (["--limit", "nodes", "--ladder", "10,20", "--games", "0", "--positions", "0"], "nothing to measure"),
        (["--limit", "depth", "--ladder", "1,2", "--algorithms", "mcts"], "mcts knows no depth"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = run("sweep", "tictactoe", *arguments, "--out", str(tmp_path / "run"))
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()
