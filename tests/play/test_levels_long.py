"""Higher levels are stronger, shown by matches; the table of all games: `tools/levels.py`."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

from tools.levels import measure

pytestmark = pytest.mark.long


@pytest.mark.parametrize("game", ["tictactoe", "trio", "connect4", "kalah", "othello"])
def test_no_level_is_weaker_than_the_one_below(game: str) -> None:
    with ProcessPoolExecutor(2) as pool:
        scores = [measure(game, level, 20, pool) for level in range(2, 8)]
    for mean, error in scores:
        assert mean + 2 * error > 0.5, scores
    # Together they leave no doubt: six steps, each a little better.
    assert sum(mean for mean, _ in scores) / len(scores) > 0.5
