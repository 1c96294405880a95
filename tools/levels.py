"""Is a higher level stronger? Neighbouring levels play each other, openings in pairs with sides swapped.

    python tools/levels.py connect4 kalah --pairs 20

Prints a table in Markdown: for each level its score against the one below, in per cent, 50 being its fair
share of the points, with the standard error of the pairs. Levels are limited by positions and not by time, so
the same command gives the same games on every machine. With three players one meets two of the level below.
All games of a pair have the same dice. In a game for one player both levels play it, with the same dice, and
the one with more points has won. No worker searches a position twice for the same level, so that thousands of
games of Pig take a minute.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from random import Random
from statistics import fmean, stdev
from typing import Any

from spielbaum.game import Game, Position
from spielbaum.games import built_in_names, load_game
from spielbaum.play import LEVELS, Choice, Player, Turn, play_match
from spielbaum.play.levels import LevelPlayer
from spielbaum.play.outcome import Outcome


@dataclass(frozen=True)
class Pair:
    """One opening, played once with the higher level in every seat."""

    game: str
    level: int
    seed: int


@dataclass
class Remembering(Player):
    """A player whose moves depend on the position alone: asked about one again, it need not search again."""

    asked: Player
    choices: dict[Any, Choice] = field(default_factory=dict)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        self.asked.prepare(game, seed)

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        if position.state not in self.choices:
            self.choices[position.state] = self.asked.choose(position, turn)
        return self.choices[position.state]


class OneSearchPerPosition(LevelPlayer):
    """Plays as the level does, slips included; only the searches are remembered, from game to game."""

    def _searcher_for(self, game: Game[Any, Any]) -> Player:
        searcher = super()._searcher_for(game)
        # Without chance a search knows which positions have come before; random games have the game's seed.
        of_position_alone = game.fits_engine and (game.has_chance or not game.facts.repeats)
        return Remembering(searcher) if of_position_alone else searcher


@cache
def game_of(name: str) -> Game[Any, Any]:
    return load_game(name)


@cache
def player_of(level: int) -> OneSearchPerPosition:
    return OneSearchPerPosition(level)


def opening(game: Game[Any, Any], seed: int) -> Position[Any, Any]:
    """A few random moves, fewer in short games; never to the end."""
    random = Random(f"{game.name} {seed}")
    plies = random.randrange(0, 1 + min(4, (game.facts.longest or 40) // 4))
    position = Position(game, game.start)
    for _ in range(plies):
        after = position.after(random.choice(game.legal(position.state)))
        if after.over:
            break
        position = after
    return position


def score(pair: Pair) -> float:
    """What the higher level took of the points, where one half is its fair share."""
    game = game_of(pair.game)
    start = opening(game, pair.seed)
    if game.facts.players == 1:
        ends = [
            played(game, [level], start, pair.seed * 10, pair.seed) for level in (pair.level, pair.level - 1)
        ]
        higher, lower = (end.payoffs or () for end in ends)
        return 0.5 if higher == lower else float(higher > lower)
    scores = []
    for seat in range(game.facts.players):
        levels = [pair.level if player == seat else pair.level - 1 for player in range(game.facts.players)]
        outcome = played(game, levels, start, pair.seed * 10 + seat, pair.seed)
        # Among three a fair share is a third of the point; scaled so that a fair share is one half.
        scores.append(outcome.scores[seat] * game.facts.players / 2)
    return fmean(scores)


def played(
    game: Game[Any, Any], levels: list[int], start: Position[Any, Any], seed: int, dice: int
) -> Outcome:
    """How a game of those levels ends."""
    players = [player_of(level) for level in levels]
    outcome = play_match(game, players, start=start, seed=seed, dice=dice).outcome
    assert outcome is not None
    assert outcome.loser is None, outcome
    return outcome


def measure(game: str, level: int, pairs: int, pool: ProcessPoolExecutor) -> tuple[float, float]:
    """Mean score of a level against the one below, and its standard error."""
    scores = list(pool.map(score, [Pair(game, level, seed) for seed in range(pairs)]))
    return fmean(scores), stdev(scores) / len(scores) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(built_in_names()))
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--levels", default="2-8", help="which to measure, as in 2-8")
    arguments = parser.parse_args()
    first, last = map(int, arguments.levels.split("-"))
    levels = [level.number for level in LEVELS if first <= level.number <= last]
    print("| game | " + " | ".join(f"{level} : {level - 1}" for level in levels) + " |")
    print("|---" * (len(levels) + 1) + "|")
    with ProcessPoolExecutor(arguments.workers) as pool:
        for game in arguments.games:
            print(f"| {game} |", end="", flush=True)
            for level in levels:
                mean, error = measure(game, level, arguments.pairs, pool)
                print(f" {100 * mean:.1f} ± {100 * error:.1f} |", end="", flush=True)
            print()


if __name__ == "__main__":
    main()
