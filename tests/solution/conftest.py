"""Small games, solved once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.solved_files import solved_file


def stones(state: Any) -> int:
    """The layer of a position of tic-tac-toe."""
    return sum(own.bit_count() for own in state.stones)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of solutions: games that end, one that goes in circles; folded, and not."""
    folder = tmp_path_factory.mktemp("tables")
    solved_file(folder / "tictactoe.table", "tictactoe", folded=False, layer=stones)
    solved_file(folder / "folded.table", "tictactoe")
    solved_file(folder / "nim.table", "nim:heaps=1-2-3")
    solved_file(folder / "morris.table", "morris")
    return folder
