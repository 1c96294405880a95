"""Nim without its picture: a game that pages can only show as text. Its compiled rules are those of nim."""

from __future__ import annotations

from typing import Any

from spielbaum.game import Game
from spielbaum.games import load_game


def bare() -> Game[Any, Any]:
    """Nim as somebody writes it who has not drawn a board yet."""
    return load_game("nim").with_presentation(picture=None)
