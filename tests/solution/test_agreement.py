"""Whole solutions against what solves one position at a time: the exact solver, or the textbook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spielbaum import Engine, Position, load_game
from spielbaum.game import Game
from spielbaum.search import retrograde
from spielbaum.solution import Solution
from spielbaum.solution.solver import How, solve_all
from tests.solution.agreement import (
    MANY,
    different_states,
    disagreements_with_values,
)

FEW = 300
MEMORY = 2 * 10**9

#: Solved by the exact solver of the engine, which follows moves forwards.
FORWARD = [
    "takeaway:matches=300,most=5",
    "nim:heaps=5-7-9,misere=no",
    "tictactoe",
    "hexapawn:width=4,height=4",
    "kalah:houses=3,seeds=2",
    "connect4:width=4,height=5",
]
#: The same for larger ones, by their values alone.
LARGER = ["connect4:width=4,height=6"]
#: Valued by plain minimax, which takes less time for all positions than to solve each for itself.
BY_MINIMAX = ["kalah:houses=4,seeds=2", "connect4:width=4,height=4"]
#: Games that go in circles, solved by the textbook's retrograde analysis.
CIRCULAR = ["morris", "morris:variant=achi", "morris:variant=achi,blocked=passes", "lgame"]


def solved(name: str, folder: Path, *, interpreted: bool = False) -> tuple[Game[Any, Any], Solution]:
    game, path = load_game(name), folder / "whole.table"
    solve_all(game, name, path, How(MEMORY, interpreted=interpreted))
    return game, Solution.open(path, game)


def agrees_with_the_engine(name: str, most: int, folder: Path) -> None:
    """Compare values, and plies where the exact solver counts them."""
    game, found = solved(name, folder)
    engine = Engine(game)
    wrong = []
    for state in different_states(found, most):
        entry = found.look(state)
        if game.ended(state):
            right = entry == found.end(state)
        else:
            result = engine.solve(Position(game, state), line=False)
            assert isinstance(result.value, int)
            value = result.value if game.player(state) == result.view else -result.value
            right = entry is not None and entry.value == value
            if right and value and game.counts_plies and result.distance is not None:
                right = entry is not None and entry.remoteness == result.distance
        if not right:
            wrong.append(state)
    assert wrong == []


def agrees_with_the_textbook(name: str, most: int, folder: Path, *, interpreted: bool = False) -> None:
    game, found = solved(name, folder, interpreted=interpreted)
    truth = retrograde(game).solution
    assert len(truth) == len(found)
    wrong = []
    for state in different_states(found, most):
        entry, true = found.look(state), truth.at(state)
        if entry is None or (*entry,) != (true.value, true.remoteness or 0, true.cycle):
            wrong.append(state)
    assert wrong == []


def agrees_with_minimax(name: str, most: int, folder: Path, *, interpreted: bool = False) -> None:
    """Compare values, and the plies of wins and losses; minimax remembers states and knows no keys."""
    game, found = solved(name, folder, interpreted=interpreted)
    known: dict[Any, tuple[int, int]] = {}

    def outcome(state: Any) -> tuple[int, int]:
        """The value for who moves, and the plies to the end: a quick win, a late loss."""
        if state not in known:
            moves = game.legal(state)
            if moves:
                reached = []
                for after in (game.play(state, move) for move in moves):
                    value, plies = outcome(after)
                    same = game.player(after) == game.player(state)
                    reached.append((value if same else -value, plies + 1))
                best = max(value for value, _ in reached)
                ways = [plies for value, plies in reached if value == best]
                known[state] = best, min(ways) if best > 0 else max(ways)
            else:
                payoff: Any = game.utility(state)
                known[state] = payoff if game.player(state) == 0 else -payoff, 0
        return known[state]

    wrong = []
    for state in different_states(found, most):
        entry, (value, plies) = found.look(state), outcome(state)
        if entry is None or entry.value != value or (value and entry.remoteness != plies):
            wrong.append(state)
    assert wrong == []


@pytest.mark.parametrize("name", ["nim:heaps=1-2-3,misere=no", "kalah:houses=2,seeds=2", "hexapawn"])
def test_some_positions_agree_with_minimax(name: str, tmp_path: Path) -> None:
    agrees_with_minimax(name, FEW, tmp_path, interpreted=True)


def test_some_positions_agree_with_the_textbook(tmp_path: Path) -> None:
    agrees_with_the_textbook("morris", FEW, tmp_path, interpreted=True)


@pytest.mark.long
@pytest.mark.parametrize("name", FORWARD)
def test_positions_agree_with_the_exact_solver(name: str, tmp_path: Path) -> None:
    agrees_with_the_engine(name, MANY, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", LARGER)
def test_values_agree_with_the_exact_solver(name: str, tmp_path: Path) -> None:
    _, found = solved(name, tmp_path)
    assert disagreements_with_values(found) == []


@pytest.mark.long
@pytest.mark.parametrize("name", BY_MINIMAX)
def test_positions_agree_with_minimax(name: str, tmp_path: Path) -> None:
    agrees_with_minimax(name, MANY, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", CIRCULAR)
def test_positions_agree_with_the_textbook(name: str, tmp_path: Path) -> None:
    agrees_with_the_textbook(name, MANY, tmp_path)
