"""A solution follows from the rules, or the check says where it does not; counts are those that are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.solution import Entry, Solution, check_solution, facts_of, solver, write_solution
from spielbaum.solution.position_words import PositionWords
from spielbaum.solution.statistics import Counts, statistics_of
from tests.support.solved_files import Key, positions, sections, solve_all, solved_file


@pytest.mark.parametrize("name", ["tictactoe", "folded", "nim", "morris"])
def test_what_was_solved_is_sound(tables: Path, name: str) -> None:
    assert check_solution(Solution.open(tables / f"{name}.table"), 400) is None


def test_tictactoe(tables: Path) -> None:
    """Counts as in every count of its reachable positions; the longest forced win takes five plies."""
    found = statistics_of(Solution.open(tables / "tictactoe.table"))
    assert found.counts == Counts(won=2836, drawn=1068, cycle=0, lost=1574)
    assert found.counts.positions == 5478
    assert sum(each.positions for each in found.by_remoteness.values()) == 5478
    assert found.by_value == {-1: 1574, 0: 1068, 1: 2836}
    by_stones = {0: 1, 1: 9, 2: 72, 3: 252, 4: 756, 5: 1260, 6: 1520, 7: 1140, 8: 390, 9: 78}
    assert {layer: counts.positions for layer, counts in found.by_layer.items()} == by_stones
    assert (found.start, found.longest) == (Entry(0, 9), Entry(1, 5))
    assert Solution.open(tables / "tictactoe.table").look(found.longest_state) == found.longest


def test_counts_are_those_of_the_blocks(tables: Path) -> None:
    solution = Solution.open(tables / "morris.table")
    won = sum(int((block.values > 0).sum()) for block in solution.blocks())
    cycle = sum(int(block.cycle.sum()) for block in solution.blocks())
    counts = statistics_of(solution).counts
    assert (counts.won, counts.cycle) == (won, cycle)
    assert cycle > 0


def changed(path: Path, name: str, key: Key, entry: Entry | None) -> Solution:
    """The solution of a game in which one entry is another one, or missing."""
    game = load_game(name)
    words = PositionWords(game, folded=False)
    states = positions(game, words)
    solved = solve_all(game, states, folded=False)
    assert solved[key] != entry
    del solved[key]
    if entry is not None:
        solved[key] = entry
    facts = facts_of(game, name, folded=False)
    write_solution(path, facts, sections(solved, states, words))
    return Solution.open(path)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (None, "missing"),
        (Entry(1, 9), "value"),
        (Entry(-1, 2), "value"),
        (Entry(0, 8), "remoteness.least"),
        (Entry(0, 0, True), "cycle"),
    ],
)
def test_a_wrong_start_is_found(entry: Entry | None, why: str, tmp_path: Path) -> None:
    game = load_game("tictactoe")
    start = PositionWords(game, folded=False).of(game.start)
    found = check_solution(changed(tmp_path / "t", "tictactoe", start, entry), 10)
    assert found is not None
    assert (found.entry, found.why.key) == (entry, f"table.check.{why}")


@pytest.mark.parametrize(("entry", "why"), [(Entry(1, 7), "remoteness"), (Entry(-1, 2), "value")])
def test_a_wrong_win_is_found(entry: Entry, why: str, tmp_path: Path) -> None:
    game = load_game("nim:heaps=1-2-2,misere=no")
    start = PositionWords(game, folded=False).of(game.start)
    found = check_solution(changed(tmp_path / "t", "nim:heaps=1-2-2,misere=no", start, entry), 10)
    assert found is not None
    assert found.why.key == f"table.check.{why}"


def folded_by(game: Game[Any, Any], key: Callable[[Any], Any], path: Path) -> Solution:
    """The game, solved as if positions with the same key were one."""
    folding = game.with_hints(key=key, solution_key=None)
    solver.solve_all(folding, "folding", path, solver.How(10**8, interpreted=True))
    return Solution.open(path, folding)


def heap_sizes(s: Any) -> tuple[int, ...]:
    return tuple(s.heaps >> shift & 3 for shift in (0, 2, 4))


NIM, ROW = "nim:heaps=2-2-2,misere=no", "mnk:width=3,height=2,k=2"
WRONG_KEYS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "adds heaps up: 1-1 is lost for who moves, 0-2 is won": (NIM, lambda s: sum(heap_sizes(s))),
    "forgets a cell": (ROW, lambda s: tuple(own & ~2 for own in s.stones)),
    "folds what is no symmetry": (
        ROW,
        lambda s: min(s.stones, tuple((own << 1 & 0x66) | (own >> 2 & 0x11) for own in s.stones)),
    ),
}


@pytest.mark.parametrize("name", WRONG_KEYS)
def test_a_key_that_folds_unequal_positions_is_found(name: str, tmp_path: Path) -> None:
    spec, key = WRONG_KEYS[name]
    found = check_solution(folded_by(load_game(spec), key, tmp_path / "t"), 1000)
    assert found is not None


def test_a_key_that_folds_what_is_worth_the_same_is_found(tmp_path: Path) -> None:
    """Three cells in a row, always drawn in the same number of plies: only the moves give the key away."""
    game = load_game("mnk:width=3,height=1,k=3")
    folding = game.with_hints(key=lambda s: (7, 7) if sum(map(int.bit_count, s.stones)) == 1 else s.stones)
    plain, words = PositionWords(game, folded=False), PositionWords(folding, folded=True)
    truth = solve_all(game, positions(game, plain), folded=False)
    states = {words.of(state): state for state in positions(game, plain).values()}
    solved = {key: truth[plain.of(state)] for key, state in states.items()}
    write_solution(tmp_path / "t", facts_of(folding, "folding"), sections(solved, states, words))
    found = check_solution(Solution.open(tmp_path / "t", folding), 200)
    assert found is not None
    assert found.why.key == "table.check.folded"


def test_a_key_that_forgets_who_moves_is_found(tmp_path: Path) -> None:
    """Only the first player may take two matches."""
    game = load_game("takeaway:matches=6,misere=no")
    unfair = replace(game, moves=lambda s: [1, 2][: 2 - s.player][: s.left])
    assert check_solution(folded_by(unfair, tuple, tmp_path / "sound"), 200) is None
    assert check_solution(folded_by(unfair, lambda s: s.left, tmp_path / "wrong"), 200) is not None


def test_the_same_seed_gives_the_same_sample(tables: Path) -> None:
    from itertools import islice
    from random import Random

    from spielbaum.solution.check import sampled_states

    solution = Solution.open(tables / "tictactoe.table")
    one, other = (list(islice(sampled_states(solution, Random(3)), 60)) for _ in range(2))
    assert one == other
    assert one != list(islice(sampled_states(solution, Random(4)), 60))


@pytest.mark.parametrize(
    "name", ["kalah:houses=2,seeds=2", "connect4:width=3,height=3,k=3", "takeaway:matches=20"]
)
def test_points_and_extra_turns(name: str, tmp_path: Path) -> None:
    """Games that are won by points, and in which a player may move twice."""
    solved_file(tmp_path / "t", name)
    assert check_solution(Solution.open(tmp_path / "t"), 1000) is None


def test_games_solved_elsewhere(tmp_path: Path) -> None:
    """Hexapawn 3×3 is won by the second player."""
    solved_file(tmp_path / "t", "hexapawn")
    solution = Solution.open(tmp_path / "t")
    entry = solution.look(solution.game.start)
    assert entry is not None
    assert entry.value == -1
