"""The names of the algorithms that runs compare; `algorithm_players.py` has the players behind them."""

from __future__ import annotations

#: For two players and zero sum, from plain minimax to the full engine; for any game.
OF_TWO = ("minimax", "alphabeta", "ordered", "compiled", "table", "engine")
OF_ANY = ("mcts", "maxn", "paranoid", "alliance")
ALGORITHMS = OF_TWO + OF_ANY
#: Those whose nodes are counted depth by depth; `perfect` knows the best move everywhere beforehand.
SEARCHERS = ("minimax", "alphabeta", "ordered", "perfect", "compiled", "table", "engine")


def limit_key(name: str, limit: str) -> str:
    """What a limit is called where the algorithm is written as a player."""
    return "playouts" if name == "mcts" and limit == "nodes" else limit


#: How much the pay-off of an ally counts: less than one's own, so that there is still something to win.
ALLY_WEIGHT = 0.5


def ally_of(seat: int, seats: int) -> int:
    """Whom `alliance` plays with: the next player, by number of the seat from 1."""
    return (seat + 1) % seats + 1


def written(name: str, limit: str, rung: float, seat: int | None = None, seats: int = 2) -> str:
    """The algorithm as a player is written; with a seat as the page *Play* knows it there."""
    ally = (
        f",with={ally_of(seat, seats)},weight={ALLY_WEIGHT}"
        if name == "alliance" and seat is not None
        else ""
    )
    return f"{name}:{limit_key(name, limit)}={rung:.10g}{ally}"
