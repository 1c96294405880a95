"""Fit the numbers of the evaluation of chess to positions that a stronger program has judged.

`judge` lets Stockfish play itself with few positions a move from random openings, with a random move now and
then, and writes down each quiet position, what Stockfish thinks of it and how the game ended. `fit` writes
`numbers.py` anew: a logistic regression with a ridge that holds each weight near the one it has now.

    python -m tools.chess_weights judge --seconds 900 --seed 1 > judged.txt
    python -m tools.chess_weights fit judged.txt > numbers.py
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from spielbaum import Position, load_game
from spielbaum.engine.specialise import Compiler
from spielbaum.games.chess import legal
from spielbaum.games.chess.board import State, side_to_move
from spielbaum.games.chess.evaluation import phase
from spielbaum.games.chess.exchange import captured_kind
from spielbaum.games.chess.features import balance
from spielbaum.games.chess.fen import read_fen, write_fen
from spielbaum.games.chess.moves_text import read_uci
from spielbaum.games.chess.rules import utility
from spielbaum.games.chess.weights import COUNT, MOST_PHASE, SIZES, WEIGHTS
from tools.judge import Judge

Floats = NDArray[np.float64]
Wholes = NDArray[np.int64]

# --------------------------------------------------------------------------------------------- the positions

NODES = (1_500, 2_500)
RANDOM_MOVES = (0.03, 0.1, 0.2)
OPENING, LONGEST = (4, 10), 240
#: Hundredths of a pawn: positions that are decided teach little, and so many in a row end the game.
DECIDED, DECIDED_MOVES = 1_500, 3


def judged_game(judge: Judge, chance: random.Random) -> Iterator[str]:
    """One game: `FEN;hundredths of a pawn for White;score of White`."""
    game = load_game("chess")
    position: Position[Any, Any] = Position.of(game)
    for _ in range(chance.randint(*OPENING)):
        if not position.over:
            position = position.after(chance.choice(game.legal(position.state)))
    share, nodes = chance.choice(RANDOM_MOVES), chance.choice(NODES)
    found: list[str] = []
    decided, value = 0, 0
    while not position.over and len(position.history) < LONGEST and decided < DECIDED_MOVES:
        s = position.state
        best = judge.ask(write_fen(s), f"nodes {nodes}")[0]
        value = best.value * (1 - 2 * side_to_move(s))
        move = read_uci(s, best.move)
        assert move is not None
        decided = decided + 1 if abs(value) > DECIDED else 0
        quiet = captured_kind(s, move) < 0 and not legal.becomes(move) and not legal.in_check(s)
        if quiet and not decided:
            found.append(f"{write_fen(s)};{value}")
        position = position.after(chance.choice(game.legal(s)) if chance.random() < share else move)
    score = (utility(position.state) + 1) / 2 if position.over else 0.5
    if decided == DECIDED_MOVES:
        score = 1.0 if value > 0 else 0.0
    return (f"{line};{score:g}" for line in found)


# ---------------------------------------------------------------------------------------------- the features

#: So many features are read off one evaluation, each in bits of its own.
BITS, TOGETHER = 12, 5


class Judged(NamedTuple):
    features: NDArray[np.int16]
    #: 1 in the opening, 0 in the ending.
    middle: Floats
    value: Floats
    score: Floats


def read_judged(paths: Sequence[Path]) -> Judged:
    states, values, scores = [], [], []
    for path in paths:
        for line in path.read_text().splitlines():
            fen, value, score = line.split(";")
            s = read_fen(fen)
            assert s is not None
            states.append(tuple(s))
            values.append(float(value))
            scores.append(float(score))
    rows = np.array(states, np.int64)
    found = np.zeros((len(rows), COUNT), np.int16)
    phases = np.zeros(len(rows), np.int64)
    _counter()(rows, _probes(), found, phases)
    return Judged(found, phases / MOST_PHASE, np.array(values), np.array(scores))


def _probes() -> Wholes:
    """Weights of 1 in the bits of one feature and 0 for all those that come with other probes."""
    probes = np.zeros((-(-COUNT // TOGETHER), COUNT), np.int64)
    for i in range(COUNT):
        probes[i // TOGETHER, i] = 1 << (BITS * (i % TOGETHER))
    return probes


def _counter() -> Any:
    """Compiled, for a hundred thousand positions take seconds so instead of minutes."""
    compiler = Compiler("chess_weights")
    weigh, middle = compiler.rule(balance), compiler.rule(phase)
    half, mask = 1 << (BITS - 1), (1 << BITS) - 1

    @numba.njit
    def count(rows: Any, probes: Any, found: Any, phases: Any) -> None:
        for r in range(len(rows)):
            row = rows[r]
            s = State(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])
            phases[r] = middle(s)
            for j in range(len(probes)):
                value = weigh(probes[j], s)
                for i in range(j * TOGETHER, min((j + 1) * TOGETHER, found.shape[1])):
                    lowest = ((value + half) & mask) - half
                    found[r, i] = lowest
                    value = (value - lowest) >> BITS

    return count


# --------------------------------------------------------------------------------------------------- the fit

#: How much of what is to be foretold is the program's judgement; the rest is how the game ended.
TRUST = 0.95
#: How far a weight may go for the price of one nat times the ridge, in hundredths of a pawn.
FREEDOM = {"pawn": 40, "knight": 40, "bishop": 40, "rook": 40, "queen": 40}
FREEDOM |= {"danger": 40, "danger_without_queen": 40}
FREEDOM |= {"knight_and_pawns": 4, "rook_and_pawns": 4, "bishop_and_pawns": 4}
USUAL_FREEDOM = 15
STEPS, PRECISE = 8, 0.02


def sigmoid(z: Floats) -> Floats:
    found: Floats = 0.5 * (1 + np.tanh(z / 2))
    return found


def slope_of(value: Floats, score: Floats) -> float:
    """Logits for a hundredth of a pawn."""
    k = 0.003
    for _ in range(20):
        p = sigmoid(k * value)
        k -= float(((p - score) * value).sum() / (p * (1 - p) * value**2).sum())
    return k


def loss(z: Floats, target: Floats) -> float:
    """Mean divergence, in nats: 0 where all is foretold."""
    sure = np.clip(target, 1e-12, 1 - 1e-12)
    least = -(sure * np.log(sure) + (1 - sure) * np.log(1 - sure))
    return float(np.mean(np.logaddexp(0, z) - target * z - least))


def fit(judged: Judged, ridge: float) -> list[int]:
    """New weights in the scale of the present ones, so that the margins of the search keep their meaning."""
    old = np.array(WEIGHTS, float)
    freedom = np.repeat([FREEDOM.get(name, USUAL_FREEDOM) for name in SIZES], list(SIZES.values()))
    freedom = np.concatenate((freedom, freedom)).astype(float)
    target = TRUST * sigmoid(slope_of(judged.value, judged.score) * judged.value)
    target += (1 - TRUST) * judged.score
    counts, middle = judged.features.astype(np.float32), judged.middle.astype(np.float32)[:, None]
    x = np.concatenate((counts * middle, counts * (1 - middle)), axis=1)
    before = x @ old
    k = slope_of(before, target)
    # Whole stretches of games are kept back, since positions of one game are alike.
    kept_back = (np.arange(len(x)) // 400) % 10 == 0
    y = x[~kept_back] * (k * freedom).astype(np.float32)
    start, wanted = k * before[~kept_back], target[~kept_back]
    change = np.zeros(len(old))
    for _ in range(STEPS):
        p = sigmoid(start + y @ change)
        half = y * np.sqrt(p * (1 - p)).astype(np.float32)[:, None]
        hessian = (half.T @ half).astype(float) + ridge * np.eye(len(old))
        step = np.linalg.solve(hessian, y.T @ (p - wanted) + ridge * change)
        change -= step
        if np.abs(step).max() < PRECISE:
            break
    new = old + freedom * change
    for name, part in (("learnt from", ~kept_back), ("kept back", kept_back)):
        losses = [loss(k * (x[part] @ weights), target[part]) for weights in (old, new)]
        print(f"{name}: loss {losses[0]:.5f} before, {losses[1]:.5f} after", file=sys.stderr)
    return [round(weight) for weight in new]


# ----------------------------------------------------------------------------------------------- the file

_HEAD = '''"""The numbers of the evaluation of chess, as `tools/chess_weights.py` writes them."""

from __future__ import annotations

# fmt: off
#: For each feature its weights in the opening and in the ending, in hundredths of a pawn.
#: By square: from the first rank up, each from the a- to the d-file; the other wing is the same. `shelter`:
#: a row for each file, from the rim on, by how far the pawn is ahead of the king, 0 for none. All others by
#: rank, number of squares, distance, or danger.
TABLE: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
'''


def written(weights: Sequence[int]) -> str:
    """The source of `numbers.py`."""
    text, at = _HEAD, 0
    for name, size in SIZES.items():
        parts = weights[at : at + size], weights[COUNT + at : COUNT + at + size]
        at += size
        if size == 1:
            text += f'    "{name}": (({parts[0][0]},), ({parts[1][0]},)),\n'
            continue
        width = 4 if name.endswith("_square") else 8 if name == "shelter" else 16
        text += f'    "{name}": (\n'
        for part in parts:
            rows = [", ".join(map(str, part[i : i + width])) for i in range(0, size, width)]
            inner = (
                rows[0] if len(rows) == 1 else "\n            " + ",\n            ".join(rows) + ",\n        "
            )
            text += f"        ({inner}),\n"
        text += "    ),\n"
    return text + "}\n# fmt: on\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    judging = commands.add_parser("judge")
    judging.add_argument("--program", default="stockfish")
    judging.add_argument("--seconds", type=float, default=900)
    judging.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--ridge", type=float, default=0.5)
    given = parser.parse_args()
    if given.command == "judge":
        judge, chance, end = Judge(given.program), random.Random(given.seed), time.monotonic() + given.seconds
        while time.monotonic() < end:
            for line in judged_game(judge, chance):
                print(line, flush=True)
    else:
        print(written(fit(read_judged(given.files), given.ridge)), end="")


if __name__ == "__main__":
    main()
