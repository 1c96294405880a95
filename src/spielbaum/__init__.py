"""Spielbaum: games of perfect information, searched, solved, explained and measured."""

from importlib import import_module
from typing import TYPE_CHECKING

from spielbaum.errors import SpielbaumError
from spielbaum.game import Game, Position
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games import load_game
from spielbaum.result import CHANCE, Bound, Line, Proof, Result
from spielbaum.trace import Trace
from spielbaum.tree import Tree
from spielbaum.tuples import replace_at

if TYPE_CHECKING:
    from spielbaum.engine import Engine
    from spielbaum.search import alphabeta, minimax

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Bound",
    "Engine",
    "Facts",
    "Game",
    "Hints",
    "Line",
    "Position",
    "Presentation",
    "Proof",
    "Result",
    "SpielbaumError",
    "Trace",
    "Tree",
    "alphabeta",
    "load_game",
    "minimax",
    "replace_at",
]

#: What is imported when it is first asked for, so that `import spielbaum` stays quick.
_LATER = {"Engine": "spielbaum.engine", "alphabeta": "spielbaum.search", "minimax": "spielbaum.search"}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
