"""Nodes against depth: exact counts on uniform trees, fits, limits."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from spielbaum.cli import main
from spielbaum.cli import run as running
from spielbaum.engine import Engine
from spielbaum.experiments.folder import read_summary
from spielbaum.experiments.growth import tasks as growth
from spielbaum.experiments.growth.summary import Curve, GrowthSummary, bounds, effective_branching
from spielbaum.games import load_game
from tests.experiments.made import make_growth
from tests.experiments.measuring import entries, measure, threads_executor, whole_json

UNIFORM = f"{Path(__file__).parent / 'uniform.py'}:uniform"


def curves(summary: Any) -> dict[str, Curve]:
    assert isinstance(summary, GrowthSummary)
    return {curve.algorithm: curve for curve in summary.curves}


@pytest.mark.parametrize(("b", "d"), [(2, 7), (3, 6), (4, 4)])
def test_a_uniform_tree_has_the_known_counts(tmp_path: Path, b: int, d: int) -> None:
    experiment = make_growth(
        f"{UNIFORM}:branching={b},depth={d}", algorithms=("minimax", "alphabeta", "ordered", "perfect")
    )
    summary = measure(experiment, tmp_path / "run")
    found = curves(summary)
    for depth in range(1, d + 1):
        full, sorted_, plain = (found[name].points[depth - 1] for name in ("minimax", "perfect", "alphabeta"))
        assert full.leaves == b**depth
        assert full.nodes == sum(b**level for level in range(depth + 1))
        # Knuth and Moore: what every algorithm has to look at, and what alpha-beta does with the best order.
        assert sorted_.leaves == b ** ((depth + 1) // 2) + b ** (depth // 2) - 1
        assert sorted_.nodes == bounds(b, depth).minimal
        assert sorted_.leaves <= plain.leaves <= full.leaves
        assert full.held == plain.held == depth + 1  # O(d) memory
    # The end of the game ends the curves, whatever depth is asked for.
    assert {len(curve.points) for curve in found.values()} == {d}
    assert isinstance(summary, GrowthSummary)
    assert summary.branching == pytest.approx(b)
    assert summary.theory[-1].full == pytest.approx(sum(b**level for level in range(d + 1)))
    assert summary.theory[-1].root == pytest.approx(b ** (d / 2), abs=1e-3)
    assert summary.disagreements == ()
    assert found["minimax"].exponent == 1
    assert found["perfect"].exponent is not None
    assert found["alphabeta"].exponent is not None
    assert found["perfect"].exponent < found["alphabeta"].exponent < 1
    assert read_summary(tmp_path / "run") == summary
    whole_json(summary)


def test_minimax_visits_as_many_nodes_as_there_are_games(tmp_path: Path) -> None:
    """The compiled rules count the same tree."""
    summary = measure(make_growth("tictactoe", depth=5, algorithms=("minimax", "engine")), tmp_path / "run")
    games = Engine(load_game("tictactoe")).perft(depth=5)
    points = curves(summary)["minimax"].points
    assert [point.nodes for point in points] == [1 + sum(games[:depth]) for depth in range(1, 6)]
    assert len(curves(summary)["engine"].points) == 5


def test_the_limit_of_nodes_ends_a_series(tmp_path: Path) -> None:
    experiment = make_growth("tictactoe", nodes=2000, algorithms=("minimax", "alphabeta", "perfect"))
    found = curves(measure(experiment, tmp_path / "run"))
    assert [len(found[name].points) for name in ("minimax", "alphabeta", "perfect")] == [3, 5, 3]
    for curve in found.values():
        assert all(point.nodes <= 2000 for point in curve.points)
    nothing = measure(make_growth("tictactoe", nodes=1, algorithms=("minimax",)), tmp_path / "none")
    assert curves(nothing)["minimax"].points == ()
    assert curves(nothing)["minimax"].fit is None
    whole_json(nothing)


def test_several_positions_the_same_again(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"positions": 3, "position_text": "random:3", "nodes": 3000, "seed": 5}
    for name, workers in (("one", 1), ("two", 2)):
        experiment = make_growth("kalah:houses=3,seeds=2", algorithms=("minimax", "ordered"), **settings)
        assert experiment.settings.positions.count == 3
        measure(experiment, tmp_path / name, number=workers)
    assert entries(tmp_path / "one") == entries(tmp_path / "two")
    assert len(entries(tmp_path / "one")) == 6


def test_different_values_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = growth._SEARCHERS["alphabeta"]

    def wrong(*arguments: Any) -> Any:
        count = honest(*arguments)
        return None if count is None else replace(count, value=count.value + 1)

    monkeypatch.setitem(growth._SEARCHERS, "alphabeta", wrong)
    monkeypatch.setattr(running, "opened_executor", threads_executor)
    arguments = ["growth", "tictactoe", "--depth", "2", "--algorithms", "minimax,alphabeta"]
    told = CliRunner().invoke(main, arguments, prog_name="spielbaum")
    assert told.exit_code == 3
    assert "DISAGREE in 2 cases: 0/1: minimax" in told.stdout


def test_the_command(tmp_path: Path) -> None:
    arguments = ["growth", "tictactoe", "--depth", "4", "--algorithms", "minimax,alphabeta,perfect"]
    arguments += ["--workers", "1", "--out", str(tmp_path / "run")]
    told = CliRunner().invoke(main, [*arguments, "--json"], prog_name="spielbaum")
    assert told.exit_code == 0, told.stderr
    written = json.loads((tmp_path / "run" / "summary.json").read_text("utf-8"))
    assert len(written.pop("measures")) == 3
    assert json.loads(told.stdout) == written
    shown = CliRunner().invoke(main, arguments, prog_name="spielbaum").stdout.splitlines()
    head = next(number for number, line in enumerate(shown) if line.startswith("depth"))
    assert shown[head].split()[-4:] == ["b^d", "b^(d/2)", "minimal", "tree"]
    assert shown[head + 4].split()[:2] == ["4", "3,610"]  # 1 + 9 + 72 + 504 + 3024


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["growth", "tictactoe", "--algorithms", "minmax"], "did you mean: minimax"),
        (["growth", "tiktaktoe"], "did you mean: tictactoe"),
        (["growth", "trio"], "trio"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], sentence: str) -> None:
    told = CliRunner().invoke(main, arguments, prog_name="spielbaum")
    assert (told.exit_code, told.stderr.count("\n")) == (2, 1)
    assert sentence in told.stderr


def test_the_effective_branching_factor() -> None:
    assert effective_branching(1 + 7 + 49 + 343, 3) == pytest.approx(7)
    assert effective_branching(5, 1) == pytest.approx(4)
    assert effective_branching(4, 3) == pytest.approx(1)
