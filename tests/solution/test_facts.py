"""Published numbers of whole games. All of it is long; the short run has smaller ones in `test_solver.py`."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from spielbaum import load_game
from spielbaum.engine.table import free_memory
from spielbaum.solution import Solution
from spielbaum.solution.format import Entry
from spielbaum.solution.solver import How, solve_all
from spielbaum.solution.statistics import statistics_of

#: One after the other: some of them take most of the memory.
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("large")]

GB = 10**9


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


def test_kalah(tmp_path: Path) -> None:
    found = solved("kalah:houses=4,seeds=3", tmp_path, unfolded=True)
    assert len(found) == 5_255_649


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
