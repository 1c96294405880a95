"""Walks through a solution: best lines keep their promise, and the positions that are shown are such ones."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from spielbaum.game import Position
from spielbaum.solution import Solution
from spielbaum.solution.statistics import statistics_of
from spielbaum.solution.walk import best_line, only_winning_move, ranked_moves

NAMES = ["tictactoe", "folded", "nim", "morris"]


@pytest.mark.parametrize("name", NAMES)
def test_the_line_of_a_win_is_as_long_as_its_remoteness(tables: Path, name: str) -> None:
    solution = Solution.open(tables / f"{name}.table")
    found = statistics_of(solution)
    assert found.longest is not None
    line = best_line(solution, found.longest_state, 100)
    assert len(line) == found.longest.remoteness
    assert solution.game.ended(line[-1].after)
    # Nobody gives anything away: every move is worth one ply less than the one before, for the other side.
    plies = [move.entry.remoteness for move in line if move.entry is not None]
    assert plies == list(range(len(line), 0, -1))


def test_a_line_that_goes_in_circles_ends_where_a_position_comes_again(tables: Path) -> None:
    solution = Solution.open(tables / "morris.table")
    state = next(solution.example(entry) for entry in solution.entries if entry.cycle)
    line = best_line(solution, state, 10_000)
    before = [state, *(move.after for move in line[:-1])]
    assert len(before) == len(set(before))
    assert line[-1].after in before
    assert all(move.entry is not None and move.entry.cycle for move in line)


def test_no_more_plies_than_asked_for(tables: Path) -> None:
    solution = Solution.open(tables / "tictactoe.table")
    assert len(best_line(solution, solution.game.start, 4)) == 4
    assert best_line(solution, solution.game.start, 0) == []


def test_moves_are_ranked(tables: Path) -> None:
    solution = Solution.open(tables / "tictactoe.table")
    position = Position.of(solution.game, "a1 b1 a2")
    moves = ranked_moves(solution, position.state)
    named = [(solution.game.move_name(position.state, move.move), move.entry) for move in moves]
    best = named[0]
    assert best[0] == "a3"  # the only one that does not lose at once
    assert {name for name, _ in named} == set(position.legal_texts)
    preferences = [entry.preference for _, entry in named if entry is not None]
    assert preferences == sorted(preferences, reverse=True)


@pytest.mark.parametrize("name", NAMES)
def test_only_one_move_wins(tables: Path, name: str) -> None:
    solution = Solution.open(tables / f"{name}.table")
    states = [only_winning_move(solution, Random(seed)) for seed in range(5)]
    assert len(set(states)) > 1
    for state in states:
        moves = solution.moves(state)
        assert [move.entry is not None and move.entry.value > 0 for move in moves].count(True) == 1
        assert len(moves) > 1
        entry = solution.look(state)
        assert entry is not None
        assert entry.remoteness > 1


def test_nothing_is_found_where_nothing_is_tried(tables: Path) -> None:
    assert only_winning_move(Solution.open(tables / "nim.table"), Random(1), tries=0) is None
