"""The kernels: which functions make one, and of which types their arguments are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from spielbaum.engine import (
    chance,
    chance_table,
    components,
    estimates,
    exact_solver,
    exact_values,
    expected,
    fitting,
    graph,
    kernel,
    network,
    nodes,
    ordering,
    perft,
    positions,
    quiescence,
    scores,
    selectivity,
    self_play,
    solved,
    uct,
)
from spielbaum.engine import table as table_module
from spielbaum.engine.slots import Float64Array, Int32Array, Int64Array, State, UInt8Array
from spielbaum.engine.workspace import SearchContext, Workspace


@dataclass(frozen=True, slots=True)
class Kernel:
    """Functions that run together, in the order in which they build on each other; the last one is called."""

    name: str
    functions: tuple[Callable[..., Any], ...]
    #: Whether arrays are handed on as plain addresses (see `SearchContext`).
    by_address: bool = False
    #: Whether events are written down.
    traced: bool = False
    #: Whether rules run in it; without them one compilation serves all games.
    with_rules: bool = True


_BUCKETS = (table_module.generation_of, table_module.probe_bucket, table_module.keep_in_bucket)
_TABLE = (*_BUCKETS, table_module.bucket_of, table_module.probe, table_module.keep, table_module.spread)
_SEARCH = (
    *_BUCKETS,
    *scores.FUNCTIONS,
    *network.FUNCTIONS,
    *estimates.FUNCTIONS,
    *nodes.FUNCTIONS,
    *solved.FUNCTIONS,
    *ordering.FUNCTIONS,
    *selectivity.FUNCTIONS,
    *quiescence.FUNCTIONS,
    *kernel.FUNCTIONS,
)
_CHANCE = (
    table_module.generation_of,
    scores.turned,
    *chance_table.FUNCTIONS,
    nodes.begin_search,
    nodes.halting,
    *ordering.FUNCTIONS,
    kernel.bucket_at,
    kernel.note_line,
    kernel.excluded,
    *chance.FUNCTIONS,
)
KERNELS = {
    made.name: made
    for made in (
        Kernel("perft", perft.FUNCTIONS, by_address=True),
        Kernel("search", _SEARCH, by_address=True),
        Kernel("trace", _SEARCH, by_address=True, traced=True),
        Kernel("self_play", (*_SEARCH[:-1], *self_play.FUNCTIONS), by_address=True),
        Kernel("chance", _CHANCE, by_address=True),
        Kernel("solve", (*_TABLE, *solved.ENTRIES, *exact_values.FUNCTIONS, *exact_solver.FUNCTIONS)),
        Kernel("fill_solved", solved.FILL),
        Kernel("mcts", uct.FUNCTIONS),
        Kernel("list_features", fitting.LIST),
        Kernel("list_estimates", fitting.JUDGE),
        Kernel("fit_epoch", fitting.FIT),
        *(Kernel(made[-1].__name__, made) for made in positions.KERNELS),
        *(
            Kernel(made[-1].__name__, made, with_rules=False)
            for made in (*graph.KERNELS, *components.KERNELS, *expected.KERNELS)
        ),
    )
}


def signature(function: Callable[..., Any], state: Any, by_address: bool) -> Any:
    """Numba's types for the arguments that a kernel's function declares; None where one is not fixed."""
    import numba

    flat = numba.types.Array(numba.int64, 1, "C")
    grid = numba.types.Array(numba.int64, 2, "C")
    address = numba.types.CPointer(numba.int64)
    lines = ("rows", "killers", "line", "frames", "tasks", "events")
    types = {
        int: numba.int64,
        float: numba.float64,
        bool: numba.boolean,
        State: state,
        Int64Array: address if by_address else flat,
        Int32Array: numba.types.Array(numba.int32, 1, "C"),
        Float64Array: numba.types.Array(numba.float64, 1, "C"),
        UInt8Array: numba.types.Array(numba.uint8, 1, "C"),
        Workspace: numba.types.NamedTuple(
            [grid if name in lines else flat for name in Workspace._fields], Workspace
        ),
        SearchContext: numba.types.NamedUniTuple(address, len(SearchContext._fields), SearchContext),
    }
    for bundle in (expected.Ranked, expected.Component):
        columns = get_type_hints(bundle).values()
        types[bundle] = numba.types.NamedTuple([types[column] for column in columns], bundle)
    hints = get_type_hints(function)
    hints.pop("return", None)
    return tuple(types[hint] for hint in hints.values()) if all(h in types for h in hints.values()) else None
