"""Backgammon: rules, notations and evaluation; `backgammon` makes the game of them."""

from spielbaum.games.backgammon.game import backgammon

__all__ = ["backgammon"]
