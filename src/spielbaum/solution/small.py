"""Small games with chance that have layers: all of them in memory at once, without a file for each part.

2048 on 2 × 3 cells has 500 layers of some 70 positions; kept on disk as large games have to be, each would be
30 files.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from spielbaum.engine.expected_graph import Graph, all_reachable, proven_values
from spielbaum.engine.position_set import ROUND, ThreadPool, rounds
from spielbaum.engine.positions import INFO
from spielbaum.errors import BrokenGame, TooLarge
from spielbaum.game import Game
from spielbaum.solution.expected import chance_of
from spielbaum.solution.format import ExpectedSection
from spielbaum.solution.order import Ordered, order_of
from spielbaum.solution.wording import state_text

if TYPE_CHECKING:
    from spielbaum.solution.solver import Progress

#: Positions, at most.
SMALL = 200_000


def small_sections(
    game: Game[Any, Any], pool: ThreadPool, progress: Progress
) -> Iterator[ExpectedSection] | None:
    """The layers of a game with their values, the last one first; None where it has too many positions."""
    try:
        found, graph = all_reachable(pool, game.start, SMALL)
    except TooLarge:
        return None
    states, keys = found.all_states(), found.all_keys().reshape(-1, pool.key_words)
    progress.begin("value", len(found))
    unpack, rows = pool.code.rules.names["unpack"], states.reshape(-1, pool.words)
    values, error = proven_values(pool, graph, lambda number: state_text(game, unpack(rows[number])))
    layers = np.zeros(len(found), np.int64)
    info = np.zeros(INFO, np.int64)
    for begin in range(0, len(found), ROUND):
        end = min(begin + ROUND, len(found))
        pool.run("layers_of", info, begin, end, lambda _: (states, info, layers))
    _check(game, pool, graph, layers)
    chance, order = chance_of(pool, graph), order_of(keys, pool)
    progress.done = len(found)

    def sections() -> Iterator[ExpectedSection]:
        for layer in np.unique(layers)[::-1].tolist():
            some = order[layers[order] == layer]
            yield ExpectedSection(layer, keys[some], values[some], chance[some], error, Ordered(rows, some))

    return sections()


def _check(game: Game[Any, Any], pool: ThreadPool, graph: Graph, layers: NDArray[np.int64]) -> None:
    """Every move leads as many layers further as the game says."""
    places = np.zeros(len(layers), np.int64)
    info = np.zeros(INFO, np.int64)
    for begin, end in rounds(len(graph.where) // 2):
        pool.run("edge_places", info, begin, end, lambda _: (info, graph.notes, graph.where, places))
    moves = np.where(graph.notes & 1, 0, graph.notes >> 1)
    going_on = np.flatnonzero(moves)
    going_on = going_on[np.argsort(places[going_on])]
    here = np.repeat(layers[going_on], moves[going_on])
    there = layers[graph.edges >> 1]
    wrong = np.flatnonzero((there <= here) | (there > here + game.hints.stride))
    if len(wrong):
        first = int(wrong[0])
        raise BrokenGame(
            "solution.layer.stride",
            game=game.name,
            here=int(here[first]),
            given=int(there[first]),
            stride=game.hints.stride,
        )
