"""2048 on 4 × 4 cells: how often the engine reaches the tile 2048 with little work per move.

The goal is stated for 50 ms per move. Work is limited by positions instead, so that the same command gives
the same games on every machine, busy or not; the processor time that a move took is told beside it. A game
ends where the tile is reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from benchmarks.options import Options, say
from benchmarks.report import Row, Target
from spielbaum.engine import Engine
from spielbaum.game import Game, Position
from spielbaum.games.game2048 import State, game2048
from spielbaum.play.dice import luck, outcome

TITLE = "2048"
POSITIONS = 5_000
WANTED = 2048


def run(options: Options) -> Iterator[Row]:
    game = game2048()
    engine = Engine(game)
    engine.search(Position.of(game, "2a1 2b1"), depth=1)  # compiles
    games = 2 if options.quick else 200
    reached, slides, began = 0, 0, process_time()
    for number in range(games):
        largest, count = one_game(game, engine, options.seed * 1000 + number)
        reached, slides = reached + (largest >= WANTED), slides + count
        if number % 10 == 9 or largest < WANTED:
            say(f"game {number + 1}: {largest}; so far {reached} reached {WANTED}")
    case = f"games of {games} that reach {WANTED} with {POSITIONS:,} positions per move"
    yield Row("tiles", case, "share", reached / games, target=Target(least=0.9))
    spent = (process_time() - began) / slides
    yield Row("tiles", "processor time per move", "s", spent, target=Target(most=0.05))


def largest_tile(state: State) -> int:
    return max(1 << ((state.cells >> 4 * cell) & 15) for cell in range(16))


def one_game(game: Game[State, int], engine: Engine[State, int], seed: int) -> tuple[int, int]:
    """The largest tile at the end of the game, or where it is as large as wanted; and how often was slid."""
    state, tiles, slides = game.start, 0, 0
    while not game.ended(state) and largest_tile(state) < WANTED:
        if state.adding:
            move = outcome(game, state, luck(seed, 0, tiles))
            tiles += 1
        else:
            found = engine.search(Position(game, state), nodes=POSITIONS).move
            assert found is not None
            move = found
            slides += 1
        state = game.play(state, move)
    return largest_tile(state), slides
