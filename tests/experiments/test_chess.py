"""Experiments with chess, as with any game: small ones, by positions instead of by time."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from spielbaum.cli import main
from spielbaum.experiments.tune.settings import Lesson
from spielbaum.experiments.tune.summary import with_weights
from spielbaum.games import load_game
from spielbaum.games.chess.weights import WEIGHTS
from tests.experiments.made import make_tune


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_match(tmp_path: Path) -> None:
    arguments = ("match", "chess", "engine:nodes=300", "random", "--games", "2", "--seed", "3", "--json")
    found = json.loads(run(*arguments, "--out", str(tmp_path / "run")))
    assert (found["wins"], found["draws"], found["losses"]) == (2, 0, 0)


def test_what_techniques_are_worth(tmp_path: Path) -> None:
    arguments = ("--depth", "3", "--positions", "2", "--plies", "random:8", "--variants=-table,-quiescence")
    said = run("ablate", "chess", *arguments, "--out", str(tmp_path / "run"))
    assert "-quiescence" in said


def test_weights_from_results() -> None:
    """The game with weights as a parameter; one lesson, as fitting 2060 weights takes half a minute."""
    spec = "spielbaum.games.chess:weighed_chess"
    experiment = make_tune(spec, player="engine:nodes=50", games=2, match=0, samples=4, seed=1)
    lesson = experiment.task(0, {}).measure()
    assert isinstance(lesson, Lesson)
    assert [len(row) for row in lesson.rows] == [len(WEIGHTS)] * 4
    assert load_game(with_weights(spec, WEIGHTS)).name == "weighed_chess"
