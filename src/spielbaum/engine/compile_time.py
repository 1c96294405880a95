"""How long compiling a game will take, said before it begins."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from spielbaum.engine.specialise import code_of
from spielbaum.game import Game

if TYPE_CHECKING:
    from spielbaum.engine.solved_table import SolvedPositions

#: Processor seconds per byte of bytecode, on a machine of 2024. Measured with an empty cache, `search` and
#: `solve` of Tic-Tac-Toe, Connect Four, Kalah, Othello and chess: 1.5 to 3.4 of ten thousandths.
PER_BYTE = 2.5e-4


def seconds_to_compile(
    game: Game[Any, Any], kernels: Iterable[str], solution: SolvedPositions | None = None
) -> float:
    """About how long those kernels of the game take to compile, as busy as the machine is.

    0 where all of them are compiled. Right within a factor of two or so.
    """
    code = code_of(game, solution=solution)
    names = {"chance" if game.has_chance and name in ("search", "solve") else name for name in kernels}
    return PER_BYTE * _crowding() * sum(code.bytecode(name) for name in names if not code.ready(name))


def _crowding() -> float:
    """How many processes share a core, at least one."""
    try:
        load = os.getloadavg()[0]
    except (AttributeError, OSError):  # Windows
        return 1.0
    return max(1.0, load / (os.cpu_count() or 1))
