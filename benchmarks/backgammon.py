"""Backgammon beside GNU Backgammon: the same moves, how fast one is chosen, and a match with paired dice.

In both games of a pair the k-th throw is the same, and the same colour begins: what the engine throws in
the first game its opponent throws in the second one. (Where the engine had the same throws in both, two
players without chance would play the same game twice, and the interval would be wider by √2.)
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from statistics import correlation, mean, stdev

from benchmarks.gnubg import PATH, Gnubg
from benchmarks.options import Missing, Options, say
from benchmarks.report import Row, Target
from spielbaum.engine import Engine
from spielbaum.game import Game, Position
from spielbaum.games.backgammon import backgammon
from spielbaum.games.backgammon.identifiers import position_id
from spielbaum.games.backgammon.moves_text import move_text
from spielbaum.games.backgammon.rules import NOBODY, State, both, moves
from spielbaum.play.dice import luck, outcome
from spielbaum.result import CHANCE

TITLE = "Backgammon"


def run(options: Options) -> Iterator[Row]:
    if PATH is None:
        raise Missing("GNU Backgammon is not installed (Debian package gnubg)")
    game = backgammon()
    with Gnubg() as peer:
        asked, different = compare_moves(game, peer, games=1 if options.quick else 20, seed=options.seed)
        case = f"throws at random positions ({asked}) with other moves than gnubg's"
        yield Row("backgammon", case, "throws", float(different), target=Target(most=0))
        engine = Engine(game, table_mb=16)
        for case, depth, count, most in (
            ("all moves", 1, 20, 0.005),
            ("all moves and throws", 2, 20, 0.005),
            ("all moves, throws and replies", 3, 20, 1.0),
            ("and once more throws and replies", 5, 2 if options.quick else 6, 1.0),
        ):
            seconds = time_of_choice(game, engine, depth, count, options.seed)
            row = f"processor time of a move: {case} (depth {depth})"
            yield Row("backgammon", row, "s", seconds, target=Target(most=most))
        pairs = match(game, engine, peer, pairs=2 if options.quick else 150, seed=options.seed, depth=3)
    games = [points for pair in pairs for points in pair]
    won = sum(points > 0 for points in games) / len(games)
    yield Row(
        "backgammon",
        f"games won of {len(games)} against gnubg 0-ply (depth 3)",
        "share",
        won,
        target=Target(least=0.6),
    )
    yield Row("backgammon", "points per game", "points", mean(games))
    if len(pairs) > 1:
        # How much the same dice for both sides narrow the interval of the mean.
        paired = 1.96 * stdev(map(mean, pairs)) / len(pairs) ** 0.5
        alone = 1.96 * stdev(games) / len(games) ** 0.5
        yield Row("backgammon", "± of that (95 %), by pairs", "points", paired, "by games", alone)
        yield Row(
            "backgammon", "correlation of the games of a pair", "", correlation(*zip(*pairs, strict=True))
        )


def compare_moves(game: Game[State, int], peer: Gnubg, *, games: int, seed: int) -> tuple[int, int]:
    """How many throws were looked at, and at how many the numbers of legal moves differ."""
    random, asked, different = Random(seed), 0, 0
    for _ in range(games):
        state, ply = game.start, 0
        while not game.ended(state):
            if state.dice == 0 and state.turn != NOBODY and ply % 5 == 0:
                for throw in moves(state):
                    here = game.play(state, throw)
                    own = [move for move in moves(here) if move]
                    theirs = peer.moves(position_id(both(here)), throw)
                    asked += 1
                    different += len(own) != len(theirs)
            state, ply = game.play(state, random.choice(game.legal(state))), ply + 1
    return asked, different


def time_of_choice(
    game: Game[State, int], engine: Engine[State, int], depth: int, count: int, seed: int
) -> float:
    """The mean processor time of a search to that depth, over so many positions of a game that it plays."""
    random, position = Random(seed), Position(game, game.start)
    spent: list[float] = []
    engine.search(Position.of(game, "31"), depth=1)  # compiles
    while not position.over and len(spent) < count:
        if position.player == CHANCE:
            position = position.after(random.choice(position.legal_moves))
            continue
        began = time.process_time()
        move = engine.search(position, depth=depth).move
        spent.append(time.process_time() - began)
        assert move is not None
        position = position.after(move)
    return mean(spent)


def match(
    game: Game[State, int], engine: Engine[State, int], peer: Gnubg, *, pairs: int, seed: int, depth: int = 1
) -> list[tuple[int, int]]:
    """What the engine wins as White and, with the same dice, as Black."""
    found = []
    for number in range(pairs):
        first, second = (
            one_game(game, engine, peer, own=own, dice=1000 * seed + number, depth=depth) for own in (0, 1)
        )
        found.append((first, second))
        if number % 10 == 9:
            say(f"{number + 1} pairs, {sum(map(sum, found)) / (2 * len(found)):+.2f} points per game")
    return found


def one_game(
    game: Game[State, int], engine: Engine[State, int], peer: Gnubg, *, own: int, dice: int, depth: int
) -> int:
    state, throws = game.start, 0
    while not game.ended(state):
        if state.dice == 0:
            move = outcome(game, state, luck(dice, 0, throws))
            throws += 1
        elif state.turn == own:
            found = engine.search(Position(game, state), depth=depth).move
            assert found is not None
            move = found
        else:
            best = peer.moves(position_id(both(state)), state.dice)
            move = game.find_move(state, best[0]) if best else game.find_move(state, move_text(state, 0))
        state = game.play(state, move)
    payoff = game.utility(state)
    assert isinstance(payoff, int)
    return -payoff if own else payoff
