"""Higher levels are stronger, shown by matches; the table of all games: `tools/levels.py`."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

from tools.levels import measure

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("game", "pairs"),
    [("tictactoe", 150), ("trio", 300), ("connect4", 20), ("kalah", 20), ("othello", 20)],
)
def test_no_level_is_weaker_than_the_one_below(game: str, pairs: int) -> None:
    with ProcessPoolExecutor(2) as pool:
        scores = [measure(game, level, pairs, pool) for level in range(2, 8)]
    for mean, error in scores:
        assert mean + 2 * error > 0.5, scores
    # Together they leave no doubt: six steps, each a little better.
    assert sum(mean for mean, _ in scores) / len(scores) > 0.5
