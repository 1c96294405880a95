"""The arrays that one thread of a search works on."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from spielbaum.engine.limits import MOST_DEPTH
from spielbaum.engine.slots import Int64Array

#: Plies below the root that a search can reach; quiescence goes beyond the depth limit.
PLIES = MOST_DEPTH + 40
#: Numbers of moves for the history; a power of two.
HISTORY = 4096
#: Estimates that are remembered, a megabyte of them; a power of two.
ESTIMATES = 1 << 16

# Words of a row of `killers`: the two last moves that made a cut-off at that ply, the move that led there,
# and the estimate of the node there.
KILLER, OTHER_KILLER, LED_HERE, ESTIMATE = range(4)
PLY_NOTES = 4

# Words of a row of the solver, after the packed state.
ORDER, CHECK, PLACE, IDENTITY, INDEX, SURE = range(6)
EXTRA = 6

# Words of `info`.
(
    NODES,
    NODE_LIMIT,
    FAULT,
    SWITCHES,
    GENERATION,
    OLDEST,
    PATH,
    EVENTS,
    LEAVES,
    PARTIAL,
    IN_USE,
    KEPT,
    FRESH,
    SHARED,
    HALT,
    ROOM,
    EVENT_ROOM,
    BUCKETS,
    FIRST,
    LEFT_OUT,
    FAULT_DEPTH,
    SOLUTION,
    SURE_PLIES,
    THREAD,
    NETWORK,
    SCRATCH,
) = range(26)
INFO = 26

# Words of `control`, which threads share: one of them has answered this many questions, with these bounds.
STOP, QUESTION, LOW, HIGH = range(4)
CONTROL = 4

# Values of FAULT.
ROWS_FULL, EVENTS_FULL, TOO_DEEP, BAD_WEIGHT, BAD_PAYOFF, BAD_SUMS = 1, 2, 3, 4, 5, 6

# Bits of SWITCHES.
(
    TABLE,
    KILLERS,
    HISTORIES,
    ORDERED,
    NULL_WINDOWS,
    CUTOFFS,
    QUIET,
    REPETITION,
    REDUCE,
    NULL_MOVE,
    DEEPER_ENTRIES,
    EXTEND,
    FUTILITY,
    STAR,
    PROBING,
    RESTS,
) = (1 << i for i in range(16))

# Words of an event.
KIND, PLY, MOVE, PLAYER, ALPHA, BETA, VALUE, MORE = range(8)
EVENT = 8
ENTER, LEAF, UPDATE, CUT, LEAVE, HIT, ITERATION, COMES_FIRST = range(1, 9)


class SearchContext(NamedTuple):
    """The arrays of a run that the search uses, as it sees them: words in a row, without bounds."""

    table: Int64Array
    control: Int64Array
    info: Int64Array
    rows: Int64Array
    killers: Int64Array
    history: Int64Array
    line: Int64Array
    path: Int64Array
    events: Int64Array
    root: Int64Array
    estimates: Int64Array


class Workspace(NamedTuple):
    """What the kernels read and write; threads of a search share `table`, `control` and `busy`."""

    table: Int64Array
    #: CONTROL words. The first is not 0 where the search should stop; the others are for threads that solve
    #: one position together: the question they are at, and the bounds that are proven.
    control: Int64Array
    info: Int64Array
    #: A stack. The solver's holds positions, a node's children side by side above all that is in use. That of
    #: the search has the position it begins with in row 0 and behind it, word by word, the moves of the nodes
    #: on the way (see `ordering.py`).
    rows: Int64Array
    killers: Int64Array
    history: Int64Array
    #: line[ply, 0] moves are expected from that ply on; then their numbers in the order of `moves`.
    line: Int64Array
    #: Checks of the positions that led to the node, for repetition.
    path: Int64Array
    #: Nodes above the one that is looked at, and positions to be solved: see `exact_solver.py`.
    frames: Int64Array
    tasks: Int64Array
    events: Int64Array
    #: Places of the positions that threads are at, shared by them.
    busy: Int64Array
    #: Not 0 for the moves that are left out at the root; LEFT_OUT says whether there are such.
    root: Int64Array
    #: The last estimates, two words each: see `estimates.py`.
    estimates: Int64Array


def new_workspace(
    zeros: Callable[..., Int64Array],
    table: Int64Array,
    control: Int64Array,
    *,
    row: int,
    rows: int,
    plies: int = PLIES,
    path: int = 0,
    frames: tuple[int, int] = (1, 1),
    tasks: tuple[int, int] = (1, 1),
    events: int = 0,
    estimates: int = 0,
    busy: Int64Array | None = None,
) -> Workspace:
    """Zeroed arrays: rows of this many words, and the sizes that differ from use to use."""
    return Workspace(
        table=table,
        control=control,
        info=zeros(INFO),
        rows=zeros(rows, row + EXTRA),
        killers=zeros(plies, PLY_NOTES),
        history=zeros(4 * HISTORY),
        line=zeros(plies + 1, plies + 2),
        path=zeros(path + plies + 1),
        frames=zeros(*frames),
        tasks=zeros(*tasks),
        events=zeros(events, EVENT),
        busy=zeros(1) if busy is None else busy,
        root=zeros(1),
        estimates=zeros(2 * estimates),
    )
