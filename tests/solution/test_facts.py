"""Published numbers of whole games. All of it is long; the short run has smaller ones in `test_solver.py`."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import spielbaum
from spielbaum import Engine, Game, load_game
from spielbaum.engine.table import free_memory
from spielbaum.solution import Solution
from spielbaum.solution.entries import Entry
from spielbaum.solution.solver import How, solve_all
from spielbaum.solution.statistics import statistics_of
from tests.solution.agreement import disagreements_with_search, disagreements_with_values

#: One after the other: some of them take most of the memory.
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("large")]

GB = 10**9
ROOT = Path(__file__).resolve().parents[2]


def solved(name: str, folder: Path, *, memory: int = 4, disk: int = 0, unfolded: bool = False) -> Solution:
    """The solution; `memory` and `disk` are gigabytes that it takes."""
    free = free_memory()
    if free is not None and free < memory * GB:
        pytest.skip(f"{name} needs {memory} GB of memory, {free / GB:.0f} are free")
    if shutil.disk_usage(folder).free < disk * GB:
        pytest.skip(f"{name} needs {disk} GB of the disk")
    game, path = load_game(name), folder / "whole.table"
    solve_all(game, name, path, How(memory * GB, unfolded=unfolded))
    return Solution.open(path, game)


def by_mover(found: Solution) -> tuple[int, int, int]:
    """Positions won, drawn and lost for the player to move."""
    counts = [0, 0, 0]
    for block in found.blocks():
        for which, sign in enumerate((1, 0, -1)):
            counts[which] += int((np.sign(block.values) == sign).sum())
    return counts[0], counts[1], counts[2]


@pytest.mark.parametrize(
    ("size", "positions"), [("width=5,height=5", 69_763_700), ("width=6,height=4", 94_910_577)]
)
def test_connect_four(size: str, positions: int, tmp_path: Path) -> None:
    """Counted by Tromp."""
    found = solved(f"connect4:{size}", tmp_path, memory=8, disk=20, unfolded=True)
    assert len(found) == positions
    assert disagreements_with_values(found) == []


#: Connect Four 7 × 6, for the first player: positions won, drawn and lost after 1, 2 … 8 plies, as published
#: by markus7800 (Connect4-Strong-Solver).
BY_PLY = [
    (1, 2, 4),
    (27, 12, 10),
    (35, 58, 145),
    (690, 200, 230),
    (1_080, 697, 2_486),
    (10_889, 1_943, 3_590),
    (17_507, 5_944, 31_408),
    (124_624, 14_676, 44_975),
]


#: Positions that are solved by one process before they are kept.
PART = 50


@cache
def connect_four() -> Engine[int, int]:
    """One per process. A larger table does not fit into the processor's caches and is slower."""
    return Engine(load_game("connect4"), table_mb=64)


def outcomes_for_the_first_player(states: list[int]) -> list[int]:
    game, found = connect_four().game, connect_four().outcomes(states)
    return [value if game.player(state) == 0 else -value for value, state in zip(found, states, strict=True)]


@pytest.mark.timeout(14_400)
def test_connect_four_by_ply(pytestconfig: pytest.Config) -> None:
    """The positions after eight plies are solved, mirror images once; those before follow by minimax.

    Takes some fifty minutes of processor time. Parts that are solved stay in pytest's cache: a run that was
    ended goes on where it was; `--cache-clear` begins again.
    """
    game: Game[int, int] = load_game("connect4")
    plies = [{game.start: None}]
    for _ in BY_PLY:
        plies.append(
            dict.fromkeys(game.play(s, m) for s in plies[-1] if not game.ended(s) for m in game.legal(s))
        )
    ends = [state for layer in plies for state in layer if game.ended(state)]
    value = {state: 1 if game.utility(state) > 0 else -1 for state in ends}  # type: ignore[operator]
    key = game.hints.solution_key
    assert key is not None
    alike: dict[int, list[int]] = {}
    for state in plies[-1]:
        alike.setdefault(key(state), []).append(state)
    # Neighbours share most columns, so what is known of one helps with the next.
    asked = [alike[name][0] for name in sorted(alike) if alike[name][0] not in value]
    value.update(zip(asked, _solved_in_parts(asked, pytestconfig), strict=True))
    for same in alike.values():
        value.update(dict.fromkeys(same, value[same[0]]))
    for layer in reversed(plies[1:-1]):
        for state in layer:
            if state not in value:
                best = max if game.player(state) == 0 else min
                value[state] = best(value[game.play(state, move)] for move in game.legal(state))
    for layer, expected in zip(plies[1:], BY_PLY, strict=True):
        signs = [(value[state] > 0) - (value[state] < 0) for state in layer]
        assert (signs.count(1), signs.count(0), signs.count(-1)) == expected


