"""Expected values on the way to the file: what layers and graphs of games with chance share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spielbaum.engine.expected import ROUNDING
from spielbaum.engine.expected_graph import Graph
from spielbaum.engine.position_set import ThreadPool, rounds
from spielbaum.engine.positions import INFO
from spielbaum.solution.storage import Storage


def read_graph(pool: ThreadPool, storage: Storage, layer: int, piece: int) -> Graph:
    """Notes and edges of a piece of a layer."""
    columns = [
        storage.read(layer, f"{column}.{piece}", np.int32)
        if column in pool.columns
        else np.zeros(0, np.int32)
        for column in ("edges", "weights", "gains")
    ]
    notes = storage.read(layer, f"notes.{piece}", np.int32)
    return Graph(notes, storage.read(layer, f"where.{piece}", np.int64), *columns)


def chance_of(pool: ThreadPool, graph: Graph) -> NDArray[np.uint8]:
    """1 for the positions where nature moves."""
    chance = np.zeros(len(graph.notes), np.uint8)
    info = np.zeros(INFO, np.int64)
    for begin, end in rounds(len(graph.where) // 2):
        pool.run(
            "mark_chance", info, begin, end, lambda _: (info, graph.notes, graph.where, graph.weights, chance)
        )
    return chance


def layer_values(pool: ThreadPool, graph: Graph, after: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the positions of a layer are worth, from what their edges lead to."""
    worth = np.empty(len(graph.notes), np.float64)
    info = np.zeros(INFO, np.int64)
    columns = (graph.notes, graph.where, graph.edges, graph.weights, graph.gains)
    for begin, end in rounds(len(graph.where) // 2):
        pool.run("expected_layer", info, begin, end, lambda _: (info, *columns, worth, after))
    return worth


def rounding_error(graph: Graph, after: NDArray[np.float64]) -> float:
    """How much one layer may lose by rounding.

    A mean of n numbers takes n products, n - 1 sums and a quotient, and a gain is one sum more; each loses
    its ROUNDING of the largest of them at most.
    """
    if not len(graph.edges):
        return 0.0
    most = int((graph.notes[graph.notes & 1 == 0] >> 1).max(initial=0))
    largest = float(np.abs(after).max(initial=0)) + float(np.abs(graph.gains).max(initial=0))
    return (most + 4) * ROUNDING * largest
