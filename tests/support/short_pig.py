"""Pig to twelve points: a game with dice that is soon over."""

from __future__ import annotations

from typing import Any

from spielbaum.game import Game
from spielbaum.games.pig import pig


def short_pig() -> Game[Any, Any]:
    return pig(target=12)
