"""A whole game solved by workers: the same solution as here, whatever happens to one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from spielbaum import load_game
from spielbaum.experiments import open_executor
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.solving_whole_games import Part, do_part, solve_with
from spielbaum.experiments.worker import Misfit
from spielbaum.solution import Solution
from spielbaum.solution.shards import Step
from spielbaum.solution.solver import How, Progress, solve_all
from tests.solution.entries import entries_of
from tests.support.quick import later

#: Take one or two from each of two heaps; whoever takes the last one wins. The worker that is the first to
#: try the moves of a certain position ends without a word.
GAME = """
import os
from multiprocessing import parent_process
from spielbaum import Game
from spielbaum.game_fields import Hints

def heaps() -> Game:
    def moves(s):
        if s[0] == s[1] == 2 and parent_process() is not None and not os.path.exists({marker!r}):
            open({marker!r}, "x").close()
            os._exit(1)
        return [(heap, n) for heap in (0, 1) for n in (1, 2) if s[heap] >= n]

    def play(s, move):
        heap, n = move
        return (s[0] - n * (heap == 0), s[1] - n * (heap == 1), 1 - s[2], s[3] + 1)

    def utility(s):
        return -1 if s[2] == 0 else 1

    def player(s):
        return s[2]

    def layer(s):
        return s[3]

    return Game("heaps", (3, 3, 0, 0), moves, play, utility, player=player, hints=Hints(layer=layer))
"""
MEMORY = 10**8


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "heaps.py"
    path.write_text(GAME.format(marker=str(tmp_path / "died")))
    return path


def solved_here(path: Path, tmp_path: Path) -> Solution:
    assert (tmp_path / "died").exists()
    game = load_game(str(path))
    solve_all(game, "heaps", tmp_path / "here.table", How(MEMORY, interpreted=True))
    return Solution.open(tmp_path / "here.table", game)


@pytest.mark.parametrize("cluster", ["", later("local:2")])
def test_a_worker_that_dies(cluster: str, rules: Path, tmp_path: Path) -> None:
    output = tmp_path / "there.table"
    with open_executor(None if cluster else 2, cluster) as executor:
        solve_with(
            executor, PortableRules.of(str(rules)), "heaps", output, How(MEMORY, interpreted=True), Progress()
        )
    here = solved_here(rules, tmp_path)
    assert entries_of(Solution.open(output, here.game)) == entries_of(here)
    assert not output.with_name("there.table.part").exists()


def test_a_folder_that_a_worker_does_not_see(rules: Path, tmp_path: Path) -> None:
    step = Step("expand", 0, 0, after=(1,))
    part = Part(PortableRules.of(str(rules)), False, True, MEMORY, tmp_path / "there.table", step)
    with pytest.raises(Misfit, match="does not see the folder"):
        do_part(part)
