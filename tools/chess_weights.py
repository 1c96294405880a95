"""Fit the numbers of the evaluation of chess to positions that a stronger program has judged.

`judge` lets Stockfish play itself with few positions per move from random openings, with a random move now
and then, and writes down each quiet position, what Stockfish thinks of it and how the game ended. `fit`
writes `numbers.py` anew: a logistic regression with a ridge that holds each weight near the one it has now.
With `--plies` the features are those of the position that a search of that depth ends in, since that is where
the evaluation is asked: what a search finds out by itself need not be guessed by it.

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
from spielbaum.engine import Engine
from spielbaum.engine.compiler import Compiler
from spielbaum.games.chess import legal
from spielbaum.games.chess.board import State, side_to_move
from spielbaum.games.chess.evaluation import GRAIN, evaluation, phase, scale
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
    #: How much of the features counts with the weights of the opening, and with those of the ending.
    opening: Floats
    ending: Floats
    value: Floats
    score: Floats

    def rows(self, some: Wholes) -> NDArray[np.float32]:
        """What the weights of these positions are multiplied by."""
        counts = self.features[some].astype(np.float32)
        parts = (counts * part[some].astype(np.float32)[:, None] for part in (self.opening, self.ending))
        return np.concatenate(tuple(parts), axis=1)


def read_judged(paths: Sequence[Path], plies: int) -> Judged:
    states, values, scores = [], [], []
    engine = Engine(load_game("chess"), table_mb=1)
    for path in paths:
        for line in path.read_text().splitlines():
            fen, value, score = line.split(";")
            s = read_fen(fen)
            assert s is not None
            if plies:
                s = judged_by(engine, s, plies)
            if s is None:
                continue
            states.append(tuple(s))
            values.append(float(value))
            scores.append(float(score))
    rows = np.array(states, np.int64)
    found = np.zeros((len(rows), COUNT), np.int16)
    phases, scales = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    _counter()(rows, _probes(), found, phases, scales)
    opening, ending = (part * scales / GRAIN for part in (phases, MOST_PHASE - phases))
    return Judged(found, opening, ending, np.array(values), np.array(scores))


def judged_by(engine: Engine[Any, Any], s: State, plies: int) -> State | None:
    """The position whose evaluation is the value of a search; None where captures beyond the line decide."""
    engine.clear()
    found = engine.search(s, depth=plies)
    end = s
    for move in found.moves:
        end = engine.game.play(end, move)
    view = 1 - 2 * side_to_move(s)
    return end if found.value * view == engine.game.estimate(end) else None


def _probes() -> Wholes:
    """Weights of 1 in the bits of one feature and 0 for all those that come with other probes."""
    probes = np.zeros((-(-COUNT // TOGETHER), COUNT), np.int64)
    for i in range(COUNT):
        probes[i // TOGETHER, i] = 1 << (BITS * (i % TOGETHER))
    return probes


def _counter() -> Any:
    """Compiled, for a hundred thousand positions take seconds so instead of minutes."""
    compiler = Compiler("chess_weights")
    weigh, middle, share = (compiler.rule(rule) for rule in (balance, phase, scale))
    worth = compiler.rule(evaluation())
    half, mask = 1 << (BITS - 1), (1 << BITS) - 1

    @numba.njit
    def count(rows: Any, probes: Any, found: Any, phases: Any, scales: Any) -> None:
        for r in range(len(rows)):
            row = rows[r]
            s = State(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])
            phases[r] = middle(s)
            scales[r] = share(s, worth(s))
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
FREEDOM |= {name: 10 for name in SIZES if "_square" in name}
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


def _portions(numbers: Wholes) -> list[Wholes]:
    """A few thousand positions at a time: all rows together would take gigabytes."""
    return [numbers[i : i + 8192] for i in range(0, len(numbers), 8192)]


def _weighed(judged: Judged, weights: Floats) -> Floats:
    """The evaluation of all positions."""
    every = _portions(np.arange(len(judged.value)))
    return np.concatenate([judged.rows(some) @ weights for some in every])


def fit(judged: Judged, ridge: float) -> list[int]:
    """New weights in the scale of the present ones, so that the margins of the search keep their meaning."""
    old = np.array(WEIGHTS, float)
    freedom = np.repeat([FREEDOM.get(name, USUAL_FREEDOM) for name in SIZES], list(SIZES.values()))
    freedom = np.concatenate((freedom, freedom)).astype(float)
    target = TRUST * sigmoid(slope_of(judged.value, judged.score) * judged.value)
    target += (1 - TRUST) * judged.score
    before = _weighed(judged, old)
    k = slope_of(before, target)
    # Whole stretches of games are kept back, since positions of one game are alike.
    kept_back = (np.arange(len(target)) // 400) % 10 == 0
    change = np.zeros(len(old))
    for _ in range(STEPS):
        slope, hessian = ridge * change, ridge * np.eye(len(old))
        for some in _portions(np.flatnonzero(~kept_back)):
            x = judged.rows(some) * (k * freedom).astype(np.float32)
            p = sigmoid(k * before[some] + x @ change)
            slope += x.T @ (p - target[some])
            x *= np.sqrt(p * (1 - p)).astype(np.float32)[:, None]
            hessian += x.T @ x
        step = np.linalg.solve(hessian, slope)
        change -= step
        if np.abs(step).max() < PRECISE:
            break
    new = old + freedom * change
    for name, part in (("learnt from", ~kept_back), ("kept back", kept_back)):
        losses = [loss(k * _weighed(judged, weights)[part], target[part]) for weights in (old, new)]
        print(f"{name}: loss {losses[0]:.5f} before, {losses[1]:.5f} after", file=sys.stderr)
    return [round(weight) for weight in new]


# ----------------------------------------------------------------------------------------------- the file

_HEAD = '''"""The numbers of the evaluation of chess, as `tools/chess_weights.py` writes them."""

from __future__ import annotations

# fmt: off
#: For each feature its weights in the opening and in the ending, in hundredths of a pawn.
#: By square, from a1 on: `_square` on a board mirrored so that the own king stands on the right wing,
#: `_square_theirs` so that the other king does. `shelter`: a row for each file, from the rim on, by how far
#: the pawn is ahead of the king, 0 for none. Threats: of the player who is not to move, and who is. All
#: others by rank, number of squares, distance, or danger.
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
        width = 8 if "_square" in name or name == "shelter" else 16
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
    fitting.add_argument("--plies", type=int, default=0)
    fitting.add_argument("--ridge", type=float, default=0.5)
    given = parser.parse_args()
    if given.command == "judge":
        judge, chance, end = Judge(given.program), random.Random(given.seed), time.monotonic() + given.seconds
        while time.monotonic() < end:
            for line in judged_game(judge, chance):
                print(line, flush=True)
    else:
        print(written(fit(read_judged(given.files, given.plies), given.ridge)), end="")


if __name__ == "__main__":
    main()