def _solved_in_parts(states: list[int], pytestconfig: pytest.Config) -> list[int]:
    """Outcomes for the first player, by one process per core that we may use."""
    kept = pytestconfig.cache
    assert kept is not None
    parts = [states[at : at + PART] for at in range(0, len(states), PART)]
    names = [f"connect4-by-ply/{spielbaum.__version__}/{number}" for number in range(len(parts))]
    left = [number for number, name in enumerate(names) if kept.get(name, None) is None]
    cores = len(os.sched_getaffinity(0))
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        solving = {pool.submit(outcomes_for_the_first_player, parts[number]): number for number in left}
        for done in as_completed(solving):
            kept.set(names[solving[done]], done.result())
    return [outcome for name in names for outcome in kept.get(name, [])]


def test_connect_four_five_by_six(tmp_path: Path) -> None:
    """1,044,334,437 positions, counted from half of them: all but those that are their own mirror image."""
    found = solved("connect4:width=5,height=6", tmp_path, memory=12, disk=45)
    stride, symmetric = 7, 0
    for block in found.blocks():
        mirrored, rest = np.zeros(len(block.keys), np.int64), block.keys[:, 0].copy()
        for _ in range(5):
            mirrored = mirrored << stride | rest & ((1 << stride) - 1)
            rest >>= stride
        symmetric += int((mirrored == block.keys[:, 0]).sum())
    assert 2 * len(found) - symmetric == 1_044_334_437
    assert disagreements_with_values(found) == []


@pytest.mark.parametrize(("men", "positions"), [(5, 17_844_721), (6, 42_372_745)])
def test_five_and_six_mens_morris(men: int, positions: int, tmp_path: Path) -> None:
    """Published without a convention; ours gives these numbers: no flying, all positions that can be reached,
    with who moves and how many men were placed, symmetric ones not folded. Both are drawn."""
    found = solved(f"{ROOT / 'examples' / 'merels.py'}:men={men}", tmp_path, memory=10, disk=20)
    assert len(found) == positions
    start = found.look(found.game.start)
    assert start is not None
    assert start == Entry(0, cycle=True)
    assert disagreements_with_search(found, depth=5) == []


def test_kalah(tmp_path: Path) -> None:
    found = solved("kalah:houses=4,seeds=3", tmp_path, unfolded=True)
    assert len(found) == 5_255_649
    assert disagreements_with_values(found) == []


def test_dobutsu_shogi(tmp_path: Path) -> None:
    """Tanaka 2009 and later programs: 246,803,167 positions, of which ours are one more.

    Where a lion was taken we have one position, lost for whoever is to move; they stop where it can be taken.
    """
    found = solved("dobutsu", tmp_path, memory=14, disk=20)
    assert by_mover(found) == (196_773_087, 2_682_700, 47_347_380 + 1)
    start = found.look(found.game.start)
    assert start is not None
    assert (start.value, start.remoteness) == (-1, 78)
    assert statistics_of(found).longest == Entry(1, 173)
    assert disagreements_with_search(found, depth=5) == []
