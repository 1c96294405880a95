"""2048 on 4 × 4 cells: how often the engine reaches the tile 2048 with little time per move."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options, say
from benchmarks.report import Row, Target
from spielbaum.engine import Engine
from spielbaum.game import Game, Position
from spielbaum.games.game2048 import State, game2048
from spielbaum.play.dice import luck, outcome

TITLE = "2048"
SECONDS = 0.05
WANTED = 2048


def run(options: Options) -> Iterator[Row]:
    game = game2048()
    engine = Engine(game)
    engine.search(Position.of(game, "2a1 2b1"), depth=1)  # compiles
    games = 2 if options.quick else 200
    reached, scores = 0, 0
    for number in range(games):
        state = one_game(game, engine, options.seed * 1000 + number)
        largest = max(1 << ((state.cells >> 4 * cell) & 15) for cell in range(16))
        reached += largest >= WANTED
        scores += state.score
        say(f"game {number + 1}: score {state.score}, tile {largest}; so far {reached} reached {WANTED}")
    case = f"games of {games} that reach {WANTED} at {1000 * SECONDS:.0f} ms per move"
    yield Row("tiles", case, "share", reached / games, target=Target(least=0.9))
    yield Row("tiles", "mean score", "points", scores / games)


def one_game(game: Game[State, int], engine: Engine[State, int], seed: int) -> State:
    state, tiles = game.start, 0
    while not game.ended(state):
        if state.adding:
            move = outcome(game, state, luck(seed, 0, tiles))
            tiles += 1
        else:
            found = engine.search(Position(game, state), seconds=SECONDS).move
            assert found is not None
            move = found
        state = game.play(state, move)
    return state
