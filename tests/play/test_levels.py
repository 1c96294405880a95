"""Levels: no win in one is missed, slips are as frequent as said, and a game can be played again."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from spielbaum.game import Position
from spielbaum.games import built_in_names, load_game
from spielbaum.play import LEVELS, Choice, Turn, level_words, make_player, play_match
from spielbaum.play.levels import LevelPlayer, glance, level_hint, wins_in_one
from spielbaum.result import CHANCE
from tests.support.quick import SHORT_GAMES


def random_position(name: str, seed: int, last: int = 1000) -> Position[Any, Any]:
    """A position somewhere in a random game, or among its last ones."""
    random = Random(f"{name} {seed}")
    game = load_game(name)
    positions = [Position(game, game.start)]
    while not positions[-1].over:
        here = positions[-1]
        positions.append(here.after(random.choice(game.legal(here.state))))
    return random.choice(positions[-1 - last : -1] if last < len(positions) else positions[:-1])


def test_levels_are_ordered_data() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    for low, high in pairwise(LEVELS):
        assert low.nodes < high.nodes
        assert low.slips > high.slips
        assert low.short_slips > high.short_slips
        assert low.playouts < high.playouts
    assert LEVELS[-1].slips == LEVELS[-1].short_slips == 0


def test_a_level_is_said_in_both_languages() -> None:
    assert level_words(3, "en") == "level 3: 1,500 positions per move, 32 % slips"
    assert level_words(3, "de") == "Stufe 3: 1.500 Stellungen je Zug, 32 % Patzer"
    trio = load_game("trio")
    assert level_words(7, "en", trio) == "level 7: 4,000 random games per move, 16 % slips"
    assert level_words(7, "de", trio) == "Stufe 7: 4.000 Zufallspartien je Zug, 16 % Patzer"
    assert level_words(3, "en", load_game("connect4")) == level_words(3, "en")
    assert level_words(3, "en", load_game("pig")) == "level 3: 1,500 positions per move, 71 % slips"


def test_the_choice_of_a_level_says_where_luck_decides() -> None:
    assert "Luck decides much" in level_hint(8, "en", load_game("pig"))
    assert "das Glück" in level_hint(1, "de", load_game("backgammon"))
    for name in ("2048", "connect4"):
        assert level_hint(8, "en", load_game(name)) == "Full strength: never careless"


#: Every built-in game in which somebody can win; the heaps in their normal form, since in the other one the
#: last move loses.
WITH_WINS = [
    f"{name}:misere=no" if name in ("nim", "takeaway") else SHORT_GAMES.get(name, name)
    for name in built_in_names()
    if name != "2048"
]
#: Each game is compiled for it: in the short run those that others need as well.
QUICK = ("tictactoe", "connect4")


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in WITH_WINS]
)
@pytest.mark.parametrize("level", [1, 2])
def test_no_level_misses_a_win_in_one(name: str, level: int) -> None:
    seen = 0
    for seed in range(200):
        position = random_position(name, seed, last=3)
        wins = [] if position.player == CHANCE else wins_in_one(position)
        if not wins:
            continue
        seen += 1
        player = LevelPlayer(level, seed=seed, table_mb=1)
        choice = player.choose(position, Turn())
        # A margin may be raised instead where that is proven.
        assert choice.move in wins or (choice.result is not None and choice.result.proven)
        if seen == 12:
            break
    assert seen >= 5


def test_wins_in_one() -> None:
    game = load_game("connect4")
    assert wins_in_one(Position.of(game, "112233")) == [3]
    assert wins_in_one(Position(game, game.start)) == []
    trio = load_game("trio")
    assert wins_in_one(Position.of(trio, "a1 b1 c1 a2 b2 c2")) == [trio.find_move(trio.start, "a3")]


def test_slips_are_as_frequent_as_said() -> None:
    game = load_game("connect4")
    player = LevelPlayer(1, seed=1)
    player.prepare(game, 1)
    choices: list[Choice] = []
    for seed in range(300):
        position = random_position("connect4", seed)
        if not wins_in_one(position):
            choices.append(player.choose(position, Turn()))
    slips = sum(choice.slip for choice in choices) / len(choices)
    assert slips == pytest.approx(LEVELS[0].slips / 100, abs=0.1)


def test_a_slip_is_a_move_that_looks_good() -> None:
    game = load_game("connect4")
    position = Position(game, game.start)
    chosen = [glance(position, Random(seed)) for seed in range(200)]
    # The centre looks best (most lines), so it comes most often, but not always.
    assert max(set(chosen), key=chosen.count) == 3
    assert len(set(chosen)) > 2


@pytest.mark.parametrize("name", ["connect4", "trio"])
def test_a_game_of_levels_can_be_played_again(name: str) -> None:
    game = load_game(name)
    specs = ["engine:level=2", "engine:level=3", "engine:level=1"][: game.facts.players]
    players = [make_player(spec) for spec in specs]
    one = play_match(game, players, seed=5).moves
    play_match(game, players, seed=6)  # what was played before does not matter
    assert play_match(game, players, seed=5).moves == one
    assert play_match(game, [make_player(spec) for spec in specs], seed=5).moves == one


def test_a_move_of_a_level_depends_on_the_position_alone() -> None:
    """Not on what it has searched for its earlier moves: pages ask another engine for every move."""
    game, moves = load_game("connect4"), "464444416616522"
    played, asked = LevelPlayer(4), LevelPlayer(4)
    played.prepare(game, 7)
    asked.prepare(game, 7)
    chosen = [played.choose(Position.of(game, moves[:ply]), Turn()).move for ply in range(1, 16, 2)]
    assert chosen[-1] == asked.choose(Position.of(game, moves), Turn()).move
