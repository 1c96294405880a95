"""The rules give the known numbers of games and positions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from spielbaum.games import load_game
from tests.support.quick import later
from tests.support.walk import by_ply, perft, reachable

PERFT = {
    "tictactoe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    "connect4": [7, 49, 343, 2401, 16807, 117649, 823536, 5673234],
    "kalah": [6, 35, 185, 942, 4690, 23233, 114430, 563055, 2763490],
    "othello": [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
    "othello:size=6": [4, 12, 56, 244, 1364, 7604, 47740, 308716],
}
#: Up to so many games a number is counted in every test run.
QUICK = 20_000

CASES = [
    pytest.param(spec, depth, count, marks=[] if count <= QUICK else [pytest.mark.long])
    for spec, counts in PERFT.items()
    for depth, count in enumerate(counts, start=1)
]


@pytest.mark.parametrize(("spec", "depth", "count"), CASES)
def test_perft(spec: str, depth: int, count: int) -> None:
    assert perft(load_game(spec), depth) == count


def test_tictactoe_positions() -> None:
    game = load_game("tictactoe")
    states = reachable(game)
    assert len(states) == 5478
    assert game.hints.key is not None
    assert len({game.hints.key(state) for state in states}) == 765
    assert sum(game.ended(state) for state in states) == 958


def test_tictactoe_games() -> None:
    """Every game played out, counted through the positions instead of one by one."""
    game = load_game("tictactoe")
    ways, nodes, results = Counter({game.start: 1}), 0, Counter[object]()
    while ways:
        nodes += sum(ways.values())
        following: Counter[object] = Counter()
        for state, count in ways.items():
            if game.ended(state):
                results[game.utility(state)] += count
            for move in game.legal(state):
                following[game.play(state, move)] += count
        ways = following
    assert nodes == 549_946
    assert results == {1: 131_184, -1: 77_904, 0: 46_080}


def test_nim_positions() -> None:
    states = reachable(load_game("nim"))
    assert len({state.heaps for state in states}) == 192


def test_nim_tree() -> None:
    """The nodes of the full tree of 3-5-7, counted once a configuration."""
    game = load_game("nim")
    sizes: dict[int, int] = {}

    def size(state: Any) -> int:
        heaps = state.heaps
        if heaps not in sizes:
            sizes[heaps] = 1 + sum(size(game.play(state, move)) for move in game.moves(state))
        return sizes[heaps]

    assert size(game.start) == 39_861_780


def test_takeaway_tree() -> None:
    """The complete tree of five matches."""
    game = load_game("takeaway")
    nodes = [game.start]
    for state in nodes:
        nodes += [game.play(state, move) for move in game.legal(state)]
    assert len(nodes) == 20
    assert sum(game.ended(state) for state in nodes) == 8


@pytest.mark.long
@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("connect4:width=4,height=4", 161_029),
        ("connect4:width=5,height=4", 3_945_711),
        ("connect4:width=4,height=5", 1_706_255),
        ("kalah:houses=4,seeds=3", 5_255_649),
    ],
)
def test_positions(spec: str, count: int) -> None:
    assert len(reachable(load_game(spec))) == count


@pytest.mark.parametrize("plies", [5, later(7)])
def test_connect4_positions_by_ply(plies: int) -> None:
    expected = [1, 7, 49, 238, 1120, 4263, 16422, 54859][: plies + 1]
    levels = by_ply(load_game("connect4"))
    assert [len(next(levels)) for _ in expected] == expected
