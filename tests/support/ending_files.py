"""Files of chess endings with the few positions that a test needs."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spielbaum import load_game
from spielbaum.games.chess import endings
from spielbaum.solution import Section, facts_of, write_solution


def ending_file(path: Path, *entries: tuple[str, int, int]) -> Path:
    """An ending of king and rook that knows these positions: FEN, value for the mover, remoteness."""
    name = "chess:men=KRK"
    known: dict[int, tuple[int, int]] = {}
    for fen, value, plies in entries:
        state = endings.read(fen)
        assert state is not None
        known[endings.solution_key(state)] = value, plies
    keys = sorted(known)
    values, remoteness = (np.array([known[key][column] for key in keys]) for column in (0, 1))
    section = Section(None, np.array(keys)[:, None], values, remoteness, np.zeros(len(keys), np.bool_))
    write_solution(path, facts_of(load_game(name), name), [section])
    return path
