"""The names of the algorithms that runs compare; `algorithms.py` has the players behind them."""

from __future__ import annotations

#: From plain minimax to the full engine.
ALGORITHMS = ("minimax", "alphabeta", "ordered", "compiled", "table", "engine", "mcts")
#: Those whose nodes are counted depth by depth; `perfect` knows the best move everywhere beforehand.
SEARCHERS = ("minimax", "alphabeta", "ordered", "perfect", "compiled", "table", "engine")


def limit_key(name: str, limit: str) -> str:
    """What a limit is called where the algorithm is written as a player."""
    return "playouts" if name == "mcts" and limit == "nodes" else limit
