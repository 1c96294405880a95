"""How many units of an evaluation come to one point of pay-off by the end: `python tools/estimates.py GAME`.

The engine plays itself, now and then at random; what it thinks of a position is held against what the player
gets in the end (least squares through nothing). A game tells this number in `units_per_point`, so that people
can be told estimates in points.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

from spielbaum import Engine, Game, Position, load_game
from spielbaum.result import Proof, final_line

#: Random moves at the beginning, and how many of those that follow are.
OPENING, SLIPS = (2, 8), 0.1


def played(
    game: Game[Any, Any], engine: Engine[Any, Any], nodes: int, random: Random
) -> list[tuple[float, float]]:
    """Units and points of each position of one game, from the side of the first player."""
    position = Position(game, game.start)
    opening = random.randint(*OPENING)
    units = []
    while not position.over:
        if position.plies < opening or random.random() < SLIPS:
            move = random.choice(position.legal_moves)
        else:
            result = engine.search(position, nodes=nodes)
            move = result.move
            if result.proof is Proof.ESTIMATE and abs(result.points) < 1:
                units.append(result.value_for(0) * game.facts.unit)
        position = position.after(move)
    points = final_line(game.utility(position.state)).value_for(0)
    return [(float(each), float(points)) for each in units]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    game, random = load_game(given.game), Random(given.seed)
    engine = Engine(game)
    found = [pair for _ in range(given.games) for pair in played(game, engine, given.nodes, random)]
    square = sum(units * units for units, _ in found)
    shared = sum(units * points for units, points in found)
    print(f"{given.game}: {len(found)} positions, {square / shared:.2f} units per point")


if __name__ == "__main__":
    main()
