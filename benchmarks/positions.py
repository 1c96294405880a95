"""Connect Four positions at four stages of the game: from files, or from a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from benchmarks.options import Missing
from spielbaum.games import load_game


@dataclass(frozen=True, slots=True)
class Sample:
    """Columns played, as in 4455; the score for the player to move, where a file gives it."""

    columns: str
    score: int | None = None


#: Stage: plies played so far (from, to). As in the published sets: easy positions are short wins.
STAGES = {
    "end_easy": (28, 35),
    "middle_easy": (16, 27),
    "begin_easy": (10, 14),
    "begin_medium": (12, 14),
}


def samples(folder: Path | None, stage: str, count: int, seed: int) -> list[Sample]:
    """The first `count` positions of that stage."""
    if folder is None:
        return _generated(stage, count, seed)
    path = folder / f"{stage}.txt"
    if not path.is_file():
        raise Missing(f"{path} is not there")
    lines = path.read_text(encoding="ascii").split("\n")[:count]
    pairs = [line.split() for line in lines if line.strip()]
    return [Sample(columns, int(score)) for columns, score in pairs]


def _generated(stage: str, count: int, seed: int) -> list[Sample]:
    """Random games, broken off where nobody can win with the next stone."""
    game = load_game("connect4")
    chance = random.Random(f"{stage} {seed}")
    least, most = STAGES[stage]
    found: list[Sample] = []
    while len(found) < count:
        state, columns = game.start, ""
        for _ in range(chance.randint(least, most)):
            moves = [move for move in game.legal(state) if not game.ended(game.play(state, move))]
            if not moves:
                break
            move = chance.choice(moves)
            state, columns = game.play(state, move), columns + str(move + 1)
        wins = any(game.ended(game.play(state, move)) for move in game.legal(state))
        if len(columns) >= least and not wins and not game.ended(state):
            found.append(Sample(columns))
    return found
