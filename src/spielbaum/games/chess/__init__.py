"""Chess: rules, notations and evaluation; `chess` makes the game of them."""

from spielbaum.games.chess.game import chess, weighed_chess

__all__ = ["chess", "weighed_chess"]
