"""A fixed piece of work for the search: how fast is it, and is it still the same search?

The *signature* is the number of nodes of all searches together. It changes when the search does and with
nothing else: not with the machine, the time, or the size of a cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from spielbaum.engine.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game

#: Game, position and depth; each takes some tenths of a second.
POSITIONS: tuple[tuple[str, str, int], ...] = (
    ("tictactoe", "", 9),
    ("mnk:width=5,height=5,k=4", "", 6),
    ("takeaway:matches=40,most=3", "", 40),
    ("nim", "", 15),
    ("connect4", "", 12),
    ("connect4", "44455554221", 16),
    ("kalah", "", 11),
    ("kalah", "3641", 11),
    ("othello", "", 8),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 9),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One search of the bench."""

    game: str
    position: str
    depth: int
    nodes: int
    seconds: float


def bench(announce: Callable[[str], None] | None = None) -> Iterator[Measured]:
    """Search the positions one after the other, each with an empty table and one thread."""
    for spec, text, depth in POSITIONS:
        game = load_game(spec)
        engine = Engine(game, table_mb=16, announce=announce)
        result = engine.search(Position.of(game, text), depth=depth)
        yield Measured(spec, text, depth, result.nodes, result.seconds)
