"""Find positions for `benchmarks/tactics.txt`: one move wins, and a shallow look does not show it.

Games are played badly on purpose: the engine with a few positions per move and a random move now and then.
Stockfish judges: the best move must win, be far better than the second best, not be what a shallow search
plays, and a much deeper search must agree.

    python -m tools.tactics --number 60 --seed 1 > benchmarks/tactics.txt
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from typing import Any

from spielbaum import Position, load_game
from spielbaum.engine import Engine
from spielbaum.games.chess.fen import write_fen
from spielbaum.games.chess.moves_text import read_uci, san_text
from tools.judge import Judge, Judged

#: Hundredths of a pawn: the best move is worth at least so much, and so much more than the second best.
WINS, AHEAD = 200, 250
#: Plies of the shallow look, the glance that most positions do not pass, the judgement, the second opinion.
SHALLOW, GLANCE, DEEP, DEEPER = 4, 8, 14, 20
#: How far the best move must be ahead at a glance, so that most positions need no deeper look.
PROMISING = 50
NODES_A_MOVE, RANDOM_MOVES = 300, 0.1
FIRST_PLY, LAST_PLY = 14, 90


def one_wins(two: list[Judged]) -> bool:
    return len(two) == 2 and two[0].value >= WINS and two[0].value - two[1].value >= AHEAD


def games(seed: int) -> Iterator[list[Position[Any, Any]]]:
    chance = random.Random(seed)
    game = load_game("chess")
    engine = Engine(game, table_mb=4)
    while True:
        position = Position.of(game)
        passed = []
        while not position.over and len(position.history) < LAST_PLY:
            legal = game.legal(position.state)
            if chance.random() < RANDOM_MOVES or len(position.history) < 6:
                move = chance.choice(legal)
            else:
                move = engine.search(position, nodes=NODES_A_MOVE).move
            position = position.after(move)
            passed.append(position)
        yield passed[FIRST_PLY:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    judge = Judge(lines=2, table_mb=64)
    left = given.number
    for passed in games(given.seed):
        for position in passed:
            if position.over or left == 0:
                continue
            fen = write_fen(position.state)
            shallow = judge.ask(fen, f"depth {SHALLOW}")
            glance = judge.ask(fen, f"depth {GLANCE}") if len(shallow) == 2 else []
            if len(glance) < 2 or glance[0].value - glance[1].value < PROMISING:
                continue
            two = judge.ask(fen, f"depth {DEEP}")
            if not one_wins(two) or shallow[0].move == two[0].move:
                continue
            again = judge.ask(fen, f"depth {DEEPER}")
            if not one_wins(again) or again[0].move != two[0].move:
                continue
            move = read_uci(position.state, again[0].move)
            assert move is not None
            print(f"{fen}; {san_text(position.state, move)}", flush=True)
            left -= 1
            print(f"{given.number - left} of {given.number}", file=sys.stderr)
            break  # one position per game
        if left == 0:
            break


if __name__ == "__main__":
    main()
