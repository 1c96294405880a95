"""One small run of each kind of experiment, for figures, reports and tables."""

from __future__ import annotations

from pathlib import Path

from spielbaum.experiments import Experiment
from tests.experiments.made import make_ablate, make_growth, make_sweep, make_tune
from tests.experiments.measuring import measure


def experiments(base: Path) -> dict[str, Path]:
    """Made with plain Python and nothing compiled wherever that is possible."""
    made: dict[str, Experiment] = {
        "sweep": make_sweep(
            "tictactoe", "nodes", [20, 80, 320], players=("alphabeta",), games=8, openings="random:2",
            algorithms=("minimax", "ordered"), positions=10, position_text="random:2-4", seed=3,
        ),
        "depths": make_sweep(
            "tictactoe", "depth", [1, 2], players=("alphabeta",), games=2, openings="random:2",
            algorithms=(), positions=0, position_text="random:2-4", seed=3,
        ),
        "growth": make_growth(
            "tictactoe", depth=5, nodes=5000, algorithms=("minimax", "alphabeta", "ordered"),
        ),
        "ablate": make_ablate("tictactoe", depth=3, positions=4, position_text="random:1-3",
                              variants=("-table", "bare"), seed=1),
        "tune": make_tune("othello:size=4", player="alphabeta:depth=1", games=20, match=6, samples=4,
                          openings="random:3", seed=2),
    }  # fmt: skip
    for name, experiment in made.items():
        measure(experiment, base / name)
    return {name: base / name for name in made}
