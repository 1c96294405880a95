"""The tool that fits the numbers of chess: it finds weights that are hidden in what it is shown."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spielbaum import load_game
from spielbaum.engine import Engine
from spielbaum.games.chess import numbers
from spielbaum.games.chess.fen import read_fen
from spielbaum.games.chess.weights import AT, COUNT, WEIGHTS
from tools.chess_weights import Judged, fit, judged_by, sigmoid, written


def test_hidden_weights_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    """Positions judged as if a queen were worth a pawn more; all else stays as it is."""
    chance, rows = np.random.default_rng(1), 2_000
    counts = np.zeros((rows, COUNT), np.int16)
    for name, most in (("pawn", 4), ("knight", 1), ("queen", 1)):
        counts[:, getattr(AT, name)] = chance.integers(-most, most + 1, rows)
    middle = chance.random(rows)
    hidden = np.array(WEIGHTS, float)
    hidden[[AT.queen, COUNT + AT.queen]] += 100
    value = (counts @ hidden[:COUNT]) * middle + (counts @ hidden[COUNT:]) * (1 - middle)
    found = fit(Judged(counts, middle, 1 - middle, value, sigmoid(0.003 * value)), ridge=0.01)
    # The scale is that of the old weights as a whole, so ratios are compared.
    for at in (0, COUNT):
        ratio = found[at + AT.queen] / found[at + AT.knight]
        assert ratio == pytest.approx(hidden[at + AT.queen] / hidden[at + AT.knight], rel=0.01)
        assert ratio > 1.05 * WEIGHTS[at + AT.queen] / WEIGHTS[at + AT.knight]
    unseen = np.flatnonzero(~counts.any(axis=0))
    assert all(found[at + i] == WEIGHTS[at + i] for at in (0, COUNT) for i in unseen)
    losses = [line.split() for line in capsys.readouterr().err.splitlines()]
    assert all(float(words[-2]) < float(words[-4]) for words in losses)


def test_what_is_written_is_the_file() -> None:
    assert written(WEIGHTS) == Path(numbers.__file__).read_text()


def test_the_end_of_the_line_is_judged() -> None:
    game = load_game("chess")
    engine = Engine(game, table_mb=1)
    end = judged_by(engine, game.start, 3)
    assert end is not None
    assert end != game.start
    assert engine.search(game.start, depth=3).value == game.estimate(end)
    # The mate is no matter of judgement.
    mate = read_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    assert mate is not None
    assert judged_by(engine, mate, 2) is None
