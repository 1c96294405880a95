"""The engine's own search beside the algorithms of the textbook, to be traced and stepped through."""

from __future__ import annotations

from typing import Any

from spielbaum.errors import TooLarge, Unfit
from spielbaum.game import Game
from spielbaum.result import Result
from spielbaum.search import find_algorithm
from spielbaum.search.algorithms import Algorithm
from spielbaum.search.recorder import Recorder

#: The table of a search that is looked at.
TABLE_MB = 1


def engine_search(
    problem: Any, state: Any = None, *, depth: int | None = None, watch: Recorder | None = None
) -> Result[Any]:
    """What the engine finds and, in `Result.trace`, how.

    Nothing is compiled for it: the kernels run in plain Python, or are those of a WebAssembly module. Without
    a `depth` it goes as deep as the events fit that the watch may keep, or until it is proven.
    """
    from spielbaum.engine import Engine
    from spielbaum.play.engine_store import EngineStore

    if not isinstance(problem, Game):
        raise Unfit("error.search.engine_tree")
    limit = Recorder().limit if watch is None else watch.limit
    module = None if EngineStore.module is None else EngineStore.module(problem)
    found: Result[Any] | None = None
    for ahead in range(1, 64) if depth is None else (depth,):
        # A new one each time: a table that knows the answer would leave nothing to look at.
        engine = Engine(problem, table_mb=TABLE_MB, interpreted=module is None, module=module)
        # Each node has an event at least, so what needs more nodes need not be searched to its end.
        deeper = engine.search(state, depth=ahead, nodes=limit, trace=limit + 1)
        if deeper.trace is None or len(deeper.trace.events) > limit or deeper.nodes >= limit:
            break
        found = deeper
        if deeper.proven or deeper.depth != ahead:
            break
    if found is None:
        raise TooLarge("error.trace.too_large", limit=limit)
    return found


ENGINE = Algorithm(
    "engine",
    engine_search,
    {"en": "the engine's own search", "de": "die Suche der Engine"},
    window=True,
    mover=True,
)


def algorithm_named(name: str) -> Algorithm:
    """The algorithm of that name, the engine included."""
    return ENGINE if name.casefold() == ENGINE.name else find_algorithm(name)
