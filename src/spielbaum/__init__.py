"""Spielbaum: games of perfect information, searched, solved, explained and measured."""

from spielbaum.errors import SpielbaumError
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.result import Bound, Proof, Result
from spielbaum.trace import Trace
from spielbaum.tree import Tree
from spielbaum.tuples import replace_at

__version__ = "0.1.0"

__all__ = [
    "Bound",
    "Game",
    "Position",
    "Proof",
    "Result",
    "SpielbaumError",
    "Trace",
    "Tree",
    "load_game",
    "replace_at",
]
