"""Whole games of the search against itself, in compiled code: what evaluations are learned from.

A search of some hundred nodes is over sooner than Python has asked for it: in Connect Four, 400 nodes a move,
a move cost 0.6 ms with the engine's own interface, of which the search had a tenth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.engine.kernel import visit
from spielbaum.engine.limits import MOST_DEPTH, MOST_NODES
from spielbaum.engine.machine import mix, plus
from spielbaum.engine.nodes import begin_search
from spielbaum.engine.ordering import ENTRY, MOVE
from spielbaum.engine.scores import BOTH, INFINITY, NOTHING, in_points, sign_of
from spielbaum.engine.slots import (
    HAS_DYNAMIC,
    HAS_NOISY,
    HAS_SWING,
    HAS_URGENT,
    MOVE_WORDS,
    REPEATS,
    REPETITIONS,
    SWING,
    WORDS,
    State,
    check_and_place,
    dynamic,
    ended,
    identity,
    pack,
    plain,
    play,
    player,
    take_move,
    unpack,
    urgent,
    utility,
    write_moves,
    write_noisy,
)
from spielbaum.engine.workspace import (
    FAULT,
    FIRST,
    HALT,
    NODE_LIMIT,
    NODES,
    PATH,
    ROWS_FULL,
    SearchContext,
    Workspace,
)
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
#: Where the game says how much one ply can change (`swing`): who has been so many swings ahead for so many
#: plies has won, but in one of some games. Few nodes do not suffice to win all that is won (in chess, with
#: 800, one of ten positions with ten pawns more was not), and endings would be many of the positions.
FAR_AHEAD, DECIDED_PLIES, PLAYED_OUT = 8, 6, 8
_GOLDEN = 0x1E3779B97F4A7C15
_POSITIVE = (1 << 40) - 1


def next_random(random: int) -> int:
    """The next of a row of numbers that look random (Steele, Lea and Flood 2014)."""
    return plus(random, _GOLDEN)


def drawn(random: int, below: int) -> int:
    """A number from 0 to below that."""
    return int(((mix(random) >> 20) & _POSITIVE) % below)


def best_of(work: Workspace, s: State, nodes: int) -> tuple[int, int, int]:
    """The number of the best move, the value and its proof, deepening until there are that many nodes.

    The first ply is always looked at as a whole.
    """
    info = work.info
    info[NODES], info[NODE_LIMIT], info[FIRST] = 0, MOST_NODES, 0
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
        info[NODE_LIMIT] = nodes
    return best, value, proof


def came_again(work: Workspace, s: State, ply: int) -> bool:
    """Write down that the position came at this ply; whether it has come so often that the game is drawn.

    What the search must know of it is what `Searching` tells it: which positions are a draw when they come
    once more.
    """
    if not REPEATS:
        return False
    check, _ = check_and_place(s)
    seen = work.frames
    seen[ply, 0] = check
    times = 0
    for before in range(ply + 1):
        if seen[before, 0] == check:
            times += 1
    if times == max(REPETITIONS - 1, 1):
        work.path[work.info[PATH]] = check
        work.info[PATH] += 1
    return bool(0 < REPETITIONS <= times)


def lively_here(ctx: SearchContext, s: State, top: int, room: int, index: int) -> bool:
    """Whether the position is too lively to be judged, where the move with that number is the best.

    Where the game says which moves are lively the search asks for an estimate of every position. Where it
    also says what is urgent, such are those under a threat, and those in which a lively move is best.
    """
    step = ENTRY + MOVE_WORDS
    found = False
    if HAS_NOISY:
        if HAS_URGENT:
            found = urgent(s)
            best = identity(take_move(ctx.rows, top + index * step + MOVE))
            begin = top + (index + 1) * step
            end = write_noisy(s, ctx.rows, begin, room)
            for at in range(begin, end, step):
                found = found or identity(take_move(ctx.rows, at + MOVE)) == best
    elif HAS_DYNAMIC:
        found = dynamic(s)
    return found


def counted_ahead(count: int, value: int) -> int:
    """For how many plies player 0 has been far ahead, as the search judges it; below 0 for player 1."""
    if abs(value) < FAR_AHEAD * SWING:
        return 0
    return max(count, 0) + 1 if value > 0 else min(count, 0) - 1


def self_play(work: Workspace, nodes: int, opening: int, explore: int, seed: int) -> int:
    """Play the game on from row 0 to its end; how many positions were noted, each a row of `tasks`.

    The first `opening` plies are random, and later ones with a chance of `explore`. Noted are positions with
    a choice that are not too lively to be judged. A game longer than there is room for counts as drawn; one
    that ends as somebody is far ahead for long is worth 1 or −1, whatever a win pays.
    """
    s = unpack(work.rows[0])
    top, room = work.rows.shape[1], work.rows.size
    step = ENTRY + MOVE_WORDS
    noted = work.tasks
    most = len(noted) - 1
    count, ply, random = 0, 0, seed
    ahead, decided = 0, 0
    drawn_again = came_again(work, s, ply)
    while ply < most and not ended(s) and not drawn_again and decided == 0:
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
            if HAS_SWING and seed % PLAYED_OUT != 0:
                ahead = counted_ahead(ahead, in_points(value) * sign_of(player(s)))
                if abs(ahead) == DECIDED_PLIES:
                    decided = 1 if ahead > 0 else -1
            # The search has written its own moves there.
            write_moves(s, ctx.rows, top, room)
            if not lively_here(ctx, s, top, room, best):
                pack(s, noted[count])
                noted[count, WORDS + MOVER] = player(s)
                noted[count, WORDS + WORTH] = in_points(value)
                noted[count, WORDS + PROOF] = proof
                count += 1
            random = next_random(random)
            if drawn(random, CHANCES) >= explore:
                index = best
            write_moves(s, ctx.rows, top, room)
        s = plain(play(s, take_move(ctx.rows, top + index * step + MOVE)))
        ply += 1
        drawn_again = came_again(work, s, ply)
    noted[most, WORDS] = utility(s) if ended(s) else decided
    return count


FUNCTIONS = (next_random, drawn, best_of, came_again, lively_here, counted_ahead, self_play)


def played(
    engine: Engine[Any, Any], nodes: int, opening: int, explore: float, seed: int, most: int
) -> tuple[npt.NDArray[np.int64], int]:
    """A game of at most that many plies from the start, by a cleared engine.

    A row for each position (the words of its state, then a note), and the pay-off.
    """
    kernel, words = engine.code["self_play"], engine.rules.layout.words
    engine.clear()
    noted: npt.NDArray[np.int64] = np.zeros((most + 1, words + NOTE), np.int64)
    # The positions of the game, and those of them that are a draw when they come again.
    work = engine.searching.fresh_workspace()._replace(tasks=noted)
    work = work._replace(
        frames=engine.code.zeros(most + 1, 1), path=engine.code.zeros(most + 1 + len(work.path))
    )
    while True:
        work.info[PATH] = 0
        engine.rules.names["pack"](engine.game.start, work.rows[0])
        count = kernel(work, nodes, opening, round(explore * CHANCES), seed)
        if work.info[FAULT] != ROWS_FULL:
            return noted[:count], int(noted[most, words])
        work = engine.memory.grow(work)
