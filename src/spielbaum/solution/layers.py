"""Games that go forward layer by layer: enumerated from the start, valued from the end, two at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.engine.graph import MOST_PLIES
from spielbaum.engine.positions import INFO
from spielbaum.errors import BadInput, BrokenGame
from spielbaum.game import Game
from spielbaum.solution.format import Int64Array, Section
from spielbaum.solution.order import section_of
from spielbaum.solution.positions import ROUND, Crew, PositionSet, rounds
from spielbaum.solution.storage import EdgeFile, Storage

if TYPE_CHECKING:
    from spielbaum.solution.solver import How, Progress

#: Bytes per position of a layer besides its state and key: slots and notes.
LAYER_BYTES = 24


def layer_sections(
    game: Game[Any, Any], crew: Crew, storage: Storage, how: How, progress: Progress
) -> Iterator[Section]:
    """The layers of the game, the last one first, each with its values."""
    assert game.hints.layer is not None
    first = game.hints.layer(game.start)
    last, total = _enumerate(game, crew, storage, how, progress)
    progress.begin("value", total)
    after: Int64Array = np.zeros(0, np.int64)
    for layer in range(last, -1, -1):
        if storage.has(layer, "values"):
            worth: Int64Array = storage.read(layer, "values", np.int64)
        else:
            worth = _value(crew, storage, layer, after, progress)
            storage.write(layer, "values", worth)
        values, plies = (worth >> 32).astype(np.int32), (worth & 0xFFFFFFFF).astype(np.int32)
        # Of a draw both players' numbers are in it (`join_draw_plies`): whoever can end it sooner.
        plies = np.where(values == 0, np.minimum(plies & MOST_PLIES, plies >> 15), plies)
        yield section_of(crew, storage, layer, values, plies, first + layer)
        after = worth


def _enumerate(
    game: Game[Any, Any], crew: Crew, storage: Storage, how: How, progress: Progress
) -> tuple[int, int]:
    """Write down the positions of every layer and their moves; (the last layer, positions in all)."""
    layer, total = 0, 0
    while storage.has(layer + 1, "states"):
        total += storage.size(layer, "states") // (8 * crew.words)
        layer += 1
    if not storage.has(layer, "states"):
        here = PositionSet(crew, 1)
        here.add_state(game.start)
        _write(storage, layer, here)
    # The size of the next layer is not known: there is room for as many positions as fit into memory.
    room = how.memory // (8 * (crew.words + crew.key_words) + LAYER_BYTES)
    states: Int64Array = storage.read(layer, "states", np.int64)
    while True:
        count = len(states) // crew.words
        total += count
        following = PositionSet(crew, room)
        notes = np.zeros(count, np.int32)
        with EdgeFile(storage, layer) as edges:
            for begin in range(0, count, ROUND):
                following.expand_from(states, notes, begin, min(begin + ROUND, count), edges)
                progress.done = total
                if states.nbytes + notes.nbytes + following.bytes > how.memory:
                    raise following.too_large(how.memory)
            edges.finish(count)
        storage.write(layer, "notes", notes)
        if len(following) == 0:
            return layer, total
        layer += 1
        _check_layer(game, crew, following, layer)
        _write(storage, layer, following)
        states = following.all_states()


def _write(storage: Storage, layer: int, found: PositionSet) -> None:
    """The states come last: where they are complete everything is."""
    storage.write(layer, "keys", found.all_keys())
    storage.write(layer, "states", found.all_states())


def _check_layer(game: Game[Any, Any], crew: Crew, found: PositionSet, layer: int) -> None:
    """Every position must lie one layer after the position before; asked of a few of each layer."""
    assert game.hints.layer is not None
    if layer > MOST_PLIES:
        raise BadInput("solution.layers.many", game=game.name, most=MOST_PLIES)
    expected = game.hints.layer(game.start) + layer
    unpack = crew.code.rules.names["unpack"]
    states = found.all_states().reshape(-1, crew.words)
    for number in np.linspace(0, len(found) - 1, 50).astype(int):
        given = game.hints.layer(unpack(states[number]))
        if given != expected:
            raise BrokenGame("solution.layer", game=game.name, given=given, expected=expected)


def _value(crew: Crew, storage: Storage, layer: int, after: Int64Array, progress: Progress) -> Int64Array:
    """What the positions of a layer are worth, from those of the next."""
    notes = storage.read(layer, "notes", np.int32)
    where = storage.read(layer, "where", np.int64)
    edges = storage.read(layer, "edges", np.int32)
    worth: Int64Array = np.empty(len(notes), np.int64)
    info = np.zeros(INFO, np.int64)
    for begin, end in rounds(len(where) // 2):
        crew.run("value_layer", info, begin, end, lambda _: (info, notes, where, edges, worth, after))
        progress.done += int(where[2 * end] - where[2 * begin])
    return worth
