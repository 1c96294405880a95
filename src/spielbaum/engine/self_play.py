"""Whole games of the search against itself, in compiled code: what evaluations are learned from.

A search of some hundred nodes is over sooner than Python has asked for it: in Connect Four, 400 nodes a move,
a move cost 0.6 ms with the engine's own interface, of which the search had a tenth. For games in which
positions do not come again; the others are played move by move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.engine.kernel import visit
from spielbaum.engine.limits import MOST_DEPTH
from spielbaum.engine.machine import mix, plus
from spielbaum.engine.nodes import begin_search
from spielbaum.engine.ordering import ENTRY, MOVE
from spielbaum.engine.scores import BOTH, INFINITY, NOTHING, in_points
from spielbaum.engine.slots import (
    HAS_DYNAMIC,
    HAS_NOISY,
    MOVE_WORDS,
    WORDS,
    State,
    dynamic,
    ended,
    pack,
    plain,
    play,
    player,
    take_move,
    unpack,
    utility,
    write_moves,
)
from spielbaum.engine.workspace import FAULT, FIRST, HALT, NODE_LIMIT, NODES, ROWS_FULL, Workspace
from spielbaum.engine.writing import FULL

if TYPE_CHECKING:
    import numpy.typing as npt

    from spielbaum.engine.engine import Engine

# After the words of a state in its row: who moves, the value in units for them, and its proof. In the last
# row the pay-off of player 0 is the first of these.
MOVER, WORTH, PROOF = range(3)
NOTE = 3
#: A random move is played where a number below this many is less than `explore`.
CHANCES = 1024
_GOLDEN = 0x1E3779B97F4A7C15
_POSITIVE = (1 << 40) - 1


def next_random(random: int) -> int:
    """The next of a row of numbers that look random (Steele, Lea and Flood 2014)."""
    return plus(random, _GOLDEN)


def drawn(random: int, below: int) -> int:
    """A number from 0 to below that."""
    return int(((mix(random) >> 20) & _POSITIVE) % below)


def best_of(work: Workspace, s: State, nodes: int) -> tuple[int, int, int]:
    """The number of the best move, the value and its proof, deepening until there are that many nodes."""
    info = work.info
    info[NODES], info[NODE_LIMIT], info[FIRST] = 0, nodes, 0
    best, value, proof = 0, 0, NOTHING
    for depth in range(1, MOST_DEPTH):
        ctx = begin_search(work)
        found, known = visit(ctx, s, 0, depth, work.rows.shape[1], -INFINITY, INFINITY, 1)
        if info[HALT] != 0:
            break
        best, value, proof = work.line[0, 1], found, known
        info[FIRST] = best + 1
        if proof == BOTH:
            break
    return best, value, proof


def self_play(work: Workspace, nodes: int, opening: int, explore: int, seed: int) -> int:
    """Play the game on from row 0 to its end; how many positions were noted, each a row of `tasks`.

    The first `opening` plies are random, and later ones with a chance of `explore`. Noted are positions with
    a choice that are not too lively to be judged. A game longer than there is room for counts as drawn.
    """
    s = unpack(work.rows[0])
    top, room = work.rows.shape[1], work.rows.size
    step = ENTRY + MOVE_WORDS
    noted = work.tasks
    most = len(noted) - 1
    count, ply, random = 0, 0, seed
    while ply < most and not ended(s):
        ctx = begin_search(work)
        end = write_moves(s, ctx.rows, top, room)
        if end == FULL:
            work.info[FAULT] = ROWS_FULL
            return 0
        number = (end - top) // step
        random = next_random(random)
        index = drawn(random, number)
        if ply >= opening and number > 1:
            best, value, proof = best_of(work, s, nodes)
            if work.info[FAULT] != 0:
                return 0
            lively = False
            if HAS_DYNAMIC and not HAS_NOISY:
                lively = dynamic(s)
            if not lively:
                pack(s, noted[count])
                noted[count, WORDS + MOVER] = player(s)
                noted[count, WORDS + WORTH] = in_points(value)
                noted[count, WORDS + PROOF] = proof
                count += 1
            random = next_random(random)
            if drawn(random, CHANCES) >= explore:
                index = best
            # The search has written its own moves there.
            write_moves(s, ctx.rows, top, room)
        s = plain(play(s, take_move(ctx.rows, top + index * step + MOVE)))
        ply += 1
    noted[most, WORDS] = utility(s) if ended(s) else 0
    return count


FUNCTIONS = (next_random, drawn, best_of, self_play)


def played(
    engine: Engine[Any, Any], nodes: int, opening: int, explore: float, seed: int, most: int
) -> tuple[npt.NDArray[np.int64], int]:
    """A game of at most that many plies from the start, by a cleared engine.

    A row for each position (the words of its state, then a note), and the pay-off.
    """
    kernel, words = engine.code["self_play"], engine.rules.layout.words
    engine.clear()
    noted: npt.NDArray[np.int64] = np.zeros((most + 1, words + NOTE), np.int64)
    work = engine.searching.fresh_workspace()._replace(tasks=noted)
    while True:
        engine.rules.names["pack"](engine.game.start, work.rows[0])
        count = kernel(work, nodes, opening, round(explore * CHANCES), seed)
        if work.info[FAULT] != ROWS_FULL:
            return noted[:count], int(noted[most, words])
        work = engine.memory.grow(work)
