"""2048 on six cells: over after some dozen moves."""

from __future__ import annotations

from typing import Any

from spielbaum.game import Game
from spielbaum.games.game2048 import game2048


def small_2048() -> Game[Any, Any]:
    return game2048(width=3, height=2)
