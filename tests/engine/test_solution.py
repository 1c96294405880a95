"""An engine with a solution: what is in it is proven at any node, and nothing is proven that is not so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from spielbaum import Engine, Game, Position, load_game
from spielbaum.engine.solved_table import SolvedPositions
from spielbaum.errors import BadInput, TooLarge
from spielbaum.games.chess import endings
from spielbaum.result import Line
from spielbaum.solution import Solution, load_solution, solution_files
from spielbaum.solution.solver import How, solve_all
from tests.support.random_graph import Truth, random_graph, state_of

MEMORY = 10**9


def solved_file(game: Game[Any, Any], path: Path, name: str = "", **how: Any) -> Path:
    solve_all(game, name or game.name, path, How(MEMORY, threads=1, **how))
    return path


def part_of(game: Game[Any, Any], path: Path, random: Random) -> SolvedPositions:
    """Half of the positions of a file."""
    whole = Solution.open(path, game)
    part = SolvedPositions(
        game, game, folded=whole.facts.folded, count=len(whole), memory=MEMORY, interpreted=True
    )
    for block in whole.blocks():
        rows = [random.random() < 0.5 for _ in block.keys]
        part.add(block.keys[rows], block.values[rows], block.remoteness[rows], block.cycle[rows])
    return part


def keeps_the_value(truth: Truth, state: Any, line: Line[Any]) -> bool:
    """Whether the first move leads to a position of the same value."""
    return truth.value[truth.game.play(state, line.move)] == truth.value[state]


def expected(truth: Truth, state: Any) -> int:
    return truth.value[state] * (1 - 2 * truth.game.player(state))


@pytest.mark.parametrize("kind", ["plain", "banked", "cyclic"])
def test_all_that_is_solved_is_proven(kind: str, tmp_path: Path) -> None:
    """Extra turns, points and circles among them; one ply deep is enough, and distances are right."""
    positions = 0
    for seed in range(5):
        game = replace(random_graph(kind), start=state_of(seed, seed % 16, seed & 1))
        game = game.with_facts(repetition=0)
        path = solved_file(game, tmp_path / "random.table", interpreted=True)
        solution, truth = load_solution(game, path, interpreted=True), Truth(game, game.start)
        assert isinstance(solution, SolvedPositions)
        engine = Engine(game, solution=solution, interpreted=True)
        for state in truth.positions:
            known = solution.look(state)
            assert known is not None
            found = engine.search(state, depth=1)
            for result in (found, engine.solve(state)):
                assert result.proven
                assert result.value == known.value == expected(truth, state)
                assert keeps_the_value(truth, state, result)
                assert result.cycle == (None if known.value else known.cycle)
            if known.value:
                assert found.distance == known.remoteness == len(found.moves)
            positions += 1
    assert positions > 50


@pytest.mark.parametrize("kind", ["plain", "banked", "cyclic"])
def test_half_of_the_positions(kind: str, tmp_path: Path) -> None:
    """What is proven is true, where the solution covers some positions only."""
    proven = 0
    for seed in range(6):
        game = replace(random_graph(kind), start=state_of(seed, seed % 16, seed & 1))
        path = solved_file(game, tmp_path / "random.table", interpreted=True)
        solution = part_of(game, path, Random(seed))
        truth = Truth(game, game.start)
        engine = Engine(game, solution=solution, interpreted=True)
        for state in truth.positions[:40]:
            for depth in (1, 2, 5):
                found = engine.search(state, depth=depth, every_move=depth == 2)
                lines = [found, *found.lines]
                for line in lines:
                    after = state if line is found else game.play(state, line.move)
                    value = truth.value[after] * (1 - 2 * game.player(state))
                    if line.proven:
                        assert line.value == value
                        proven += 1
                if found.proven:
                    assert keeps_the_value(truth, state, found)
            if kind != "cyclic":
                solved = engine.solve(state)
                assert solved.proven
                assert solved.value == expected(truth, state)
    assert proven > 100


@pytest.mark.parametrize("kind", [pytest.param("plain", marks=pytest.mark.long), "cyclic"])
def test_compiled(kind: str, tmp_path: Path) -> None:
    """The same compiled, by two threads."""
    game = random_graph(kind)
    for seed in range(6):
        game = replace(game, start=state_of(seed, seed % 16, seed & 1))
        path = solved_file(game, tmp_path / "random.table", interpreted=True)
        solution, truth = load_solution(game, path), Truth(game, game.start)
        engine = Engine(game, solution=solution, threads=2, table_mb=1)
        for state in truth.positions:
            found = engine.search(state, depth=2)
            assert found.proven
            assert found.value == expected(truth, state)
            if kind == "plain":
                assert engine.solve(state).value == expected(truth, state)


def test_morris_after_a_circle(tmp_path: Path) -> None:
    """A position that came before is worth what the solution says, where repetition is no rule."""
    name = "morris"
    game = load_game(name)
    solution = load_solution(
        game, solved_file(game, tmp_path / "m.table", name, interpreted=True), interpreted=True
    )
    engine = Engine(game, solution=solution, interpreted=True)
    position = Position.of(game)
    for _ in range(12):
        known = solution.look(position.state)
        assert known is not None
        best = engine.search(position, depth=2)
        found = engine.search(position, depth=2, every_move=True)
        assert (best.value, best.proven) == (found.value, found.proven) == (known.value, True)
        assert all(line.proven for line in found.lines)
        if position.over or not position.legal_moves:
            break
        drawn = [line for line in found.lines if line.value == 0]
        position = position.after((drawn or [found])[0].moves[0])
        if position.over:
            break
    assert position.plies >= 6


# ------------------------------------------------------------------------------------------- what is refused


def test_what_is_refused(tmp_path: Path) -> None:
    game, other = load_game("takeaway:matches=7"), load_game("takeaway:matches=8")
    path = solved_file(game, tmp_path / "seven.table", "takeaway:matches=7", interpreted=True)
    with pytest.raises(BadInput, match=r"seven\.table was made for rules other than those of takeaway"):
        load_solution(other, path, interpreted=True)
    solution = load_solution(game, path, interpreted=True)
    with pytest.raises(BadInput, match="The solution is one of takeaway"):
        Engine(other, solution=solution, interpreted=True)
    with pytest.raises(TooLarge, match="in memory, and there are 0 MB"):
        load_solution(game, path, memory=100, interpreted=True)
    with pytest.raises(BadInput, match="holds no solution of takeaway"):
        load_solution(other, tmp_path, interpreted=True)
    with pytest.raises(BadInput, match=r"none\.table cannot be read"):
        load_solution(game, tmp_path / "none.table")


def test_a_folder_holds_other_games_too(tmp_path: Path) -> None:
    game = load_game("takeaway:matches=7")
    for name in ("takeaway:matches=7", "takeaway:matches=8", "hexapawn"):
        solved_file(load_game(name), tmp_path / f"{name.replace(':', '-')}.table", name, interpreted=True)
    (tmp_path / "notes.txt").write_text("no solution")
    assert [path.name for path in solution_files(game, tmp_path)] == ["takeaway-matches=7.table"]
    assert len(load_solution(game, tmp_path, interpreted=True)) == 14
    damaged = tmp_path / "takeaway-matches=8.table"
    damaged.write_bytes(damaged.read_bytes()[:10])
    with pytest.raises(BadInput, match="takeaway-matches=8"):
        load_solution(game, tmp_path, interpreted=True)


def test_two_ways_to_tell_positions_apart(tmp_path: Path) -> None:
    game = load_game("tictactoe")
    one = solved_file(game, tmp_path / "one.table", "tictactoe", interpreted=True)
    other = solved_file(game, tmp_path / "other.table", "tictactoe", interpreted=True, unfolded=True)
    with pytest.raises(BadInput, match="cannot be used together"):
        load_solution(game, one, other, interpreted=True)


# ------------------------------------------------------------------------------------------------ the clock


def rook_endings(*entries: tuple[str, int, int]) -> Engine[Any, Any]:
    """A chess engine that knows these positions: FEN, value for the mover, remoteness."""
    game, ending = load_game("chess"), load_game("chess:men=KRK")
    solution = SolvedPositions(game, ending, folded=True, count=10, memory=MEMORY, interpreted=True)
    for fen, value, plies in entries:
        state = endings.read(fen)
        assert state is not None
        keys = np.array([[endings.solution_key(state)]], np.int64)
        solution.add(keys, np.array([value]), np.array([plies]), np.array([False]))
    solution.allow_men([ending.start])
    return Engine(game, solution=solution, interpreted=True, table_mb=1)


#: White takes on b8 with the rook; then Black is lost in 28, as it were.
TAKES, TAKEN = "1n6/1R6/8/3k4/8/8/8/K7 w", "1R6/8/8/3k4/8/8/8/K7 b"
MOVES, MOVED = "8/1R6/8/3k4/8/8/8/K7 w", "1R6/8/8/3k4/8/8/8/K7 b"


def test_a_win_before_the_clock_runs_out_is_proven() -> None:
    engine = rook_endings((MOVED, -1, 28))
    read = engine.game.presentation.parse
    assert read is not None
    within, beyond = (read(f"{MOVES} - - {clock} 90") for clock in (71, 72))
    found = engine.search(within, depth=1)
    assert (found.value, found.distance, found.proven) == (1, 29, True)
    assert engine.game.presentation.move_text(within, found.move) == "Rb8"  # type: ignore[misc]
    found = engine.search(beyond, depth=1)
    assert not found.proven
    assert found.points < 1


def test_a_capture_begins_the_count_anew() -> None:
    engine = rook_endings((TAKEN, -1, 28))
    read = engine.game.presentation.parse
    assert read is not None
    found = engine.search(read(f"{TAKES} - - 95 90"), depth=1)
    assert (found.value, found.distance, found.proven) == (1, 29, True)


def test_the_clock_of_another_search() -> None:
    """What the table of the search remembers of a win holds for its clock alone."""
    engine = rook_endings((MOVED, -1, 65))
    read = engine.game.presentation.parse
    assert read is not None
    assert engine.search(read(f"{MOVES} - - 0 90"), depth=2).proven
    again = engine.search(read(f"{MOVES} - - 50 90"), depth=2)
    assert not again.proven
    assert again.points < 1


def test_what_came_twice_is_no_way_to_win() -> None:
    """A win that may lead through a position which would come for the third time is not proven."""
    engine = rook_endings((MOVED, -1, 28), (MOVES, 1, 29), ("8/1R6/8/3k4/8/8/8/1K6 b", -1, 20))
    game = engine.game
    position = Position.of(game, "8/1R6/8/3k4/8/8/8/1K6 b")
    for move in ["Kd4", "Ka1", "Kd5", "Kb1", "Kd4", "Ka1", "Kd5"]:
        position = position.play(move)
    found = engine.search(position, depth=1)
    assert found.value == 1
    assert not found.proven
    assert engine.search(position.state, depth=1).proven


def test_solve_takes_what_the_solution_knows() -> None:
    engine = rook_endings(("k7/8/1K6/8/8/8/8/7R w", 1, 1), ("k6R/8/1K6/8/8/8/8/8 b", -1, 0))
    position = Position.of(engine.game, "k7/8/1K6/8/8/8/8/7R w")
    assert position.line_texts(engine.search(position, depth=1).moves) == ["Rh8#"]
    with pytest.raises(BadInput, match="chess"):
        engine.solve(Position.of(engine.game, "k7/8/8/1K6/8/8/8/7R w"))


@pytest.mark.long
def test_compiled_chess_knows_its_endings(tmp_path: Path) -> None:
    """All of king and rook against king, solved by the command's way, inside the compiled chess search."""
    name, path = "chess:men=KRK", tmp_path / "krk.table"
    solve_all(load_game(name), name, path, How(MEMORY))
    chess = load_game("chess")
    solution = load_solution(chess, tmp_path)
    assert isinstance(solution, SolvedPositions)
    engine = Engine(chess, solution=solution, table_mb=16)
    read = chess.presentation.parse
    assert read is not None
    random, seen = Random(1), set[int]()
    while len(seen) < 3 or random.random() < 0.99:
        men = dict(zip(random.sample(range(64), 3), random.choice(("KRk", "krK")), strict=True))
        rows = ["".join(men.get(8 * row + column, "1") for column in range(8)) for row in range(8)]
        try:
            state = read(f"{'/'.join(rows)} {random.choice('wb')} - - 0 1")
        except BadInput:  # kings beside each other, or one that could be taken
            continue
        assert state is not None
        known = solution.look(state)
        assert known is not None
        if chess.ended(state):
            continue
        seen.add(known.value)
        found = engine.search(state, depth=1)
        assert found.proven
        assert found.value_for(chess.player(state)) == known.value
        if known.value:
            assert found.distance == known.remoteness
    # The rook can take the knight and win, which only the positions after it show.
    state = read("1n6/1R6/8/3k4/8/8/8/K7 w - - 0 1")
    after = read("1R6/8/8/3k4/8/8/8/K7 b - - 0 1")
    assert state is not None
    assert after is not None
    lost = solution.look(after)
    assert lost is not None
    found = engine.search(state, depth=2)
    assert (found.proven, found.value) == (True, 1)
    assert found.distance is not None
    assert found.distance <= lost.remoteness + 1
