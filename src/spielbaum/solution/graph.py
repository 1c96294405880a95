"""Games whose positions may come again: the whole graph at once, settled from its ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spielbaum.engine.expected_graph import BYTES, proven_values
from spielbaum.engine.position_set import (
    MOST_POSITIONS,
    ROUND,
    PositionSet,
    ThreadPool,
    longer,
    reserved,
    room_for,
    rounds,
    too_large,
)
from spielbaum.engine.positions import COUNT, INFO
from spielbaum.errors import BrokenGame, TooLarge
from spielbaum.game import Game
from spielbaum.language import Count, Size
from spielbaum.solution.expected import chance_of, read_graph
from spielbaum.solution.format import AnySection, ExpectedSection
from spielbaum.solution.order import expected_section_of, section_of
from spielbaum.solution.sampling import Watchman, least_positions
from spielbaum.solution.shards import write_positions
from spielbaum.solution.storage import EdgeFile, Storage
from spielbaum.solution.wording import state_text

if TYPE_CHECKING:
    from spielbaum.solution.solver import How, Progress

Int32Array = npt.NDArray[np.int32]

#: Bytes per position while values are found: notes, plies, ends, a queue.
SETTLE_BYTES = 20


def graph_section(
    game: Game[Any, Any], pool: ThreadPool, storage: Storage, how: How, progress: Progress
) -> Iterator[AnySection]:
    """The whole graph of a game, settled, as one section."""
    if not storage.has(0, "states.0"):
        _enumerate(game, pool, storage, how, progress)
    if game.has_chance:
        yield _expected(pool, storage, how, progress)
        return
    values, plies = _settled(pool, storage, how, progress)
    yield section_of(pool, storage, values, plies)


def _enumerate(
    game: Game[Any, Any], pool: ThreadPool, storage: Storage, how: How, progress: Progress
) -> None:
    """Write down all positions and their moves."""
    found = PositionSet(pool, room_for(pool.words + pool.key_words, how.memory))
    found.add_state(game.start)
    starts = game.hints.starts
    for begin in range(starts.start, starts.stop, ROUND):
        found.add_starts(begin, min(begin + ROUND, starts.stop))
    notes: Int32Array = reserved(len(found), np.int32)
    done, watchman = 0, Watchman()
    with EdgeFile(storage, 0, columns=pool.columns) as edges:
        while done < len(found):
            end = min(len(found), done + ROUND)
            if end > len(notes):
                notes = longer(notes, 2 * end)
            storage.check_room()
            if watchman.wants_to_look(len(found)):
                _check_total(found, how.memory)
            try:
                found.expand_from(found.states, notes, done, end, edges)
            except TooLarge:
                if not found.move_to_disk(storage, how.memory):
                    _check_total(found, how.memory)
                    raise found.too_large(how.memory, len(found) - done) from None
                continue  # what was added is found again
            progress.done = done = end
            # This round is through and must not come again: its edges would count twice.
            if found.bytes + 4 * end > how.memory and not found.move_to_disk(storage, how.memory):
                _check_total(found, how.memory)
                raise found.too_large(how.memory, max(len(found) - done, 1))
        edges.finish(done)
    storage.write(0, "notes.0", notes[:done])
    write_positions(storage, 0, 0, found)


def _check_total(found: PositionSet, memory: int) -> None:
    """Stop where there are more positions than memory, as far as one can tell by now."""
    least = least_positions(found.pool, len(found), forward=False)
    seen = {"game": found.pool.code.rules.game.name, "count": Count(len(found)), "least": Count(least)}
    if least > MOST_POSITIONS:
        raise TooLarge("solution.too_large.numbers", **seen, most=Count(MOST_POSITIONS))
    if least * SETTLE_BYTES > memory:
        raise TooLarge(
            "solution.too_large.least", **seen, needed=Size(least * SETTLE_BYTES), memory=Size(memory)
        )


def _expected(pool: ThreadPool, storage: Storage, how: How, progress: Progress) -> ExpectedSection:
    """The values of all positions, by value iteration."""
    graph = read_graph(pool, storage, 0, 0)
    count = len(graph.notes)
    if count * BYTES > how.memory:
        raise too_large(pool, count, count * BYTES, how.memory, untried=0)
    progress.begin("narrow", count)
    unpack, game = pool.code.rules.names["unpack"], pool.code.rules.game
    states = storage.read(0, "states.0", np.int64).reshape(-1, pool.words)
    values, error = proven_values(pool, graph, lambda number: state_text(game, unpack(states[number])))
    progress.done = count
    return expected_section_of(pool, storage, values, chance_of(pool, graph), error)


def _settled(
    pool: ThreadPool, storage: Storage, how: How, progress: Progress
) -> tuple[Int32Array, Int32Array]:
    """Values and plies, by retrograde analysis: from the ends back to whatever can be forced there.

    Plies are -1 where nobody can force an end.
    """
    notes: Int32Array = np.array(storage.read(0, "notes.0", np.int32))
    where, edges = storage.read(0, "where.0", np.int64), storage.read(0, "edges.0", np.int32)
    count, name = len(notes), pool.code.rules.game.name
    needed = SETTLE_BYTES * count
    if needed > how.memory:
        raise too_large(pool, count, needed, how.memory, untried=0)
    info = np.zeros(INFO, np.int64)
    info[COUNT] = count
    ends = reserved(count, np.int64)
    back = reserved(len(edges), np.int32)
    if needed + back.nbytes > how.memory:
        storage.check_room(back.nbytes)
        back = storage.scratch(len(edges), back[:0])
    progress.begin("link", 2 * count)
    for lists in (back[:0], back):
        for begin, end in rounds(len(where) // 2):
            pool.run("turn_round", info, begin, end, lambda _: (info, notes, where, edges, ends, lists))  # noqa: B023
            progress.done += int(where[2 * end] - where[2 * begin])
        if lists is not back:
            np.subtract(np.cumsum(ends), ends, out=ends)
    progress.begin("settle", count)
    plies: Int32Array = np.zeros(count, np.int32)
    known = notes[notes & 1 == 1] >> 1
    queue = np.empty(count, np.int32)
    for threshold in sorted((int(payoff) for payoff in np.unique(np.abs(known)) if payoff), reverse=True):
        progress.done += pool.alone("settle", info, notes, plies, ends, back, queue, threshold)
    drawn = int(np.count_nonzero((notes & 1 == 0) | (notes == 1)))
    if drawn and not pool.code.rules.game.facts.repeats:
        # A circle: keys of positions on the way to each other are equal, or `repeats` is missing. What was
        # settled is right all the same; what was not need not be drawn.
        if pool.alone("going_round", info, notes.copy(), ends, back, queue):
            raise BrokenGame("solution.circle", game=name)
    if drawn:
        forced, waiting = np.zeros(count, np.uint8), np.empty(2 * drawn, np.int64)
        pool.alone("settle_draws", info, notes, plies, ends, back, forced, waiting)
    return notes >> 1, plies
